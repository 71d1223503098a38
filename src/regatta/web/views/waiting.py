"""The page of a room before its match begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.web import waitingview
from regatta.web.asked import Asked
from regatta.web.callnames import call_name
from regatta.web.forms import fresh_key
from regatta.web.site import Site
from regatta.web.views.lobby import html

if TYPE_CHECKING:
    from litestar import Response

    from regatta.match.match import Match
    from regatta.web.guests import Guest


async def page(
    request: Asked,
    site: Site,
    match: Match,
    guest: Guest,
    *,
    notice: str = "",
    status: int = 200,
    name: str | None = None,
    part: bool = False,
) -> Response[str]:
    """Return the page of a room as ``guest`` sees it, or the part of it that changes; ``name`` is what was typed."""
    tongue, frame = site.tongue(request), site.frame(request)
    context = waitingview.waiting(
        match,
        guest.id,
        tongue,
        frame,
        code=await site.rooms.acode(match.id) or "",
        outside=site.outside(request),
        name=call_name(guest, frame.settings, tongue.words) if name is None else name,
        key=fresh_key(),
        notice=notice,
    )
    draw = tongue.pages.part if part or "hx-request" in request.sent else tongue.pages.page
    return html(draw(context), status)
