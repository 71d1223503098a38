"""The rules of a room: who may sit down, leave, be replaced, and arrange what is played. The judges of ``decide``.

A room is a match with ``terms``. It has exactly one host while a person is in it: the first seat whose person is there.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from regatta import players
from regatta.errors import Denied, Illegal, Invalid, Missing
from regatta.match.events import (
    PERSON,
    Arranged,
    Event,
    HandedOver,
    Left,
    Moved,
    Renamed,
    Returned,
    Salted,
    Seated,
)
from regatta.match.fair import salt_of
from regatta.match.match import House

if TYPE_CHECKING:
    from regatta.match.commands import Arrange, Leave, Move, Rename, Return, Sit, SitBot, StandIn
    from regatta.match.events import Terms
    from regatta.match.match import Actor, Match
    from regatta.match.ports import Entropy

MAX_NAME = 1_000

STAND_IN = "greedy"
"""The bot that plays for a person who is away, and by whose choice the clock writes."""

PATIENCE = 120_000
"""Milliseconds after which anybody in a match without a clock may let a bot play for the seat to move."""

CLOCKS = (30, 60, 120, 180, *(days * 86_400 for days in (1, 2, 3, 7, 14)))
"""Times for a turn that a room may choose, in seconds."""


def check_terms(terms: Terms, low: int, high: int) -> None:
    """Raise Invalid ``seats.number`` (found, low, high) or ``clock.unknown`` (found) for terms no room can have.

    ``low`` and ``high`` are the players of the game.
    """
    if type(terms.seats) is not int or not max(low, 2) <= terms.seats <= high:
        raise Invalid("seats.number", found=terms.seats, low=max(low, 2), high=high)
    if terms.clock is not None and terms.clock not in CLOCKS:
        raise Invalid("clock.unknown", found=terms.clock)


def check_name(name: str) -> None:
    """Raise Invalid ``name.empty`` or ``name.too_long`` (limit) for what cannot be the name of a seat."""
    if not name.strip():
        raise Invalid("name.empty")
    if len(name) > MAX_NAME:
        raise Invalid("name.too_long", limit=MAX_NAME)


def check_sight(match: Match, actor: Actor) -> None:
    """Raise Denied ``room.no_watchers`` where only the players may see the match; before it begins anybody may join."""
    closed = match.terms is not None and not match.terms.watchers and match.position is not None
    if closed and match.seat_of(actor) is None:
        raise Denied("room.no_watchers")


def sit(match: Match, command: Sit, actor: Actor, _: Entropy) -> list[Event]:
    """Anybody may, but those who were sent away; who sits already keeps that seat."""
    terms = _terms(match)
    if not isinstance(actor, str) or actor in match.private.barred:
        raise Denied("room.barred")
    if match.seat_of(actor) is not None:
        raise Illegal("room.seated")
    if match.position is not None:
        raise Illegal("room.begun")
    check_name(command.name)
    _check_free(match, terms)
    seated = Seated(_distinct(match, command.name), PERSON, actor)
    if not command.salt:
        return [seated]
    return [seated, Salted(len(match.seats), salt_of(command.salt), own=True)]


def sit_bot(match: Match, command: SitBot, actor: Actor, _: Entropy) -> list[Event]:
    terms = _terms(match)
    _check_host(match, actor)
    if match.position is not None:
        raise Illegal("room.begun")
    check_name(command.name)
    _check_free(match, terms)
    players.player(command.player)
    return [Seated(_distinct(match, command.name), command.player, None)]


def leave(match: Match, command: Leave, actor: Actor, _: Entropy) -> list[Event]:
    _terms(match)
    seat = check_number(match, command.seat)
    own = match.private.holders[seat] == actor
    if not own:
        _check_host(match, actor)
    if match.finished is not None:
        raise Illegal("move.game_over", position=str(match.position))
    if match.position is None:
        return [Left(seat, barred=not own and not match.seats[seat].bot)]
    if match.private.holders[seat] is House.BOTS:
        raise Illegal("seat.bot", seat=seat, name=match.seats[seat].name)
    if match.seats[seat].bot and own:
        raise Illegal("seat.away", seat=seat, name=match.seats[seat].name)
    player = match.seats[seat].player if match.seats[seat].bot else STAND_IN
    return [HandedOver(seat, player, barred=not own)]


def rename(match: Match, command: Rename, actor: Actor, _: Entropy) -> list[Event]:
    _terms(match)
    seat = check_number(match, command.seat)
    if match.private.holders[seat] != actor:
        raise Denied("seat.not_yours", seat=seat, name=match.seats[seat].name)
    if match.position is not None:
        raise Illegal("room.begun")
    check_name(command.name)
    return [Renamed(seat, _distinct(match, command.name, but=seat))]


def stand_in(match: Match, command: StandIn, actor: Actor, _: Entropy) -> list[Event]:
    """The host at once where the clock does not watch; anybody else who plays, after a while."""
    terms = _terms(match)
    seat = check_number(match, command.seat)
    name = match.seats[seat].name
    if match.position is None:
        raise Illegal("match.not_begun")
    if seat != match.seat or match.seats[seat].bot or match.private.holders[seat] == actor:
        raise Illegal("stand_in.nobody_waits", seat=seat, name=name)
    if terms.clock is not None:
        raise Illegal("stand_in.clock", seat=seat, name=name)
    asks = match.seat_of(actor)
    if asks is None:
        raise Denied("match.watching")
    waited = command.now - (match.turned or command.now)
    if asks != match.host and waited < PATIENCE:
        raise Illegal("stand_in.early", seat=seat, name=name, seconds=-(-(PATIENCE - waited) // 1000))
    return [HandedOver(seat, STAND_IN)]


def come_back(match: Match, command: Return, actor: Actor, _: Entropy) -> list[Event]:
    _terms(match)
    seat = check_number(match, command.seat)
    if match.private.holders[seat] != actor:
        raise Denied("seat.not_yours", seat=seat, name=match.seats[seat].name)
    if match.finished is not None:
        raise Illegal("move.game_over", position=str(match.position))
    if not match.seats[seat].bot:
        raise Illegal("seat.present", seat=seat, name=match.seats[seat].name)
    return [Returned(seat)]


def move(match: Match, command: Move, actor: Actor, _: Entropy) -> list[Event]:
    """Only to a browser that has no seat there: nobody comes to play against themselves."""
    if match.seat_of(command.to) is not None:
        raise Illegal("room.seated")
    if command.to in match.private.barred:
        raise Denied("room.barred")
    own = tuple(number for number, holder in enumerate(match.private.holders) if holder == actor)
    if not own:
        raise Denied("match.watching")
    return [Moved(own, command.to)]


def arrange(match: Match, command: Arrange, actor: Actor, _: Entropy) -> list[Event]:
    _terms(match)
    _check_host(match, actor)
    if match.position is not None:
        raise Illegal("room.begun")
    low, high = command.tables.seats
    check_terms(command.terms, low, high)
    if command.terms.seats < len(match.seats):
        raise Illegal("room.too_many", seats=command.terms.seats, taken=len(match.seats))
    return [
        Arranged(
            command.game,
            command.file_digest,
            command.rules_digest,
            dict(command.options),
            command.terms,
        )
    ]


def check_begin(match: Match, actor: Actor) -> None:
    """Raise Denied ``room.not_host`` or Illegal ``room.too_few`` (needed) where a room cannot begin."""
    if match.terms is None:
        return
    _check_host(match, actor)
    needed = max(2, match.tables.seats[0])
    if len(match.seats) < needed:
        raise Illegal("room.too_few", needed=needed)


def check_number(match: Match, seat: object) -> int:
    """Return the number of a seat; raises Missing ``seats.unknown`` (seat)."""
    if type(seat) is not int or not 0 <= seat < len(match.seats):
        shown = seat if type(seat) is int and abs(seat) < 10**12 else str(type(seat).__name__)
        raise Missing("seats.unknown", seat=shown)
    return seat


def _terms(match: Match) -> Terms:
    if match.terms is None:
        raise Illegal("room.none")
    return match.terms


def _check_host(match: Match, actor: Actor) -> None:
    host = match.host
    if host is None or match.private.holders[host] != actor:
        raise Denied("room.not_host")


def _check_free(match: Match, terms: Terms) -> None:
    if len(match.seats) >= terms.seats:
        raise Illegal("room.full", seats=terms.seats)


def _distinct(match: Match, name: str, but: int | None = None) -> str:
    """Return the name, with a number where another seat than ``but`` has it already."""
    taken = {_compared(seat.name) for number, seat in enumerate(match.seats) if number != but}
    shown, number = name, 1
    while _compared(shown) in taken:
        number += 1
        shown = f"{name} ({number})"
    return shown


def _compared(name: str) -> str:
    """What is the same in two names that look alike: wide letters, ligatures and capitals make no other name."""
    return unicodedata.normalize("NFKC", name).casefold()
