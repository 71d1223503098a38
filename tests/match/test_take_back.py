"""Taking back what was just written: the whole state before it comes back, and a roll never does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_table import ANA, STRANGER, Known, Memory, any_command, begun, sent
from plays import every_tables, models
from regatta.errors import Denied, Illegal, Missing, RegattaError, Stale
from regatta.match import authority
from regatta.match.commands import Begin, Command, Envelope, Hold, Roll, TakeBack, Write
from regatta.match.decide import decide
from regatta.match.events import Event, Rolled, Seat, TookBack, Wrote, from_json, to_json
from regatta.match.evolve import replay
from regatta.match.fair import Fair
from regatta.match.match import Match
from regatta.match.record import read, record
from regatta.match.verify import verify
from regatta.model import load

Loaded = list[tuple[int, ...]]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Dice that fall as they are told."""
    rolls: Loaded = []
    honest = Fair.roll
    monkeypatch.setattr(
        Fair, "roll", lambda self, k, count, faces: rolls.pop(0) if rolls else honest(self, k, count, faces)
    )
    return rolls


def refused(match: Match, command: Command, actor: str = ANA) -> RegattaError:
    with pytest.raises(RegattaError) as caught:
        decide(match, command, actor, Known())
    return caught.value


def state(match: Match) -> Match:
    """All of a match but its version."""
    return replace(match, version=0)


def points(match: Match, seat: int, box: str) -> int | None:
    return match.sheets[seat].points[match.tables.box_index[box]]


# ------------------------------------------------------------------------------------------------ what comes back


def test_all_is_as_before_the_write() -> None:
    match = sent(begun("yacht")[0], Roll(0), Hold(0, (1, 3)), Roll(0), Hold(0, (0, 1, 3)))
    after = sent(match, Write(0, "choice"), TakeBack(0))
    assert state(after) == state(match)
    assert (after.version, after.held, after.dice) == (match.version + 2, (0, 1, 3), match.dice)
    again = sent(after, Roll(0))
    assert again.dice == sent(match, Roll(0)).dice
    assert again.view().number == 3


def test_the_dice_to_come_do_not_change_by_taking_back() -> None:
    """Writing and taking back is no way to another roll."""
    match = sent(begun("yahtzee", "Ana", "Bo")[0], Roll(seat := begun("yahtzee", "Ana", "Bo")[0].seat or 0))
    straight = sent(match, Write(seat, "ones"), Roll(1 - seat))
    about = sent(match, Write(seat, "chance"), TakeBack(seat), Write(seat, "ones"), Roll(1 - seat))
    assert about.dice == straight.dice
    assert about.rolled == straight.rolled


def test_FL_05_taking_the_first_yahtzee_back_leaves_no_bonus_right(loaded: Loaded) -> None:
    loaded += [(4, 4, 4, 4, 4), (4, 4, 4, 4, 4)]
    match = sent(begun("yahtzee")[0], Roll(0))
    match = sent(match, Write(0, "yahtzee"))
    assert points(match, 0, "yahtzee") == 50
    match = sent(match, TakeBack(0))
    assert points(match, 0, "yahtzee") is None
    match = sent(match, Write(0, "fours"), Roll(0))
    preview = match.view(ANA).preview
    assert preview is not None
    assert (preview.extra, preview.paid, preview.rule) == (0, (), None)
    assert preview.points["yahtzee"] == 50


def test_FL_05_taking_a_joker_back_takes_its_bonus_too(loaded: Loaded) -> None:
    loaded += [(4, 4, 4, 4, 4)] * 2
    match = sent(begun("yahtzee")[0], Roll(0), Write(0, "yahtzee"), Roll(0))
    before = match.view(ANA).preview
    assert before is not None
    assert (before.extra, list(before.points)) == (100, ["fours"])
    match = sent(match, Write(0, "fours"))
    assert (match.sheets[0].extras[0], match.view().seats[0].total) == (1, 170)
    match = sent(match, TakeBack(0))
    assert (match.sheets[0].extras[0], match.view().seats[0].total) == (0, 50)
    assert points(match, 0, "fours") is None
    assert match.view(ANA).preview == before


