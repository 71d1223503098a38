"""The events of a roll and of a write, whoever made them: a person, a bot or the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine
from regatta.errors import Illegal
from regatta.match.events import Event, Finished, Rolled, Wrote
from regatta.match.match import begun, stop

if TYPE_CHECKING:
    from regatta.match.match import Match


def roll(match: Match, free: tuple[int, ...]) -> Rolled:
    """Return the event of throwing the dice at the places ``free`` in the turn of the seat to move.

    Raises:
        Illegal: ``roll.all_held`` where there is none, ``match.by_hand``.
    """
    if not free:
        raise Illegal("roll.all_held")
    if match.fair is None:
        raise Illegal("match.by_hand")
    position = begun(match)
    dice = match.fair.roll(match.rolled, len(free), match.tables.faces)
    return Rolled(position.seat, position.number + 1, free, dice, match.rolled)


def write(match: Match, box: str) -> list[Event]:
    """Return the events of writing the dice on the table into ``box``; the last box of all ends the match."""
    position, event = engine.apply(stop(match), engine.Write(box))
    if not isinstance(event, engine.Wrote):
        raise TypeError("a write must give Wrote")
    paid = tuple(match.tables.extras[index].id for index in event.paid)
    wrote = Wrote(event.seat, box, event.points, event.extra, paid)
    if position.phase != "over":
        return [wrote]
    seed = match.private.seed
    return [
        wrote,
        Finished(engine.totals(position), engine.ranks(position), seed.hex() if seed is not None else None),
    ]
