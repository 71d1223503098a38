"""What a copy does to the points: worked out where somebody asks, against the game it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.model import catalogue
from regatta.storage.copies import game_of
from regatta.web import effectview, forms
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.site import Shared, Site
from regatta.web.views.copies import version_of
from regatta.web.views.lobby import html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.storage.copies import Copy


@get("/copies/{copy:str}/effect")
async def effect(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Return what is known of the points of a version, or how far the work is (status 202)."""
    found, number, games = await _games(request, site, copy, request.query_params)
    looked = [await site.effects.look(game) for game in games]
    waits = any(each.waits for each in looked)
    status = 202 if waits else 200
    if wants_json(request):
        content = effectview.as_json(looked)
        return Response(content, status_code=status, media_type=MediaType.JSON, headers=dict(NO_STORE))
    tongue = site.tongue(request)
    page = effectview.page(site.frame(request, tongue), tongue, found, number, looked=looked)
    draw = tongue.pages.part if "hx-request" in request.sent else tongue.pages.page
    return html(draw(page), status)


@post("/copies/{copy:str}/effect", status_code=303)
async def find_out(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Have a version worked out, and the game it came from, and lead to the page that tells."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "copies")
    _, number, games = await _games(request, site, copy, {"version": forms.text(fields, "version", "")})
    for game in games:
        await site.effects.begin(game, guest.id)
    return Redirect(f"/copies/{copy}/effect?version={number}", status_code=303)


@post("/copies/{copy:str}/effect/stop", status_code=303)
async def stop(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Wait no more; the work stops where nobody else waits for it."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields)
    _, number, games = await _games(request, site, copy, {"version": forms.text(fields, "version", "")})
    for game in games:
        await site.effects.stop(game, guest.id)
    return Redirect(f"/copies/{copy}?version={number}", status_code=303)


async def _games(
    request: Asked, site: Site, name: str, asked: Mapping[str, str]
) -> tuple[Copy, int, list[str]]:
    """Return a copy, the version that is asked for, and the ids of that and of the game it came from."""
    found, _ = await site.copies.afind(name)
    number = version_of(found, asked.get("version"))
    before = [found.parent] if found.parent and catalogue.known(found.parent) else []
    games = [game_of(found.id, number), *before]
    for game in games:
        await site.model(request, game)
    return found, number, games