def test_FL_07_only_the_last_play_is_taken_back(loaded: Loaded) -> None:
    """Chips of three jokers: taking back once leaves those of the plays before."""
    loaded += [(4,) * 5, (4,) * 5, (3,) * 5, (2,) * 5]
    match = begun("yahtzee")[0]
    for box in ("yahtzee", "fours", "threes", "twos"):
        match = sent(match, Roll(0), Write(0, box))
    assert match.sheets[0].extras[0] == 3
    match = sent(match, TakeBack(0))
    assert match.sheets[0].extras[0] == 2
    assert match.seat == 0
    assert refused(match, TakeBack(0)).code == "back.rolled"


def test_a_zero_is_taken_back_too(loaded: Loaded) -> None:
    loaded.append((1, 2, 3, 4, 6))
    match = sent(begun("yahtzee")[0], Roll(0), Write(0, "yahtzee"), TakeBack(0))
    assert points(match, 0, "yahtzee") is None
    assert sent(match, Write(0, "small_straight")).view().seats[0].total == 30


# ------------------------------------------------------------------------------------------------- when it may be


def test_a_roll_is_never_taken_back() -> None:
    match = begun("yacht")[0]
    assert refused(match, TakeBack(0)).code == "back.nothing"
    match = sent(match, Roll(0))
    assert refused(match, TakeBack(0)).code == "back.nothing"
    match = sent(match, Write(0, "choice"), Roll(0))
    assert refused(match, TakeBack(0)).code == "back.rolled"
    assert match.view(ANA).take_back is None


def test_FL_08_nothing_is_taken_back_once_a_bot_has_rolled() -> None:
    match = sent(begun("yacht", "Ana", "greedy")[0])
    match = sent(match, Roll(0), Write(0, "choice"))
    assert match.turns[-1].seat == 1
    for seat in (0, 1):
        error = refused(match, TakeBack(seat))
        assert error.code == ("back.rolled" if seat == 0 else "seat.not_yours")
    assert match.view(ANA).take_back is None


def test_people_take_back_where_no_bot_moved_in_between() -> None:
    """Of two people and a bot, the one before the other person can."""
    for name in map(str, range(30)):
        match = begun("yacht", "Ana", "Bo", "random", name=name)[0]
        seat = match.seat
        assert seat is not None
        match = sent(match, Roll(seat), Write(seat, "choice"))
        assert match.view(ANA).take_back == (0 if seat == 0 else None)
        if seat == 0:
            assert sent(match, TakeBack(0)).seat == 0
        else:
            assert refused(match, TakeBack(1)).code == "back.rolled"


def test_SE_20_only_who_wrote_takes_back() -> None:
    match = begun("yacht", "Ana", "Bo")[0]
    first = match.seat
    assert first is not None
    match = sent(match, Roll(first), Write(first, "choice"))
    assert isinstance(refused(match, TakeBack(first), STRANGER), Denied)
    assert refused(match, TakeBack(1 - first)).code == "back.other_seat"
    assert isinstance(refused(match, TakeBack(7)), Missing)
    assert isinstance(refused(match, TakeBack("0")), Missing)  # type: ignore[arg-type]
    assert match.view(ANA).take_back == first
    assert match.view(STRANGER).take_back is None
    assert match.view().take_back is None


def test_SE_20_nothing_is_taken_back_where_two_guests_play() -> None:
    match = begun("yacht", "Ana", "Bo")[0]
    match = replace(match, private=replace(match.private, holders=(ANA, STRANGER)))
    seat = match.seat
    assert seat is not None
    actor = (ANA, STRANGER)[seat]
    match = sent(match, Roll(seat), Write(seat, "choice"), actor=actor)
    assert refused(match, TakeBack(seat), actor).code == "back.shared"
    assert isinstance(refused(match, TakeBack(seat), (ANA, STRANGER)[1 - seat]), Denied)
    assert match.view(actor).take_back is None


def test_the_end_is_the_end() -> None:
    match, rng = begun("yacht", "Ana")[0], Random(1)
    while match.finished is None:
        match = sent(match, any_command(match, rng))
    assert refused(match, TakeBack(0)).code == "move.game_over"
    assert match.view(ANA).take_back is None


