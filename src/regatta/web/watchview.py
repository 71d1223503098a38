"""The page of matches that one can look at, and its JSON twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regatta import engine
from regatta.web import roomcontexts
from regatta.web.clockwords import per_turn
from regatta.web.lobbyview import Open, unfinished

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.match import Match
    from regatta.web.contexts import Frame
    from regatta.web.tongues import Tongue


def watch(
    frame: Frame, tongue: Tongue, show: Match | None, matches: Sequence[Match], now: int
) -> roomcontexts.Watch:
    """Return the page: what the bots play on top, then public matches."""
    return roomcontexts.Watch(
        frame=frame,
        show=_watched(show, tongue, now) if show is not None else None,
        matches=tuple(_watched(match, tongue, now) for match in matches),
    )


def watch_json(tongue: Tongue, show: Match | None, matches: Sequence[Match]) -> dict[str, Any]:
    """Return what can be looked at as JSON data."""
    return {
        "show": _json(show, tongue) if show is not None else None,
        "matches": [_json(match, tongue) for match in matches],
    }


def open_rooms(matches: Sequence[Match], tongue: Tongue) -> tuple[roomcontexts.OpenRoom, ...]:
    """Return public rooms that have a free seat."""
    words = tongue.words
    found = []
    for match in matches:
        free = match.terms.seats - len(match.seats) if match.terms is not None else 0
        if match.terms is None or free < 1 or match.host is None:
            continue
        found.append(
            roomcontexts.OpenRoom(
                id=match.id,
                title=tongue.naming(match.opened.game).title,
                names=tuple(seat.name for seat in match.seats),
                free=words.ngettext("%(count)s seat is free", "%(count)s seats are free", free)
                % {"count": free},
                agreed=per_turn(match.terms.clock, words),
            )
        )
    return tuple(found)


def _watched(match: Match, tongue: Tongue, now: int) -> roomcontexts.Watched:
    line = unfinished(Open(match, match.turned or now), tongue, now)
    return roomcontexts.Watched(line, match.dice)


def _json(match: Match, tongue: Tongue) -> dict[str, Any]:
    return {
        "match": match.id,
        "game": match.opened.game,
        "title": tongue.naming(match.opened.game).title.text,
        "version": match.version,
        "seat": match.seat,
        "seats": [
            {"name": seat.name, "player": seat.player, "total": engine.total(match.tables, sheet)}
            for seat, sheet in zip(match.seats, match.sheets, strict=True)
        ],
        "dice": list(match.dice),
    }
