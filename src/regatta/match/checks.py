"""Whether somebody may act at a seat at all, and whether what was sent names dice: for all judges of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.errors import Denied, Illegal, Invalid, Missing
from regatta.match.match import House

if TYPE_CHECKING:
    from regatta.match.match import Actor, Match


def check_seat(match: Match, seat: object, actor: Actor) -> None:
    """Raise Missing ``seats.unknown`` (seat) or Denied ``seat.not_yours`` (seat, name)."""
    if type(seat) is not int or not 0 <= seat < len(match.seats):
        raise Missing("seats.unknown", seat=short(seat))
    if match.private.holders[seat] != actor and not (actor is House.BOTS and match.seats[seat].bot):
        raise Denied("seat.not_yours", seat=seat, name=match.seats[seat].name)


def check_turn(match: Match, seat: int, actor: Actor) -> None:
    """Raise why ``actor`` cannot move for a seat now, as ``check_seat`` or Illegal.

    Illegal: ``match.not_begun``, ``move.game_over``, ``move.not_your_turn`` (seat, name, turn, turn_name),
    ``seat.away`` (seat, name).
    """
    check_seat(match, seat, actor)
    if match.position is None:
        raise Illegal("match.not_begun")
    turn = match.seat
    if turn is None:
        raise Illegal("move.game_over", position=str(match.position))
    if seat != turn:
        names = match.seats
        raise Illegal(
            "move.not_your_turn", seat=seat, name=names[seat].name, turn=turn, turn_name=names[turn].name
        )
    if match.seats[seat].bot and actor is not House.BOTS:
        raise Illegal("seat.away", seat=seat, name=match.seats[seat].name)


def places_in(match: Match, places: object) -> tuple[int, ...]:
    """Return places of dice in table order, each named once.

    Raises:
        Invalid: ``hold.no_such_die`` (found, dice), ``hold.twice`` (die).
    """
    count = match.tables.count
    if not isinstance(places, tuple | list):
        raise Invalid("hold.no_such_die", found=short(places), dice=count)
    for place in places[: count + 1]:
        if type(place) is not int or not 0 <= place < count:
            found = place + 1 if type(place) is int and abs(place) < 1000 else short(place)
            raise Invalid("hold.no_such_die", found=found, dice=count)
        if places.count(place) > 1:
            raise Invalid("hold.twice", die=place + 1)
    return tuple(sorted(places))


def short(found: object) -> str:
    """Return what was sent, cut to a length that can be shown."""
    if isinstance(found, int) and abs(found) >= 10**12:
        return "…"
    text = str(found)[:40] if isinstance(found, str | int | float | None) else type(found).__name__
    return text.encode("utf-8", "replace").decode()
