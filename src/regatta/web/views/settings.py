"""The settings of a guest: their page, and the form that changes some or all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from regatta.web import contexts, forms
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.site import Shared
from regatta.web.views.lobby import html
from regatta.web.ways import local


@get("/settings")
async def settings(request: Asked, site: Shared) -> Response[str]:
    """Return the page of all settings; its form leads back to the page named by ``back``."""
    tongue = site.tongue(request)
    frame = replace(site.frame(request, tongue), back=local(request.query_params.get("back")))
    return html(tongue.pages.page(contexts.SettingsPage(frame)))


@post("/settings", status_code=303)
async def save(request: Asked, site: Shared) -> Response[Any]:
    """Change the settings that were sent, and lead back to where the form stood."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields)
    found = (await site.settings.load(guest)).changed(fields)
    await site.settings.save(guest, found)
    if wants_json(request):
        return Response(found.json(), status_code=200, media_type=MediaType.JSON, headers=dict(NO_STORE))
    return Redirect(local(fields.get("back")), status_code=303)
