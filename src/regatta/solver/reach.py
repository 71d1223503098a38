"""How many sheets of a game can be told apart and really come about."""

from __future__ import annotations

import numpy as np

from regatta.solver.space import ADDS, MISSED, Ints, Space, Tally
from regatta.tables import Tables, bits

MAX_WORK = 20_000_000
"""Beyond so many writes the tallies are no longer followed: the count is then that of the values kept."""


def states(space: Space) -> int:
    """Return how many pairs of filled boxes and tallies can be reached, the empty sheet and the full ones included.

    A subtotal counts up to the last step that reads it, or as far beyond as open boxes can cost again. Any box
    is taken to get any of its points on any sheet; only where a joker gives points that no roll gives, and a
    tally counts them, may that be more than play leads to.
    """
    touched = 0
    for tally in space.tallies:
        touched |= tally.mask
    sets, times = np.unique(space.filled & touched, return_counts=True)
    reached = _Reached(space.tables, space.tallies)
    total = 0
    for filled, count in zip(sets.tolist(), times.tolist(), strict=True):
        total += count * reached.number(filled)
        if reached.work > MAX_WORK:
            return space.places
    return total


class _Reached:
    """The tallies that some boxes can lead to, remembered for each set of boxes."""

    def __init__(self, tables: Tables, tallies: tuple[Tally, ...]) -> None:
        self.work = 0
        self._tables = tables
        self._tallies = tallies
        self._low, self._high = np.array([self._range(tally) for tally in tallies], dtype=np.int64).T
        self._shape = tuple((self._high - self._low + 1).tolist())
        self._known = {0: np.zeros((1, len(tallies)), dtype=np.int64)}

    def number(self, filled: int) -> int:
        """Return how many can be told apart on a sheet with these boxes."""
        counts = self._counts(filled)
        if (self._low >= 0).all():
            return len(counts)
        certain = [
            tally.most - self._lost(tally.mask & ~filled) if tally.kind == ADDS else 1
            for tally in self._tallies
        ]
        return len(np.unique(np.minimum(counts, certain), axis=0))

    def _counts(self, filled: int) -> Ints:
        """Return the tallies, one row each: what all boxes but the first lead to, and then the first."""
        if filled not in self._known:
            box = (filled & -filled).bit_length() - 1
            before = self._counts(filled & filled - 1)
            added = [
                [tally.amount(box, points) for tally in self._tallies]
                for points in sorted(self._tables.possible_points(box))
            ]
            after = (before[:, None] + np.array(added)).reshape(-1, len(self._tallies))
            self.work += len(after)
            after = np.clip(after, self._low, self._high) - self._low
            codes = np.unique(np.ravel_multi_index(tuple(after.T), self._shape))
            self._known[filled] = np.array(np.unravel_index(codes, self._shape)).T + self._low
        return self._known[filled]

    def _range(self, tally: Tally) -> tuple[int, int]:
        """Return what a tally can be on the way; where boxes can cost points nothing is certain before the end."""
        if tally.kind == MISSED:
            return 0, 1
        lost = self._lost(tally.mask)
        if lost == 0:
            return 0, max(tally.most, 0)
        return lost, sum(max(0, *self._tables.possible_points(box)) for box in bits(tally.mask))

    def _lost(self, boxes: int) -> int:
        """Return what these boxes can cost, as a number that is not above 0."""
        return sum(min(0, *self._tables.possible_points(box)) for box in bits(boxes))
