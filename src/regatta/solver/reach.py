"""How many sheets of a game can be told apart and really come about."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from regatta.solver.space import MISSED, Ints, Space, Tally
from regatta.tables import Tables, bits

MAX_WORK = 4e9
"""Above so many multiplications the tallies are not followed one by one: the count is then an upper bound."""


def states(space: Space) -> int:
    """Return how many pairs of filled boxes and tallies can be reached, the empty sheet and the full ones included.

    A subtotal counts up to the last step that reads it. Any box can get any of its points, in whatever order
    the boxes are written.
    """
    tables, tallies = space.tables, space.tallies
    touched = 0
    for tally in tallies:
        touched |= tally.mask
    sets, times = np.unique(space.filled & touched, return_counts=True)
    ranges = [_range(tables, tally) for tally in tallies]
    cells = np.array(list(product(*(range(low, high + 1) for low, high in ranges))), dtype=np.int64)
    if len(sets) * float(len(cells)) ** 2 > MAX_WORK:
        return int((np.prod(space.size, axis=1, dtype=np.int64)).sum())
    reached = _reached(tables, tallies, ranges, cells, sets)
    return int(
        sum(reached[filled] * count for filled, count in zip(sets.tolist(), times.tolist(), strict=True))
    )


def _range(tables: Tables, tally: Tally) -> tuple[int, int]:
    if tally.kind == MISSED:
        return 0, 1
    lost = sum(min(0, *tables.possible_points(box)) for box in bits(tally.mask))
    return lost, max(tally.most - lost, 0)


def _reached(
    tables: Tables, tallies: tuple[Tally, ...], ranges: list[tuple[int, int]], cells: Ints, sets: Ints
) -> dict[int, int]:
    """Return for each set of boxes how many cells of the grid of tallies it reaches."""
    low, high = np.array(ranges).T
    sizes = high - low + 1
    strides = np.array([np.prod(sizes[at + 1 :]) for at in range(len(sizes))], dtype=np.int64)

    def step(box: int) -> npt.NDArray[np.float32]:
        """Return the matrix of what writing ``box`` makes of each cell."""
        matrix = np.zeros((len(cells), len(cells)), dtype=np.float32)
        for points in tables.possible_points(box):
            added = np.array([tally.amount(box, points) for tally in tallies])
            to = (np.clip(cells + added, low, high) - low) @ strides
            matrix[np.arange(len(cells)), to] = 1
        return matrix

    # A set reaches what its boxes but the first reach, and then the first box.
    rows: dict[int, npt.NDArray[np.float32]] = {0: _start(cells, low, high, strides)}
    groups: dict[int, set[int]] = {}
    for filled in sets.tolist():
        rest = filled
        while rest and rest not in groups.setdefault(_first(rest), set()):
            groups[_first(rest)].add(rest)
            rest &= rest - 1
    for box in sorted(groups, reverse=True):
        members = list(groups[box])
        before = np.array([rows[filled & filled - 1] for filled in members])
        after = (before @ step(box) > 0).astype(np.float32)
        rows.update(zip(members, after, strict=True))
    return {filled: int(rows[filled].sum()) for filled in sets.tolist()}


def _start(cells: Ints, low: Ints, high: Ints, strides: Ints) -> npt.NDArray[np.float32]:
    row = np.zeros(len(cells), dtype=np.float32)
    row[int((np.clip(0, low, high) - low) @ strides)] = 1
    return row


def _first(filled: int) -> int:
    return (filled & -filled).bit_length() - 1
