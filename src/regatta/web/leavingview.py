"""How one leaves a match from the menu of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.web import contexts

if TYPE_CHECKING:
    from regatta.match.view import View
    from regatta.words import Words


def leaving(view: View, words: Words) -> contexts.Leaving | None:
    """Return how the viewer leaves: a bot goes on in a room, a match around one screen is given up.

    None for who plays no seat, and once the match is over.
    """
    _ = words.gettext
    own = next((index for index, seat in enumerate(view.seats) if seat.yours and not seat.stands_in), None)
    if own is None or view.result is not None:
        return None
    if view.terms is None:
        return contexts.Leaving("leave", own, _("Give this game up"), _("It leaves your games for good."))
    return contexts.Leaving(
        "stand-up", own, _("Leave the game"), _("A bot plays for you until you come back.")
    )
