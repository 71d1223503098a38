"""What happens before a request is handled: a language is chosen, the settings of the guest are brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Response
from litestar.response import Redirect
from litestar.routes import HTTPRoute

from regatta.web.errors import NO_STORE
from regatta.web.forms import MAX_BODY, MAX_TEXT_BODY
from regatta.web.journal import route_of
from regatta.web.manners import guest_of
from regatta.web.site import way_back
from regatta.web.tongues import set_cookie
from regatta.web.ways import with_query

if TYPE_CHECKING:
    from regatta.web.asked import Asked
    from regatta.web.site import Site

LANGUAGE = "lang"
"""The parameter that chooses a language: ``/games/ID?lang=hu``."""


class Arrival:
    """Receives the requests of a site."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, request: Asked) -> Response[Any] | None:
        """Return where to go instead, for an address that chooses a language, or what may be asked of it; else None."""
        if request.method == "OPTIONS":
            return _methods(request)
        if request.method == "POST":
            self._site.limit(request, "bytes", _size(request))
        if request.method == "GET" and LANGUAGE in request.query_params:
            return self._choose(request)
        await self._site.settings.load(guest_of(request.scope))
        return None

    def _choose(self, request: Asked) -> Redirect:
        """Remember the language, and lead to the same page without the parameter."""
        code = self._site.tongues.known(request.query_params[LANGUAGE])
        headers = dict(NO_STORE)
        if code is not None:
            headers["set-cookie"] = set_cookie(code, secure=request.scope["scheme"] == "https")
        return Redirect(with_query(way_back(request), LANGUAGE, None), status_code=303, headers=headers)


def _methods(request: Asked) -> Response[Any]:
    """Return what may be asked of an address. Litestar itself tells of one handler, where an address has two."""
    here = route_of(request.scope)
    routes = (route for route in request.app.routes if isinstance(route, HTTPRoute))
    known = {method for route in routes if route.path_format == here for method in route.methods}
    if "GET" in known:
        known.add("HEAD")
    return Response(None, status_code=204, headers={**NO_STORE, "allow": ", ".join(sorted(known))})


def _size(request: Asked) -> int:
    """Bytes of a body; the most there may be where that is not said, or more is said."""
    said = request.sent.get("content-length", "")
    return min(int(said), MAX_TEXT_BODY) if said.isdecimal() and len(said) < 12 else MAX_BODY
