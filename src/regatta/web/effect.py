"""What a game is worth under the best play, worked out beside the site: how large it is first, then every average."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from regatta.solver import store
from regatta.solver.layers import Size, count, strategy_of
from regatta.solver.parts import averages_of, stored_averages
from regatta.tables import tables_of
from regatta.tables.store import prune
from regatta.web.coaching import MOST_STORED, check_memory
from regatta.web.jobs import State

if TYPE_CHECKING:
    from regatta.solver import Averages, Progress
    from regatta.tables import Tables
    from regatta.web.jobs import Job, Jobs

SIZE = "size"
"""The name of a size among what is stored."""

SOLVING = 0.4
"""The share of the work that is to solve the game; the rest is to follow its best play."""

PATIENCE = 1.5
"""Seconds that a page waits for the end of the work, before it says how far it is."""


class Effect(NamedTuple):
    """What is known of a game: its size, its averages, and the job that finds them out, if there was one."""

    tables: Tables
    size: Size | None
    averages: Averages | None
    job: Job | None

    @property
    def waits(self) -> bool:
        return self.averages is None and self.job is not None and self.job.alive


class Effects:
    """Has games worked out for who wants to know."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def begin(self, game: str, guest: str) -> None:
        """Have a game worked out, under its usual options; raises as ``Jobs.start`` and ``tables_of``."""
        tables = await asyncio.to_thread(tables_of, game)
        if await asyncio.to_thread(stored_averages, tables) is None:
            job = self._jobs.start(_key(tables), work_out, tables, wanted=guest)
            await self._jobs.settled(job, PATIENCE)

    async def look(self, game: str) -> Effect:
        """Return what is known of a game, under its usual options."""
        return await asyncio.to_thread(self._look, game)

    def _look(self, game: str) -> Effect:
        tables = tables_of(game)
        size = store.find(tables, SIZE, len(Size._fields))
        states, sets, places, memory, seconds = size.tolist() if size is not None else (0,) * 5
        return Effect(
            tables,
            Size(int(states), int(sets), int(places), int(memory), seconds) if size is not None else None,
            stored_averages(tables),
            self._jobs.find(_key(tables)),
        )

    async def stop(self, game: str, guest: str) -> None:
        """Let a guest wait no more; the work stops where nobody else does."""
        self._jobs.leave(_key(await asyncio.to_thread(tables_of, game)), guest)


def _key(tables: Tables) -> str:
    return f"averages {tables.digest}"


def failed(effect: Effect) -> bool:
    return effect.averages is None and effect.job is not None and effect.job.state is State.FAILED


def work_out(tables: Tables, *, progress: Progress) -> None:
    """Find a game's size, solve it, and follow its best play; all of it is kept on the disk. For the worker process.

    Raises:
        Illegal: ``solve.boxes``, ``solve.too_large``, ``solve.memory`` (found, limit) for a game that is too large.
    """
    size = count(tables)
    store.keep(tables, SIZE, np.array(size, dtype=np.float64))
    check_memory(size)
    strategy = strategy_of(tables, progress=_part(progress, 0.0, SOLVING))
    averages_of(strategy, progress=_part(progress, SOLVING, 1.0))
    prune(store.folder(), MOST_STORED)


def _part(progress: Progress, start: float, end: float) -> Progress:
    """Return what is told of the progress of a part of the work."""

    def tell(share: float | None) -> None:
        progress(None if share is None else start + (end - start) * share)

    return tell
