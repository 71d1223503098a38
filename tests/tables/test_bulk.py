"""The rules asked for many sheets at once: the same answers as one by one, for every game and its options."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plays import every_tables
from regatta.tables import Tables, bits
from regatta.tables.bulk import Bulk

SHEETS = 40


def sheets(tables: Tables, rng: Random) -> list[tuple[int, int]]:
    """Return sheets that the order of writing leads to, with any boxes made."""
    found = []
    for _ in range(SHEETS):
        filled = 0
        for _ in range(rng.randrange(len(tables.boxes))):
            filled |= 1 << rng.choice(tables.writable(filled))
        found.append((filled, filled & rng.getrandbits(len(tables.boxes))))
    return found


@pytest.mark.parametrize("name", every_tables())
def test_bulk_says_what_writes_says(name: str) -> None:
    tables = every_tables()[name]
    bulk, rng = Bulk(tables), Random(1)
    filled, made = np.array(sheets(tables, rng), dtype=np.int64).T
    writable = bulk.writable(filled)
    assert [tuple(bits(boxes)) for boxes in writable.tolist()] == [
        tables.writable(sheet) for sheet in filled.tolist()
    ]
    special = set(bulk.special_rolls())
    numbers = range(1, bulk.numbers + 1)
    rolls = range(len(tables.dice.rolls))
    for number, roll in [
        (number, roll) for number in numbers for roll in rng.sample(rolls, min(12, len(rolls)))
    ]:
        if (number, roll) in special:
            continue
        for sheet, of, boxes in zip(filled.tolist(), made.tolist(), writable.tolist(), strict=True):
            expected = tables.writes(sheet, of, tables.dice.rolls[roll], number)
            row = bulk.rows[(number - 1) * len(rolls) + roll]
            assert (expected.points, expected.extra) == ({box: row[box] for box in bits(boxes)}, 0)
    for number, roll in special:
        found = bulk.special(number, roll, filled, made, writable)
        for at, (sheet, of) in enumerate(zip(filled.tolist(), made.tolist(), strict=True)):
            expected = tables.writes(sheet, of, tables.dice.rolls[roll], number)
            row = bulk.rows[found.row[at]]
            assert {box: row[box] for box in bits(int(found.allowed[at]))} == expected.points
            assert found.paid[at] == expected.extra


def test_some_rolls_are_special_where_there_are_extras() -> None:
    assert len(list(Bulk(every_tables()["yacht"]).special_rolls())) == 0
    name = next(name for name in every_tables() if name.startswith("yahtzee["))
    assert len(list(Bulk(every_tables()[name]).special_rolls())) == 6
