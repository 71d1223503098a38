"""What proves the dice: of one match, and of all that fell on this site."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get
from litestar.params import FromPath

from regatta.web import diceview
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.site import Shared
from regatta.web.views.lobby import html

SCRIPT = "proof.js"


@get("/matches/{match:str}/dice")
async def match_dice(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return the page on which the browser recomputes every roll of a match, once it is over."""
    found = await site.sight(request, match)
    events = await site.desk.aevents(found.id)
    tongue = site.tongue(request)
    if wants_json(request):
        content = diceview.match_dice_json(found, events[: found.version], tongue)
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    frame = site.frame(request, tongue)
    page = diceview.match_dice(found, events[: found.version], tongue, frame, site.assets.url(SCRIPT))
    return html(tongue.pages.page(page))


@get("/dice")
async def site_dice(request: Asked, site: Shared) -> Response[Any]:
    """Return how the dice are made fair, and how all of them fell."""
    falls, tongue = await site.desk.afalls(), site.tongue(request)
    if wants_json(request):
        content = diceview.site_dice_json(falls)
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    page = diceview.site_dice(falls, tongue.words, site.frame(request, tongue))
    return html(tongue.pages.page(page))
