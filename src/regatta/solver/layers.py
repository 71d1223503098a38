"""Solving a game: layer by layer, from the full sheets back to the empty one, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.solver import store
from regatta.solver.program import LANES, Program
from regatta.solver.reach import states
from regatta.solver.space import Ints, Space, space_of
from regatta.solver.store import Notice
from regatta.solver.strategy import Strategy
from regatta.tables import Tables

Progress = Callable[[float], None]
"""Told from time to time which share of the work is done, 0 to 1; it may raise to interrupt the work."""

Precision = Literal["float64", "float32"]

MEAN = "mean"
"""The name of the strategy for the highest mean total, among what is stored."""

_PIECES = 8
"""A layer is cut into so many pieces a thread, so that no thread waits long for another."""
_RATE = 1.5e9
"""Maxima and additions a second of one core, low rather than high."""
_PAUSE = 0.05


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
    work = float(_work(space).sum())
    memory = space.places * 8 + sum(
        array.nbytes
        for array in (space.filled, space.writable, space.after, space.low, space.size, space.base)
    )
    return Size(states(space), len(space.filled), space.places, memory, work / _RATE)


def solve(
    tables: Tables | Space,
    *,
    precision: Precision = "float64",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Return the play with the highest mean total; the first call in a new environment compiles the kernels.

    Raises:
        Illegal: as ``count``. Whatever ``progress`` raises; Ctrl-C ends it within a fraction of a second.
    """
    space = tables if isinstance(tables, Space) else space_of(tables)
    program = Program(space)
    values = np.zeros(space.places, dtype=precision)
    values[space.base[-2] :] = program.end
    _by_layers(program, 1, values, threads or os.cpu_count() or 1, progress)
    return Strategy(space, values)


def stored(tables: Tables, *, notice: Notice | None = None) -> Strategy | None:
    """Return the strategy of a game that was solved before, or None; needs no kernels.

    ``notice`` is told of a file that cannot be trusted. Raises as ``count``.
    """
    space = space_of(tables)
    values = store.find(tables, MEAN, space.places, notice)
    return None if values is None else Strategy(space, values)


def strategy_of(
    tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None
) -> Strategy:
    """Return the strategy of a game from disk, else solve it and keep it there; raises as ``solve``."""
    found = stored(tables, notice=notice)
    if found is None:
        found = solve(tables, progress=progress)
        store.keep(tables, MEAN, found.values)
    return found


def _by_layers(
    program: Program, earns: int, values: npt.NDArray[np.floating], threads: int, progress: Progress | None
) -> None:
    from regatta.solver import kernels

    space = program.space
    work = _work(space)
    whole, done = float(work.sum()), 0.0

    def run(slots: Ints) -> float:
        kernels.solve(
            slots, program.choices, program.sheets, program.specials, program.lattice,
            program.rolls, program.numbers, earns, values,
        )  # fmt: skip
        return float(work[slots].sum())

    if progress is not None:
        progress(0.0)
    pool = ThreadPoolExecutor(threads)
    try:
        for layer in range(len(space.layers) - 3, -1, -1):
            waiting = {pool.submit(run, slots) for slots in _pieces(space, work, layer, threads)}
            while waiting:
                finished, waiting = wait(waiting, _PAUSE, FIRST_COMPLETED)
                done += sum(future.result() for future in finished)
                if progress is not None:
                    progress(min(done / whole, 1.0))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pieces(space: Space, work: npt.NDArray[np.float64], layer: int, threads: int) -> list[Ints]:
    """Return the slots of a layer, cut into pieces of about the same work."""
    slots = np.arange(space.layers[layer], space.layers[layer + 1])
    pieces = threads * _PIECES if threads > 1 else 1 + int(work[slots].sum() / _RATE / _PAUSE)
    so_far = np.cumsum(work[slots])
    cuts = np.searchsorted(so_far, so_far[-1] * np.arange(1, pieces) / pieces)
    return [piece for piece in np.split(slots, cuts) if len(piece)]


def _work(space: Space) -> npt.NDArray[np.float64]:
    """float64[slots]: about how many additions and maxima each slot takes."""
    dice, rolls = space.tables.dice, space.tables.rolls
    inner = len(dice.keeps) - len(dice.rolls)
    lattice = (rolls - 1) * 2 * inner * dice.faces
    boxes = np.bitwise_count(space.writable).astype(np.float64)
    lanes = space.size[:, -1].astype(np.float64)
    outer = np.prod(space.size[:, :-1], axis=1, dtype=np.float64)
    blocks = np.ceil(lanes / LANES) * LANES
    return np.asarray(outer * blocks * (boxes * len(dice.rolls) + lattice), dtype=np.float64)
