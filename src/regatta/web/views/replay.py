"""The replay of a finished match: a page that stays, at any position of it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import MediaType, Response, get
from litestar.params import FromPath

from regatta.errors import Missing
from regatta.match.film import Film
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.replayview import replay as context
from regatta.web.site import Shared
from regatta.web.views.lobby import html

MAX_DIGITS = 9


@get("/matches/{match:str}/replay")
async def replay(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return a finished match at version ``at``, or at the end of turn ``turn``; else at its beginning.

    A position that there is none of shows the last one before it.

    Raises:
        Missing: ``match.unknown`` (match), ``match.not_over`` while it goes on.
    """
    found = await site.sight(request, match)
    if found.finished is None:
        raise Missing("match.not_over")
    film = Film(found, await site.desk.aevents(found.id))
    version, turn = _number(request, "at"), _number(request, "turn")
    index = film.find(version) if version is not None else film.turn(turn) if turn is not None else 0
    if wants_json(request):
        still = await asyncio.to_thread(film.still, index)
        content = {**still.match.view().json(), "steps": [stop.version for stop in film.stops]}
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    tongue = site.tongue(request)
    pieces = tongue.pieces(found.opened.game)
    sheet = _number(request, "sheet")
    frame = site.frame(request, tongue)
    focus = sheet - 1 if sheet else None
    page = await asyncio.to_thread(context, film, index, pieces, frame, focus=focus)
    draw = tongue.pages.part if "hx-request" in request.sent else tongue.pages.page
    return html(draw(page))


def _number(request: Asked, name: str) -> int | None:
    """A whole number of the query; None for anything else."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) <= MAX_DIGITS else None
