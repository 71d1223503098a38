"""What each roll of a turn is worth when it is written: the writes of all rolls at once, without kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from regatta.solver.space import ADDS, NEEDED, Ints, Space, Tally
from regatta.tables import bits
from regatta.tables.bulk import Bulk


class Written:
    """The rolls of a game as arrays; ``numbers`` is 1, or the rolls of a turn where a roll's number matters."""

    def __init__(self, space: Space) -> None:
        self._space = space
        bulk = Bulk(space.tables)
        self.numbers = bulk.numbers
        shape = (bulk.numbers, len(space.tables.dice.rolls), len(space.tables.boxes))
        self._points: Ints = np.array(bulk.rows, dtype=np.int64).reshape(shape)
        self._amounts = [_amounts(tally, self._points) for tally in space.tallies]
        rolls = space.tables.dice.rolls
        self._special = [
            [rolls[roll] for at, roll in bulk.special_rolls() if at == number] for number in self._span
        ]

    @property
    def _span(self) -> range:
        return range(1, self.numbers + 1)

    def special(self, number: int) -> list[tuple[int, ...]]:
        """Return the rolls that an extra rule may be about, as roll ``number`` of the turn."""
        return self._special[number - 1]

    def best(
        self, slot: int, counts: Sequence[int], number: int, values: Any, earns: int
    ) -> npt.NDArray[np.float64]:
        """Return float64[rolls]: points of the best box and what comes after it, where no extra rule speaks.

        ``values`` by their places; ``earns`` is 1 where points count as they are written, 0 where only the end counts.
        """
        space = self._space
        boxes = np.fromiter(bits(int(space.writable[slot])), dtype=np.int64)
        after = space.after[slot, boxes]
        place: Ints = np.zeros((), dtype=np.int64)
        for tally, count in enumerate(counts):
            size = space.size[after, tally]
            above = self._amounts[tally][number - 1][:, boxes] + (count - space.low[after, tally])
            place = place * size + np.clip(above, 0, size - 1)
        worth = values[space.base[after] + place] + earns * self._points[number - 1][:, boxes]
        return np.asarray(worth.max(axis=1), dtype=np.float64)


def _amounts(tally: Tally, points: Ints) -> Ints:
    """int64[numbers, rolls, boxes]: what writing adds to a tally, as ``Tally.amount`` without extras."""
    if tally.kind == NEEDED:
        return -points
    counted = np.array([tally.mask >> box & 1 for box in range(points.shape[-1])], dtype=np.int64)
    return counted * (points if tally.kind == ADDS else points <= 0)
