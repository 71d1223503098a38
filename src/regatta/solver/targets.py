"""The best chance of a total of at least t, for every t at once: what one chases a record by.

The points that are still needed are one more tally, so that all targets are lanes of one walk. The play that has
the best chance of one target is another one for each target; its chances are no distribution of one way to play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from regatta.errors import Illegal
from regatta.solver import store
from regatta.solver.layers import Kernel, Precision, Progress, by_layers, cores, work_of
from regatta.solver.program import Program
from regatta.solver.space import NEEDED, Ints, Space, Tally, so_far, space_of
from regatta.solver.totals import greatest, least
from regatta.tables import Tables

MAX_BYTES = 4_000_000_000
"""Two layers of values may take so much memory."""

_TIMES = {"float64": 1.0, "float32": 0.5}
"""What a value costs, against one in float64."""


@dataclass(frozen=True)
class Chances:
    """``best[t]``: the best chance of a total of at least ``t``, for t from 0 on; 0 beyond."""

    best: npt.NDArray[np.floating]

    def at_least(self, total: int) -> float:
        """Return the best chance of a total of at least ``total``; where that is beyond the targets asked for, 0."""
        if total <= 0:
            return float(self.best[0])
        return float(self.best[total]) if total < len(self.best) else 0.0


def chances(
    tables: Tables,
    *,
    most: int | None = None,
    precision: Precision = "float32",
    threads: int | None = None,
    progress: Progress | None = None,
    resume: bool = False,
) -> Chances:
    """Return the best chances of all totals up to ``most`` (by default the largest total there is).

    This is long work: some minutes for a game of the size of Yacht's boxed descendants. With ``resume`` each
    finished layer is kept on disk, and the work goes on from the last one that is there.

    Raises:
        Illegal: as ``count``; ``solve.memory`` where two layers do not fit. Whatever ``progress`` raises.
    """
    plain = Program(space_of(tables))
    threads = threads or cores()
    top = greatest(plain, threads)
    most = int(top[0]) if most is None else max(0, min(most, int(top[0])))
    space, room = _space(plain, top, most)
    if (needed := room * np.dtype(precision).itemsize) > MAX_BYTES:
        raise Illegal("solve.memory", found=needed // 10**6, limit=MAX_BYTES // 10**6)
    program = Program(space)
    values = np.zeros(room, dtype=precision)
    lanes = int(space.size[-1, -1])
    needed_at_end = space.low[-1, -1] + np.arange(lanes)
    end = program.end.reshape(-1, lanes) >= needed_at_end
    values[space.base[-2] : space.base[-2] + end.size] = end.reshape(-1)
    kept = _Kept(space, f"chances-{most}-{precision}", values) if resume else None
    last = kept.load() if kept else len(space.layers) - 3
    begin = kept.save if kept else lambda _: None
    work = work_of(space) * _TIMES[precision]
    kernel = _best_chance(program, values, progress)
    by_layers(space, work, kernel, threads=threads, progress=progress, begin=begin, last=last)
    if kept:
        kept.forget()
    low, size = int(space.low[0, -1]), int(space.size[0, -1])
    targets = np.clip(np.arange(most + 1) - low, 0, size - 1)
    return Chances(np.clip(values[int(space.base[0]) + targets], 0, 1))


def _space(plain: Program, top: Ints, most: int) -> tuple[Space, int]:
    """Return the space with the points that are needed as its last tally, and how many values two layers take.

    Layers take turns at the two ends of the array: only the last two are there.
    """
    space = plain.space
    tables = space.tables
    low = least(plain)
    by_slot = np.maximum.reduceat(top, space.base[:-1])
    lost, _ = so_far(tables, range(len(tables.boxes)), space.filled)
    lost = np.minimum(lost, 0)
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


def _best_chance(program: Program, values: npt.NDArray[np.floating], progress: Progress | None) -> Kernel:
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
            values,
        )

    return run


class _Kept:
    """The last finished layer on disk, so that interrupted work can go on."""

    def __init__(self, space: Space, objective: str, values: npt.NDArray[np.floating]) -> None:
        self._space = space
        self._name = f"{objective}-layer"
        self._values = values

    def load(self) -> int:
        """Fill in a layer that is kept, and return the number of filled boxes to go on with."""
        last = len(self._space.layers) - 3
        kept = store.find(self._space.tables, self._name)
        if kept is None:
            return last
        part = self._part(int(kept[0]))
        if not 0 < int(kept[0]) <= last or part.stop - part.start != len(kept) - 1:
            return last
        self._values[part] = kept[1:]
        return int(kept[0]) - 1

    def save(self, number: int) -> None:
        """Keep the layer that was finished before the one with ``number`` filled boxes."""
        if number < len(self._space.layers) - 3:
            values = self._values[self._part(number + 1)]
            first = np.array([number + 1], dtype=values.dtype)
            store.keep(self._space.tables, self._name, np.concatenate([first, values]))

    def forget(self) -> None:
        store.path_of(self._space.tables, self._name).unlink(missing_ok=True)

    def _part(self, number: int) -> slice:
        """Return where a layer is in the array of values."""
        start, stop = self._space.layers[number : number + 2]
        size = int(np.prod(self._space.size[start:stop], axis=1, dtype=np.int64).sum())
        begin = int(self._space.base[start])
        return slice(begin, begin + size)
