"""``Tables.writes`` for many sheets at once, as arrays: what a solver asks about every sheet of a game.

Sheets are int64 arrays of bit masks, ``filled`` and ``made`` as in ``Tables.writes``; so a game may have at
most ``MAX_BOXES`` boxes here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.tables.tables import Condition, Extra, Tables, mask_for

MAX_BOXES = 62

Sets = npt.NDArray[np.int64]
"""int64[sheets]: a set of boxes for each sheet."""
Flags = npt.NDArray[np.bool_]
"""bool[sheets]: whether something holds for each sheet."""


class Special(NamedTuple):
    """What a roll gives on each sheet where an extra rule may be about it.

    ``allowed`` int64[sheets]: the boxes it may be written into; ``row`` int64[sheets]: index into the rows of
    points, one number a box; ``paid`` int64[sheets]: points that come on top, whatever the box.
    """

    number: int
    roll: int
    allowed: Sets
    row: npt.NDArray[np.int64]
    paid: npt.NDArray[np.int64]


class Bulk:
    """The rules of one game, asked for many sheets.

    ``numbers`` is 1, or the rolls of a turn where the number of the roll matters. ``rows`` are rows of points
    by box: first those of the dice alone, row ``(number - 1) * rolls + roll``, then those that jokers give.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        alone = [len(tables.points), *(len(extra.face) for extra in tables.extras)]
        self.numbers = max(alone)
        rolls = len(tables.dice.rolls)
        self._plain = rolls * self.numbers
        self.rows: list[tuple[int, ...]] = [
            self._dice_alone(roll, number) for number in range(1, self.numbers + 1) for roll in range(rolls)
        ]
        self._row_index: dict[tuple[int, ...], int] = {}

    def _dice_alone(self, roll: int, number: int) -> tuple[int, ...]:
        return self.tables.points[min(number, len(self.tables.points)) - 1][roll]

    def special_rolls(self) -> Iterator[tuple[int, int]]:
        """Yield (number, roll index) of every roll that an extra rule may be about."""
        for number in range(1, self.numbers + 1):
            for roll in range(len(self.tables.dice.rolls)):
                if any(extra.face_of(roll, number) for extra in self.tables.extras):
                    yield number, roll

    def writable(self, filled: Sets) -> Sets:
        """Return the open boxes that the order lets one write, as ``Tables.writable``."""
        found = np.zeros_like(filled)
        for box, needs in enumerate(self.tables.requires):
            free = filled >> box & 1 == 0
            if needs:
                free &= np.any([filled & need == need for need in needs], axis=0)
            found |= free.astype(np.int64) << box
        return found

    def special(self, number: int, roll: int, filled: Sets, made: Sets, writable: Sets) -> Special:
        """Return what a roll gives, as ``Tables.writes``; may add to ``rows``."""
        plain = self._dice_alone(roll, number)
        allowed = writable.copy()
        row = np.full(len(filled), (number - 1) * len(self.tables.dice.rolls) + roll, dtype=np.int64)
        paid = np.zeros(len(filled), dtype=np.int64)
        free = np.ones(len(filled), dtype=np.bool_)
        for extra in self.tables.extras:
            face = extra.face_of(roll, number)
            if not face:
                continue
            applies = _all_hold(extra.when, filled, made, face)
            if extra.worth is not None:
                paid += extra.worth * (applies & _all_hold(extra.pays_when, filled, made, face))
            if extra.lines is not None:
                mine = applies & free
                free &= ~applies
                self._joker(
                    extra, face, plain, mine, sheets=(filled, made, writable), allowed=allowed, row=row
                )
        return Special(number, roll, allowed, row, paid)

    def _joker(
        self,
        extra: Extra,
        face: int,
        plain: tuple[int, ...],
        left: Flags,
        *,
        sheets: tuple[Sets, Sets, Sets],
        allowed: Sets,
        row: npt.NDArray[np.int64],
    ) -> None:
        """Lay the lines of a joker over ``allowed`` and ``row`` of the sheets in ``left``, as ``Extra.write``."""
        filled, made, writable = sheets
        for line in extra.lines or ():
            boxes = writable & mask_for(line.masks, face)
            here = left & (boxes != 0)
            allowed[here] = boxes[here]
            if line.points is not None:
                row[here] = self._row((line.points,) * len(plain))
            elif line.values:
                valued = here & _all_hold(line.when, filled, made, face)
                row[valued] = self._row(
                    tuple(line.values.get(box, points) for box, points in enumerate(plain))
                )
            left = left & ~here
        row[left] = self._row((0,) * len(plain))

    def _row(self, points: tuple[int, ...]) -> int:
        if points not in self._row_index:
            self._row_index[points] = len(self.rows)
            self.rows.append(points)
        return self._row_index[points]


def _all_hold(conditions: tuple[Condition, ...], filled: Sets, made: Sets, face: int) -> Flags:
    found = np.ones(len(filled), dtype=np.bool_)
    for condition in conditions:
        mask = mask_for(condition.masks, face)
        if condition.word == "open":
            found &= (mask & ~filled) != 0
        else:
            there = filled if condition.word == "filled" else made
            found &= (there & mask == mask) & (mask != 0)
    return found
