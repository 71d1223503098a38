"""Pages of rules are drawn before somebody asks for them, soon after a server has begun."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from regatta.model import catalogue

if TYPE_CHECKING:
    from regatta.web.site import Site

logger = logging.getLogger(__name__)

WAIT = 2.0
"""Seconds in which a new server does nothing but answer."""


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
        tongues = [await asyncio.to_thread(site.tongues.of, code) for code in site.tongues.codes]
        # Game by game: the first page of a language takes four times as long as those after it.
        for game in catalogue.ids():
            await site.rules.fill(game, tongues)
    except Exception:
        # Whoever asks for the page is told what is wrong with it.
        logger.exception("a page of rules could not be drawn beforehand")
