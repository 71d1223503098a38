"""How events change a match: ``evolve``, the only way there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from regatta import engine
from regatta.match.events import (
    PERSON,
    Arranged,
    Event,
    Finished,
    HandedOver,
    Held,
    Hinted,
    Left,
    Moved,
    Opened,
    Renamed,
    Returned,
    Rolled,
    RolledOff,
    Salted,
    Seat,
    Seated,
    Started,
    TimedOut,
    TookBack,
    Wrote,
)
from regatta.match.fair import Fair
from regatta.match.match import CLOCK, House, Match, Private, Thrown, Turn, begun, stop

if TYPE_CHECKING:
    from regatta.engine import Position
    from regatta.tables import Tables

T = TypeVar("T")


def start(opened: Event, tables: Tables, private: Private) -> Match:
    """Return the match of its first event."""
    if not isinstance(opened, Opened):
        raise TypeError("a match begins with Opened")
    if opened.terms is not None:
        # The seats are taken by the events that follow, and their holders with them.
        private = replace(private, holders=())
    seats = opened.seats
    return Match(opened, tables, private, seats, (0,) * len(seats), salts=(None,) * len(seats))


def replay(events: Iterable[Event], tables: Tables, private: Private) -> Match:
    """Return the match that ``events``, from the first on, lead to."""
    remaining = iter(events)
    match = start(next(remaining), tables, private)
    for event in remaining:
        match = evolve(match, event)
    return match


Move = Callable[["Position", engine.Action], "Position"]


def verified(position: Position, action: engine.Action) -> Position:
    """Return the position after an action; raises where the engine does not allow it."""
    return engine.apply(position, action)[0]


def evolve(match: Match, event: Event, move: Move = verified) -> Match:
    """Return the match after ``event``.

    Args:
        match: the match before it.
        event: what happened.
        move: ``engine.advance`` for an event that ``decide`` has just given, and that need not be verified again.

    Raises:
        Illegal, Invalid: the engine does not allow the event; only a forged log or record can do that.
    """
    return _EVOLVE[type(event)](match, event, move)


def _next(match: Match, **changes: Any) -> Match:
    """Return the match at the next version: ``dataclasses.replace``, which takes four times as long for every event."""
    following = object.__new__(Match)
    following.__dict__.update(match.__dict__, version=match.version + 1, **changes)
    return following


def _arranged(match: Match, event: Arranged, _: Move) -> Match:
    """The tables of other rules are not in the event: who knows them puts them in their place."""
    opened = replace(
        match.opened,
        game=event.game,
        file_digest=event.file_digest,
        rules_digest=event.rules_digest,
        options=event.options,
        terms=event.terms,
    )
    return _next(match, opened=opened)


def _seated(match: Match, event: Seated, _: Move) -> Match:
    holder = House.BOTS if event.holder is None else event.holder
    return _next(
        match,
        seats=(*match.seats, Seat(event.name, event.player)),
        missed=(*match.missed, 0),
        salts=(*match.salts, None),
        private=replace(match.private, holders=(*match.private.holders, holder)),
    )


def _left(match: Match, event: Left, _: Move) -> Match:
    private, gone = match.private, event.seat
    barred = private.barred | {private.holders[gone]} if event.barred else private.barred
    return _next(
        match,
        seats=_without(match.seats, gone),
        missed=_without(match.missed, gone),
        salts=_without(match.salts, gone),
        private=replace(private, holders=_without(private.holders, gone), barred=barred),
    )


def _renamed(match: Match, event: Renamed, _: Move) -> Match:
    seat = event.seat
    return _next(match, seats=_with(match.seats, seat, match.seats[seat]._replace(name=event.name)))


def _handed_over(match: Match, event: HandedOver, _: Move) -> Match:
    private, seat = match.private, event.seat
    if event.barred:
        barred = private.barred | {private.holders[seat]}
        private = replace(private, holders=_with(private.holders, seat, House.BOTS), barred=barred)
    return _next(
        match,
        seats=_with(match.seats, seat, match.seats[seat]._replace(player=event.player)),
        missed=_with(match.missed, seat, 0),
        private=private,
    )


def _returned(match: Match, event: Returned, _: Move) -> Match:
    seat = event.seat
    return _next(match, seats=_with(match.seats, seat, match.seats[seat]._replace(player=PERSON)))


def _moved(match: Match, event: Moved, _: Move) -> Match:
    holders = tuple(
        event.holder if number in event.seats else holder
        for number, holder in enumerate(match.private.holders)
    )
    return _next(match, private=replace(match.private, holders=holders))


def _timed_out(match: Match, event: TimedOut, _: Move) -> Match:
    missed = _with(match.missed, event.seat, match.missed[event.seat] + 1)
    return _next(match, missed=missed, turn=match.turn._replace(by=CLOCK))


def _salted(match: Match, event: Salted, _: Move) -> Match:
    return _next(match, salts=_with(match.salts, event.seat, event.salt))


def _rolled_off(match: Match, event: RolledOff, _: Move) -> Match:
    return _next(
        match,
        rounds=(*match.rounds, event),
        rolled=match.rolled + len(event.throws),
    )


def _started(match: Match, event: Started, _: Move) -> Match:
    position = engine.start(match.tables, seats=len(match.seats), first=event.first)
    fair = None
    if match.private.seed is not None:
        fair = Fair(match.private.seed, match.id, tuple(salt or "" for salt in match.salts))
    return _next(match, position=position, turn=Turn(event.first), fair=fair, first=event.first)


def _held(match: Match, event: Held, _: Move) -> Match:
    return _next(match, held=event.places)


def _rolled(match: Match, event: Rolled, move: Move) -> Match:
    position = move(_before(match, event, move), engine.Roll(tuple(sorted(event.dice))))
    table = dict(enumerate(match.dice)) | dict(zip(event.places, event.dice, strict=True))
    dice = tuple(table[place] for place in range(match.tables.count))
    turn = match.turn._replace(rolls=(*match.turn.rolls, Thrown(event.places, dice, event.number)))
    return _next(
        match,
        position=position,
        dice=dice,
        held=_others(match, event.places) if match.dice else (),
        rolled=match.rolled + 1,
        turn=turn,
        before=_entered(match) if match.by_hand else None,
    )


def _before(match: Match, event: Rolled, move: Move) -> Position:
    """Return the position in which the dice of ``event`` fall."""
    position = begun(match)
    if event.number > position.number + 1:
        return engine.unseen(position, event.number - 1)
    if position.phase != "keep":
        return position
    kept = tuple(sorted(face for place, face in enumerate(match.dice) if place not in event.places))
    return move(position, engine.Keep(kept))


def _others(match: Match, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place in range(match.tables.count) if place not in places)


def _entered(match: Match) -> Match:
    """Return what taking back a roll by hand leads to: from there, no further than before the last write."""
    if match.dice or match.before is None:
        return match
    return replace(match, before=replace(match.before, before=None))


def _wrote(match: Match, event: Wrote, move: Move) -> Match:
    position = move(stop(match), engine.Write(event.box))
    seat = event.seat
    by = match.turn.by or (match.seats[seat].player if match.stands_in(seat) else "")
    turn = match.turn._replace(box=event.box, points=event.points, extra=event.extra, paid=event.paid, by=by)
    missed = match.missed if by == CLOCK or not match.missed[seat] else _with(match.missed, seat, 0)
    return _next(
        match,
        position=position,
        dice=(),
        held=(),
        turn=Turn(position.seat),
        turns=(*match.turns, turn)[-2 * len(match.seats) :],
        before=None if match.seats[seat].bot else match,
        missed=missed,
    )


def _hinted(match: Match, _: Hinted, __: Move) -> Match:
    return _next(match, turn=match.turn._replace(hints=(*match.turn.hints, len(match.turn.rolls))))


def _took_back(match: Match, _: TookBack, __: Move) -> Match:
    if match.before is None:
        raise ValueError("there is nothing to take back")
    return replace(match.before, version=match.version + 1, private=match.private)


def _finished(match: Match, event: Finished, _: Move) -> Match:
    return _next(match, finished=event, before=None)


_EVOLVE: dict[type[Event], Callable[[Match, Any, Move], Match]] = {
    Arranged: _arranged,
    Seated: _seated,
    Left: _left,
    Renamed: _renamed,
    HandedOver: _handed_over,
    Returned: _returned,
    Moved: _moved,
    TimedOut: _timed_out,
    Salted: _salted,
    RolledOff: _rolled_off,
    Started: _started,
    Held: _held,
    Rolled: _rolled,
    Wrote: _wrote,
    Hinted: _hinted,
    TookBack: _took_back,
    Finished: _finished,
}


def _with(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1 :])


def _without(row: tuple[T, ...], place: int) -> tuple[T, ...]:
    return (*row[:place], *row[place + 1 :])
