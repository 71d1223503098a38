"""What a room has beside its table while it is played: the clock, who is away, what one may do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.match.events import PERSON
from regatta.match.rooms import PATIENCE
from regatta.web import roomcontexts
from regatta.web.clockwords import left, per_turn, warning
from regatta.web.phrases import isolated, marked

if TYPE_CHECKING:
    from regatta.match.view import View
    from regatta.words import Words


def meanwhile(
    view: View, words: Words, now: int, following: str | None = None
) -> roomcontexts.Meanwhile | None:
    """Return what stands beside the table of a match; None where it is no room.

    ``now`` is the time by the clock that also ends turns, in ms since 1970; ``following`` the game that followed a
    finished one.
    """
    if view.terms is None:
        return None
    plays = any(seat.yours for seat in view.seats)
    over = view.result is not None
    return roomcontexts.Meanwhile(
        now=now,
        clock=_clock(view, now, words),
        slip=_slip(view, now, words) if plays and not over else None,
        players=tuple(_player(view, index, words) for index in range(len(view.seats))),
        moves=plays and not over,
        watching="" if plays else words.gettext("You are watching."),
        agreed=per_turn(view.terms.clock, words),
        following=f"/matches/{following}" if following else "",
        waits=over and following is None,
    )


def played_by(view: View, index: int, words: Words) -> str:
    """Return what is said of a seat that no person plays: "bot"; empty for any other."""
    return words.gettext("bot") if view.seats[index].player != PERSON else ""


def _clock(view: View, now: int, words: Words) -> roomcontexts.Clock | None:
    if view.deadline is None or view.terms is None or view.terms.clock is None:
        return None
    ms = max(0, view.deadline - now)
    before, sentence = warning(view.terms.clock, words)
    return roomcontexts.Clock(
        text=left(-(-ms // 1000), words),
        deadline=view.deadline,
        warns=before * 1000,
        warning=sentence if view.yours else "",
    )


def _slip(view: View, now: int, words: Words) -> roomcontexts.Slip | None:
    """Who is played by a bot may return; who lets the others wait without a clock may be played by one."""
    _ = words.gettext
    away = next((index for index, seat in enumerate(view.seats) if seat.yours and seat.stands_in), None)
    if away is not None:
        return roomcontexts.Slip(marked(_("A bot plays for you.")), "return", away, _("Play on"), 0)
    if not _may_wait(view) or view.seat is None:
        return None
    waited = now - view.turned if view.turned is not None else 0
    line = marked(_("%(name)s keeps you waiting."), {"name": isolated(view.seats[view.seat].name)})
    return roomcontexts.Slip(line, "stand-in", view.seat, _("Let a bot play"), max(0, PATIENCE - waited))


def _may_wait(view: View) -> bool:
    """Whether a person moves whom no clock watches, and who is not the viewer."""
    if view.seat is None or view.terms is None or view.terms.clock is not None:
        return False
    seat = view.seats[view.seat]
    return not seat.yours and seat.player == PERSON


def _player(view: View, index: int, words: Words) -> roomcontexts.Player:
    _ = words.gettext
    seat = view.seats[index]
    notes = (
        _("you") if seat.yours else "",
        _("host") if index == view.host else "",
        _("a bot stands in") if seat.stands_in else _("bot") if seat.player != PERSON else "",
    )
    held = seat.player == PERSON or seat.stands_in
    goes = sure = ""
    if view.result is None and seat.yours and not seat.stands_in:
        goes, sure = _("Leave the game"), _("A bot plays for you until you come back.")
    elif view.result is None and view.hosting and held and not seat.yours:
        goes, sure = _("Send away"), _("A bot plays the seat to the end.")
    stands_in = _("Let a bot play") if index == view.seat and _may_wait(view) and _plays(view) else ""
    return roomcontexts.Player(index, seat.name, tuple(filter(None, notes)), goes, sure, stands_in)


def _plays(view: View) -> bool:
    return any(seat.yours for seat in view.seats)
