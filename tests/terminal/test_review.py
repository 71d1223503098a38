"""``regatta review``: the contract of its JSON, and its words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from at_table import whole
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


def test_what_is_no_record_or_no_seat_is_refused(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("review", str(file), "--seat", "3").code == 2
    assert run("review", str(file), "--seat", "0").code == 2
    assert run("review", str(tmp_path / "nothing")).code == 2
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert run("review", str(other)).code == 2
    data = json.loads(file.read_text())
    data["turns"][0]["box"] = data["turns"][2]["box"]
    other.write_text(json.dumps(data))
    done = run("review", str(other))
    assert done.code == 1
    assert done.out == ""
