"""The sheets of one player that must be told apart: sets of filled boxes times tallies.

A *tally* is all that has to be remembered of the points on a sheet: a subtotal that a bonus reads, or whether
boxes that a rule asks about were all made. Its range is that which can still make a difference: a subtotal
from which a bonus is certain counts as the least such one, one from which it is out of reach as the greatest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.errors import Illegal
from regatta.tables import Tables, bits
from regatta.tables.bulk import MAX_BOXES, Bulk

Ints = npt.NDArray[np.int64]

ADDS, MISSED, NEEDED = range(3)

MAX_SETS = 1 << 22
"""At most so many sets of filled boxes are solved."""
MAX_SHEETS = 200_000_000
"""At most so many values are kept: 1.6 GB in float64."""


class Tally(NamedTuple):
    """What is remembered of the boxes in ``mask``.

    ``kind`` is ``ADDS`` (the subtotal of their points), ``MISSED`` (1 where one was written with no points,
    else 0) or ``NEEDED`` (points that are still to be made, in any box). ``least`` and ``most`` are the first
    and the last subtotal that make a difference at the end.
    """

    kind: int
    mask: int
    least: int
    most: int

    def amount(self, box: int, points: int, paid: int = 0) -> int:
        """Return what writing ``points`` into ``box``, with ``paid`` on top, adds."""
        if self.kind == NEEDED:
            return -points - paid
        if not self.mask >> box & 1:
            return 0
        return points if self.kind == ADDS else int(points <= 0)


def tallies_of(tables: Tables) -> tuple[Tally, ...]:
    """Return the tallies of a game; the last is the subtotal with the widest range, or one of no boxes."""
    steps: dict[int, list[int]] = {}
    made: dict[int, None] = {}
    for bonus in tables.bonuses:
        steps.setdefault(bonus.mask, []).extend(least for least, _ in bonus.steps)
    for kind, mask, _ in tables.tallies:
        if kind == "made":
            made[mask] = None
    found = [Tally(MISSED, mask, 0, 1) for mask in made]
    adds = [Tally(ADDS, mask, min(of), max(of)) for mask, of in steps.items()] or [Tally(ADDS, 0, 0, 0)]
    return (*found, *sorted(adds, key=lambda tally: tally.most - tally.least))


@dataclass(frozen=True)
class Space:
    """Every sheet that must be told apart, with a place for each in one array of values.

    A *slot* is a set of filled boxes that the order of writing can lead to; slots are sorted by how many boxes
    are filled (``layers[k]`` is the first slot with ``k``), then by the mask. The sheets of a slot have their
    tallies from ``low[slot, t]``, ``size[slot, t]`` values each, the last tally running fastest:
    ``base[slot]`` is the place of the first. ``after[slot, box]`` is the slot after writing, or -1.
    """

    tables: Tables
    tallies: tuple[Tally, ...]
    filled: Ints
    writable: Ints
    layers: tuple[int, ...]
    after: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]
    base: Ints

    @property
    def places(self) -> int:
        """How many values are kept."""
        return int(self.base[-1])

    @property
    def memory(self) -> int:
        """Bytes that the space itself takes, without its values."""
        arrays = (self.filled, self.writable, self.after, self.low, self.size, self.base)
        return sum(array.nbytes for array in arrays)

    @cached_property
    def slot_of(self) -> dict[int, int]:
        return {filled: slot for slot, filled in enumerate(self.filled.tolist())}

    def slot(self, filled: int) -> int:
        """Return the slot of a set of boxes.

        Raises:
            Illegal: ``sheet.impossible_order`` where no order of writing leads to it.
        """
        layer = filled.bit_count()
        if layer < len(self.layers) - 1:
            start, stop = self.layers[layer], self.layers[layer + 1]
            found = start + int(np.searchsorted(self.filled[start:stop], filled))
            if found < stop and self.filled[found] == filled:
                return found
        raise Illegal("sheet.impossible_order", sheet=self._names(filled))

    def _names(self, filled: int) -> str:
        boxes = self.tables.boxes
        return " ".join(boxes[box] for box in bits(filled & self.tables.all_boxes))

    def tallies_on(self, points: Sequence[int | None]) -> tuple[int, ...]:
        """Return the tallies of a sheet, given the points of each box (None where it is open)."""
        written = [(box, worth) for box, worth in enumerate(points) if worth is not None]
        found = []
        for tally in self.tallies:
            count = sum(tally.amount(box, worth) for box, worth in written)
            found.append(min(count, 1) if tally.kind == MISSED else count)
        return tuple(found)

    def place(self, slot: int, counts: Sequence[int]) -> int:
        """Return where the value of a sheet is, given its slot and its tallies; these are brought into range."""
        at = 0
        for count, low, size in zip(counts, self.low[slot].tolist(), self.size[slot].tolist(), strict=False):
            at = at * size + min(max(count - low, 0), size - 1)
        return int(self.base[slot]) + at


def space_of(tables: Tables) -> Space:
    """Return the sheets of a game.

    Raises:
        Illegal: ``solve.boxes`` or ``solve.too_large`` where there are too many.
    """
    if len(tables.boxes) > MAX_BOXES:
        raise Illegal("solve.boxes", found=len(tables.boxes), limit=MAX_BOXES)
    bulk = Bulk(tables)
    layers, writable = _layers(tables, bulk)
    filled = np.concatenate(layers)
    starts = tuple(np.cumsum([0, *map(len, layers)]).tolist())
    tallies = tallies_of(tables)
    low, size = _ranges(tables, tallies, filled)
    places = np.prod(size, axis=1, dtype=np.float64)
    if (sheets := int(places.sum())) > MAX_SHEETS:
        raise Illegal("solve.too_large", found=sheets, limit=MAX_SHEETS)
    base = np.concatenate([[0], np.cumsum(np.prod(size, axis=1, dtype=np.int64))])
    after = _after(layers, starts, writable, len(tables.boxes))
    return Space(tables, tallies, filled, np.concatenate(writable), starts, after, low, size, base)


def _layers(tables: Tables, bulk: Bulk) -> tuple[list[Ints], list[Ints]]:
    """Return the sets of filled boxes by their number, and what may be written on each."""
    if not any(tables.requires) and 1 << len(tables.boxes) > MAX_SETS:
        raise Illegal("solve.too_large", found=tables.states, limit=MAX_SHEETS)
    layers = [np.zeros(1, dtype=np.int64)]
    writable = [bulk.writable(layers[0])]
    total = 1
    for _ in tables.boxes:
        last, free = layers[-1], writable[-1]
        # Each set of the next layer comes from at most as many sets as it has boxes.
        least = int(np.bitwise_count(free).sum()) // len(layers)
        if total + least > MAX_SETS:
            raise Illegal("solve.too_large", found=tables.states, limit=MAX_SHEETS)
        found = [last[free >> box & 1 == 1] | 1 << box for box in range(len(tables.boxes))]
        layer = np.unique(np.concatenate(found))
        total += len(layer)
        layers.append(layer)
        writable.append(bulk.writable(layer))
    return layers, writable


def _after(
    layers: list[Ints], starts: tuple[int, ...], writable: list[Ints], boxes: int
) -> npt.NDArray[np.int32]:
    after = np.full((starts[-1], boxes), -1, dtype=np.int32)
    for number, layer in enumerate(layers[:-1]):
        for box in range(boxes):
            free = np.flatnonzero(writable[number] >> box & 1)
            found = np.searchsorted(layers[number + 1], layer[free] | 1 << box)
            after[starts[number] + free, box] = starts[number + 1] + found
    return after


def _ranges(
    tables: Tables, tallies: tuple[Tally, ...], filled: Ints
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the least value and the number of values of each tally in each slot."""
    shape = (len(filled), len(tallies))
    low, size = np.zeros(shape, dtype=np.int32), np.ones(shape, dtype=np.int32)
    for number, tally in enumerate(tallies):
        if tally.kind == MISSED:
            size[:, number] += filled & tally.mask != 0
            continue
        boxes = list(bits(tally.mask))
        least, most = so_far(tables, boxes, filled)
        rest = so_far(tables, boxes, ~filled)
        # Below the first bound no step can be reached any more; from the second on the last step is certain.
        below = np.maximum(least, np.minimum(tally.least - rest[1] - 1, most))
        above = np.minimum(most, np.maximum(tally.most - rest[0], least))
        low[:, number], size[:, number] = below, above - below + 1
    return low, size


def so_far(tables: Tables, boxes: Iterable[int], sets: Ints) -> tuple[Ints, Ints]:
    """Return the least and the most points that the ``boxes`` within each set can give together."""
    least, most = np.zeros_like(sets), np.zeros_like(sets)
    for box in boxes:
        inside = sets >> box & 1
        points = tables.possible_points(box)
        least += inside * min(points)
        most += inside * max(points)
    return least, most


def most_lost(tables: Tables) -> int:
    """Return what rules can take from a player in one turn, on top of the box, as a number that is not above 0."""
    return sum(min(0, extra.worth or 0) for extra in tables.extras)
