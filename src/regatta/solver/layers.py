"""Solving a game: layer by layer, from the full sheets back to the empty one, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.solver import store
from regatta.solver.program import Program
from regatta.solver.reach import states
from regatta.solver.space import Ints, Space, space_of
from regatta.solver.store import Notice
from regatta.solver.strategy import Strategy
from regatta.tables import Tables

Progress = Callable[[float | None], None]
"""Told from time to time which share of the work is done, 0 to 1, and None before kernels are compiled.

It may raise to interrupt the work."""

Precision = Literal["float64", "float32"]

MEAN = "mean"
"""The name of the strategy for the highest mean total, among what is stored."""

Kernel = Callable[[Ints], None]
"""Works on some slots; those that may come after them are done."""

_RATE = 2.5e9
"""Maxima and additions a second of one core, low rather than high."""
_LEAST = 2e6
"""Fewer of them are not worth handing over to another thread."""
_PAUSE = 0.05
"""Seconds between two words about how far it is, and of one piece of work."""


class Size(NamedTuple):
    """How large a game is before it is solved.

    ``states``: sheets that can be told apart and can be reached; ``sets``: sets of filled boxes; ``places``:
    values that are kept; ``memory``: bytes; ``seconds``: about how long one core needs.
    """

    states: int
    sets: int
    places: int
    memory: int
    seconds: float


def count(tables: Tables) -> Size:
    """Return how large a game is.

    Raises:
        Illegal: ``solve.boxes`` or ``solve.too_large`` (found, limit) where it is too large to be solved.
    """
    return size_of(space_of(tables))


def size_of(space: Space) -> Size:
    """Return how large a space is."""
    memory = space.places * 8 + space.memory
    return Size(states(space), len(space.filled), space.places, memory, seconds_of(work_of(space)))


def seconds_of(work: npt.NDArray[np.float64]) -> float:
    """Return about how long one core needs for some work."""
    return float(work.sum()) / _RATE


def solve(
    tables: Tables | Space,
    *,
    precision: Precision = "float64",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Return the play with the highest mean total; the first call in a new environment compiles the kernels.

    Raises:
        Illegal: as ``count``. Whatever ``progress`` raises; Ctrl-C ends it within a fraction of a second, or once the
            kernels are compiled.
    """
    space = tables if isinstance(tables, Space) else space_of(tables)
    program = Program(space)
    values = np.zeros(space.places, dtype=precision)
    values[space.base[-2] :] = program.end
    by_layers(
        space,
        work_of(space),
        _best_mean(program, values, progress),
        threads=threads or cores(),
        progress=progress,
    )
    return Strategy(space, values)


def _best_mean(program: Program, values: npt.NDArray[np.floating], progress: Progress | None) -> Kernel:
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
            1,
            0.0,
            values,
        )

    return run


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def stored(tables: Tables, *, notice: Notice | None = None) -> Strategy | None:
    """Return the strategy of a game that was solved before, or None; needs no kernels.

    ``notice`` is told of a file that cannot be trusted. Raises as ``count``.
    """
    space = space_of(tables)
    values = store.find(tables, MEAN, space.places, notice)
    # A plain view: the pages of the file are still read as they are needed.
    return None if values is None else Strategy(space, np.asarray(values))


def solve_and_keep(tables: Tables, *, progress: Progress | None = None) -> Strategy:
    """Solve a game and keep the strategy on disk; raises as ``solve``."""
    found = solve(tables, progress=progress)
    store.keep(tables, MEAN, found.values)
    return found


def strategy_of(
    tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None
) -> Strategy:
    """Return the strategy of a game from disk, else solve it and keep it there; raises as ``solve``."""
    return stored(tables, notice=notice) or solve_and_keep(tables, progress=progress)


def by_layers(
    space: Space,
    work: npt.NDArray[np.float64],
    kernel: Kernel,
    *,
    threads: int,
    progress: Progress | None = None,
    begin: Callable[[int], None] = lambda _: None,
    end: Callable[[int], None] = lambda _: None,
    last: int | None = None,
) -> None:
    """Run a kernel on all slots but the full sheets', those with more filled boxes first.

    ``work`` float64[slots]: about how much each slot takes. Slots with as many filled boxes do not depend on
    each other: they are shared out to ``threads``. ``begin`` is told the number of filled boxes before them, ``end``
    after them. ``last`` is the number that it begins with, where those with more are done.
    """
    whole = float(work[: space.layers[-2]].sum())
    if last is None:
        last = len(space.layers) - 3
    done = float(work[space.layers[last + 1] : space.layers[-2]].sum())
    pool = ThreadPoolExecutor(threads)
    try:
        # Compiles it, in a thread: Ctrl-C is heard in the main one, and in the midst of LLVM it ends the process.
        pool.submit(kernel, np.arange(0)).result()
        for layer in range(last, -1, -1):
            slots = np.arange(space.layers[layer], space.layers[layer + 1])
            begin(layer)
            pieces = _pieces(slots, work[slots], threads)
            waiting = {pool.submit(kernel, piece): float(work[piece].sum()) for piece in pieces}
            while waiting:
                finished, _ = wait(waiting, _PAUSE, FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    done += waiting.pop(future)
                if progress is not None:
                    progress(min(done / whole, 1.0))
            end(layer)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pieces(slots: Ints, work: npt.NDArray[np.float64], threads: int) -> list[Ints]:
    """Return the slots of a layer, cut into pieces of about the same work.

    There are several for each thread, so that none waits long for another, and none takes so long that one
    who interrupts has to wait.
    """
    pieces = 1 + int(work.sum() / _RATE / _PAUSE)
    if threads > 1:
        pieces = max(pieces, min(threads * 8, int(work.sum() / _LEAST)))
    so_far = np.cumsum(work)
    cuts = np.searchsorted(so_far, so_far[-1] * np.arange(1, pieces) / pieces)
    return [piece for piece in np.split(slots, cuts) if len(piece)]


def work_of(space: Space) -> npt.NDArray[np.float64]:
    """float64[slots]: about how many additions and maxima each slot takes."""
    dice, rolls = space.tables.dice, space.tables.rolls
    inner = len(dice.keeps) - len(dice.rolls)
    lattice = (rolls - 1) * 2 * inner * dice.faces
    boxes = np.bitwise_count(space.writable).astype(np.float64)
    lanes = space.size[:, -1].astype(np.float64)
    outer = np.prod(space.size[:, :-1], axis=1, dtype=np.float64)
    blocks = np.ceil(lanes / 8) * 8
    return np.asarray(outer * blocks * (boxes * len(dice.rolls) + lattice), dtype=np.float64)
