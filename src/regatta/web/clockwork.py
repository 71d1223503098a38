"""What a server does by itself: turns whose time is over, forgotten rooms, the match of the bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.storage.rooms import Rooms
    from regatta.web.show import Show

logger = logging.getLogger(__name__)

TICK = 0.5
"""Seconds between two looks at the clocks: so much later than its time a turn may be finished."""

SWEEP = 3600.0
"""Seconds between two looks for rooms that were forgotten."""


class Clockwork:
    """Ticks while the server runs. What fails is logged, and tried again at the next tick."""

    def __init__(self, rooms: Rooms, show: Show, *, tick: float = TICK, sweep: float = SWEEP) -> None:
        self._rooms = rooms
        self._show = show
        self._tick = tick
        self._sweep = sweep

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Tick for as long as the context is open, once the clocks are set right."""
        await self._do(self._rooms.awake)
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        swept = loop.time()
        while True:
            await asyncio.sleep(self._tick)
            await self._do(self._rooms.atime_out)
            await self._do(self._show.step)
            if loop.time() - swept >= self._sweep:
                swept = loop.time()
                await self._do(self._rooms.asweep)

    async def _do(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except Exception:
            # Nobody asked for it, so nobody can be told: the log is.
            logger.exception("%s failed", work.__qualname__)
