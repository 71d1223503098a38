"""How to play."""

from __future__ import annotations

from dataclasses import replace

from litestar import Response, get

from regatta.web import contexts
from regatta.web.asked import Asked
from regatta.web.site import Shared
from regatta.web.views.lobby import html
from regatta.web.ways import local


@get("/help")
async def guide(request: Asked, site: Shared) -> Response[str]:
    """Return the page of help; it leads back to the page named by ``back``."""
    tongue = site.tongue(request)
    frame = replace(site.frame(request, tongue), back=local(request.query_params.get("back")))
    return html(tongue.pages.page(contexts.Help(frame)))
