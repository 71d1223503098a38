"""What there is to look at: public matches, and always one that bots play."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import MediaType, Response, get

from regatta.web import watchview
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.site import Shared
from regatta.web.views.lobby import html


@get("/watch")
async def watch(request: Asked, site: Shared) -> Response[Any]:
    """Return the matches that one can look at, or their JSON twin."""
    tongue = site.tongue(request)
    show = await site.show.look()
    matches = await site.rooms.awatchable()
    if wants_json(request):
        content = await site.beside(matches, partial(watchview.watch_json, tongue, show, matches))
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    now = site.desk.clock.now()
    page = await site.beside(
        matches, partial(watchview.watch, site.frame(request, tongue), tongue, show, matches, now)
    )
    return html(tongue.pages.page(page))
