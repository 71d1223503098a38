"""``regatta review``: the contract of its JSON, and its words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from at_table import begun, whole
from program import Run
from regatta.match.record import record
from regatta.model import load


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match of a person and a bot."""
    _, events = whole("crag", "Ana", "greedy", seed=5)
    path = tmp_path_factory.mktemp("record") / "match.json"
    path.write_text(record(events, load("crag").rules()).text())
    return path


def test_the_identity_holds_for_each_seat(run: Run, file: Path) -> None:
    done = run("review", str(file), "--json")
    assert done.code == 0
    told = json.loads(done.out)
    assert [seat["name"] for seat in told["seats"]] == ["Ana", "greedy"]
    assert {name: told[name] for name in told["seats"][0]} == told["seats"][0]
    result = json.loads(file.read_text())["result"]["totals"]
    for seat, total in zip(told["seats"], result, strict=True):
        assert seat["final"] == total
        assert seat["final"] == pytest.approx(seat["start_value"] + seat["luck"] - seat["loss"], abs=1e-6)
        assert seat["luck"] == pytest.approx(sum(roll["luck"] for roll in seat["rolls"]), abs=1e-9)
        assert seat["loss"] == pytest.approx(sum(each["loss"] for each in seat["decisions"]), abs=1e-9)
        assert len({each["turn"] for each in seat["decisions"]}) == 13
        for each in seat["decisions"]:
            assert each.keys() == {"turn", "roll", "dice", "chosen", "best", "value", "loss", "by", "hinted"}
    second = json.loads(run("review", str(file), "--seat", "2", "--json").out)
    assert second["name"] == "greedy"
    assert second["seats"] == told["seats"][1:]


def test_for_people_the_sum_and_the_worst_decisions(run: Run, file: Path) -> None:
    done = run("review", str(file))
    lines = done.out.splitlines()
    assert lines[0].startswith("Ana: ")
    assert "Accuracy" in lines[0]
    assert sum(line.startswith("  turn ") for line in lines) == 10
    assert "better: " in lines[1]


def test_what_is_not_allowed_or_no_seat_is_refused(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("review", str(file), "--seat", "3").code == 2
    assert run("review", str(file), "--seat", "0").code == 2
    assert run("review", str(tmp_path / "nothing")).code == 2
    other = tmp_path / "other.json"
    data = json.loads(file.read_text())
    data["turns"][0]["box"] = data["turns"][2]["box"]
    other.write_text(json.dumps(data))
    done = run("review", str(other))
    assert done.code == 1
    assert done.out == ""


NO_RECORDS: dict[str, str] = {
    "nothing": "",
    "no JSON": "{",
    "no object": "[]",
    "an empty one": "{}",
    "a number that is none": '{"format": NaN}',
    "too deep": "[" * 100_000,
    "too long": " " * 4_000_001,
}

UNTRUE: dict[str, Callable[[dict[str, Any]], object]] = {
    "format": lambda data: data.update(format="other"),
    "version": lambda data: data.update(version=2),
    "no turns": lambda data: data.update(turns=None),
    "no seats": lambda data: data.update(seats=[]),
    "a field that no record has": lambda data: data.update(more=1),
    "a field that is not there": lambda data: data.pop("match"),
    "rules that are none": lambda data: data.update(rules={}),
    "points that are no number": lambda data: data["turns"][0].update(points=float("nan")),
    "points that are not so": lambda data: data["turns"][0].update(points=999),
    "totals": lambda data: data["result"].update(totals=[999, 999]),
    "ranks": lambda data: data["result"].update(ranks=[2, 2]),
    "no result": lambda data: data.update(result=None),
    "seed": lambda data: data["dice"].update(seed="0" * 64),
    "commitment": lambda data: data["dice"].update(commitment="0" * 64),
    "number of a roll": lambda data: data["turns"][0]["rolls"][0].update(k=77),
    "dice": lambda data: data["turns"][0]["rolls"][0].update(dice=[1, 1, 1]),
    "a box twice": lambda data: data["turns"][2].update(box=data["turns"][0]["box"]),
}


def falsified(file: Path, what: str) -> str:
    """Return a record in which one thing is not so, or what is no record at all."""
    if what in NO_RECORDS:
        return NO_RECORDS[what]
    data = json.loads(file.read_text())
    UNTRUE[what](data)
    return json.dumps(data)


@pytest.mark.parametrize("what", [*NO_RECORDS, *UNTRUE])
def test_what_is_no_true_record_is_refused_in_the_words_of_verify(
    run: Run, file: Path, tmp_path: Path, what: str
) -> None:
    other = tmp_path / "other.json"
    other.write_text(falsified(file, what))
    verified = run("verify", str(other))
    assert (verified.code, verified.err) == (1, "")
    assert ", column 0" not in verified.out
    for arguments in ((), ("--json",), ("--seat", "1")):
        assert run("review", str(other), *arguments) == (1, "", verified.out)


def test_a_number_that_JSON_does_not_have_is_named(run: Run) -> None:
    for word in ("NaN", "Infinity", "-Infinity"):
        said = f"The record holds {word}, which JSON does not have.\n"
        assert run("verify", "-", stdin=f'{{"turns": {word}}}') == (1, said, "")
    assert run("verify", "-", stdin="[" * 100_000) == (1, "The record cannot be read as JSON.\n", "")


def test_what_cannot_be_proven_is_looked_at_all_the_same(run: Run) -> None:
    """A game that goes on keeps its seed, and real dice have none."""
    _, events = begun("crag", "Ana")
    going_on = record(events, load("crag").rules()).text()
    assert "The seed of the dice is not shown yet" in run("verify", "-", stdin=going_on).out
    done = run("review", "-", "--json", stdin=going_on)
    assert (done.code, json.loads(done.out)["over"]) == (0, False)
    data = json.loads(going_on)
    data["dice"] = {"method": "by hand"}
    data["turns"] = []
    by_hand = json.dumps(data)
    assert "thrown by hand" in run("verify", "-", stdin=by_hand).out
    done = run("review", "-", "--json", stdin=by_hand)
    assert (done.code, json.loads(done.out)["over"]) == (0, False)
