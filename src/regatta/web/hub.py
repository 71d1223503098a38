"""Who follows which match live: what was committed is drawn once for all who see the same, and goes out at once.

The writer's thread wakes the event loop once for all that it has committed together.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING

from regatta.errors import Denied
from regatta.match.rooms import check_sight
from regatta.web.messages import message
from regatta.web.moved import audience
from regatta.web.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from regatta.match.match import Match
    from regatta.storage.transaction import Notice
    from regatta.web.moved import Audience
    from regatta.web.site import Site
    from regatta.web.stream import Stream
    from regatta.web.tongues import Tongue

logger = logging.getLogger(__name__)

BEATS = 15
"""Every stream says once in so many seconds that it is still there; a share of them each second."""


class Table:
    """A match that somebody follows, as it was told last, and who was told to be away."""

    __slots__ = ("away", "match", "streams")

    def __init__(self, match: Match, away: tuple[int, ...]) -> None:
        self.match = match
        self.away = away
        self.streams: set[Stream] = set()


class Hub:
    """All streams of one site, on the event loop on which it was started."""

    def __init__(self) -> None:
        self.presence = Presence()
        self._tables: dict[str, Table] = {}
        self._beats: list[set[Stream]] = [set() for _ in range(BEATS)]
        self._turn = count()
        self._over = False

    @contextmanager
    def serve(self, site: Site) -> Iterator[None]:
        """Tell what a site commits, for as long as this lasts."""
        self._site = site
        self._loop = asyncio.get_running_loop()
        leave = site.desk.subscribe(self._heard)
        beating = self._loop.create_task(self._beat())
        try:
            yield
        finally:
            leave()
            beating.cancel()
            self.end()

    def end(self) -> None:
        """Let all readers go, and those who come later."""
        self._over = True
        for table in self._tables.values():
            for stream in table.streams:
                stream.end()

    @contextmanager
    def follow(self, match: Match, stream: Stream) -> Iterator[None]:
        """Let a stream follow a match for as long as this lasts."""
        table = self._tables.get(match.id)
        if table is None:
            table = self._tables[match.id] = Table(match, self.presence.away(match))
        beat = self._beats[next(self._turn) % BEATS]
        table.streams.add(stream)
        beat.add(stream)
        if self._over:
            stream.end()
        try:
            with self.presence.stay(match, stream.guest):
                yield
        finally:
            beat.discard(stream)
            table.streams.discard(stream)
            if not table.streams:
                self._tables.pop(match.id, None)

    def followed(self, match: str) -> bool:
        """Whether somebody follows a match."""
        return match in self._tables

    async def catch_up(self, match: str, stream: Stream) -> tuple[int, bytes] | None:
        """Return what a reader has missed of a match, with the version that it brings the reader to."""
        news = await self._site.moved.since(match, stream.at, stream.tongue, stream.guest)
        return (news.version, news.message()) if news is not None else None

    def mention(self, match: str, draw: Callable[[Tongue], bytes]) -> None:
        """Tell all who follow a match something that is no part of it, in their languages."""
        table = self._tables.get(match)
        drawn: dict[Tongue, bytes] = {}
        for stream in table.streams if table is not None else ():
            if stream.tongue not in drawn:
                drawn[stream.tongue] = draw(stream.tongue)
            stream.mention(drawn[stream.tongue])

    # What was committed

    def _heard(self, notices: Sequence[Notice]) -> None:
        """On the writer's thread. Who moved is answered before many are told: that is the next thing on the loop."""
        news = [notice for notice in notices if notice.match.id in self._tables]
        if news:
            with suppress(RuntimeError):  # the loop is closed: nobody follows any more
                self._loop.call_soon_threadsafe(self._loop.call_soon, self._publish, news)

    def _publish(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            table = self._tables.get(notice.match.id)
            if table is None:
                continue
            try:
                self._tell(table, notice)
            except Exception:
                logger.exception("a move could not be told")
                for stream in table.streams:
                    stream.lose()

    def _tell(self, table: Table, notice: Notice) -> None:
        match, events = notice
        table.match = match
        since, version = match.version - len(events), match.version
        drawn: dict[Audience, bytes] = {}
        for stream in table.streams:
            try:
                check_sight(match, stream.guest.id)
            except Denied:
                stream.end()
                continue
            to_whom = audience(match, stream.tongue, stream.guest)
            data = drawn.get(to_whom)
            if data is None:
                data = drawn[to_whom] = self._site.moved.news(match, events, to_whom).message()
            stream.tell(data, since=since, version=version)

    # What the clock says

    async def _beat(self) -> None:
        for turn in count():
            await asyncio.sleep(1)
            for stream in self._beats[turn % BEATS]:
                stream.beat()
            try:
                self._tell_who_is_away()
            except Exception:
                # The next beat must come all the same.
                logger.exception("who is away could not be told")

    def _tell_who_is_away(self) -> None:
        for name, table in self._tables.items():
            away = self.presence.away(table.match)
            if away != table.away:
                table.away = away
                self.mention(name, self._away(table.match))

    def _away(self, match: Match) -> Callable[[Tongue], bytes]:
        return lambda tongue: message("away", self._site.moved.away(match, tongue))
