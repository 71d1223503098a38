"""A seat goes to another browser of the same person: a ticket on one screen, opened on the other."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.errors import Denied
from regatta.match.commands import Envelope, Move
from regatta.web import forms, roomcontexts
from regatta.web.asked import Asked
from regatta.web.manners import guest_of
from regatta.web.qr import picture
from regatta.web.site import Shared
from regatta.web.tickets import LASTS, key_of
from regatta.web.views.lobby import html

PRIVATE = {"referrer-policy": "no-referrer"}
"""Of pages whose address or content is a secret."""


@get("/matches/{match:str}/move")
async def ticket(request: Asked, site: Shared, match: FromPath[str]) -> Response[str]:
    """Return the page with the ticket; once the seats are gone it says so."""
    guest, tongue = guest_of(request.scope), site.tongue(request)
    found = await site.sight(request, match)
    held = [
        seat.name for seat, who in zip(found.seats, found.private.holders, strict=True) if who == guest.id
    ]
    link = (
        f"{site.outside(request)}/matches/{found.id}/move/{site.tickets.issue(found, guest.id)}"
        if held
        else ""
    )
    page = roomcontexts.Moving(
        frame=site.frame(request, tongue),
        match=found.id,
        names=tuple(held),
        link=link,
        qr=picture(link, tongue.words.gettext("QR code of the link")),
        lasts=tongue.words.ngettext(
            "The link is good for %(count)s minute, and once. Show it to nobody else: who opens it gets the seat.",
            "The link is good for %(count)s minutes, and once. Show it to nobody else: who opens it gets the seat.",
            LASTS // 60,
        )
        % {"count": LASTS // 60},
    )
    answer = html(tongue.pages.page(page))
    answer.headers.update(PRIVATE)
    return answer


@get("/matches/{match:str}/move/{ticket:str}")
async def arrive(request: Asked, site: Shared, match: FromPath[str], ticket: FromPath[str]) -> Response[str]:
    """Return the page on which the other browser takes the seats."""
    guest, tongue = guest_of(request.scope), site.tongue(request)
    found = await site.match(match)
    holder = site.tickets.holder(ticket, found)
    held = [seat.name for seat, who in zip(found.seats, found.private.holders, strict=True) if who == holder]
    page = roomcontexts.Arriving(
        frame=site.plain_frame(tongue).with_token(guest.token),
        match=found.id,
        title=tongue.naming(found.opened.game).title,
        names=tuple(held),
        ticket=ticket,
        here=holder == guest.id,
    )
    answer = html(tongue.pages.page(page))
    answer.headers.update(PRIVATE)
    return answer


@post("/matches/{match:str}/move", status_code=303)
async def move(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Take the seats that ``ticket`` lets go of."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields)
    found = await site.match(match)
    shown = forms.text(fields, "ticket")
    holder = site.tickets.holder(shown, found)
    if holder == guest.id:
        raise Denied("ticket.here")
    await site.submit(Envelope(found.id, holder, None, key_of(shown), Move(guest.id)))
    return Redirect(f"/matches/{found.id}", status_code=303, headers=PRIVATE)
