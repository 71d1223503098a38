"""What those ask who watch the server: does the process live, and does it do its work."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import MediaType, Response, get

from regatta.errors import RegattaError
from regatta.web.asked import Asked
from regatta.web.errors import RETRY_AFTER
from regatta.web.site import Shared

PATIENCE = 2.0
"""Seconds in which the database and the writer must have answered."""

# Not "no-store", with which a page says that it may carry the cookie of a new guest.
UNKEPT = {"cache-control": "no-cache"}


@get("/healthz")
async def alive() -> Response[dict[str, str]]:
    """Say that the process lives."""
    return Response({"status": "alive"}, media_type=MediaType.JSON, headers=dict(UNKEPT))


@get("/readyz")
async def ready(request: Asked, site: Shared) -> Response[dict[str, Any]]:
    """Say that the database answers a read and the writer takes work; else 503 with the code of what is wrong."""
    try:
        async with asyncio.timeout(PATIENCE):
            await site.desk.aready()
    except TimeoutError:
        return _unready(request, site, RegattaError("storage.busy"))
    except RegattaError as error:
        return _unready(request, site, error)
    return Response({"status": "ready"}, media_type=MediaType.JSON, headers=dict(UNKEPT))


def _unready(request: Asked, site: Shared, error: RegattaError) -> Response[dict[str, Any]]:
    content = {"error": {"code": error.code, "message": site.tongue(request).words.sentence(error)}}
    headers = {**UNKEPT, "retry-after": RETRY_AFTER}
    return Response(content, status_code=503, media_type=MediaType.JSON, headers=headers)
