"""One stream of a match: what waits for its reader, and the answer that carries it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from regatta.web.connection import PUSH
from regatta.web.manners import HEAD
from regatta.web.messages import BEAT, message

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import ExitStack

    from litestar.types import Receive, Scope, Send

    from regatta.web.guests import Guest
    from regatta.web.tongues import Tongue

MOST_WAITING = 16
"""So many messages wait for a slow reader; one more, and they give way to one that brings it all up to date."""


class _Waiting(NamedTuple):
    data: bytes
    version: int | None


Push = Callable[[bytes], bool]
"""Sends a piece at once and returns True, or leaves it."""


def _no_push(_: bytes) -> bool:
    return False


CatchUp = Callable[["Stream"], Awaitable[tuple[int, bytes] | None]]
"""Gives the version that a match has now, with what brings a reader to it from ``at``; None where that is no news."""


class Stream:
    """What one reader gets. ``at`` is the version that it has been brought to. Lives on the event loop alone."""

    __slots__ = ("_behind", "_over", "_push", "_waiting", "_wake", "at", "guest", "tongue")

    def __init__(self, guest: Guest, tongue: Tongue, at: int) -> None:
        self.guest = guest
        self.tongue = tongue
        self.at = at
        self._waiting: deque[_Waiting] = deque()
        self._push: Push = _no_push
        self._wake: asyncio.Future[None] | None = None
        self._behind = True  # nobody knows yet what happened since the page was drawn
        self._over = False

    def tell(self, data: bytes, *, since: int, version: int) -> None:
        """Bring the reader from the version ``since`` to the next one."""
        last = self._last if self._waiting else self.at
        if self._behind or version <= last:
            return
        if since > last or len(self._waiting) >= MOST_WAITING:
            self.lose()
        elif self._rests and self._push(data):
            self.at = version
        else:
            self._waiting.append(_Waiting(data, version))
            self._stir()

    def mention(self, data: bytes) -> None:
        """Tell something that is no part of the match; a reader who has enough to read never hears of it."""
        if self._rests and self._push(data):
            return
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(_Waiting(data, None))
            self._stir()

    def beat(self) -> None:
        """Show that the stream is still there, unless something else does."""
        if not self._waiting:
            self.mention(BEAT)

    def lose(self) -> None:
        """Forget what waits: the reader is brought up to date all at once."""
        self._waiting.clear()
        self._behind = True
        self._stir()

    def end(self) -> None:
        """Let the reader go."""
        self._over = True
        self._stir()

    async def read(self, catch_up: CatchUp, push: Push = _no_push) -> bytes:
        """Wait for what comes next; nothing where the stream is over. What ``push`` can send at once is never waited for."""
        self._push = push
        while not self._over:
            if self._behind:
                # What happens from here on is told by itself; a gap would be noticed.
                self._behind = False
                if (news := await catch_up(self)) is not None:
                    self.at, data = news
                    return data
            elif self._waiting:
                data = b"".join(
                    each.data for each in self._waiting if each.version is None or each.version > self.at
                )
                self.at = max(self.at, self._last)
                self._waiting.clear()
                if data:
                    return data
            else:
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
        return b""

    @property
    def _rests(self) -> bool:
        """Whether all was sent, so that the next piece can follow."""
        return self._wake is not None and not self._wake.done()

    @property
    def _last(self) -> int:
        """The version that the reader will have when it has read what waits."""
        return next((each.version for each in reversed(self._waiting) if each.version is not None), self.at)

    def _stir(self) -> None:
        if self._rests and self._wake is not None:
            self._wake.set_result(None)


class StreamAnswer:
    """Sends what a stream has until it is over or its reader has gone; then closes what is ``held`` for it."""

    def __init__(
        self, stream: Stream, catch_up: CatchUp, held: ExitStack, headers: Mapping[str, str]
    ) -> None:
        self._stream = stream
        self._catch_up = catch_up
        self._held = held
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            if HEAD in scope:
                self._stream.end()
            leaving = asyncio.ensure_future(_gone(receive))
            leaving.add_done_callback(lambda _: self._stream.end())
            try:
                await send({"type": "http.response.start", "status": 200, "headers": self._headers})
                # Says to the browser where it stands, and to those between that this is to be passed on at once.
                here = message("beat", b".", self._stream.at)
                await send({"type": "http.response.body", "body": here, "more_body": True})
                push = cast("dict[str, Push]", scope).get(PUSH, _no_push)
                while data := await self._stream.read(self._catch_up, push):
                    await send({"type": "http.response.body", "body": data, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                leaving.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
