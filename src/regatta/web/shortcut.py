"""Gives the moves that pages make to their handlers at once: what Litestar does for every request takes as long as a move.

Around Litestar, inside of what every answer carries. Handlers, what happens before them and what answers errors are those that
Litestar is given; all other requests go to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from litestar.exceptions import HTTPException

from regatta.errors import RegattaError
from regatta.web.asked import Asked
from regatta.web.views import table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar import Response
    from litestar.types import ASGIApp, Receive, Scope, Send

    from regatta.web.arrival import Arrival
    from regatta.web.errors import Refusals
    from regatta.web.site import Site

MATCHES = "/matches/"

HANDLERS: dict[str, Callable[[Asked, Site, str], Awaitable[Response[Any]]]] = {
    handler.fn.__name__: handler.fn for handler in (table.hold, table.roll, table.write)
}
"""By the last part of the address, which their functions are named by."""


class Shortcut:
    """Wraps an application; see the module."""

    def __init__(self, app: ASGIApp, site: Site, arrival: Arrival, refusals: Refusals) -> None:
        self._app = app
        self._site = site
        self._arrival = arrival
        self._refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = cast("dict[str, Any]", scope)
        if asked.get("method") == "POST" and asked["path"].startswith(MATCHES):
            match, _, act = asked["path"].removeprefix(MATCHES).partition("/")
            handle, request = HANDLERS.get(act), Asked(scope, receive, send)
            if handle is not None and "hx-request" in request.sent and request.whole is not None:
                asked["path_template"] = f"{MATCHES}{{match}}/{act}"  # as Litestar tells it
                answer = await self._answer(request, handle, match)
                await answer.to_asgi_response(None, request)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _answer(
        self, request: Asked, handle: Callable[[Asked, Site, str], Awaitable[Response[Any]]], match: str
    ) -> Response[Any]:
        try:
            return await self._arrival(request) or await handle(request, self._site, match)
        except RegattaError as error:
            return self._refusals.regatta(request, error)
        except HTTPException as error:
            return self._refusals.http(request, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            return self._refusals.fault(request, error)
