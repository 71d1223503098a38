"""Known values: of whole games, of their last boxes, and of single boxes as exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from plays import tables
from regatta import solver
from regatta.model import catalogue
from small_games import tables_from

FIVE = "game: own\ndice: {count: 5, faces: 6}\nflow: three rolls\nsheet:\n"

YACHT = catalogue.path_of("yacht").read_text(encoding="utf-8")


def game_of(*boxes: str) -> solver.Strategy:
    return solver.solve(tables_from(FIVE + "".join(f"  {box}\n" for box in boxes)))


# ------------------------------------------------------------------------------------------------- whole games


def test_SO_01_yahtzee(yahtzee: solver.Strategy) -> None:
    assert yahtzee.start == pytest.approx(254.58772873449593, abs=1e-10)


def test_yahtzee_in_float32_is_near() -> None:
    strategy = solver.solve(tables("yahtzee"), precision="float32")
    assert strategy.values.dtype == np.float32
    assert strategy.start == pytest.approx(254.58772873449593, abs=1e-3)


def test_SO_12_yacht(yacht: solver.Strategy) -> None:
    assert yacht.start == pytest.approx(169.7738890526, abs=1e-9)


def test_SO_12_yacht_with_other_boxes() -> None:
    def other(old: str, new: str) -> solver.Strategy:
        assert old in YACHT
        from regatta.model import parse
        from regatta.tables import compile  # noqa: A004

        return solver.solve(compile(parse(YACHT.replace(old, new).encode(), "own.yaml")))

    four = other("{alike: 4}, points: sum}", "{alike: 4}, points: set}")
    assert four.start == pytest.approx(166.9550677046, abs=1e-9)
    open_spiel = other("{groups: [3, 2]}", "{groups: [3, 2], same face ok: yes}")
    assert open_spiel.start == pytest.approx(169.798705499, abs=1e-8)


def test_SO_13_yahtzee_with_nothing_extra() -> None:
    plain = solver.solve(tables("yahtzee", extra_yahtzee="none"))
    assert plain.start == pytest.approx(245.870774514, abs=1e-9)


def test_SO_04_sheets_that_can_be_told_apart() -> None:
    """2,794 pairs of upper boxes and subtotal, times the seven lower boxes, the Yahtzee box in three ways."""
    assert solver.count(tables("yahtzee", extra_yahtzee="none")).states == 2_794 * 128 == 357_632
    assert solver.count(tables("yahtzee")).states == 2_794 * 64 * 3 == 536_448
    assert solver.count(tables("yacht")).states == 4_096
    assert solver.count(tables("crag")).states == 8_192


def test_float32_is_asked_for_by_name() -> None:
    assert solver.solve(tables("tiny"), precision="float32").start == pytest.approx(1016 / 81, abs=1e-5)


# ----------------------------------------------------------------------------------------- positions of a game


def test_SO_11_values_of_the_last_box(yahtzee: solver.Strategy) -> None:
    """The bonus is out of reach, and the Yahtzee box, where it is written, holds nothing."""
    expected = {
        "yahtzee": 2.301432,
        "chance": 23.333333,
        "ones": 2.106481,
        "sixes": 12.638889,
        "three_of_a_kind": 15.194661,
        "four_of_a_kind": 5.611263,
    }
    boxes = yahtzee.tables.boxes
    for open_box, value in expected.items():
        points = [None if box == open_box else 0 for box in boxes]
        assert yahtzee.value(yahtzee.state(points)) == pytest.approx(value, abs=2e-6), open_box


def test_SO_08_the_box_that_leaves_more_for_later(yahtzee: solver.Strategy) -> None:
    boxes = yahtzee.tables.boxes
    points = [None if box in ("chance", "three_of_a_kind") else 0 for box in boxes]
    turn = yahtzee.turn(yahtzee.state(points))
    values = {boxes[box]: value for box, value in turn.boxes((1, 1, 1, 2, 3), 3).items()}
    assert values == pytest.approx({"three_of_a_kind": 31.333333, "chance": 23.194661}, abs=1e-6)
    assert boxes[turn.best_box((1, 1, 1, 2, 3), 3)] == "three_of_a_kind"


def test_SO_05_a_keep_for_every_roll_where_one_box_is_open(yacht: solver.Strategy) -> None:
    boxes = yacht.tables.boxes
    turn = yacht.turn(yacht.state([None if box == "yacht" else 0 for box in boxes]))
    assert turn.best_keep((1, 1, 3, 4, 6), 1) == (1, 1)
    for roll in yacht.tables.dice.rolls:
        assert set(turn.best_keep(roll, 1)) <= set(roll)


# ---------------------------------------------------------------------------------- single boxes, as fractions


@pytest.mark.parametrize(
    ("boxes", "value"),
    [
        *((("own: {points: {sum of: %d}}" % face,), Fraction(455 * face, 216)) for face in range(1, 7)),  # noqa: UP031
        (("own: {points: sum}",), Fraction(70, 3)),
        (("own: {if: {alike: 4}, points: sum}",), Fraction(56548607, 10077696)),
        (("own: {if: {groups: [3, 2], same face ok: yes}, points: sum}",), Fraction(159031015, 22674816)),
        (("own: {if: {groups: [3, 2]}, points: sum}",), Fraction(22744305613, 3265173504)),
        (("own: {if: {faces: [1, 2, 3, 4, 5]}, points: 30}",), Fraction(19280432875, 3265173504)),
        (("own: {if: {alike: 5}, points: 50}",), 50 * Fraction(347897, 7558272)),
        (
            ("own: {if: {alike: 5}, points: 50}", "row: {if: {faces: [1, 2, 3, 4, 5]}, points: 30}"),
            Fraction(31849227351414925, 2742118830047232),
        ),
    ],
)
def test_exact_fractions(boxes: tuple[str, ...], value: Fraction) -> None:
    assert game_of(*boxes).start == pytest.approx(float(value), abs=1e-13)


def test_the_tiny_game() -> None:
    assert solver.solve(tables("tiny")).start == pytest.approx(1016 / 81, abs=1e-14)