def test_nothing_is_taken_back_before_the_match_begins() -> None:
    model, tables = models()["yacht"], every_tables()["yacht"]
    match, _ = authority.open_match(model, tables, [Seat("Ana")], holder=ANA, entropy=Known())
    assert refused(match, TakeBack(0)).code == "match.not_begun"


def test_keys_and_versions_hold_for_taking_back() -> None:
    log = Memory(begun("yacht"))

    def send(command: Command, version: int, key: str) -> authority.Answer:
        return authority.answer(log, Envelope(log.start.id, ANA, version, key, command), Known())

    version = log.start.version
    send(Roll(0), version, "roll")
    wrote = send(Write(0, "choice"), version + 1, "write")
    first = send(TakeBack(0), wrote.last, "back")
    again = send(TakeBack(0), wrote.last, "back")
    assert (first.repeated, again.repeated) == (False, True)
    assert first.match == again.match
    assert first.match.version == wrote.match.version + 1
    with pytest.raises(Stale):
        send(TakeBack(0), wrote.last, "late")
    with pytest.raises(Illegal):
        send(TakeBack(0), first.last, "twice")
    assert send(Write(0, "choice"), wrote.first - 1, "write").repeated


# --------------------------------------------------------------------------------------------------- what is kept


def test_the_record_holds_what_stands() -> None:
    match, events = begun("yahtzee", "Ana", "Bo", name="record")
    rules, rng = load("yahtzee").rules(), Random(8)
    while match.finished is None:
        seat = match.seat
        match, more = authority.act(match, any_command(match, rng), ANA, Known())
        events += more
        if isinstance(more[-1], Wrote):
            assert seat is not None
            match, more = authority.act(match, TakeBack(seat), ANA, Known())
            events += more
            again = read(record(events, rules).text()).replay()
            assert (again.position, again.dice, again.held) == (match.position, match.dice, match.held)
            box = rng.choice(list(match.view(ANA).preview.points))  # type: ignore[union-attr]
            match, more = authority.act(match, Write(seat, box), ANA, Known())
            events += more
    kept = record(events, rules)
    assert len(kept.turns) == 26
    assert verify(kept) == []
    assert "back" not in kept.text()


def test_a_take_back_is_kept_and_read_again() -> None:
    event = TookBack(3)
    assert from_json(event.kind, to_json(event)) == event


@given(st.sampled_from(sorted(models())), st.integers(0, 10**6))
def test_writing_and_taking_back_leaves_no_trace(name: str, seed: int) -> None:
    """In every game with every option: at any write, another write after a take-back is as if it were the first."""
    model, tables = models()[name], every_tables()[name]
    rng = Random(seed)
    seats = [Seat("Ana"), Seat("Bo")][: tables.seats[1]]
    match, events = authority.open_match(model, tables, seats, holder=ANA, entropy=Known(name))
    match, more = authority.act(match, Begin(), ANA, Known(name))
    events += more
    for _ in range(30):
        if match.finished is not None:
            break
        command = any_command(match, rng)
        before, (match, more) = match, authority.act(match, command, ANA, Known())
        events += more
        if not isinstance(command, Write) or match.finished is not None:
            continue
        back, taken = authority.act(match, TakeBack(command.seat), ANA, Known())
        assert state(back) == state(before)
        assert back.version == match.version + 1
        other = Write(command.seat, rng.choice(list(back.view(ANA).preview.points)))  # type: ignore[union-attr]
        direct, _ = authority.act(before, other, ANA, Known())
        match, more = authority.act(back, other, ANA, Known())
        assert _without_versions(match) == _without_versions(direct)
        events += taken + more
    assert replay(events, tables, match.private) == match
    assert _numbers(events) == list(range(match.rolled))
    again = read(record(events, model.rules()).text()).replay()
    assert (again.position, again.dice, again.held) == (match.position, match.dice, match.held)


def _without_versions(match: Match) -> Match:
    before = state(match.before) if match.before is not None else None
    return replace(match, version=0, before=before)


def _numbers(events: list[Event]) -> list[int]:
    """The numbers of all rolls, those for the first turn included."""
    thrown = [throw.k for event in events for throw in getattr(event, "throws", ())]
    return thrown + [event.k for event in events if isinstance(event, Rolled)]
