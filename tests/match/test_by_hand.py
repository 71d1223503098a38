"""The score pad: dice that were thrown on a real table, typed in and mended, and what the record says of them."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_table import ANA, STRANGER, Known, catalogue_game, seats, sent
from plays import every_tables, models
from regatta.errors import Denied, Illegal, Invalid, RegattaError, Stale
from regatta.match import authority
from regatta.match.by_hand import Pad, laid, next_pad
from regatta.match.commands import Begin, Command, Enter, Envelope, Hint, Roll, TakeBack, Write
from regatta.match.decide import decide
from regatta.match.events import BY_HAND, Event, from_json, to_json
from regatta.match.evolve import replay
from regatta.match.film import Film
from regatta.match.match import Match
from regatta.match.record import Record, read, record
from regatta.match.verify import verify
from search import examples


def pad(game: str, *names: str, starter: int = 0, hints: bool = False) -> authority.Outcome:
    known = game in every_tables()
    model, tables = (models()[game], every_tables()[game]) if known else catalogue_game(game)
    return authority.open_pad(
        model, tables, seats(*names or ("Ana",)), Pad(starter, hints), holder=ANA, entropy=Known()
    )


def acted(outcome: authority.Outcome, *commands: Command) -> authority.Outcome:
    match, events = outcome
    for command in commands:
        match, more = authority.act(match, command, ANA, Known())
        events = [*events, *more]
    return authority.Outcome(match, events)


def refused(match: Match, command: Command, actor: str = ANA) -> RegattaError:
    with pytest.raises(RegattaError) as caught:
        decide(match, command, actor, Known())
    return caught.value


def kept_of(match: Match) -> list[tuple[int, ...]]:
    """The faces that each roll of the turn after the first one left where they were."""
    rolls = match.turn.rolls
    return [
        tuple(sorted(now.dice[place] for place in range(len(now.dice)) if place not in now.places))
        for now in rolls[1:]
    ]


# ------------------------------------------------------------------------------------------------------- setting up


def test_a_pad_has_no_seed_and_begins_with_who_was_named() -> None:
    match, events = pad("yahtzee", "Ana", "Bo", starter=1)
    assert [event.kind for event in events] == ["opened", "started"]
    assert (match.opened.method, match.opened.commitment, match.private.seed) == (BY_HAND, None, None)
    assert (match.seat, match.rounds, match.salts, match.fair) == (1, (), (None, None), None)
    assert match.view(ANA).phase == "roll"
    assert next_pad(match) == Pad(0)
    assert refused(match, Begin()).code == "match.begun"
    assert refused(match, Roll(1)).code == "match.by_hand"


def test_only_people_sit_at_a_pad() -> None:
    for names, starter, code in (
        (("Ana", "greedy"), 0, "seats.by_hand"),
        (("Ana", "Bo"), 2, "seats.unknown"),
        ((" ",), 0, "name.empty"),
    ):
        with pytest.raises(Invalid) as caught:
            pad("yahtzee", *names, starter=starter)
        assert caught.value.code == code


def test_dice_of_the_site_are_not_typed_in() -> None:
    model, tables = catalogue_game("yacht")
    match, _ = authority.open_match(model, tables, seats("Ana"), holder=ANA, entropy=Known())
    assert refused(match, Enter(0, (1, 2, 3, 4, 5))).code == "match.not_begun"
    match = sent(match, Begin())
    assert refused(match, Enter(0, (1, 2, 3, 4, 5))).code == "match.not_by_hand"
    assert next_pad(match) is None


# --------------------------------------------------------------------------------------------------- entering dice


def test_a_whole_turn_roll_by_roll() -> None:
    match = sent(pad("yahtzee")[0], Enter(0, (5, 2, 5, 1, 6), 1))
    assert (match.dice, match.view(ANA).number, match.view(ANA).left) == ((5, 2, 5, 1, 6), 1, 2)
    match = sent(match, Enter(0, (5, 5, 3, 3, 1), 2))
    assert kept_of(match) == [(1, 5, 5)]
    match = sent(match, Enter(0, (5, 5, 5, 5, 1), 3))
    assert kept_of(match)[-1] == (1, 5, 5)
    assert sorted(match.dice) == [1, 5, 5, 5, 5]
    assert [roll.number for roll in match.turn.rolls] == [1, 2, 3]
    assert refused(match, Enter(0, (1, 1, 1, 1, 1), 3)).code == "move.no_roll_left"
    match = sent(match, Write(0, "four_of_a_kind"))
    assert match.view().seats[0].total == 21


def test_only_what_is_written_may_be_entered() -> None:
    """Without a number it is the last roll; a roll between may be missing too."""
    match = sent(pad("yahtzee")[0], Enter(0, (6, 6, 6, 6, 6)))
    assert (match.view(ANA).number, match.view(ANA).phase, match.view(ANA).left) == (3, "write", 0)
    match = sent(match, Write(0, "yahtzee"), Enter(0, (1, 2, 3, 4, 6), 1), Enter(0, (1, 2, 3, 4, 5), 3))
    assert [(roll.number, len(roll.places)) for roll in match.turn.rolls] == [(1, 5), (3, 5)]
    assert match.held == ()
    assert match.view(ANA).preview is not None
    assert match.view(ANA).preview.points["large_straight"] == 40  # type: ignore[union-attr]


def test_games_that_pay_by_the_roll_hear_which_it_was() -> None:
    match = pad("odd[order=free,triples=joker,rolls=three]")[0]
    first, second = (sent(match, Enter(0, (2, 2, 2), number)).view(ANA).preview for number in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.points["served"], second.points["served"]) == (40, 26)


def test_who_says_what_stayed_is_believed() -> None:
    match = sent(pad("yahtzee")[0], Enter(0, (5, 5, 5, 3, 1), 1))
    said = sent(match, Enter(0, (5, 5, 5, 3, 2), 2, kept=(0, 1, 2)))
    assert kept_of(said) == [(5, 5, 5)]
    assert said.held == (0, 1, 2)
    guessed = sent(match, Enter(0, (5, 5, 5, 3, 2), 2))
    assert kept_of(guessed) == [(3, 5, 5, 5)]
    error = refused(match, Enter(0, (5, 5, 4, 3, 2), 2, kept=(0, 1, 2)))
    assert (error.code, error.params) == ("dice.kept", {"die": 3, "found": 4, "expected": 5})
    assert refused(match, Enter(0, (5, 5, 5, 3, 1), 2, kept=(0, 1, 2, 3, 4))).code == "roll.all_held"
    assert refused(match, Enter(0, (5, 5, 5, 3, 1), 2, kept=(9,))).code == "hold.no_such_die"
    # A roll between that nobody saw: what stayed before it says nothing.
    assert sent(match, Enter(0, (1, 1, 1, 1, 1), 3, kept=(0, 1))).turn.rolls[-1].places == (0, 1, 2, 3, 4)


def test_what_cannot_be_is_told() -> None:
    match = pad("yahtzee", "Ana", "Bo")[0]
    for command, code in (
        (Enter(0, (1, 2, 3, 4)), "dice.count"),
        (Enter(0, (1, 2, 3, 4, 5, 6)), "dice.count"),
        (Enter(0, (1, 2, 3, 4, 7)), "dice.face"),
        (Enter(0, (1, 2, 3, 4, 0)), "dice.face"),
        (Enter(0, (1, 2, 3, 4, True)), "dice.face"),
        (Enter(0, "12345"), "dice.unreadable"),  # type: ignore[arg-type]
        (Enter(0, (1, 2, 3, 4, 5), 0), "roll.number"),
        (Enter(0, (1, 2, 3, 4, 5), 4), "roll.number"),
        (Enter(0, (1, 2, 3, 4, 5), "2"), "roll.number"),  # type: ignore[arg-type]
        (Enter(1, (1, 2, 3, 4, 5)), "move.not_your_turn"),
        (Enter(2, (1, 2, 3, 4, 5)), "seats.unknown"),
        (Write(0, "chance"), "move.roll_first"),
    ):
        assert refused(match, command).code == code, command
    assert isinstance(refused(match, Enter(0, (1, 2, 3, 4, 5)), STRANGER), Denied)
    match = sent(match, Enter(0, (1, 2, 3, 4, 5), 2))
    assert refused(match, Enter(0, (1, 2, 3, 4, 5), 2)).code == "roll.entered"


@given(
    st.integers(1, 5).flatmap(lambda n: st.tuples(*[st.lists(st.integers(1, 6), min_size=n, max_size=n)] * 2))
)
def test_what_lay_still_is_as_much_as_can_be(rolls: tuple[list[int], list[int]]) -> None:
    before, after = map(tuple, rolls)
    dice, thrown = laid(before, after)
    assert sorted(dice) == sorted(after)
    assert all(dice[place] == before[place] for place in range(len(before)) if place not in thrown)
    alike = (Counter(before) & Counter(after)).total()
    assert len(thrown) == max(1, len(before) - alike)
    assert list(thrown) == sorted(thrown)


# ----------------------------------------------------------------------------------------------------- what is undone


def test_the_last_entry_is_undone_whatever_it_was() -> None:
    start = pad("yahtzee", "Ana", "Bo")[0]
    assert refused(start, TakeBack(0)).code == "back.nothing"
    one = sent(start, Enter(0, (1, 2, 3, 4, 6), 1))
    two = sent(one, Enter(0, (1, 2, 3, 4, 5), 2))
    wrote = sent(two, Write(0, "large_straight"))
    bo = sent(wrote, Enter(1, (1, 1, 1, 1, 1)))
    assert [each.view(ANA).take_back for each in (start, one, two, wrote, bo)] == [None, 0, 0, 0, 1]
    assert refused(bo, TakeBack(0)).code == "back.other_seat"

    def as_it_was(match: Match, other: Match) -> bool:
        parts = ("position", "dice", "held", "rolled", "turn", "turns")
        return all(getattr(match, part) == getattr(other, part) for part in parts)

    back = sent(bo, TakeBack(1))
    assert as_it_was(back, wrote)
    for seat, other in ((0, two), (0, one), (0, start)):
        if back.view(ANA).take_back is None:
            break
        back = sent(back, TakeBack(seat))
        assert as_it_was(back, other)
    # Before the last write of a turn that is over nothing is undone: what follows would have to go with it.
    assert as_it_was(back, two)
    assert refused(back, TakeBack(0)).code == "back.rolled" if back.turns else "back.nothing"


def test_an_undone_entry_is_in_no_record() -> None:
    match, events = acted(
        pad("yahtzee", "Ana", hints=True),
        Enter(0, (1, 2, 3, 4, 5), 1),
        Hint(0),
        TakeBack(0),
        Enter(0, (1, 2, 3, 4, 6), 1),
        Enter(0, (1, 2, 3, 4, 6), 2),
        Write(0, "large_straight"),
        TakeBack(0),
        Write(0, "small_straight"),
        Enter(0, (5, 5, 5, 5, 6), 2),
        TakeBack(0),
        Enter(0, (5, 5, 5, 5, 5), 3),
    )
    found = record_of(match, events)
    assert found.dice.method == BY_HAND
    assert [[(roll.number, roll.dice) for roll in turn.rolls] for turn in found.turns] == [
        [(None, (1, 2, 3, 4, 6)), (None, (1,))],
        [(3, (5, 5, 5, 5, 5))],
    ]
    assert [turn.hints for turn in found.turns] == [(), ()]
    assert [turn.box for turn in found.turns] == ["small_straight", None]
    assert [error.code for error in verify(found)] == ["record.by_hand"]
    assert found.replay().position == match.position


def test_a_film_counts_turns_though_entries_were_undone() -> None:
    match, events = acted(
        pad("yacht"),
        Enter(0, (1, 2, 3, 4, 5)),
        Write(0, "choice"),
        Enter(0, (1, 1, 1, 1, 1)),
        TakeBack(0),
        TakeBack(0),
        Write(0, "ones"),
        Enter(0, (6, 6, 6, 6, 6)),
    )
    film = Film(match, events)
    assert [(stop.event.kind, stop.turn) for stop in film.stops] == [
        ("started", 0),
        ("rolled", 1),
        ("wrote", 1),
        ("rolled", 2),
        ("took_back", 1),
        ("took_back", 1),
        ("wrote", 1),
        ("rolled", 2),
    ]
    assert film.still(len(film.stops) - 1).dice.dice == (6, 6, 6, 6, 6)


def test_asking_the_coach_is_agreed_on() -> None:
    dice = Enter(0, (1, 2, 3, 4, 6), 1)
    assert refused(sent(pad("yacht")[0], dice), Hint(0)).code == "hint.not_here"
    asked = sent(pad("yacht", "Ana", "Bo", hints=True)[0], dice, Hint(0))
    assert asked.hinted
    assert asked.view(ANA).hint == "given"


def test_the_same_entry_twice_is_one() -> None:
    match = pad("yacht")[0]
    answer = authority.receive(
        match, Envelope(match.id, ANA, match.version, "a", Enter(0, (1, 2, 3, 4, 5))), Known(), 0
    )
    with pytest.raises(Stale):
        authority.receive(
            answer.match, Envelope(match.id, ANA, match.version, "b", Enter(0, (1, 2, 3, 4, 5))), Known(), 0
        )


# ----------------------------------------------------------------------------------------------------------- records


def record_of(match: Match, events: list[Event]) -> Record:
    rules = next(model.rules() for model in models().values() if model.digest == match.opened.rules_digest)
    return record(events, rules)


def any_entry(match: Match, rng: Random) -> Command:
    """Something that people at a pad may do."""
    seat, position = match.seat, match.position
    assert seat is not None
    assert position is not None
    undo = match.last_entry
    if undo is not None and rng.random() < 0.15:
        return TakeBack(undo)
    if position.dice and (position.phase == "write" or rng.random() < 0.4):
        return Write(seat, rng.choice(list(match.view(ANA).preview.points)))  # type: ignore[union-attr]
    number = rng.randint(position.number + 1, match.tables.rolls)
    dice = [rng.randint(1, match.tables.faces) for _ in range(match.tables.count)]
    if match.dice and rng.random() < 0.5:
        kept = tuple(sorted(rng.sample(range(len(dice)), rng.randrange(len(dice)))))
        for place in kept:
            dice[place] = match.dice[place]
        return Enter(seat, tuple(dice), number, kept)
    return Enter(seat, tuple(dice), number)


@examples(40)
@given(game=st.sampled_from(sorted(every_tables())), seed=st.integers(0, 10**6))
def test_all_that_can_be_entered_replays(game: str, seed: int) -> None:
    rng = Random(seed)
    low, high = every_tables()[game].seats
    match, events = pad(game, *(f"P{number}" for number in range(rng.randint(low, min(high, 3)))))
    while match.finished is None and len(events) < 400:
        command = any_entry(match, rng)
        match, more = authority.act(match, command, ANA, Known())
        events += more
        if rng.random() < 0.02:
            break
    stored = [from_json(event.kind, json.loads(json.dumps(to_json(event)))) for event in events]
    assert stored == events
    again = replay(stored, match.tables, match.private)
    parts = ("version", "position", "dice", "held", "rolled", "turn", "turns", "finished", "last_entry")
    assert [getattr(again, part) for part in parts] == [getattr(match, part) for part in parts]
    found = record_of(match, events)
    assert read(found.text()) == found
    assert [error.code for error in verify(found)] == ["record.by_hand"]
    end = found.replay()
    parts = ("position", "dice", "held", "rolled", "turn", "turns", "finished")
    assert [getattr(end, part) for part in parts] == [getattr(match, part) for part in parts]


def test_a_forged_number_is_told() -> None:
    match, events = acted(pad("yahtzee"), Enter(0, (1, 2, 3, 4, 6), 1), Enter(0, (1, 2, 3, 4, 5), 2))
    found = record_of(match, events)

    def with_roll(index: int, method: str = BY_HAND, **changes: object) -> Record:
        turn = found.turns[0]
        rolls = list(turn.rolls)
        rolls[index] = rolls[index].model_copy(update=changes)
        dice = found.dice.model_copy(update={"method": method})
        return found.model_copy(
            update={"turns": (turn.model_copy(update={"rolls": tuple(rolls)}),), "dice": dice}
        )

    for forged in (
        with_roll(1, number=1),  # a roll that was made already
        with_roll(1, number=3),  # one is missing before it, and yet it knows what lay still
        with_roll(1, number=9),
        with_roll(0, "regatta-dice-1", number=2),  # of the dice of the site none is missing
    ):
        with pytest.raises(Illegal) as caught:
            forged.replay()
        assert caught.value.code in ("record.order", "record.places", "record.move")
