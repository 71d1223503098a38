"""Records: they replay to the same position, prove the dice, and a false one is told from a true one."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_table import ANA, Known, any_command, begun, seats, sent, whole
from plays import every_tables, models
from regatta.errors import Illegal, Invalid, ModelFaults, RegattaError
from regatta.match import authority
from regatta.match.commands import Begin, Hold, Roll
from regatta.match.record import MAX_BYTES, Record, read, record, schema_text
from regatta.match.verify import verify
from regatta.model import load

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"


def golden() -> str:
    return (HERE / "ana.json").read_text(encoding="utf-8")


def finished() -> dict[str, Any]:
    """The record of a finished match of two, as JSON data."""
    _, events = whole("yahtzee", "Ana", "greedy", seed=4)
    return dict(json.loads(record(events, load("yahtzee").rules()).text()))


FINISHED = finished()


def codes(data: dict[str, Any]) -> list[str]:
    return [finding.code for finding in verify(read(json.dumps(data)))]


# --------------------------------------------------------------------------------------- the seeds' example


def test_the_example_of_the_rules_is_played_as_it_is_told() -> None:
    """1-2-2-4-6, keeps the twos, 4-4-6, keeps the fours, 1-4-4, writes four of a kind for 17."""
    given_record = read(golden())
    match = given_record.replay()
    turn = match.turns[0]
    assert [sorted(roll.dice) for roll in turn.rolls] == [[1, 2, 2, 4, 6], [2, 2, 4, 4, 6], [1, 4, 4, 4, 4]]
    assert (turn.box, turn.points) == ("four_of_a_kind", 17)
    assert match.sheets[0].text(match.tables.boxes) == "four_of_a_kind=17"
    view = match.view()
    assert (view.phase, view.seat, view.seats[0].total, view.method) == ("roll", 0, 17, "by hand")
    assert view.result is None


def test_dice_by_hand_are_replayed_but_not_proven() -> None:
    assert [finding.code for finding in verify(read(golden()))] == ["record.by_hand"]


def test_the_example_is_written_as_it_was_read() -> None:
    assert read(golden()).text() == golden()


def test_no_dice_of_the_server_are_thrown_in_a_match_by_hand() -> None:
    with pytest.raises(RegattaError) as caught:
        authority.act(read(golden()).replay(), Roll(0), ANA, Known())
    assert caught.value.code == "match.watching"


# ------------------------------------------------------------------------------------- true records


@pytest.mark.parametrize("game", ["yacht", "yahtzee", "yahtzee-free-joker", "kismet", "crag", "yatzy"])
def test_a_finished_match_is_proven(game: str) -> None:
    match, events = whole(game, "Ana", "random", "Bo", seed=11)
    given_record = record(events, load(game).rules())
    again = read(given_record.text())
    assert again == given_record
    assert again.replay().position == match.position
    assert verify(again) == []


@pytest.mark.parametrize("name", models())
def test_every_game_with_every_option_is_proven(name: str) -> None:
    model, tables = models()[name], every_tables()[name]
    count = min(2, tables.seats[1])
    match, events = authority.open_match(
        model, tables, seats("Ana", "random")[:count], holder=ANA, entropy=Known(name)
    )
    rng = Random(name)
    match, more = authority.act(match, Begin(), ANA, Known(name))
    events += more
    while match.finished is None:
        match, more = authority.act(match, any_command(match, rng), ANA, Known())
        events += more
    again = read(record(events, model.rules()).text())
    assert again.replay().position == match.position
    assert verify(again) == []


def test_a_record_replays_to_the_same_position_at_every_step() -> None:
    rng = Random(2)
    rules = load("crag").rules()
    match, events = begun("crag", "Ana", "greedy")
    while match.finished is None:
        again = read(record(events, rules).text()).replay()
        assert again.position == match.position
        assert (again.dice, again.held, again.free) == (match.dice, match.held, match.free)
        match, more = authority.act(match, any_command(match, rng), ANA, Known())
        events += more


def test_a_match_that_goes_on_is_not_proven_yet() -> None:
    match, events = begun("yacht", "Ana", "Bo")
    seat = match.seat
    assert seat is not None
    for command in (Roll(seat), Hold(seat, (2,))):
        match, more = authority.act(match, command, ANA, Known())
        events += more
    given_record = record(events, load("yacht").rules())
    assert given_record.dice.seed is None
    assert match.private.seed is not None
    assert match.private.seed.hex() not in given_record.text()
    assert [finding.code for finding in verify(given_record)] == ["record.seed_hidden"]


def test_names_are_kept_as_they_are() -> None:
    _, events = begun("yacht", "<b>Ána</b> \u202e ☂")
    assert read(record(events, load("yacht").rules()).text()).seats[0].name == "<b>Ána</b> \u202e ☂"


# ------------------------------------------------------------------------------------ false records

Change = Callable[[dict[str, Any]], object]


def turn(data: dict[str, Any], number: int = 3) -> dict[str, Any]:
    return dict.__getitem__(data, "turns")[number]  # type: ignore[no-any-return]


def other_face(data: dict[str, Any]) -> None:
    """Another face in the last roll of a turn whose points do not depend on it."""
    faces = turn(data)["rolls"][0]["dice"]
    faces[0] = faces[0] % 6 + 1


CHANGES: dict[str, tuple[Change, str]] = {
    "a face": (other_face, "record.dice"),
    "the points": (lambda data: turn(data).update(points=99), "record.points"),
    "an extra": (lambda data: turn(data).update(extra=100), "record.extra"),
    "what was paid": (lambda data: turn(data).update(paid=["joker"]), "record.extra"),
    "a box": (lambda data: turn(data).update(box="nothing"), "record.move"),
    "a box twice": (lambda data: turn(data, 5).update(box=turn(data, 3)["box"]), "record.move"),
    "the seat": (lambda data: turn(data).update(seat=1 - turn(data)["seat"]), "record.seat"),
    "a seat that is not there": (lambda data: turn(data).update(seat=7), "record.seat"),
    "a place": (lambda data: turn(data)["rolls"][0].update(places=[0, 1, 2, 3, 9]), "record.places"),
    "a place twice": (lambda data: turn(data)["rolls"][0].update(places=[0, 1, 2, 3, 3]), "record.places"),
    "a first roll of four": (
        lambda data: turn(data)["rolls"][0].update(places=[0, 1, 2, 3], dice=[1, 1, 1, 1]),
        "record.places",
    ),
    "a die too many": (lambda data: turn(data)["rolls"][0]["dice"].append(1), "record.places"),
    "a face that no die has": (
        lambda data: turn(data)["rolls"][0].update(dice=[7, 1, 1, 1, 1]),
        "record.dice",
    ),
    "the number of a roll": (lambda data: turn(data)["rolls"][0].update(k=900), "record.k"),
    "no roll": (lambda data: turn(data).update(rolls=[]), "record.order"),
    "no box": (lambda data: turn(data).update(box=None), "record.seat"),
    "a seed": (lambda data: data["dice"].update(seed="ab" * 32), "record.commitment"),
    "no seed": (lambda data: data["dice"].update(seed=None), "record.seed_hidden"),
    "the commitment": (lambda data: data["dice"].update(commitment="ab" * 32), "record.commitment"),
    "no commitment": (lambda data: data["dice"].update(commitment=None), "record.commitment"),
    "a salt": (lambda data: data["dice"]["salts"].__setitem__(0, "other"), "record.dice"),
    "a bot's salt": (lambda data: data["dice"]["salts"].__setitem__(1, "x"), "record.bot_salt"),
    "a salt too few": (lambda data: data["dice"]["salts"].pop(), "record.salts"),
    "the match": (lambda data: data.update(match="other"), "record.dice"),
    "the rules": (lambda data: data["rules"].update(start="lowest die"), "record.rules_digest"),
    "rules that are none": (lambda data: data.update(rules={}), "rules.unreadable"),
    "the digest": (lambda data: data.update(rules_digest="0" * 64), "record.rules_digest"),
    "who starts": (lambda data: data.update(first=1 - data["first"]), "record.first"),
    "who throws": (lambda data: data["roll_off"][0].pop(), "record.roll_off"),
    "no roll-off": (lambda data: data.update(roll_off=[]), "record.roll_off"),
    "a throw": (lambda data: data["roll_off"][0][0].update(dice=[6, 6, 6, 6, 6]), "record.dice"),
    "a total": (lambda data: data["result"]["totals"].__setitem__(0, 1575), "record.totals"),
    "a rank": (lambda data: data["result"].update(ranks=[1, 1]), "record.ranks"),
    "no result": (lambda data: data.update(result=None), "record.no_result"),
    "a turn less": (lambda data: data["turns"].pop(), "record.order"),
    "a turn more": (lambda data: data["turns"].append(dict(data["turns"][0])), "record.order"),
    "not begun": (lambda data: data.update(first=None), "record.order"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found(name: str) -> None:
    change, expected = CHANGES[name]
    data = json.loads(json.dumps(FINISHED))
    change(data)
    assert expected in codes(data)
    assert verify(read(json.dumps(FINISHED))) == []


def test_SE_16_a_total_needs_a_game_behind_it() -> None:
    data = {**FINISHED, "turns": [], "result": {"totals": [1575, 0], "ranks": [1, 2]}}
    assert "record.order" in codes(data)


# ----------------------------------------------------------------------------------- what is no record


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "record.not_json"),
        (b"\xff\xfe\x00", "record.unreadable"),
        (b"\x00\x01\x02", "record.not_json"),
        (golden()[:900], "record.not_json"),
        ("[" * 100_000, "record.unreadable"),
        ('{"format": NaN}', "record.constant"),
        ('{"turns": [{"points": -Infinity}]}', "record.constant"),
        ('{"a": ' + "9" * 5000 + "}", "record.unreadable"),
        (golden().replace("Ana", "A\\ud800"), "record.unreadable"),
        ("null", "record.format"),
        ("true", "record.format"),
        ("7", "record.format"),
        ('"x"', "record.format"),
        ("[]", "record.format"),
        ("{}", "record.format"),
        ('{"format": "regatta-record", "version": 2}', "record.format"),
        ('{"format": "regatta-record", "version": 1}', "record.missing"),
        (" " * (MAX_BYTES + 1), "record.too_big"),
    ],
)
def test_SE_11_what_is_no_record_is_refused(data: bytes | str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        read(data)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda data: data.update(seats="Ana"), "record.value", "seats"),
        (lambda data: data.update(seats=[]), "record.value", "seats"),
        (lambda data: data.update(first=True), "record.value", "first"),
        (lambda data: data.update(first=-1), "record.value", "first"),
        (lambda data: data.update(surprise=1), "record.unknown_field", "surprise"),
        (lambda data: data["turns"][0].pop("seat"), "record.missing", "turns.0.seat"),
        (lambda data: data["turns"][0].update(points=10**40), "record.value", "turns.0.points"),
        (lambda data: data["turns"][0].update(points=1.5), "record.value", "turns.0.points"),
        (lambda data: data["turns"][0].update(points="17"), "record.value", "turns.0.points"),
        (lambda data: data["turns"][0]["rolls"][0].update(dice=[]), "record.value", "turns.0.rolls.0.dice"),
        (
            lambda data: data["turns"][0]["rolls"][0].update(dice=[0] * 5),
            "record.value",
            "turns.0.rolls.0.dice.0",
        ),
        (lambda data: data["dice"].update(seed="XY"), "record.value", "dice.seed"),
        (lambda data: data["dice"].update(seed="ab" * 32 + "\n"), "record.value", "dice.seed"),
        (lambda data: data["dice"].update(method="trust me"), "record.value", "dice.method"),
        (lambda data: data["seats"][0].update(name="x" * 5000), "record.value", "seats.0.name"),
    ],
)
def test_what_a_record_cannot_hold_is_told_with_its_place(change: Change, code: str, path: str) -> None:
    data = json.loads(json.dumps(FINISHED))
    change(data)
    with pytest.raises(Invalid) as caught:
        read(json.dumps(data))
    assert (caught.value.code, caught.value.params["path"]) == (code, path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each value within JSON data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inside for place in places(value, (*path, key)))]


PLACES = [place for place in places(FINISHED) if place]


@given(place=st.sampled_from(PLACES), value=JSON)
def test_whatever_is_changed_there_is_an_answer(place: tuple[Any, ...], value: Any) -> None:
    """A record that a stranger made is refused or judged, and never breaks the program."""
    data = json.loads(json.dumps(FINISHED))
    inside = data
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    try:
        found = read(json.dumps(data))
    except Invalid:
        return
    for finding in verify(found):
        assert isinstance(finding, RegattaError)
    with suppress(Invalid, Illegal, ModelFaults):
        found.replay()


def test_the_schema_is_published_and_holds() -> None:
    """docs/record.schema.json is what the code says; write it anew with ``record.schema_text()``."""
    text = (DOCS / "record.schema.json").read_text(encoding="utf-8")
    assert text == schema_text()
    validator = jsonschema.Draft202012Validator(json.loads(text))
    validator.validate(json.loads(golden()))
    validator.validate(FINISHED)
    for change, _ in list(CHANGES.values())[:3]:
        data = json.loads(json.dumps(FINISHED))
        change(data)
        validator.validate(data)
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**FINISHED, "surprise": 1})


def test_every_field_of_the_record_is_there() -> None:
    assert set(FINISHED) == set(Record.model_fields)


def test_a_hold_that_was_taken_back_leaves_no_trace() -> None:
    match, _ = begun("yacht")
    once = sent(match, Roll(0), Hold(0, (1,)), Hold(0, ()), Roll(0))
    assert once.dice == sent(match, Roll(0), Roll(0)).dice
