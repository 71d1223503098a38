"""The solved games that the coach speaks from: at hand, on the disk, or being worked out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from regatta.errors import RegattaError
from regatta.players import solved
from regatta.solver.layers import solve_and_keep
from regatta.web.jobs import Jobs, State

if TYPE_CHECKING:
    from regatta.solver import Strategy
    from regatta.tables import Tables
    from regatta.web.jobs import Job

PATIENCE = 2.0
"""Seconds that a page waits for a game to be worked out, before it says that this goes on."""


class Coaching:
    """Finds the strategy of a game, or has it worked out by the worker process."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def strategy(self, tables: Tables, guest: str, patience: float = PATIENCE) -> Strategy | Job:
        """Return the solved game; where it is not, the job that solves it, once ``patience`` is over.

        Raises:
            Illegal: ``solve.boxes``, ``solve.too_large`` (found, limit) where it cannot be solved.
            RegattaError: ``job.*``, ``coach.not_kept``.
        """
        found = await asyncio.to_thread(solved.at_hand, tables)
        if found is not None:
            return found
        job = self.begin(tables, guest)
        await self._jobs.settled(job, patience)
        if job.alive or job.state is State.STOPPED:
            return job
        if job.error is not None:
            raise job.error
        found = await asyncio.to_thread(solved.at_hand, tables)
        if found is None:
            raise RegattaError("coach.not_kept")
        return found

    def begin(self, tables: Tables, guest: str) -> Job:
        """Have a game solved in the background; raises as ``Jobs.start``."""
        return self._jobs.start(_key(tables), solve_and_keep, tables, wanted=guest)

    def stop(self, tables: Tables, guest: str) -> None:
        """Let a guest wait no more; the work stops where nobody else does."""
        self._jobs.leave(_key(tables), guest)


def _key(tables: Tables) -> str:
    return f"solve {tables.digest}"
