"""How the totals of the best play are spread: every chance exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
import numpy.typing as npt

from regatta.solver import store
from regatta.solver.layers import Progress, by_layers, cores, work_of
from regatta.solver.program import Program
from regatta.solver.space import Ints, most_lost, so_far
from regatta.solver.store import Notice
from regatta.solver.strategy import Strategy
from regatta.tables import Tables

SPREAD = "spread"
"""The name of a distribution among what is stored."""

_COST = 6.0
"""To follow a sheet takes about so many times as long as to solve it."""


@dataclass(frozen=True)
class Distribution:
    """Chances of totals: ``chances[k]`` float64 is that of a total of ``least + k``; they add up to 1."""

    least: int
    chances: npt.NDArray[np.float64]

    @cached_property
    def totals(self) -> Ints:
        """The totals, ascending, that have a chance."""
        return np.flatnonzero(self.chances) + self.least

    @cached_property
    def mean(self) -> float:
        return float(self._every @ self.chances)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(float((self._every - self.mean) ** 2 @ self.chances))

    @property
    def greatest(self) -> int:
        """The largest total that comes about."""
        return int(self.totals[-1])

    @cached_property
    def _every(self) -> npt.NDArray[np.float64]:
        return np.arange(len(self.chances), dtype=np.float64) + self.least

    @cached_property
    def _below(self) -> npt.NDArray[np.float64]:
        """Chances of less than each total, and 1 at the end."""
        return np.concatenate([[0.0], np.cumsum(self.chances)])

    def chance_of(self, total: int) -> float:
        """Return the chance of exactly this total."""
        at = total - self.least
        return float(self.chances[at]) if 0 <= at < len(self.chances) else 0.0

    def at_least(self, total: int) -> float:
        """Return the chance of this total or more."""
        at = min(max(total - self.least, 0), len(self.chances))
        return float(self.chances[at:].sum())

    def below(self, total: int) -> float:
        """Return the chance of less than this total: which share of perfect games it beats."""
        at = min(max(total - self.least, 0), len(self.chances))
        return float(self._below[at])

    def percentile(self, percent: float) -> int:
        """Return the least total that so many percent of games do not exceed; 50 is the median."""
        at = int(np.searchsorted(self._below[1:], percent / 100 - 1e-12))
        return self.least + min(at, len(self.chances) - 1)

    @property
    def median(self) -> int:
        return self.percentile(50)


def distribution(
    strategy: Strategy, *, threads: int | None = None, progress: Progress | None = None
) -> Distribution:
    """Return how the totals of the best play of a game are spread; see ``outcomes`` for how ties are broken.

    Takes some times as long as solving. ``strategy`` must be in float64. Ctrl-C and ``progress`` as in ``solve``.
    """
    from regatta.solver import kernels, outcomes

    if progress is not None and not kernels.is_compiled(outcomes.spread):
        progress(None)
    space = strategy.space
    program = Program(space)
    values = np.array(strategy.values, dtype=np.float64)
    threads = threads or cores()
    most = greatest(program, threads)
    spans = np.zeros((space.places, 3), dtype=np.int64)
    spans[:, 1] = np.repeat(least(program), np.diff(space.base))
    spans[:, 2] = most - spans[:, 1] + 1
    full = slice(int(space.base[-2]), space.places)
    spans[full, 1:] = np.stack(
        [program.end.astype(np.int64), np.ones_like(program.end, dtype=np.int64)], axis=1
    )
    spans[full, 0] = np.arange(len(program.end))
    layer = [np.ones(len(program.end)), np.ones(len(program.end))]

    def begin(number: int) -> None:
        start, stop = (int(space.base[space.layers[number + side]]) for side in (0, 1))
        ends = np.cumsum(spans[start:stop, 2])
        spans[start:stop, 0] = ends - spans[start:stop, 2]
        layer[:] = layer[1], np.empty(int(ends[-1]))

    def run(slots: Ints) -> None:
        outcomes.spread(
            slots, program.choices, program.sheets, program.specials, program.lattice, program.rolls,
            values, spans, *layer,
        )  # fmt: skip

    by_layers(space, work_of(space) * _COST, run, threads=threads, progress=progress, begin=begin)
    return Distribution(int(spans[0, 1]), layer[1])


def greatest(program: Program, threads: int) -> Ints:
    """int64[places]: the most points that can still come."""
    from regatta.solver import kernels

    values = np.zeros(program.space.places)
    values[program.space.base[-2] :] = program.end

    def run(slots: Ints) -> None:
        kernels.greatest(slots, program.choices, program.sheets, program.specials, program.lattice, values)

    by_layers(program.space, work_of(program.space), run, threads=threads)
    return values.astype(np.int64)


def greatest_total(tables: Tables | Strategy) -> int:
    """Return the largest total that a game allows, however the dice fall; raises as ``count``."""
    from regatta.solver.space import space_of

    space = tables.space if isinstance(tables, Strategy) else space_of(tables)
    return int(greatest(Program(space), cores())[0])


def least(program: Program) -> Ints:
    """int64[slots]: at least so many points still come."""
    space = program.space
    open_boxes = ~space.filled
    left = np.bitwise_count(open_boxes & space.tables.all_boxes).astype(np.int64)
    boxes, _ = so_far(space.tables, range(len(space.tables.boxes)), open_boxes)
    return np.asarray(boxes + left * most_lost(space.tables) + int(program.end.min()), dtype=np.int64)


def distribution_of(
    strategy: Strategy, *, progress: Progress | None = None, notice: Notice | None = None
) -> Distribution:
    """Return the distribution of a game from disk, else compute it and keep it there."""
    tables = strategy.tables
    kept = store.find(tables, SPREAD, notice=notice)
    if kept is not None:
        return Distribution(int(kept[0]), np.asarray(kept[1:], dtype=np.float64))
    return distribution_and_keep(strategy, progress=progress)


def distribution_and_keep(strategy: Strategy, *, progress: Progress | None = None) -> Distribution:
    """Compute the distribution of a game and keep it on disk."""
    found = distribution(strategy, progress=progress)
    store.keep(strategy.tables, SPREAD, np.concatenate([[float(found.least)], found.chances]))
    return found
