"""A game as arrays for the kernels: which choices a roll gives, and where each leads.

No kernel knows a game: it sees rows of choices and how dice become other dice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.dice import Dice
from regatta.solver.space import ADDS, MISSED, Ints, Space
from regatta.tables.bulk import Bulk


class Lattice(NamedTuple):
    """How dice become other dice; keeps in the order of ``Dice.keeps``, whole rolls last.

    ``child`` [keeps below a whole roll, faces]: the keep with one more die; ``parents`` with ``first``
    [keeps + 1]: the keeps with one die less, from ``parents[first[k]]`` to ``parents[first[k + 1]]``.
    ``chance`` float64[rolls]: how likely each whole roll is.
    """

    child: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    parents: npt.NDArray[np.uint32]
    chance: npt.NDArray[np.float64]


class Choices(NamedTuple):
    """What the rolls are worth in the boxes, each different number of points of a box once.

    ``choice`` [rows, boxes]: index into ``points``, where the choices of box ``b`` are ``first[b]`` to
    ``first[b + 1]``. ``special`` int64[numbers, rolls]: -1, or index into the arrays of ``Specials``.
    ``kind``, ``mask`` [tallies]: what each tally counts.
    """

    choice: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    points: npt.NDArray[np.int64]
    special: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int64]
    mask: Ints


class Sheets(NamedTuple):
    """The arrays of a ``Space``."""

    filled: Ints
    writable: Ints
    after: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]
    base: Ints


class Specials(NamedTuple):
    """What extra rules make of their rolls.

    Index [slot, flags, roll]; ``flags`` has bit ``t`` set where tally ``t`` says missed.
    ``allowed``: set of boxes; ``row``: row of ``Choices.choice``; ``paid``: points on top.
    """

    allowed: Ints
    row: npt.NDArray[np.int32]
    paid: npt.NDArray[np.int32]


class Program:
    """The arrays of one game; ``numbers`` is 1, or the rolls of a turn where the number of the roll matters."""

    def __init__(self, space: Space) -> None:
        tables = space.tables
        self.space = space
        self.rolls = tables.rolls
        self.lattice = lattice(tables.dice)
        self.sheets = Sheets(space.filled, space.writable, space.after, space.low, space.size, space.base)
        self._bulk = Bulk(tables)
        self.numbers = self._bulk.numbers
        self._special = list(self._bulk.special_rolls())
        self._made = [tally.mask for tally in space.tallies if tally.kind == MISSED]
        self.specials = self._specials()
        self.choices = self._choices()
        self.end = self._end()

    def _specials(self) -> Specials:
        space = self.space
        flags = 1 << len(self._made)
        shape = (len(space.filled), flags, len(self._special))
        found = Specials(
            np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=np.int32)
        )
        for flag in range(flags):
            missed = [mask for bit, mask in enumerate(self._made) if flag >> bit & 1]
            made = _made(space.filled, missed, self._made)
            for index, (number, roll) in enumerate(self._special):
                each = self._bulk.special(number, roll, space.filled, made, space.writable)
                found.allowed[:, flag, index] = each.allowed
                found.row[:, flag, index] = each.row
                found.paid[:, flag, index] = each.paid
        return found

    def _choices(self) -> Choices:
        space = self.space
        rows = np.array(self._bulk.rows, dtype=np.int64)
        choice = np.empty(rows.shape, dtype=np.uint32)
        points, first = [], [0]
        for box in range(rows.shape[1]):
            different, index = np.unique(rows[:, box], return_inverse=True)
            choice[:, box] = first[-1] + index
            points.append(different)
            first.append(first[-1] + len(different))
        special = np.full((self.numbers, len(space.tables.dice.rolls)), -1, dtype=np.int64)
        for at, (number, roll) in enumerate(self._special):
            special[number - 1, roll] = at
        return Choices(
            choice,
            np.array(first, dtype=np.uint32),
            np.concatenate(points),
            special,
            np.array([tally.kind for tally in space.tallies], dtype=np.int64),
            np.array([tally.mask for tally in space.tallies], dtype=np.int64),
        )

    def _end(self) -> npt.NDArray[np.float64]:
        """Return what the full sheets are still worth: their bonuses, by tally."""
        space = self.space
        grid = np.zeros(space.size[-1], dtype=np.float64)
        for number, tally in enumerate(space.tallies):
            low, size = int(space.low[-1, number]), int(space.size[-1, number])
            worth = np.zeros(size)
            for bonus in space.tables.bonuses:
                if tally.kind == ADDS and bonus.mask == tally.mask:
                    worth += [bonus.points(low + step) for step in range(size)]
            shape = [1] * grid.ndim
            shape[number] = size
            grid += worth.reshape(shape)
        return grid.reshape(-1)


def _made(filled: Ints, missed: list[int], every: list[int]) -> Ints:
    """Return sets of made boxes of which exactly the masks in ``missed`` are not made in full."""
    lost = kept = 0
    for mask in every:
        if mask in missed:
            lost |= mask
        else:
            kept |= mask
    return filled & (~np.int64(lost) | np.int64(kept))


@lru_cache(maxsize=16)
def lattice(dice: Dice) -> Lattice:
    """Return the lattice of the keeps of these dice."""
    first, parents = [0], []
    for keep in dice.keeps:
        for face in sorted(set(keep)):
            at = keep.index(face)
            parents.append(dice.keep_index[keep[:at] + keep[at + 1 :]])
        first.append(len(parents))
    return Lattice(
        dice.child.astype(np.uint32),
        np.array(first, dtype=np.uint32),
        np.array(parents, dtype=np.uint32),
        dice.weights / dice.weights.sum(),
    )
