"""The files of the front end."""

from __future__ import annotations

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from regatta.web.asked import Asked
from regatta.web.assets import FOREVER
from regatta.web.site import Shared


@get("/static/{name:path}")
async def static(name: FromPath[str], request: Asked, site: Shared) -> Response[bytes]:
    """Return a built file, compressed where the browser can unpack it."""
    asset = site.assets.get(name.lstrip("/"))
    if asset is None:
        raise NotFoundException
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if asset.packed and "gzip" in request.sent.get("accept-encoding", ""):
        return Response(asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(asset.plain, media_type=asset.kind, headers=headers)
