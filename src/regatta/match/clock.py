"""What happens when the time for a turn is over: the judges of ``decide`` for the house.

The turn is finished by a stated fallback: where nothing was rolled yet, all dice are rolled once; then they are written
where the bot ``STAND_IN`` would write them. Who lets that happen twice in a row is played by that bot until they return.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from regatta import engine, players
from regatta.errors import Denied, Illegal
from regatta.match.events import Event, HandedOver, Returned, Started, TimedOut, Wrote
from regatta.match.evolve import evolve
from regatta.match.match import House, stop
from regatta.match.moves import roll, write
from regatta.match.rooms import STAND_IN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.commands import TimeOut
    from regatta.match.match import Actor, Match
    from regatta.match.ports import Entropy

MISSED = 2
"""Turns that the clock finishes, one after another, before a bot takes the seat."""


def time_out(match: Match, command: TimeOut, actor: Actor, _: Entropy) -> list[Event]:
    """Finish the turn of the seat to move.

    Raises:
        Denied: ``match.watching`` for everybody but the clock.
        Illegal: ``clock.early`` where there is time left, or no clock runs.
    """
    if actor is not House.CLOCK:
        raise Denied("match.watching")
    seat = match.seat
    if seat is None or match.seats[seat].bot or match.deadline is None or command.now < match.deadline:
        raise Illegal("clock.early")
    events: list[Event] = [TimedOut(seat)]
    after = match
    if not match.dice:
        events.append(roll(match, match.free))
        after = evolve(match, events[-1], engine.advance)
    position = stop(after)
    rng = random.Random(f"{match.id} {match.version}")  # noqa: S311 - never for dice
    action = players.player(STAND_IN).choose(position, rng)
    if not isinstance(action, engine.Write):
        raise TypeError("there is nothing left but to write")
    events += write(after, action.box)
    if match.missed[seat] + 1 >= MISSED and isinstance(events[-1], Wrote):
        events.append(HandedOver(seat, STAND_IN))
    return events


def timed(after: Match, events: Sequence[Event], now: int) -> Match:
    """Return ``after`` with the time at which its turn began and must be over, where ``events`` began one.

    Others who come and go give the seat to move no time.
    """
    terms, seat = after.terms, after.seat
    if terms is None or not any(_begins(event, seat) for event in events):
        return after
    waits = seat is not None and not after.seats[seat].bot
    return after.at(turned=now, deadline=now + terms.clock * 1000 if waits and terms.clock else None)


def _begins(event: Event, seat: int | None) -> bool:
    """Whether the turn of ``seat`` began with this event, or went to somebody else."""
    if isinstance(event, Returned | HandedOver):
        return event.seat == seat
    return isinstance(event, Started | Wrote)
