"""Gives the moves that pages make to their handlers at once, and sends what they have changed in one go.

What Litestar and the layers around it do for every request takes longer than a move. Handlers, what happens before them, what
answers errors, headers and the journal are the same. All other requests, and all other answers, go the long way.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from litestar.exceptions import HTTPException

from regatta.errors import RegattaError
from regatta.web.asked import Asked
from regatta.web.connection import send_at_once
from regatta.web.journal import BEGAN
from regatta.web.manners import HEADERS, meet
from regatta.web.moved import HTML, Fragment
from regatta.web.views import table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar import Response
    from litestar.types import ASGIApp, Receive, Scope, Send

    from regatta.web.arrival import Arrival
    from regatta.web.errors import Refusals
    from regatta.web.journal import Journal
    from regatta.web.site import Site

    Handler = Callable[[Asked, Site, str], Awaitable[Response[Any]]]

MATCHES = "/matches/"

HANDLERS: dict[str, Handler] = {
    handler.fn.__name__: handler.fn for handler in (table.hold, table.roll, table.write)
}
"""By the last part of the address, which their functions are named by."""

HEAD = b"".join(b"%b: %b\r\n" % header for header in (*HTML, *HEADERS))
"""The headers of a fragment."""

ANSWER = "regatta.answer"
"""Where a scope holds the answer to a request that was handled already."""


class Shortcut:
    """Stands around all layers; see the module."""

    def __init__(
        self, long_way: ASGIApp, journal: Journal, site: Site, arrival: Arrival, refusals: Refusals
    ) -> None:
        self._long_way = long_way
        self._journal = journal
        self._site = site
        self._arrival = arrival
        self._refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = cast("dict[str, Any]", scope)
        if asked.get("method") == "POST" and asked["path"].startswith(MATCHES):
            match, _, act = asked["path"].removeprefix(MATCHES).partition("/")
            handle, request = HANDLERS.get(act), Asked(scope, receive, send)
            if (
                handle is not None
                and match.isalnum()
                and "hx-request" in request.sent
                and request.whole is not None
            ):
                began = asked[BEGAN] = perf_counter()
                asked["path_template"] = f"{MATCHES}{{match}}/{act}"  # as Litestar tells it
                guest = meet(scope, self._site.guests)
                answer = await self._answer(request, handle, match)
                if type(answer) is Fragment and not guest.fresh and send_at_once(scope, HEAD, answer.html):
                    self._journal.note(scope, 200, perf_counter() - began)
                    return
                asked[ANSWER] = self._made(answer, request)
        await self._long_way(scope, receive, send)

    async def _answer(self, request: Asked, handle: Handler, match: str) -> Response[Any]:
        try:
            return await self._arrival(request) or await handle(request, self._site, match)
        except RegattaError as error:
            return self._refusals.regatta(request, error)
        except HTTPException as error:
            return self._refusals.http(request, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            return self._refusals.fault(request, error)

    def _made(self, answer: Response[Any], request: Asked) -> ASGIApp:
        try:
            return answer.to_asgi_response(None, request)
        except Exception as error:  # noqa: BLE001 - as above
            return self._refusals.fault(request, error).to_asgi_response(None, request)


class Ready:
    """Stands around the application alone: sends the answers that the shortcut has found."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = cast("dict[str, ASGIApp]", scope).get(ANSWER, self._app)
        await answer(scope, receive, send)
