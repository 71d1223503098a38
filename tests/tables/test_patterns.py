"""Every word for a condition against its meaning, spelt out over all sets of dice that could fulfil it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plays import at_write, tables
from regatta import engine
from regatta.dice import Faces, dice
from regatta.engine import BonusLine, Write
from regatta.model import from_rules
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile
from search import examples

COLOURS = {"light": [1, 4], "dark": [2, 3], "odd_one": [5]}


def game(boxes: dict[str, Any], count: int = 4, faces: int = 5, **more: Any) -> Tables:
    """Return a game of those boxes alone."""
    colours = {name: [face for face in group if face <= faces] for name, group in COLOURS.items()}
    rules = {
        "players": {"to": 2},
        "dice": {
            "count": count,
            "faces": faces,
            "colours": {n: group for n, group in colours.items() if group},
        },
        "flow": "three rolls",
        "sheet": boxes,
    }
    return compile(from_rules("patterns", rules | more))


def sets(roll: Faces, size: int) -> Iterator[Faces]:
    return iter(set(combinations(roll, size)))


def alike(some: Faces) -> bool:
    return len(set(some)) == 1


def one_colour(some: Sequence[int]) -> bool:
    return any(set(some) <= set(group) for group in COLOURS.values())


def split(some: Faces, sizes: Sequence[int], *, same_face: bool, same_colour: bool) -> bool:
    """Whether these dice can be dealt into groups of these sizes, each of one face."""
    for order in set(permutations(some)):
        groups, at = [], 0
        for size in sizes:
            groups.append(order[at : at + size])
            at += size
        shown = [group[0] for group in groups]
        if (
            all(map(alike, groups))
            and (same_face or len(set(shown)) == len(shown))
            and (not same_colour or one_colour(shown))
        ):
            return True
    return False


def consecutive(some: Faces) -> bool:
    return list(some) == list(range(some[0], some[0] + len(some)))


def best(roll: Faces, size: int, holds: Callable[[Faces], bool]) -> int | None:
    """Return the highest sum of so many of the dice for which it holds, if any."""
    return max((sum(some) for some in sets(roll, size) if holds(some)), default=None)


def meaning(pattern: dict[str, Any], roll: Faces) -> int | None:
    """Return the sum of the set, or None where the condition does not hold."""
    match next(word for word in pattern if not word.startswith("same")):
        case "alike":
            return best(roll, pattern["alike"], alike)
        case "groups":
            flags = {
                "same_face": pattern.get("same face ok") == "yes",
                "same_colour": pattern.get("same colour") == "yes",
            }
            sizes = pattern["groups"]
            return best(roll, sum(sizes), lambda some: split(some, sizes, **flags))
        case "faces":
            wanted = tuple(sorted(pattern["faces"]))
            return best(roll, len(wanted), lambda some: some == wanted)
        case "run":
            return best(roll, pattern["run"], consecutive)
        case "sum":
            return sum(roll) if sum(roll) == pattern["sum"] else None
        case "one colour":
            return best(roll, pattern["one colour"], one_colour)
        case "different":
            return best(roll, pattern["different"], lambda some: len(set(some)) == len(some))
        case "any of":
            found = [meaning(each, roll) for each in pattern["any of"]]
            return max((each for each in found if each is not None), default=None)
    raise AssertionError(pattern)


simple = st.one_of(
    st.builds(lambda n: {"alike": n}, st.integers(1, 4)),
    st.builds(
        lambda sizes, face, colour: {"groups": sizes, "same face ok": face, "same colour": colour},
        st.sampled_from(
            [[1], [2], [4], [1, 1], [2, 1], [1, 2], [2, 2], [3, 1], [1, 1, 1], [1, 2, 1], [1, 1, 1, 1]]
        ),
        st.sampled_from(["yes", "no"]),
        st.sampled_from(["yes", "no"]),
    ),
    st.builds(lambda faces: {"faces": faces}, st.lists(st.integers(1, 5), min_size=1, max_size=4)),
    st.builds(lambda n: {"run": n}, st.integers(2, 4)),
    st.builds(lambda n: {"sum": n}, st.integers(1, 20)),
    st.builds(lambda n: {"one colour": n}, st.integers(1, 4)),
    st.builds(lambda n: {"different": n}, st.integers(1, 4)),
)
conditions = simple | st.builds(lambda several: {"any of": several}, st.lists(simple, min_size=1, max_size=3))


@examples(80)
@given(pattern=conditions)
def test_a_condition_means_what_it_says(pattern: dict[str, Any]) -> None:
    compiled = game({"held": {"if": pattern, "points": 7}, "the_set": {"if": pattern, "points": "set"}})
    for roll, (held, worth) in zip(compiled.dice.rolls, compiled.points[0], strict=True):
        found = meaning(pattern, roll)
        assert (held, worth) == (0 if found is None else 7, found or 0), roll


@examples(40)
@given(several=st.lists(conditions, min_size=2, max_size=3))
def test_several_conditions_must_all_hold(several: list[dict[str, Any]]) -> None:
    compiled = game({"all": {"if": several, "points": "sum"}})
    for roll, (worth,) in zip(compiled.dice.rolls, compiled.points[0], strict=True):
        held = all(meaning(each, roll) is not None for each in several)
        assert worth == (sum(roll) if held else 0), roll


def test_as_many_groups_as_a_file_can_ask_for_take_less_than_a_second() -> None:
    sizes = [
        [a, b, c, 7 - a - b - c] for a in range(1, 5) for b in range(1, 6 - a) for c in range(1, 7 - a - b)
    ]
    boxes: dict[str, Any] = {
        f"box_{index}_{ok}": {"if": {"groups": some, "same face ok": ok}, "points": index}
        for index, some in enumerate(sizes)
        for ok in ("yes", "no")
    }
    boxes["last"] = {"points": {"by roll": [3, 2, 1]}}
    start = process_time()
    game(boxes, count=7, faces=6)
    assert process_time() - start < 1


def test_points_by_roll_plus_and_expression() -> None:
    boxes = {
        "steps": {"if": {"alike": 2}, "points": {"by roll": [9, {"sum": "all dice", "plus": 1}]}},
        "plus": {"points": {"sum of": 2, "plus": -3}},
        "formula": {"points": {"expression": "roll * 10 + count(3)", "means": {"en": "x"}, "plus": 1}},
    }
    compiled = game(boxes, 3, 4)
    assert len(compiled.points) == 3
    for number, table in enumerate(compiled.points, 1):
        for roll, (steps, plus, formula) in zip(compiled.dice.rolls, table, strict=True):
            pair = len(set(roll)) < 3
            assert steps == (0 if not pair else 9 if number == 1 else sum(roll) + 1)
            assert plus == 2 * roll.count(2) - 3
            assert formula == 10 * number + roll.count(3) + 1


def test_the_number_of_the_roll_that_counts_is_that_of_the_stop() -> None:
    compiled = game({"formula": {"points": {"expression": "roll", "means": {"en": "x"}}}}, 2, 3)
    position = engine.start(compiled)
    for action in (engine.Roll((1, 2)), engine.Keep((1,)), engine.Roll((3,)), engine.Keep((1, 3))):
        position, _ = engine.apply(position, action)
    assert engine.previews(position).points == {0: 2}
    assert engine.apply(position, Write("formula"))[1].points == 2  # type: ignore[union-attr]


def test_an_extra_may_look_at_the_number_of_the_roll() -> None:
    """Served: paid for the first roll alone. Read once for all rolls, it would be paid always or never."""
    served = {
        "if": {"expression": "roll == 1", "means": {"en": "served"}},
        "pays": {"points": 5, "as": "chips"},
    }
    compiled = game({"a": {"points": 1}}, 2, 3, extra={"served": served})
    assert [compiled.writes(0, 0, (1, 2), number).extra for number in (1, 2, 3)] == [5, 0, 0]


def test_a_joker_line_and_its_fallbacks() -> None:
    """The first line with a writable box counts; where none has one, any box takes a zero."""
    boxes = {
        "up": {"ones": {"points": {"sum of": 1, "plus": 2}}, "twos": {"points": {"sum of": 2}}},
        "down": {"all": {"points": "sum"}, "more": {"points": 9}},
    }
    lines = [
        {"in": {"that face in": "up"}},
        {"in": "all", "values": {"all": 50}, "values when": {"made": "more"}},
    ]
    compiled = game(boxes, 3, 3, extra={"joker": {"if": {"alike": 3}, "write": lines}})

    def allowed(filled: str, made: str, face: int) -> tuple[dict[str, int], Any]:
        before, good = (sum(1 << compiled.box_index[box] for box in text.split()) for text in (filled, made))
        writes = compiled.writes(before, good, (face,) * 3, 1)
        return {compiled.boxes[box]: points for box, points in writes.points.items()}, writes.rule

    assert allowed("", "", 1) == ({"ones": 5}, ("joker", 0))
    assert allowed("ones", "ones", 1) == ({"all": 3}, ("joker", 1))
    assert allowed("ones more", "more", 1) == ({"all": 50}, ("joker", 1))
    assert allowed("ones more", "", 1) == ({"all": 3}, ("joker", 1))
    assert allowed("ones all", "", 1) == ({"twos": 0, "more": 0}, ("joker", -1))
    # No box of "up" sums threes: the second line counts at once.
    assert allowed("", "", 3) == ({"all": 9}, ("joker", 1))
    assert allowed("twos all more", "", 2) == ({"ones": 0}, ("joker", -1))
    assert 0 in compiled.possible_points(compiled.box_index["ones"])
    assert engine.parse_sheet(compiled, "ones=0 twos=0 all=3 more=9").filled == compiled.all_boxes


def test_a_joker_whose_lines_name_every_box_for_one_face_only() -> None:
    boxes = {"up": {"ones": {"points": {"sum of": 1, "plus": 2}}}, "down": {"all": {"points": "sum"}}}
    lines = [{"in": {"that face in": "up"}}, {"in": "down"}]
    compiled = game(boxes, 3, 3, extra={"joker": {"if": {"alike": 3}, "write": lines}})
    assert compiled.writes(0b10, 0, (2, 2, 2), 1).points == {0: 0}
    assert engine.parse_sheet(compiled, "ones=0 all=3").filled == compiled.all_boxes


def test_the_first_rule_with_lines_decides_and_all_that_apply_pay() -> None:
    def extra(points: int, chip: str, where: str) -> dict[str, Any]:
        return {"if": {"alike": 2}, "pays": {"points": points, "as": chip}, "write": [{"in": where}]}

    boxes = {"a": {"points": 1}, "b": {"points": 2}}
    compiled = game(boxes, 2, 3, extra={"one": extra(5, "x", "b"), "two": extra(7, "y", "a")})
    writes = compiled.writes(0, 0, (3, 3), 1)
    assert (dict(writes.points), writes.paid, writes.extra, writes.rule) == ({1: 2}, (0, 1), 12, ("one", 0))
    assert compiled.writes(0, 0, (1, 3), 1).rule is None


def test_a_bonus_that_a_box_can_still_cost_is_not_decided() -> None:
    boxes = {"gain": {"points": 10}, "loss": {"points": -3}}
    compiled = game(boxes, 2, 3, bonuses={"bonus": {"of": "any", "from": {"8": 5}}})
    after, _ = engine.apply(at_write(compiled, "", (1, 2)), Write("gain"))
    line = next(each for each in engine.lines(compiled, after.sheets[0]) if isinstance(each, BonusLine))
    assert (line.points, line.missing, line.decided) == (5, 0, False)
    last, _ = engine.apply(after._replace(phase="write", dice=(1, 2), number=1), Write("loss"))
    line = next(each for each in engine.lines(compiled, last.sheets[0]) if isinstance(each, BonusLine))
    assert (line.points, line.missing, line.decided) == (0, 1, True)
    assert engine.totals(last) == (7,)


def test_steps_may_go_down_and_count_from_the_highest_reached() -> None:
    bonus = game(
        {"a": {"points": 1}}, bonuses={"b": {"of": "any", "from": {"20": 0, "5": 10, "10": -4}}}
    ).bonuses[0]
    assert bonus.steps == ((5, 10), (10, -4), (20, 0))
    assert [bonus.points(subtotal) for subtotal in (-7, 0, 4, 5, 9, 10, 19, 20, 500)] == [
        *(0, 0, 0, 10, 10, -4, -4, 0, 0),
    ]


def test_the_expectation_of_one_more_die_at_a_time_is_that_of_all_at_once() -> None:
    some = dice(4, 3)
    worth = np.arange(len(some.rolls), dtype=np.float64) ** 2
    means = some.expectation(worth)
    for keep, mean in zip(some.keeps, means, strict=True):
        thrown = some.outcomes(4 - len(keep))
        total = sum(
            weight * worth[some.roll_index[tuple(sorted(keep + fallen))]] for fallen, weight in thrown
        )
        assert mean == pytest.approx(total / 3 ** (4 - len(keep)), rel=1e-13)


def test_sheets_told_apart() -> None:
    """How many sheets a solver has to tell apart: sets of boxes times what is remembered of points."""
    assert tables("yacht").states == 2**12
    assert tables("crag").states == 2**13
    assert tables("yatzy").states == 2**15 * 64
    assert tables("kismet").states == 2**15 * 79
    assert tables("yahtzee").states == 2**13 * 64 * 2


@pytest.mark.parametrize("word", ["filled", "open", "made"])
@pytest.mark.parametrize("place", ["ones", "up", "any", {"that face in": "up"}])
def test_a_condition_on_the_sheet_means_what_it_says(word: str, place: Any) -> None:
    boxes = {
        "up": {"ones": {"points": {"sum of": 1}}, "twos": {"points": {"sum of": 2}}},
        "down": {"all": {"points": "sum"}},
    }
    rule = {"if": {"alike": 2}, "when": {word: place}, "pays": {"points": 5, "as": "chips"}}
    compiled = game(boxes, 2, 3, extra={"rule": rule})
    names = {"ones": {"ones"}, "up": {"ones", "twos"}, "any": set(compiled.boxes)}
    for face in (1, 2, 3):
        # The section has no box for threes: that box is neither filled nor open nor made.
        meant = names[place] if isinstance(place, str) else {1: {"ones"}, 2: {"twos"}, 3: set[str]()}[face]
        for filled in range(7):
            for made in (each for each in range(7) if each & filled == each):
                written = {box for at, box in enumerate(compiled.boxes) if filled >> at & 1}
                good = {box for at, box in enumerate(compiled.boxes) if made >> at & 1}
                holds = {
                    "filled": bool(meant) and meant <= written,
                    "open": bool(meant - written),
                    "made": bool(meant) and meant <= good,
                }[word]
                assert compiled.writes(filled, made, (face, face), 1).extra == 5 * holds, (
                    face,
                    written,
                    good,
                )
