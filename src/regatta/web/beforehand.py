"""Pages of rules are drawn before somebody asks for them, soon after a server has begun, while it has little else to do."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from regatta.model import catalogue

if TYPE_CHECKING:
    from regatta.web.site import Site

logger = logging.getLogger(__name__)

WAIT = 2.0
"""Seconds in which a new server does nothing but answer."""

SPAN = 0.25
"""Before each page the server is watched for so many seconds..."""

LITTLE = 0.05
"""...until it has been at work for less than this share of them: who plays meanwhile shall not notice."""


@asynccontextmanager
async def beforehand(site: Site) -> AsyncIterator[None]:
    """Draw for as long as this lasts, or until all is drawn."""
    drawing = asyncio.create_task(_draw(site))
    try:
        yield
    finally:
        drawing.cancel()
        await asyncio.gather(drawing, return_exceptions=True)


async def _draw(site: Site) -> None:
    await asyncio.sleep(WAIT)
    try:
        # Game by game: the first page of a language takes four times as long as those after it.
        for game in catalogue.ids():
            for code in site.tongues.codes:
                await calm()
                await site.rules.get(game, {}, await asyncio.to_thread(site.tongues.of, code))
    except Exception:
        # Whoever asks for the page is told what is wrong with it.
        logger.exception("a page of rules could not be drawn beforehand")


async def calm() -> None:
    """Wait until the server has little to do."""
    used = SPAN
    while used > SPAN * LITTLE:
        began = time.process_time()
        await asyncio.sleep(SPAN)
        used = time.process_time() - began
