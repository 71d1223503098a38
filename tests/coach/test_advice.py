"""Advice: published values, every option, and an order that is the same everywhere."""

from __future__ import annotations

from random import Random

import pytest

from coach.conftest import Solved
from plays import at_write, choose, tables
from regatta import engine
from regatta.coach import advise
from regatta.engine import Keep, Position, Write
from regatta.tables import Tables

UPPER = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6"
LOWER = "full_house=0 small_straight=0 large_straight=0"


def all_but(game: Tables, *boxes: str) -> str:
    """Return a sheet on which only these boxes are open, with the fewest points in all others."""
    least = {box: min(game.possible_points(index)) for index, box in enumerate(game.boxes)}
    return " ".join(f"{box}={points}" for box, points in least.items() if box not in boxes)


def at_keep(game: str, sheet: str, dice: tuple[int, ...], number: int) -> Position:
    return at_write(tables(game), sheet, dice, number=number)._replace(phase="keep")


@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("yahtzee", 254.58772873449593),
        ("yacht", 169.7738890526),
    ],
)
def test_the_first_position_has_the_published_value(solved: Solved, game: str, value: float) -> None:
    """``SO-01`` and ``SO-12`` to a millionth."""
    advice = advise(engine.start(tables(game)), solved(game))
    assert advice.value == pytest.approx(value, abs=1e-6)
    assert advice.best is None


def test_SO_05_with_the_top_box_alone_open_a_pair_is_kept(solved: Solved) -> None:
    game = tables("yacht")
    advice = advise(at_keep("yacht", all_but(game, "yacht"), (1, 1, 3, 4, 6), 1), solved("yacht"))
    assert advice.best is not None
    assert advice.best.action == Keep((1, 1))


def test_SO_06_chance_is_kept_for_later(solved: Solved) -> None:
    sheet = f"{UPPER} {LOWER} four_of_a_kind=0 yahtzee=0"
    advice = advise(at_write(tables("yahtzee"), sheet, (1, 1, 1, 2, 3)), solved("yahtzee"))
    first, second = advice.options
    assert (first.action, second.action) == (Write("three_of_a_kind"), Write("chance"))
    written = 21
    assert first.value == pytest.approx(written + 31.333333, abs=2e-6)
    assert second.value == pytest.approx(written + 23.194661, abs=2e-6)
    assert (first.points, second.points) == (8, 8)


@pytest.mark.parametrize(
    ("box", "value"),
    [
        ("yahtzee", 2.301432),
        ("chance", 23.333333),
        ("ones", 2.106481),
        ("sixes", 12.638889),
        ("three_of_a_kind", 15.194661),
        ("four_of_a_kind", 5.611263),
    ],
)
def test_SO_09_the_value_of_the_last_box(solved: Solved, box: str, value: float) -> None:
    game = tables("yahtzee")
    sheet = engine.parse_sheet(game, all_but(game, box))
    written = sum(points or 0 for points in sheet.points)
    advice = advise(Position(game, (sheet,), 0, "roll"), solved("yahtzee"))
    assert advice.value == pytest.approx(written + value, abs=2e-6)


@pytest.mark.parametrize("game", ["crag", "odd", "tiny"])
def test_options_are_the_legal_actions_and_lead_where_they_say(solved: Solved, game: str) -> None:
    """The value of an option is that of the position after it, and that of a roll to come the mean of its ways."""
    strategy, rng = solved(game), Random(3)
    position = engine.start(tables(game), seats=1)
    while position.phase != "over":
        advice = advise(position, strategy)
        if position.phase == "roll":
            ways = engine.chance_outcomes(position)
            mean = sum(
                weight * advise(engine.advance(position, roll), strategy).value for roll, weight in ways
            )
            assert advice.value == pytest.approx(mean / sum(weight for _, weight in ways), abs=1e-9)
        else:
            assert {option.action for option in advice.options} == set(engine.legal_actions(position))
            assert [option.value for option in advice.options] == pytest.approx(
                sorted((option.value for option in advice.options), reverse=True), abs=1e-9
            )
            assert advice.value == advice.options[0].value
            for option in advice.options:
                after = advise(engine.advance(position, option.action), strategy)
                assert after.value == pytest.approx(option.value, abs=1e-9)
        position = engine.advance(position, choose(position, rng))
    assert advise(position, strategy) == (pytest.approx(engine.totals(position)[0]), ())


def test_equal_values_are_ordered_by_points_then_by_the_sheet(solved: Solved) -> None:
    game, strategy = tables("yahtzee"), solved("yahtzee")
    # Nothing is worth more than to stop, which writes at once.
    options = advise(at_keep("yahtzee", all_but(game, "chance"), (6, 6, 6, 6, 6), 2), strategy).options
    assert options[0].action == Keep((6, 6, 6, 6, 6))
    assert options[0].points == 30
    # What is worth the same: fewer dice first, then the lower faces.
    options = advise(at_keep("yahtzee", all_but(game, "yahtzee"), (1, 2, 3, 4, 5), 2), strategy).options
    kept = [(), (1,), (2,), (3,), (4,), (5,), (1, 2), (1, 3)]
    assert [option.action for option in options[:8]] == [Keep(faces) for faces in kept]


def test_extras_and_the_sheet_count(solved: Solved) -> None:
    game = tables("yahtzee")
    plain = at_write(game, "yahtzee=50 twos=10", (2, 2, 2, 2, 2))
    earned = at_write(game, "yahtzee=50 twos=10", (2, 2, 2, 2, 2), extras=1)
    strategy = solved("yahtzee")
    assert advise(earned, strategy).value == pytest.approx(advise(plain, strategy).value + 100)
    assert advise(plain, strategy).options[0].points >= 100


def test_a_strategy_of_other_rules_is_refused(solved: Solved) -> None:
    with pytest.raises(ValueError, match="other rules"):
        advise(engine.start(tables("yacht")), solved("tiny"))
