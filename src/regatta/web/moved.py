"""What moves have changed on the page of a match, drawn once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from regatta.web import tableview
from regatta.web.botsteps import steps_of
from regatta.web.forms import fresh_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.web.guests import Guest
    from regatta.web.site import Site
    from regatta.web.tongues import Tongue

KEPT = 1024
"""So many fragments are kept: those of the last moves, which their answers and all streams share."""


class Audience(NamedTuple):
    """All who see the same of a match: one language; the holder of a seat, or nobody in particular (None)."""

    tongue: Tongue
    guest: Guest | None


def audience(match: Match, tongue: Tongue, guest: Guest) -> Audience:
    """Return to whom a guest belongs: seats have things of their own to see, all others see the same."""
    return Audience(tongue, guest if guest.id in match.private.holders else None)


class Moved:
    """Draws, and keeps what was drawn last."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known: OrderedDict[tuple[str, int, int, str, str], bytes | None] = OrderedDict()

    def draw(self, match: Match, events: Sequence[Event], audience: Audience) -> bytes | None:
        """Return the fragment that brings a page up to date which shows the version before ``events``.

        None where they have changed so much that the table is to be drawn as a whole.
        """
        tongue, guest = audience
        holder = guest.id if guest is not None else ""
        name = (match.id, match.version, len(events), tongue.words.tag, holder)
        if name in self._known:
            self._known.move_to_end(name)
            return self._known[name]
        drawn = self._known[name] = self._draw(match, events, tongue, guest)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return drawn

    def _draw(self, match: Match, events: Sequence[Event], tongue: Tongue, guest: Guest | None) -> bytes | None:
        phrases = tongue.phrases(match.opened.game)
        frame = self._site.plain_frame(tongue)
        if guest is not None:
            frame = replace(frame, token=guest.token)
        context = tableview.moved(
            match.view(guest.id if guest is not None else None),
            match.tables,
            phrases,
            frame,
            key=fresh_key(),
            events=events,
            steps=steps_of(match, events, phrases.names),
        )
        return tongue.pages.part(context).encode() if context is not None else None
