"""What makes the site one that can be installed: its manifest, its service worker, its page without a connection.

All three are the same for everybody who reads the same language, and a browser asks each time whether they are still the same.
"""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get

from regatta.web import contexts
from regatta.web.asked import Asked
from regatta.web.errors import VARY
from regatta.web.manifest import manifest_of
from regatta.web.site import Shared
from regatta.web.worker import worker_of

ASK_FIRST = {"cache-control": "no-cache"}


@get("/manifest.webmanifest")
async def manifest(request: Asked, site: Shared) -> Response[dict[str, Any]]:
    """Return the web app manifest, in the language of the pages."""
    content = manifest_of(site.assets, site.tongue(request).words)
    return Response(content, media_type="application/manifest+json", headers={**ASK_FIRST, "vary": VARY})


@get("/sw.js")
async def worker(site: Shared) -> Response[bytes]:
    """Return the service worker. It stands at the root, since it looks after all pages."""
    return Response(worker_of(site.assets), media_type="text/javascript", headers=dict(ASK_FIRST))


@get("/offline")
async def offline(request: Asked, site: Shared) -> Response[str]:
    """Return the page that the service worker shows where another cannot be reached."""
    tongue = site.tongue(request)
    page = tongue.pages.page(contexts.Offline(site.plain_frame(tongue)))
    return Response(page, media_type=MediaType.HTML, headers={**ASK_FIRST, "vary": VARY})
