"""Whole plays of every game under every combination of options: what must hold at every moment."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from plays import every_tables, models, play, throw
from regatta import engine
from regatta.engine import (
    BonusLine,
    BoxLine,
    Event,
    ExtraLine,
    Keep,
    Kept,
    Position,
    Roll,
    Rolled,
    SectionLine,
    Sheet,
    SheetLine,
    SumLine,
    TotalLine,
    Write,
    Wrote,
)
from regatta.errors import Illegal, Invalid, RegattaError
from regatta.model import Model
from regatta.tables import Tables
from search import examples

NAMES = tuple(every_tables())
games = st.sampled_from(NAMES)
seeds = st.integers(0, 2**32)


def begin(name: str, rng: Random) -> Position:
    game = every_tables()[name]
    low, high = game.seats
    seats = rng.randint(low, min(high, 3))
    return engine.start(game, seats, rng.randrange(seats))


def at_random(name: str, rng: Random) -> Position:
    """Return some position that a random play goes through, the last one included."""
    seen = [position for _, _, _, position in play(begin(name, rng), rng)]
    return rng.choice([*seen, seen[-1]])


# --------------------------------------------------------------------------------------------------- the slow way


def recount(model: Model, events: list[Event], seat: int) -> int:
    """Return the total of a seat from the log and the text of the model alone."""
    written = {e.box: e.points for e in events if isinstance(e, Wrote) and e.seat == seat}
    total = sum(written.values()) + sum(e.extra for e in events if isinstance(e, Wrote) and e.seat == seat)
    for bonus in model.spec.bonuses.values():
        subtotal = sum(written.get(box, 0) for box in model.boxes_of(bonus.of))
        reached = [
            points
            for least, points in sorted((int(k), v) for k, v in bonus.from_.items())
            if least <= subtotal
        ]
        total += reached[-1] if reached else 0
    return total


@examples(150)
@given(name=games, seed=seeds)
def test_a_play_ends_in_boxes_times_seats_turns_and_its_totals_are_those_of_the_log(
    name: str, seed: int
) -> None:
    rng = Random(seed)
    start = begin(name, rng)
    events: list[Event] = []
    final = start
    for before, action, event, after in play(start, rng):
        assert engine.can(before, action)
        assert event.seat == before.seat
        assert len(after.sheets) == len(start.sheets)
        events.append(event)
        final = after
    game = start.game
    wrote = [event for event in events if isinstance(event, Wrote)]
    assert len(wrote) == len(game.boxes) * len(start.sheets)
    for seat in range(len(start.sheets)):
        assert {event.box for event in wrote if event.seat == seat} == set(game.boxes)
        assert engine.totals(final)[seat] == recount(models()[name], events, seat)
    assert engine.ranks(final) == tuple(
        1 + sum(other > own for other in engine.totals(final)) for own in engine.totals(final)
    )
    rolls = sum(isinstance(event, Rolled) for event in events)
    assert len(wrote) <= rolls <= len(wrote) * game.rolls


@examples(80)
@given(name=games, seed=seeds)
def test_every_step_does_what_it_says_and_no_more(name: str, seed: int) -> None:
    rng = Random(seed)
    for before, action, event, after in play(begin(name, rng), rng):
        game = before.game
        others = [seat for seat in range(len(before.sheets)) if seat != before.seat]
        assert all(after.sheets[seat] is before.sheets[seat] for seat in others)
        match action, event:
            case Roll(fallen), Rolled(_, number, shown):
                assert (number, shown) == (before.number + 1, fallen)
                assert after.dice == tuple(sorted((*before.kept, *fallen)))
                assert len(after.dice) == game.count
                assert after.phase == ("keep" if number < game.rolls else "write")
            case Keep(faces), Kept(_, kept):
                assert kept == faces
                assert after.number == before.number
                stopped = len(faces) == game.count
                assert after.phase == ("write" if stopped else "roll")
                assert after.dice == (before.dice if stopped else ())
                assert len(engine.chance_outcomes(after)) == (
                    0 if stopped else len(game.dice.outcomes(game.count - len(faces)))
                )
            case Write(box), Wrote(_, at, points, extra, paid):
                index = game.box_index[box]
                old, new = before.sheets[before.seat], after.sheets[before.seat]
                previewed = engine.previews(before)
                assert at == box
                assert previewed.points[index] == points == new.points[index]
                assert (previewed.extra, previewed.paid) == (extra, paid)
                assert extra == sum(game.extras[each].worth or 0 for each in paid)
                assert old.points[index] is None
                assert [
                    at for at, (a, b) in enumerate(zip(old.points, new.points, strict=True)) if a != b
                ] == [index]
                assert tuple(b - a for a, b in zip(old.extras, new.extras, strict=True)) == tuple(
                    int(each in paid) for each in range(len(game.extras))
                )
                assert (new.filled, new.made) == masks(new)
                assert points in game.possible_points(index)
                assert -1000 <= points <= 1000
            case pair:
                raise AssertionError(pair)


def masks(sheet: Sheet) -> tuple[int, int]:
    filled = sum(1 << box for box, points in enumerate(sheet.points) if points is not None)
    return filled, sum(
        1 << box for box, points in enumerate(sheet.points) if points is not None and points > 0
    )


@examples(80)
@given(name=games, seed=seeds)
def test_every_position_that_is_not_final_has_an_action_and_each_is_possible(name: str, seed: int) -> None:
    rng = Random(seed)
    for position, _, _, _ in play(begin(name, rng), rng):
        chance = engine.chance_outcomes(position)
        actions = engine.legal_actions(position)
        assert bool(chance) != bool(actions)
        assert len(set(actions)) == len(actions)
        assert all(engine.can(position, action) for action in actions)
        assert sum(weight for _, weight in chance) in (
            0,
            position.game.faces ** (position.game.count - len(position.kept)),
        )
        if position.phase != "roll":
            # What would be written now is known as soon as the dice lie there.
            assert engine.previews(position).points


@given(name=games, seed=seeds)
def test_every_set_of_filled_boxes_that_play_can_reach_leaves_one_to_write(name: str, seed: int) -> None:
    """Also those that random plays hardly meet: any way through the order of the sheet, any roll, any sheet."""
    rng, game = Random(seed), every_tables()[name]
    filled = made = 0
    while filled != game.all_boxes:
        assert game.reachable(filled)
        roll = rng.choice(game.dice.rolls)
        alike = ((rng.randint(1, game.faces),) * game.count,)
        for dice in (roll, *alike):
            for number in range(1, game.rolls + 1):
                assert game.writes(filled, made, dice, number).points
        box = rng.choice(game.writable(filled))
        filled |= 1 << box
        made |= rng.choice((0, 1 << box))


# --------------------------------------------------------------------------------------------------- refusals

some_faces = st.lists(st.integers(-1, 7) | st.booleans(), max_size=6).map(tuple)
junk = (
    st.none()
    | st.integers()
    | st.text(max_size=5)
    | st.lists(st.integers(1, 6), max_size=5)
    | st.binary(max_size=3)
)
rubbish = st.one_of(
    junk,
    st.builds(Roll, junk),
    st.builds(Keep, junk),
    st.builds(Write, junk),
    st.builds(Keep, st.tuples(junk)),
    st.builds(Roll, st.tuples(junk)),
    st.builds(Rolled, st.just(0), st.just(1), some_faces),
)


@st.composite
def actions(draw: st.DrawFn) -> Any:
    boxes = sorted({box for game in every_tables().values() for box in game.boxes})
    return draw(
        st.builds(Roll, some_faces)
        | st.builds(Keep, some_faces)
        | st.builds(Write, st.sampled_from([*boxes, "", "wat"]))
        | rubbish
    )


def is_action(game: Tables, position: Position, action: Any) -> bool:
    """Whether it can be read as an action of this game at all."""
    match action:
        case Roll(tuple() as faces) | Keep(tuple() as faces):
            right = all(type(face) is int and 1 <= face <= game.faces for face in faces)
            thrown = position.phase == "roll" and isinstance(action, Roll)
            return right and not (thrown and len(faces) != game.count - len(position.kept))
        case Write(box):
            return box in game.boxes
    return False


def refusal(way: Callable[..., Any], position: Position, action: Any) -> RegattaError | None:
    try:
        way(position, action)
    except RegattaError as error:
        return error
    return None


def is_legal(position: Position, action: Any) -> bool:
    if isinstance(action, Roll):
        fits = {roll.dice for roll, _ in engine.chance_outcomes(position)}
        return tuple(sorted(action.dice)) in fits
    if isinstance(action, Keep):
        return Keep(tuple(sorted(action.faces))) in engine.legal_actions(position)
    return action in engine.legal_actions(position)


@examples(150)
@given(name=games, seed=seeds, action=actions())
@example(name="yahtzee[upper_first=no,extra_yahtzee=forced_joker]", seed=1, action=Keep(None))  # type: ignore[arg-type]
@example(name="yacht", seed=1, action=Write([]))  # type: ignore[arg-type]
def test_verify_can_and_apply_agree_and_tell_invalid_from_illegal(name: str, seed: int, action: Any) -> None:
    position = at_random(name, Random(seed))
    before, text = (position, *position), str(position)
    readable = is_action(position.game, position, action)
    legal = readable and is_legal(position, action)
    assert engine.can(position, action) == legal
    error = refusal(engine.verify, position, action)
    again = refusal(engine.apply, position, action)
    assert repr(error) == repr(again)
    if error is not None:
        assert type(error) is (Illegal if readable else Invalid)
        assert error.params["position"] == text
        assert error.code.partition(".")[0] in (("move",) if readable else ("action", "dice", "box"))
    else:
        assert engine.apply(position, action)[0] != position
    assert (position, *position) == before
    assert str(position) == text


# -------------------------------------------------------------------------------------------------- the sheet


def check_lines(position: Position, seat: int) -> None:
    game, sheet = position.game, position.sheets[seat]
    lines = engine.lines(game, sheet)
    boxes = [line for line in lines if isinstance(line, BoxLine)]
    assert [line.box for line in boxes] == list(game.boxes)
    assert [line.points for line in boxes] == list(sheet.points)
    shown = sum(line.points or 0 for line in lines if isinstance(line, BoxLine | BonusLine | ExtraLine))
    assert lines[-1] == TotalLine(shown)
    assert shown == engine.totals(position)[seat] == engine.total(game, sheet)
    named = [section.id for section in game.sections if section.id]
    assert [line.section for line in lines if isinstance(line, SectionLine)] == named
    rest = lines
    for section in named:
        inside, rest = until_section(rest, section)
        assert inside[-1].points == sum(
            line.points or 0 for line in inside if isinstance(line, BoxLine | BonusLine | ExtraLine)
        )
        for line in inside:
            if isinstance(line, SumLine):
                assert line.points == sum(each.points or 0 for each in inside if isinstance(each, BoxLine))
    if named:
        outside = sum(line.points for line in rest if isinstance(line, BonusLine | ExtraLine))
        assert shown == outside + sum(line.points for line in lines if isinstance(line, SectionLine))
    assert {line.bonus for line in lines if isinstance(line, BonusLine)} == {
        bonus.id for bonus in game.bonuses
    }
    assert {line.extra for line in lines if isinstance(line, ExtraLine)} == {
        extra.id for extra in game.extras if extra.worth is not None
    }


def until_section(lines: tuple[SheetLine, ...], section: str) -> tuple[list[Any], tuple[SheetLine, ...]]:
    end = next(
        at for at, line in enumerate(lines) if isinstance(line, SectionLine) and line.section == section
    )
    return list(lines[: end + 1]), lines[end + 1 :]


@examples(80)
@given(name=games, seed=seeds)
def test_UI_05_the_rows_of_the_sheet_add_up_to_its_total_at_every_moment(name: str, seed: int) -> None:
    rng = Random(seed)
    for _, _, event, position in play(begin(name, rng), rng):
        if isinstance(event, Wrote):
            check_lines(position, event.seat)


@examples(80)
@given(name=games, seed=seeds)
def test_a_decided_bonus_never_changes_and_is_decided_at_the_end(name: str, seed: int) -> None:
    """Cases SC-16, SC-17 and SC-20 for any bonus: paid once, provisional until nothing can change it."""
    rng = Random(seed)
    last: dict[tuple[int, str], BonusLine] = {}
    for _, _, event, position in play(begin(name, rng), rng):
        if not isinstance(event, Wrote):
            continue
        sheet = position.sheets[event.seat]
        for line in engine.lines(position.game, sheet):
            if isinstance(line, BonusLine):
                bonus = next(each for each in position.game.bonuses if each.id == line.bonus)
                subtotal = sheet.subtotal(bonus.mask)
                assert line.points == bonus.points(subtotal)
                assert line.missing == min(
                    (least - subtotal for least, _ in bonus.steps if least > subtotal), default=0
                )
                if bonus.mask & sheet.filled == bonus.mask:
                    assert line.decided
                elif line.missing:
                    assert not line.decided
                before = last.get((event.seat, line.bonus))
                if before is not None and before.decided:
                    assert (line.points, line.decided) == (before.points, True)
                last[event.seat, line.bonus] = line
    assert all(line.decided for line in last.values())


@given(name=games, seed=seeds)
def test_any_throw_of_chance_is_possible(name: str, seed: int) -> None:
    rng = Random(seed)
    for position, _, _, _ in play(begin(name, rng), rng):
        if position.phase == "roll":
            assert throw(position, rng) in [roll for roll, _ in engine.chance_outcomes(position)]
