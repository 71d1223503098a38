"""From a room that waits for its players to the context of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta import players
from regatta.match.fair import MAX_SALT
from regatta.match.rooms import CLOCKS
from regatta.model import catalogue
from regatta.web import roomcontexts
from regatta.web.clockwords import per_turn
from regatta.web.contexts import BotField
from regatta.web.library import model_of
from regatta.web.lobbyview import option_fields
from regatta.web.phrases import isolated, isolated_text, marked
from regatta.web.qr import picture
from regatta.web.ways import about_copy, rules_of
from regatta.words.bots import bot_line, bot_name

if TYPE_CHECKING:
    from regatta.match.events import Terms
    from regatta.match.match import Match
    from regatta.match.view import SeatView, View
    from regatta.web.contexts import Frame
    from regatta.web.tongues import Tongue
    from regatta.words import Words

LEAST = 2
"""Players of the smallest room."""


def waiting(
    match: Match,
    viewer: str,
    tongue: Tongue,
    frame: Frame,
    *,
    code: str,
    outside: str,
    name: str,
    key: str,
    notice: str = "",
) -> roomcontexts.Waiting:
    """Return the context of the page of a room.

    Args:
        match: the room.
        viewer: the guest who looks at it.
        tongue: the language of the page.
        frame: what stands around it.
        code: what the room is called by.
        outside: how the site is reached: what shared links begin with.
        name: under which the viewer would sit down.
        key: of the forms.
        notice: why something was refused.
    """
    view, terms, words = match.view(viewer), match.terms, tongue.words
    if terms is None:
        raise TypeError("a room has terms")
    free = terms.seats - len(view.seats)
    own = next((index for index, seat in enumerate(view.seats) if seat.yours), None)
    barred = viewer in match.private.barred
    closed = _closed(words, barred=barred, free=free) if own is None else ""
    link = f"{outside}/r/{code}"
    return roomcontexts.Waiting(
        frame=frame,
        match=view.match,
        version=view.version,
        key=key,
        heading=tongue.naming(view.game).title,
        rules_of=rules_of(view.game, view.options) if catalogue.known(view.game) else "",
        copy=about_copy(view.game),
        say=_say(view, free, words),
        notice=notice,
        lead=_lead(view, own, words),
        code=code,
        spoken=" ".join(code),
        link=link,
        shown=link.partition("://")[2],
        qr=picture(link, words.gettext("QR code of the link")),
        taken=words.gettext("%(taken)s of %(seats)s seats are taken")
        % {"taken": len(view.seats), "seats": terms.seats},
        free=_free(free, words),
        seats=tuple(_seat(view, index, seat, words) for index, seat in enumerate(view.seats)),
        sitting=roomcontexts.Sitting(name, MAX_SALT) if own is None and not closed else None,
        closed=closed,
        own=_own(view, own),
        hosting=_hosting(match, view, terms, tongue) if view.hosting else None,
        begins=Markup() if view.hosting else _begins(view, words),
        facts=_facts(view, terms, tongue),
        commitment=view.commitment or "",
    )


def _closed(words: Words, *, barred: bool, free: int) -> str:
    if barred:
        return words.gettext("The host has closed this room to you.")
    return words.gettext("All seats are taken.") if free < 1 else ""


def _free(free: int, words: Words) -> str:
    if free < 1:
        return ""
    return words.ngettext("%(count)s seat is free", "%(count)s seats are free", free) % {"count": free}


def _lead(view: View, own: int | None, words: Words) -> Markup:
    _ = words.gettext
    if own is None and view.host is not None:
        return marked(_("%(name)s invites you to a game"), {"name": isolated(view.seats[view.host].name)})
    if len(view.seats) < LEAST:
        return marked(_("Send the link to those you want to play with"))
    if view.hosting:
        return marked(_("Begin when all are there"))
    return marked(_("Waiting for the beginning"))


def _say(view: View, free: int, words: Words) -> str:
    _ = words.gettext
    if not view.seats:
        return _("Nobody sits at the table.")
    names = words.series(isolated_text(seat.name) for seat in view.seats)
    sentence = _("At the table: %(names)s.") % {"names": names}
    return f"{sentence} {_free(free, words)}.".removesuffix(" .")


def _begins(view: View, words: Words) -> Markup:
    if view.host is None:
        return Markup()
    return marked(words.gettext("%(name)s begins the match."), {"name": isolated(view.seats[view.host].name)})


def _seat(view: View, index: int, seat: SeatView, words: Words) -> roomcontexts.RoomSeat:
    _ = words.gettext
    bot = seat.player if players.kind_of(seat.player) in players.names() else ""
    notes = (
        _("you") if seat.yours else "",
        _("host") if index == view.host else "",
        _("bot") if bot else "",
        bot_line(bot, words) if bot else "",
    )
    goes = ""
    if seat.yours:
        goes = _("Stand up")
    elif view.hosting:
        goes = _("Take away") if bot else _("Send away")
    return roomcontexts.RoomSeat(
        index, seat.name, seat.yours, tuple(filter(None, notes)), seat.salt or "", goes
    )


def _own(view: View, own: int | None) -> roomcontexts.Own | None:
    if own is None:
        return None
    seat = view.seats[own]
    return roomcontexts.Own(own, seat.name, salted=seat.salt is not None, most_salt=MAX_SALT)


def _hosting(match: Match, view: View, terms: Terms, tongue: Tongue) -> roomcontexts.Hosting:
    words = tongue.words
    taken, (low, high) = len(view.seats), match.tables.seats
    needed = max(LEAST, low)
    begins = ""
    if taken < needed:
        begins = words.ngettext(
            "It takes %(count)s player at least: send the link, or add a bot.",
            "It takes %(count)s players at least: send the link, or add a bot.",
            needed,
        ) % {"count": needed}
    known = catalogue.known(view.game)
    sent = {f"option-{name}": value for name, value in view.options.items()}
    return roomcontexts.Hosting(
        begins=begins,
        bots=tuple(
            BotField(bot, bot_name(bot, words), bot_line(bot, words), (), 0)
            for bot in players.BY_STRENGTH
            if players.ready(bot, match.tables)
        )
        if taken < terms.seats
        else (),
        fewer=terms.seats - 1 if terms.seats - 1 >= max(needed, taken) else 0,
        games=tuple(
            roomcontexts.GamePick(game, tongue.naming(game).title, game == view.game)
            for game in dict.fromkeys((*catalogue.in_order(), view.game))
        ),
        options=option_fields(model_of(view.game), tongue.naming(view.game), sent) if known else (),
        seats=tuple(
            roomcontexts.Pick(str(count), str(count), count == terms.seats)
            for count in range(max(needed, taken), high + 1)
        ),
        clocks=tuple(
            roomcontexts.Pick(str(clock or ""), per_turn(clock, words), clock == terms.clock)
            for clock in (None, *CLOCKS)
        ),
        listed=terms.listed,
        watchers=terms.watchers,
        hints=terms.hints,
    )


def _facts(view: View, terms: Terms, tongue: Tongue) -> tuple[roomcontexts.Fact, ...]:
    """What was agreed on; of the rules only what is not as usual."""
    words, naming = tongue.words, tongue.naming(view.game)
    _ = words.gettext
    usual = model_of(view.game).choices if catalogue.known(view.game) else {}
    rules = [
        (naming.names(name), naming.names(f"{name}.{value}"))
        for name, value in view.options.items()
        if name not in usual or usual[name].default != value
    ]
    agreed = [
        (_("Time"), per_turn(terms.clock, words)),
        (_("Room"), _("public") if terms.listed else _("only by the link")),
        (_("Others may look on"), _("yes") if terms.watchers else _("no")),
        (_("Hints"), _("yes") if terms.hints else _("no")),
    ]
    return tuple(
        roomcontexts.Fact(Markup.escape(name), Markup.escape(value)) for name, value in rules + agreed
    )
