"""One line of the log and one measurement a request. Tells the route, never the address that was asked for.

Addresses hold what is nobody else's business: the code of a room, the link to a match. Nothing that a browser sent is logged.
"""

from __future__ import annotations

import logging
from time import perf_counter
from typing import TYPE_CHECKING, cast

from litestar.enums import ScopeType

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

    from regatta.web.metrics import Metrics

logger = logging.getLogger("regatta.request")

NOWHERE = "nowhere"
"""The route of a request that no route is for."""

BEGAN = "regatta.began"
"""Where a scope holds when its request began to be handled, where that was before the journal heard of it."""

METHODS = {"GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}


class Journal:
    """Wraps an application; see the module."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began = cast("dict[str, float]", scope).get(BEGAN) or perf_counter()
        status, seconds = 0, 0.0

        async def send_and_note(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                # Until the answer begins: a stream may go on for hours.
                status, seconds = message["status"], perf_counter() - began
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            self.note(scope, status, seconds)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Note an answer that began after so many seconds; status 0 for one that never did."""
        asked = cast("HTTPScope", scope)["method"]
        method = str(asked) if asked in METHODS else "other"
        route = route_of(scope)
        self._metrics.request(method, route, status, seconds)
        if logger.isEnabledFor(logging.INFO):
            ms = round(seconds * 1000, 1)
            facts = {"method": method, "route": route, "status": status, "ms": ms}
            logger.info("%s %s %d %s ms", method, route, status, ms, extra={"facts": facts})


def route_of(scope: Scope) -> str:
    """Return the template of the route that a request was given to, such as ``/matches/{match}/roll``."""
    return cast("dict[str, str]", scope).get("path_template") or NOWHERE
