"""Asking the coach: where it is allowed, what the log keeps of it, and that it changes nothing else."""

from __future__ import annotations

import json

import pytest

from at_table import ANA, STRANGER, Known, begun, sent
from regatta.errors import Denied, Illegal, Invalid
from regatta.match import authority
from regatta.match.commands import Begin, Hint, Roll, Sit, TakeBack, Write
from regatta.match.events import Hinted, Seat, Terms, from_json, to_json
from regatta.match.match import Match
from regatta.match.record import Record, events_of, read, record
from regatta.match.verify import verify
from regatta.model import load
from regatta.tables import tables_of


def test_UI_09_a_hint_is_told_in_the_log_and_changes_nothing_else() -> None:
    match = sent(begun("crag", "Ana", "greedy").match, Roll(0))
    assert match.view(ANA).hint == "may"
    assert match.view(None).hint == ""
    hinted, told = authority.act(match, Hint(0), ANA, Known())
    assert told == [Hinted(0)]
    assert from_json("hinted", json.loads(json.dumps(to_json(told[0])))) == told[0]
    assert hinted.view(ANA).hint == "given"
    assert hinted.view(STRANGER).hint == ""
    assert hinted.turn.hints == (1,)
    assert (hinted.position, hinted.dice, hinted.held, hinted.rolled, hinted.sheets) == (
        match.position,
        match.dice,
        match.held,
        match.rolled,
        match.sheets,
    )
    again = sent(hinted, Roll(0, (0,)))
    assert again.view(ANA).hint == "may", "other dice may be asked about"


def test_a_hint_is_refused_before_the_first_roll_twice_and_to_others() -> None:
    match, _ = begun("yacht", "Ana")
    with pytest.raises(Illegal, match=r"move\.roll_first"):
        sent(match, Hint(0))
    match = sent(match, Roll(0))
    with pytest.raises(Denied, match=r"match\.watching"):
        sent(match, Hint(0), actor=STRANGER)
    match = sent(match, Hint(0))
    with pytest.raises(Illegal, match=r"hint\.given"):
        sent(match, Hint(0))


def test_around_one_screen_the_coach_is_asked_only_where_one_person_plays() -> None:
    match, _ = begun("yacht", "Ana", "Bo")
    seat = match.seat
    assert seat is not None
    match = sent(match, Roll(seat))
    assert match.view(ANA).hint == ""
    with pytest.raises(Illegal, match=r"hint\.not_here"):
        sent(match, Hint(seat))


@pytest.mark.parametrize("hints", [False, True])
def test_in_a_room_its_terms_say(hints: bool) -> None:
    model, tables, entropy = load("crag"), tables_of("crag"), Known()
    room = authority.open_room(model, tables, Terms(2, hints=hints), [(Seat("Ana"), ANA)], entropy=entropy)
    match = sent(room.match, Sit("Bo"), actor="guest-bo")
    match = sent(match, Begin())
    seat = match.seat
    assert seat is not None
    actor = (ANA, "guest-bo")[seat]
    match = sent(match, Roll(seat), actor=actor)
    assert match.view(actor).hint == ("may" if hints else "")
    assert match.view((ANA, "guest-bo")[1 - seat]).hint == ("later" if hints else "")
    if not hints:
        with pytest.raises(Illegal, match=r"hint\.not_here"):
            sent(match, Hint(seat), actor=actor)
    else:
        assert sent(match, Hint(seat), actor=actor).turn.hints == (1,)


def recorded(game: str, events: list) -> Record:
    return record(events, load(game).rules())


def played(match: Match, events: list) -> tuple[Match, list]:
    """One turn with two hints, the write taken back and made again; then on to the end without."""
    for command in (Roll(0), Hint(0), Roll(0, (0,)), Roll(0, (0,)), Hint(0), Write(0, "chance"), TakeBack(0)):
        match, more = authority.act(match, command, ANA, Known())
        events += more
    while match.finished is None:
        command = Write(0, next(iter(match.view(ANA).preview.points))) if match.dice else Roll(0)  # type: ignore[union-attr]
        match, more = authority.act(match, command, ANA, Known())
        events += more
    return match, events


def test_the_record_shows_each_hint_and_replays() -> None:
    match, events = played(*begun("yahtzee", "Ana"))
    told = recorded("yahtzee", events)
    assert [turn.hints for turn in told.turns] == [(1, 3), *[()] * 12]
    assert verify(told) == []
    again = read(told.text())
    assert again == told
    assert sum(isinstance(event, Hinted) for _, event in events_of(again, 5)) == 2
    assert again.replay().sheets == match.sheets


@pytest.mark.parametrize("hints", [[4], [2, 1], [1, 1], [0], [True], "1"])
def test_a_record_cannot_tell_of_hints_that_nobody_could_get(hints: object) -> None:
    _, events = played(*begun("yahtzee", "Ana"))
    data = json.loads(recorded("yahtzee", events).text())
    data["turns"][0]["hints"] = hints
    with pytest.raises(Invalid, match=r"record\.value"):
        read(json.dumps(data))
