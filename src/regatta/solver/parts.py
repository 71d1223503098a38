"""What the best play of a game makes on average, box by box, exactly: where its mean total comes from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from regatta.solver import store
from regatta.solver.layers import Progress, work_of
from regatta.solver.program import Program
from regatta.solver.space import ADDS
from regatta.solver.store import Notice
from regatta.solver.strategy import Floats, Strategy
from regatta.tables import Tables

AVERAGES = "averages"
"""The name of averages among what is stored."""

_PIECE = 2e8
"""Additions and maxima between two words about how far it is."""


@dataclass(frozen=True)
class Averages:
    """Mean points in the best play of a whole game, ties as in ``outcomes``.

    ``boxes`` are in sheet order, ``bonuses`` as in the tables, ``extra`` is what rules pay on top of boxes. All together are
    the mean total.
    """

    boxes: tuple[float, ...]
    bonuses: tuple[float, ...]
    extra: float

    @property
    def total(self) -> float:
        return sum(self.boxes) + sum(self.bonuses) + self.extra


def averages(strategy: Strategy, *, progress: Progress | None = None) -> Averages:
    """Return what each part of the sheet brings on average. ``progress`` as in ``solve``."""
    from regatta.solver import kernels
    from regatta.solver.follow import follow

    if progress is not None and not kernels.is_compiled(follow):
        progress(None)
    space, program = strategy.space, Program(strategy.space)
    values = np.array(strategy.values, dtype=np.float64)
    reach = np.zeros(space.places)
    reach[0] = 1.0
    means = np.zeros(len(space.tables.boxes) + 1)
    ends = np.cumsum(work_of(space)[: space.layers[-2]])
    # Layer by layer, the empty sheet first: the slots of one do not lead to each other, but to the same of the next.
    for first, last in zip(space.layers[:-2], space.layers[1:-1], strict=True):
        start = ends[first - 1] if first else 0.0
        cuts = np.searchsorted(ends[first:last], np.arange(start + _PIECE, ends[last - 1], _PIECE))
        for slots in np.split(np.arange(first, last), np.unique(cuts)):
            if not len(slots):
                continue
            follow(
                slots, program.choices, program.sheets, program.specials, program.lattice, program.rolls,
                values, reach, means,
            )  # fmt: skip
            if progress is not None:
                progress(float(ends[slots[-1]] / ends[-1]))
    *boxes, extra = means.tolist()
    return Averages(tuple(boxes), tuple(_bonuses(program, reach)), extra)


def _bonuses(program: Program, reach: Floats) -> list[float]:
    """Return the mean of each bonus, given how likely each full sheet is."""
    space = program.space
    low, size = space.low[-1].tolist(), space.size[-1].tolist()
    full = reach[space.base[-2] :].reshape(size)
    found = []
    for bonus in space.tables.bonuses:
        (at,) = [
            at for at, tally in enumerate(space.tallies) if (tally.kind, tally.mask) == (ADDS, bonus.mask)
        ]
        chances = full.sum(axis=tuple(axis for axis in range(len(size)) if axis != at))
        points = np.array([bonus.points(low[at] + step) for step in range(size[at])], dtype=np.float64)
        found.append(float(chances @ points))
    return found


def stored_averages(tables: Tables, *, notice: Notice | None = None) -> Averages | None:
    """Return the averages of a game that were computed before, or None."""
    boxes, bonuses = len(tables.boxes), len(tables.bonuses)
    kept = store.find(tables, AVERAGES, boxes + bonuses + 1, notice)
    if kept is None:
        return None
    means = [float(mean) for mean in kept]
    return Averages(tuple(means[:boxes]), tuple(means[boxes:-1]), means[-1])


def averages_of(
    strategy: Strategy, *, progress: Progress | None = None, notice: Notice | None = None
) -> Averages:
    """Return the averages of a game from disk, else compute them and keep them there."""
    found = stored_averages(strategy.tables, notice=notice)
    if found is None:
        found = averages(strategy, progress=progress)
        store.keep(strategy.tables, AVERAGES, np.array([*found.boxes, *found.bonuses, found.extra]))
    return found
