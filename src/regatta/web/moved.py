"""What moves have changed on the page of a match, drawn once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Response

from regatta.web import contexts, tableview
from regatta.web.botsteps import steps_of
from regatta.web.errors import NO_STORE
from regatta.web.forms import fresh_key
from regatta.web.fragments import HELD, Change, change_of
from regatta.web.messages import message
from regatta.web.tableview import focus_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestar.types import ASGIApp, Receive, Scope, Send

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.web.fragments import Around
    from regatta.web.guests import Guest
    from regatta.web.site import Site
    from regatta.web.tongues import Tongue

KEPT = 1024
"""So many fragments are kept: those of the last moves, which their answers and all streams share."""


HTML = [(b"content-type", b"text/html; charset=utf-8")] + [
    (name.encode(), value.encode()) for name, value in NO_STORE.items()
]

WHOLE = -1
"""Stands for the number of events where the whole table was drawn."""

MOST_MISSED = 100
"""Who has missed more events than this is shown the table as a whole."""


class Audience(NamedTuple):
    """All who see the same of a match: one language; the holder of a seat, or nobody in particular (None)."""

    tongue: Tongue
    guest: Guest | None


def audience(match: Match, tongue: Tongue, guest: Guest) -> Audience:
    """Return to whom a guest belongs: seats have things of their own to see, all others see the same."""
    return Audience(tongue, guest if guest.id in match.private.holders else None)


class News(NamedTuple):
    """What brings a page to a version: a fragment, or the whole table. None where each has to ask for its own."""

    version: int
    html: bytes | None

    def message(self) -> bytes:
        """Return it as a message of a stream."""
        if self.html is None:
            return message("look", b".", self.version)
        return message("table", self.html, self.version)


class Fragment(Response[bytes]):
    """The answer to most moves: ready to be sent, which spares what Litestar does for any kind of answer."""

    def __init__(self, html: bytes) -> None:
        self.html = html

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]
        return self._send

    async def _send(self, _: Scope, __: Receive, send: Send) -> None:
        length = (b"content-length", str(len(self.html)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*HTML, length]})
        await send({"type": "http.response.body", "body": self.html, "more_body": False})


class Moved:
    """Draws, and keeps what was drawn last."""

    def __init__(self, site: Site) -> None:
        self._site = site
        # What all see who have the same seat in focus is drawn once: they come one after the other.
        self._last: tuple[object, Change, Around] = (None, HELD, (b"", b""))
        self._known: OrderedDict[tuple[str, int, int, Audience], bytes | None] = OrderedDict()

    def draw(self, match: Match, events: Sequence[Event], audience: Audience) -> bytes | None:
        """Return the fragment that brings a page up to date which shows the version before ``events``.

        None where they have changed so much that the table is to be drawn as a whole.
        """
        name = (match.id, match.version, len(events), audience)
        known = self._known.get(name)
        if known is None:
            known = self._draw(match, events, audience)
            self._keep(name, known)
        return known

    def news(self, match: Match, events: Sequence[Event], audience: Audience) -> News:
        """Return what ``events`` have changed, or the whole table where that is the same for many.

        Before a match begins nobody who looks on sees the same: each may have a seat to take.
        """
        html = self.draw(match, events, audience)
        if html is None and audience.guest is None and match.position is not None:
            name = (match.id, match.version, WHOLE, audience)
            if name not in self._known:
                self._keep(name, self._draw_whole(match, events, audience.tongue))
            html = self._known[name]
        return News(match.version, html)

    def away(self, match: Match, tongue: Tongue) -> bytes:
        """Return who of the seats is away, for all who follow a match."""
        seats = tableview.seats(match.view(None), tongue.phrases(match.opened.game), 0, self._away(match))
        return tongue.pages.content(contexts.Away(seats)).encode()

    async def since(self, name: str, at: int, tongue: Tongue, guest: Guest) -> News | None:
        """Return what has changed in a match since a version; None for nothing."""
        match = await self._site.match(name)
        missed = match.version - at
        if missed <= 0:
            return None
        to_whom = audience(match, tongue, guest)
        if at < 1 or missed > MOST_MISSED:
            return self.news(match, (), to_whom)
        known = self._known.get((match.id, match.version, missed, to_whom))
        if known is not None:
            return News(match.version, known)
        events = await self._site.desk.aevents(match.id, at)
        return self.news(match, events[:missed], to_whom)

    def _keep(self, name: tuple[str, int, int, Audience], drawn: bytes | None) -> None:
        self._known[name] = drawn
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _draw(self, match: Match, events: Sequence[Event], audience: Audience) -> bytes | None:
        tongue, guest = audience
        view = match.view(guest.id if guest is not None else None)
        fragments, focus = tongue.fragments(match.opened.game), focus_of(view)
        name = (match.id, match.version, len(events), tongue, focus)
        if self._last[0] != name:
            change = change_of(match, events)
            if change is None:
                return None
            steps = steps_of(match, events, fragments.pieces.phrases.names)
            self._last = (
                name,
                change,
                fragments.around(view, match.tables, focus, change, events=events, steps=steps),
            )
        _, change, around = self._last
        own = fragments.own(
            view,
            match.tables,
            focus,
            change,
            # Who only looks on has no forms.
            token=guest.token if guest is not None else "",
            key=fresh_key() if guest is not None else "",
            now=self._site.desk.clock.now,
            away=self._away(match) if change.wrote else (),
        )
        return own.encode().join(around)

    def _draw_whole(self, match: Match, events: Sequence[Event], tongue: Tongue) -> bytes:
        context = tableview.table(
            match.view(None),
            match.tables,
            tongue.pieces(match.opened.game),
            self._site.plain_frame(tongue),
            key=fresh_key(),
            now=self._site.desk.clock.now(),
            events=events,
            away=self._away(match),
        )
        return tongue.pages.part(context).encode()

    def _away(self, match: Match) -> tuple[int, ...]:
        return self._site.hub.presence.away(match)
