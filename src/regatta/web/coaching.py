"""The solved games that the coach speaks from: at hand, on the disk, or being worked out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from regatta import engine, players
from regatta.coach.advice import Advice, advise
from regatta.errors import Illegal, RegattaError
from regatta.match.authority import places_of
from regatta.match.match import begun
from regatta.players import solved
from regatta.solver import store
from regatta.solver.layers import Size, count, solve_and_keep, strategy_of
from regatta.solver.totals import SPREAD, distribution_of
from regatta.tables import tables_of
from regatta.tables.store import prune
from regatta.web.jobs import Job, Jobs, State

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.solver import Distribution, Progress, Strategy
    from regatta.tables import Tables

MOST_MEMORY = 1_000_000_000
"""Bytes that the values of a game may take here."""

MOST_STORED = 4_000_000_000
"""Bytes of solved games on the disk; those not used for longest go first."""

PATIENCE = 2.0
"""Seconds that a page waits for a game to be worked out, before it says that this goes on."""


PATIENCE_WITH_BOTS = 6.0
"""Seconds that the form of a new match waits, so that most games are ready when it is sent for the first time."""


class Hinted(NamedTuple):
    """Advice on the dice at ``places``; ``then`` is that on the box, where it is best to stop."""

    advice: Advice
    then: Advice | None
    places: tuple[int, ...]


Told = Hinted | Job | RegattaError
"""What the coach says to who asks: a hint, that it is being worked out, or why there is none."""


class Coaching:
    """Finds the strategy of a game, or has it worked out by the worker process."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def strategy(
        self, tables: Tables, guest: str, patience: float = PATIENCE, *, needed: bool
    ) -> Strategy | Job:
        """Return the solved game; where it is not, the job that solves it, once ``patience`` is over.

        ``needed``: whether a table waits for it.

        Raises:
            Illegal: ``solve.boxes``, ``solve.too_large`` (found, limit) where it cannot be solved.
            RegattaError: ``job.*``, ``coach.not_kept``.
        """
        found = await asyncio.to_thread(solved.at_hand, tables)
        if found is not None:
            return found
        job = self.begin(tables, guest, needed=needed)
        await self._jobs.settled(job, patience)
        if job.alive or job.state is State.STOPPED:
            return job
        if job.error is not None:
            raise job.error
        found = await asyncio.to_thread(solved.at_hand, tables)
        if found is None:
            raise RegattaError("coach.not_kept")
        return found

    async def prepare(self, bots: Iterable[str], game: str, options: Mapping[str, str], guest: str) -> None:
        """Have a game of the catalogue worked out where one of the ``bots`` needs that.

        Raises:
            Illegal: as ``make_ready``.
            Missing, ModelFaults, Invalid: as ``regatta.model.load``.
        """
        if any(players.kind_of(bot) in players.KNOWING for bot in bots):
            await self.make_ready(bots, await asyncio.to_thread(tables_of, game, options), guest)

    async def make_ready(self, bots: Iterable[str], tables: Tables, guest: str) -> None:
        """Have a game worked out where one of the ``bots`` needs that.

        Raises:
            Illegal: ``player.not_ready`` (game) where it takes longer than a page can wait, ``player.not_offered`` (game)
                where the bot is one of ``players.LONG`` and nobody has seen to it, and as ``strategy``.
        """
        kinds = {players.kind_of(bot) for bot in bots}
        if kinds.isdisjoint(players.KNOWING):
            return
        if not all(players.offered(kind, tables) for kind in kinds):
            raise Illegal("player.not_offered", game=tables.game)
        if isinstance(await self.strategy(tables, guest, PATIENCE_WITH_BOTS, needed=True), Job):
            raise Illegal("player.not_ready", game=tables.game)
        if not kinds.isdisjoint(players.LONG):
            # Read here, not where all matches wait for it.
            await asyncio.to_thread(solved.chases.find, tables)

    async def told(self, match: Match, guest: str) -> Told:
        """Return what the coach says about the dice on the table of a match."""
        try:
            strategy = await self.strategy(match.tables, guest, needed=True)
        except RegattaError as error:
            return error
        return strategy if isinstance(strategy, Job) else await asyncio.to_thread(_hint, match, strategy)

    async def spread(self, strategy: Strategy, guest: str) -> Distribution | Job | RegattaError:
        """Return how the totals of perfect games are spread, or the job that computes it, or why that failed."""
        found = await asyncio.to_thread(_spread_at_hand, strategy)
        if found is not None:
            return found
        tables = strategy.tables
        try:
            job = self._jobs.start(_spread_key(tables), work_out_spread, tables, wanted=guest)
        except RegattaError as error:
            return error
        return job.error or job

    def begin(self, tables: Tables, guest: str, *, needed: bool) -> Job:
        """Have a game solved in the background; raises as ``Jobs.start``."""
        return self._jobs.start(_key(tables), work_out, tables, wanted=guest, needed=needed)

    def stop(self, tables: Tables, guest: str) -> None:
        """Let a guest wait no more; the work stops where nobody else does."""
        for key in (_key(tables), _spread_key(tables)):
            self._jobs.leave(key, guest)


def _hint(match: Match, strategy: Strategy) -> Hinted:
    position = begun(match)
    advice = advise(position, strategy)
    best = advice.options[0].action
    if isinstance(best, engine.Keep):
        stops = len(best.faces) == match.tables.count
        then = advise(engine.advance(position, best), strategy) if stops else None
        return Hinted(advice, then, places_of(match, best.faces))
    return Hinted(advice, None, ())


def _key(tables: Tables) -> str:
    return f"solve {tables.digest}"


def _spread_key(tables: Tables) -> str:
    return f"spread {tables.digest}"


def _spread_at_hand(strategy: Strategy) -> Distribution | None:
    """Return the distribution of a game where it lies on the disk."""
    return distribution_of(strategy) if store.path_of(strategy.tables, SPREAD).exists() else None


def check_memory(size: Size) -> None:
    """Raises Illegal ``solve.memory`` (found, limit) for a game that is too large for a site."""
    if size.memory > MOST_MEMORY:
        raise Illegal("solve.memory", found=size.memory // 10**6, limit=MOST_MEMORY // 10**6)


def work_out(tables: Tables, *, progress: Progress) -> None:
    """Solve a game and keep it on the disk; for the worker process. Raises as ``count`` and ``check_memory``."""
    check_memory(count(tables))
    solve_and_keep(tables, progress=progress)
    prune(store.folder(), MOST_STORED)


def work_out_spread(tables: Tables, *, progress: Progress) -> None:
    """Compute the distribution of a game and keep it on the disk; for the worker process."""
    distribution_of(strategy_of(tables, progress=progress), progress=progress)
