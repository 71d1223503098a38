"""What happens at a table, as it happens: the stream, what polls instead, and what players call to each other."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ASGIApp

from regatta.errors import Denied, Missing
from regatta.web import forms
from regatta.web.addresses import address_of
from regatta.web.asked import Asked
from regatta.web.contexts import Reaction
from regatta.web.errors import NO_STORE
from regatta.web.manners import guest_of
from regatta.web.messages import message
from regatta.web.moved import Fragment
from regatta.web.phrases import isolated_text
from regatta.web.reactions import REACTIONS
from regatta.web.site import Shared
from regatta.web.stream import Stream, StreamAnswer
from regatta.web.views.table import table_part

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.web.guests import Guest
    from regatta.web.tongues import Tongue

LAST_EVENT = "last-event-id"

STREAM = {**NO_STORE, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"}
"""``x-accel-buffering`` asks nginx to pass each message on at once."""


@get("/matches/{match:str}/stream")
async def stream(request: Asked, site: Shared, match: FromPath[str]) -> ASGIApp:
    """Tell what happens after version ``since``, or after that of the last message that a browser got.

    Messages ``table`` hold what has changed on the page, ``look`` that it is to be asked for, ``away`` who is away,
    ``reaction`` what a player calls; ``beat`` says that the stream is there. The id of a message is the version of the match.

    Raises:
        Missing, Denied: as ``Site.sight``.
        RegattaError: ``limit.reached`` and ``limit.streams`` as ``Limits.stream``.
    """
    found, guest = await site.sight(request, match), guest_of(request.scope)
    reader = Stream(guest, site.tongue(request), _since(request, found))
    with ExitStack() as held:
        held.enter_context(site.stream(guest, address_of(request.scope)))
        held.enter_context(site.hub.follow(found, reader))
        return StreamAnswer(reader, partial(site.hub.catch_up, found.id), held.pop_all(), STREAM)


@get("/matches/{match:str}/news")
async def news(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return what has changed on the page since version ``since``: nothing (204), parts, or the table."""
    found, guest = await site.sight(request, match), guest_of(request.scope)
    site.hub.presence.see(found, guest)
    site.show.see(found)
    found_out = await site.moved.since(found.id, _since(request, found), site.tongue(request), guest)
    if found_out is None:
        return Response(None, status_code=204, headers=dict(NO_STORE))
    if found_out.html is None:
        return await table_part(request, site, found, guest)
    return Fragment(found_out.html)


@post("/matches/{match:str}/react", status_code=200)
async def react(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Call one of the ``REACTIONS`` to all who are at the table; nothing of it is kept.

    Raises:
        Denied: ``seat.not_yours`` (seat, name) for a seat that the guest does not hold.
        Missing: ``seats.unknown`` (seat), ``reaction.unknown`` (found, known).
    """
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "reactions")
    found = await site.sight(request, match)
    seat = _own_seat(found, guest, forms.number(fields, "seat"))
    name = forms.text(fields, "reaction")
    if name not in REACTIONS:
        raise Missing("reaction.unknown", found=name, known=", ".join(REACTIONS))
    caller = found.seats[seat].name

    def draw(tongue: Tongue) -> bytes:
        text = tongue.words.gettext(REACTIONS[name])
        say = tongue.words.gettext("%(name)s: %(reaction)s") % {
            "name": isolated_text(caller),
            "reaction": text,
        }
        return message("reaction", tongue.pages.content(Reaction(seat, text, say)).encode())

    site.hub.mention(found.id, draw)
    if "hx-request" in request.sent:
        return Response(None, status_code=204, headers=dict(NO_STORE))
    return Redirect(f"/matches/{found.id}", status_code=303)


def _own_seat(match: Match, guest: Guest, seat: int) -> int:
    if seat >= len(match.seats):
        raise Missing("seats.unknown", seat=seat)
    if match.private.holders[seat] != guest.id:
        raise Denied("seat.not_yours", seat=seat, name=match.seats[seat].name)
    return seat


def _since(request: Asked, match: Match) -> int:
    """The version that a reader has; what is none of this match counts as the present one."""
    asked = request.sent.get(LAST_EVENT) or request.query_params.get("since") or ""
    version = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else match.version
    return min(version, match.version)
