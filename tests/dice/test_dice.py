"""Sets of like dice: what they read, and that there is one of each size."""

from __future__ import annotations

import pickle
from itertools import product

import pytest

from regatta.dice import MAX_ROLLS, Dice, dice, number_of_rolls
from regatta.errors import Invalid

FIVE = dice(5, 6)


def test_a_roll_is_read_in_any_order() -> None:
    assert FIVE.read([5, 1, 5, 2, 5]) == FIVE.read((1, 2, 5, 5, 5)) == (1, 2, 5, 5, 5)


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ([], "dice.count"),
        ([1, 2, 3, 4], "dice.count"),
        ([1] * 6, "dice.count"),
        ([0, 1, 2, 3, 4], "dice.face"),
        ([1, 2, 3, 4, 7], "dice.face"),
        ([1, 2, 3, 4, -5], "dice.face"),
        ([1, 2, 3, 4, 5.0], "dice.face"),
        ([1, 2, 3, 4, True], "dice.face"),
        ([1, 2, 3, 4, "5"], "dice.face"),
        ([1, 2, 3, 4, None], "dice.face"),
        ("12345", "dice.face"),
    ],
)
def test_what_is_no_roll_is_invalid(faces: list[int], code: str) -> None:
    with pytest.raises(Invalid) as caught:
        FIVE.read(faces)
    assert caught.value.code == code


def test_a_weight_is_the_number_of_ordered_ways() -> None:
    counted: dict[tuple[int, ...], int] = {}
    for fallen in product(range(1, 7), repeat=5):
        roll = tuple(sorted(fallen))
        counted[roll] = counted.get(roll, 0) + 1
    assert counted == {roll: FIVE.weight(roll) for roll in FIVE.rolls}
    assert list(counted.values()) == FIVE.weights.tolist()


def test_there_is_one_of_each_size() -> None:
    assert dice(5, 6) is FIVE
    assert pickle.loads(pickle.dumps(FIVE)) is FIVE
    assert repr(Dice(2, 3)) == "Dice(2, 3)"


def test_indices_lead_back() -> None:
    assert all(FIVE.rolls[index] == roll for roll, index in FIVE.roll_index.items())
    assert all(FIVE.keeps[index] == keep for keep, index in FIVE.keep_index.items())
    assert FIVE.keeps[0] == ()
    assert FIVE.keeps[-252:] == FIVE.rolls
    for keep, children in zip(FIVE.keeps, FIVE.child, strict=False):
        for face, child in enumerate(children, 1):
            assert FIVE.keeps[child] == tuple(sorted((*keep, face)))
    for roll, row in zip(FIVE.rolls, FIVE.keep_table, strict=True):
        keeps = FIVE.keeps_of(roll)
        assert [FIVE.keeps[index] for index in row[: len(keeps)]] == list(keeps)
        assert set(row[len(keeps) :]) <= {row[len(keeps) - 1]}


def test_the_largest_sets_of_dice() -> None:
    assert number_of_rolls(5, 8) == 792 <= MAX_ROLLS < number_of_rolls(6, 8)
    assert sum(weight for _, weight in FIVE.outcomes(0)) == 1
