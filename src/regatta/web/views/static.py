"""The files of the front end."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from regatta.web.assets import FOREVER
from regatta.web.site import Site


@get("/static/{name:path}")
async def static(name: str, request: Request[Any, Any, Any], site: Site) -> Response[bytes]:
    """Return a built file, compressed where the browser can unpack it."""
    asset = site.assets.get(name.lstrip("/"))
    if asset is None:
        raise NotFoundException
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(asset.plain, media_type=asset.kind, headers=headers)
