"""The best chance of a total of at least t, for every t at once: what one chases a record by.

The points that are still needed are one more tally, so that all targets are lanes of one walk. The play that has
the best chance of one target is another one for each target; its chances are no distribution of one way to play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.errors import Illegal
from regatta.solver.layers import (
    Kernel,
    Precision,
    Progress,
    Size,
    by_layers,
    cores,
    seconds_of,
    work_of,
)
from regatta.solver.program import Program
from regatta.solver.space import NEEDED, Ints, Space, Tally, most_lost, so_far, space_of
from regatta.solver.totals import greatest, least
from regatta.tables import Tables

MAX_BYTES = 4_000_000_000
"""Two layers of values may take so much memory."""

FAINT: dict[Precision, float] = {"float64": 0.0, "float32": 1e-12}
"""Chances that are not above this count as none: they cost time, and nobody lives to see them."""

_TIMES = {"float64": 1.0, "float32": 0.35}
"""What a value costs, against one in float64."""


@dataclass(frozen=True)
class Chances:
    """``best[t]``: the best chance of a total of at least ``t``, for t from 0 on; 0 beyond."""

    best: npt.NDArray[np.floating]

    def at_least(self, total: int) -> float:
        """Return the best chance of a total of at least ``total``; where that is beyond the targets asked for, 0.

        Below 0 it is that of 0, the least there is: a ``Chase`` knows those of other totals too.
        """
        if total <= 0:
            return float(self.best[0])
        return float(self.best[total]) if total < len(self.best) else 0.0


class Layer(NamedTuple):
    """The chances of all sheets with ``number`` filled boxes.

    ``slots`` are theirs; of each, ``low`` is the least number of points needed and ``size`` how many follow.
    ``values`` are those of one slot after the other, the points needed running fastest.
    """

    number: int
    slots: slice
    low: Ints
    size: Ints
    values: npt.NDArray[np.floating]


def chances(
    tables: Tables,
    *,
    most: int | None = None,
    precision: Precision = "float32",
    threads: int | None = None,
    progress: Progress | None = None,
    done: Callable[[Layer], None] = lambda _: None,
    begun: Callable[[], tuple[int, npt.NDArray[np.floating]] | None] = lambda: None,
) -> Chances:
    """Return the best chances of all totals up to ``most`` (by default the largest total there is).

    This is long work: some minutes for a game as large as Yahtzee.

    Args:
        tables: the game.
        most: the largest target.
        precision: ``float32`` is exact to about a millionth.
        threads: on how many cores; by default on all.
        progress: see ``layers.Progress``.
        done: told of each layer once it is finished; the values belong to it only until it returns.
        begun: returns the number of filled boxes of a layer that was finished before, and its values.

    Raises:
        Illegal: as ``count``; ``solve.memory`` where two layers do not fit. Whatever ``progress`` raises.
    """
    threads = threads or cores()
    space, room = _space(tables, most, threads)
    if (needed := room * np.dtype(precision).itemsize) > MAX_BYTES:
        raise Illegal("solve.memory", found=needed // 10**6, limit=MAX_BYTES // 10**6)
    program = Program(space)
    values = np.zeros(room, dtype=precision)
    lanes = int(space.size[-1, -1])
    needed_at_end = space.low[-1, -1] + np.arange(lanes)
    end = program.end.reshape(-1, lanes) >= needed_at_end
    values[space.base[-2] : space.base[-2] + end.size] = end.reshape(-1)

    def layer(number: int) -> Layer:
        slots = slice(*space.layers[number : number + 2])
        begin = int(space.base[slots.start])
        size = int(np.prod(space.size[slots], axis=1, dtype=np.int64).sum())
        low, sizes = (of[slots, -1].astype(np.int64) for of in (space.low, space.size))
        return Layer(number, slots, low, sizes, values[begin : begin + size])

    last = len(space.layers) - 3
    if (found := begun()) is not None:
        there = layer(found[0])
        if len(there.values) == len(found[1]):
            there.values[:] = found[1]
            last = there.number - 1
    if last == len(space.layers) - 3:
        done(layer(last + 1))
    by_layers(
        space,
        work_of(space) * _TIMES[precision],
        _best_chance(program, values, FAINT[precision], progress),
        threads=threads,
        progress=progress,
        end=lambda number: done(layer(number)),
        last=last,
    )
    low, size = int(space.low[0, -1]), int(space.size[0, -1])
    targets = np.clip(np.arange(space.tallies[-1].most + 1) - low, 0, size - 1)
    return Chances(np.clip(values[int(space.base[0]) + targets], 0, 1))


def size_of_targets(tables: Tables, *, precision: Precision = "float32") -> Size:
    """Return how large the work for all totals is; ``memory`` is that of two layers. Raises as ``count``."""
    space, room = _space(tables, None, cores())
    places = int(np.prod(space.size, axis=1, dtype=np.int64).sum())
    seconds = seconds_of(work_of(space)) * _TIMES[precision]
    return Size(places, len(space.filled), places, room * np.dtype(precision).itemsize, seconds)


def _space(tables: Tables, most: int | None, threads: int) -> tuple[Space, int]:
    """Return the space with the points that are needed as its last tally, and how many values two layers take.

    Layers take turns at the two ends of the array: only the last two are there.
    """
    plain = Program(space_of(tables))
    top = greatest(plain, threads)
    # Where every game ends below 0, there is still the chance of a total of 0: none.
    most = max(0, int(top[0]) if most is None else min(most, int(top[0])))
    space = plain.space
    low = least(plain)
    by_slot = np.maximum.reduceat(top, space.base[:-1])
    lost, _ = so_far(tables, range(len(tables.boxes)), space.filled)
    # Each box that is filled was a turn: what it cost in the box, and what rules took for it.
    turns = np.bitwise_count(space.filled & tables.all_boxes).astype(np.int64)
    lost = np.minimum(lost + turns * most_lost(tables), 0)
    high = np.maximum(low, np.minimum(by_slot + 1, most - lost))
    tally = Tally(NEEDED, tables.all_boxes, 0, most)
    lows = np.column_stack([space.low, low]).astype(np.int32)
    sizes = np.column_stack([space.size, high - low + 1]).astype(np.int32)
    values = np.prod(sizes, axis=1, dtype=np.int64)
    layers = [slice(*space.layers[at : at + 2]) for at in range(len(space.layers) - 1)]
    whole = [int(values[layer].sum()) for layer in layers]
    room = max(one + other for one, other in pairwise(whole))
    base = np.zeros(len(values) + 1, dtype=np.int64)
    for number, layer in enumerate(layers):
        start = 0 if number % 2 else room - whole[number]
        base[layer] = start + np.cumsum(values[layer]) - values[layer]
    return replace(space, tallies=(*space.tallies, tally), low=lows, size=sizes, base=base), room


def _best_chance(
    program: Program, values: npt.NDArray[np.floating], faint: float, progress: Progress | None
) -> Kernel:
    from regatta.solver import kernels

    if progress is not None and not kernels.is_compiled(kernels.solve):
        progress(None)

    def run(slots: Ints) -> None:
        kernels.solve(
            slots,
            program.choices,
            program.sheets,
            program.specials,
            program.lattice,
            program.rolls,
            0,
            faint,
            values,
        )

    return run
