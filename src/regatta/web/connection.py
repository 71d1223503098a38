"""One connection as uvicorn speaks HTTP on it, with two bounds that uvicorn lacks: on the time and the size of a head.
Head and body of an answer leave together.

Without them whoever sends a byte a minute holds a connection for ever, and whoever sends a header without end fills the memory.
Bodies are bounded where they are read: ``forms.MAX_BODY``, ``forms.PATIENCE``.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

if TYPE_CHECKING:
    from litestar.types import Scope

PATIENCE = 20.0
"""Seconds from the opening of a connection, or from the first byte of a later request, to the end of the headers."""

MAX_HEAD = 64 * 1024
"""Bytes of a head, the address and all headers, that may come before its end is there."""

PUSH = "regatta.push"
"""Where a scope holds what writes a piece of the body that is being sent, between two calls of ``send``: takes the piece and
returns whether it was written, which it is not where that would have to wait. It is much cheaper than ``send``."""

OK = b"HTTP/1.1 200 OK\r\n"

CYCLE = "regatta.cycle"
"""Where a scope holds what leads to uvicorn's cycle, which holds the scope: each request would wait for the collector of cycles
if it held that itself."""


def cycle_of(scope: Scope) -> RequestResponseCycle | None:
    """Return what uvicorn knows of a request, the part of its body among it that is here and was not received yet."""
    known = cast("dict[str, ref[RequestResponseCycle]]", scope).get(CYCLE)
    return known() if known is not None else None


def send_at_once(scope: Scope, head: bytes, body: bytes) -> bool:
    """Answer 200 with these headers (whole lines) and this body, or leave it where that would have to wait or be the last answer.

    As ``RequestResponseCycle.send`` does it in two steps, which looks at each header again.
    """
    cycle = cycle_of(scope)
    if (
        cycle is None
        or cycle.response_started
        or cycle.disconnected
        or cycle.flow.write_paused
        or not cycle.keep_alive
        or cycle.waiting_for_100_continue
    ):
        return False
    cycle.response_started = cycle.response_complete = True
    usual = b"".join([b"%b: %b\r\n" % header for header in cycle.default_headers])
    cycle.transport.write(b"%b%b%bcontent-length: %d\r\n\r\n%b" % (OK, usual, head, len(body), body))
    cycle.message_event.set()
    cycle.on_response()
    return True


class Gathered:
    """A transport that hands on at once what was written one after the other: a call of the system costs more than all else."""

    __slots__ = ("_call_soon", "_parts", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._call_soon = loop.call_soon
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))


class Connection(HttpToolsProtocol):
    """See the module."""

    _late: asyncio.TimerHandle | None = None
    """Runs while the end of a head is awaited."""
    _head_begun = False
    _in_body = False
    _size = 0
    _asked: tuple[RequestResponseCycle, ...] = ()
    """The requests that are not answered yet: the next ones may come before the first has its answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = cast("asyncio.Transport", Gathered(transport, self.loop))
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)
        # Uvicorn tells the last one alone; a stream before it would never end.
        for cycle in self._asked:
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        waited, in_body = self._late is not None, self._in_body
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._late is None:
            # No cycle before the first request, whatever its type says.
            if self._head_begun or self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]
                self._await_head()  # what came belongs to no request yet, or to one that was answered before its end
        elif waited and not (in_body or self._in_body):
            self._size += len(data)
            if self._size > MAX_HEAD:
                self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope[PUSH] = self._push  # type: ignore[literal-required]
        self._head_begun = True  # most are there as a whole: only for the others a clock is set

    def on_headers_complete(self) -> None:
        self._head_begun = False
        self._in_body = True
        self._head_came()
        super().on_headers_complete()
        self.scope[CYCLE] = ref(self.cycle)  # type: ignore[literal-required]
        self._asked = (*(cycle for cycle in self._asked if not cycle.response_complete), self.cycle)

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()

    def _push(self, data: bytes) -> bool:
        cycle = self.cycle
        if (
            not cycle.chunked_encoding
            or cycle.response_complete
            or cycle.disconnected
            or self.flow.write_paused
        ):
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def _await_head(self) -> None:
        self._size = 0
        self._late = self.loop.call_later(PATIENCE, self._give_up)

    def _head_came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.close()
