"""The page that looks back on a finished match: luck and losses, decision by decision."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.coach import facts, review
from regatta.errors import Missing
from regatta.solver import Distribution
from regatta.web import forms, reviewview
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.jobs import Job
from regatta.web.manners import guest_of
from regatta.web.site import Shared, Site
from regatta.web.views.lobby import html

if TYPE_CHECKING:
    from regatta.coach import Review
    from regatta.match.match import Match


@get("/matches/{match:str}/review")
async def look_back(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return the review of seat ``seat`` of a finished match, by default the viewer's own.

    Where the game is not worked out yet, that begins, and the page tells how far it is (status 202).

    Raises:
        Missing: ``match.unknown`` (match), ``review.not_over`` while the match goes on, ``seats.unknown`` (seat).
        Illegal: ``solve.*`` for a game that is too large.
        RegattaError: ``limit.reached`` as ``Limits.check``.
    """
    found = await site.sight(request, match)
    if found.finished is None:
        raise Missing("review.not_over")
    guest = guest_of(request.scope)
    seat = _seat(request, found, guest.id)
    seen = await _seen(request, site, found, guest.id)
    status = 202 if isinstance(seen, Job) else 200
    if wants_json(request):
        content = _json(seen, seat, found)
        return Response(content, status_code=status, media_type=MediaType.JSON, headers=dict(NO_STORE))
    tongue = site.tongue(request)
    phrases, frame = tongue.phrases(found.opened.game), site.frame(request, tongue)
    page = reviewview.page(found, seat, phrases, frame, key=forms.fresh_key(), seen=seen)
    draw = tongue.pages.part if "hx-request" in request.sent else tongue.pages.page
    return html(draw(page), status)


@post("/matches/{match:str}/review/stop")
async def stop(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Wait no more for a game to be worked out; the work stops where nobody else waits for it."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields)
    found = await site.sight(request, match)
    site.coaching.stop(found.tables, guest.id)
    return Redirect(f"/matches/{found.id}", status_code=303)


async def _seen(request: Asked, site: Site, match: Match, guest: str) -> reviewview.Seen | Job:
    """Return the reviews of all seats with their record, or the job that must come to its end first."""
    strategy = await site.coaching.strategy(match.tables, guest, needed=False)
    if isinstance(strategy, Job):
        return strategy
    site.limit(request, "pages")
    record = await site.desk.arecord(match.id)
    spread = await site.coaching.spread(strategy, guest)
    return reviewview.Seen(await asyncio.to_thread(review, record, strategy), record, spread)


def _json(seen: reviewview.Seen | Job, seat: int, match: Match) -> dict[str, Any]:
    if isinstance(seen, Job):
        return {"working": seen.state.value, "share": seen.share}
    every = [
        {**facts.of_review(each, match.seats[each.seat].name), "beats": _beats(seen, each)}
        for each in seen.reviews
    ]
    return {**every[seat], "seats": every}


def _beats(seen: reviewview.Seen, found: Review) -> float | None:
    """The share of perfect games that a total beats; None while that is not known."""
    spread = seen.spread
    return spread.below(round(found.final)) if isinstance(spread, Distribution) else None


def _seat(request: Asked, match: Match, guest: str) -> int:
    """Return the seat that is asked for, from 0: without a word about it the viewer's own, else the first."""
    asked = request.query_params.get("seat", "")
    if not asked:
        return match.seat_of(guest) or 0
    if not (asked.isdecimal() and len(asked) < 4 and 1 <= int(asked) <= len(match.seats)):
        raise Missing("seats.unknown", seat=asked[:40])
    return int(asked) - 1
