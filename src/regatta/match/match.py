"""A match as its events say: an immutable value, and ``evolve``, the only way it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from regatta import engine
from regatta.match import view as views
from regatta.match.events import (
    Event,
    Finished,
    Held,
    Opened,
    Rolled,
    RolledOff,
    Salted,
    Seat,
    Series,
    Started,
    TookBack,
    Wrote,
)
from regatta.match.fair import Fair

if TYPE_CHECKING:
    from regatta.engine import Position, Sheet
    from regatta.tables import Tables


class House(Enum):
    """Who holds the seats of the bots: no guest can be this."""

    BOTS = "bots"


Actor = str | House


@dataclass(frozen=True, slots=True)
class Private:
    """What no player may see: the seed before the end (None for dice by hand) and who holds each seat."""

    seed: bytes | None
    holders: tuple[Actor | None, ...]

    def __repr__(self) -> str:
        return "Private(...)"


class Thrown(NamedTuple):
    """One roll of a turn: which places were thrown, and all dice by place afterwards."""

    places: tuple[int, ...]
    dice: tuple[int, ...]


class Turn(NamedTuple):
    """What a seat did in one turn; ``box`` is None while the turn goes on."""

    seat: int
    rolls: tuple[Thrown, ...] = ()
    box: str | None = None
    points: int = 0
    extra: int = 0
    paid: tuple[str, ...] = ()


_NO_TURN = Turn(0)


@dataclass(frozen=True)
class Match:
    """A match at one version.

    ``position`` is None until the match has begun. ``dice`` are the faces by place, empty before the
    first roll of a turn. ``rolled`` counts all rolls so far, so it is the ``k`` of the next one.
    ``turns`` holds the last turns, oldest first: two of each seat. ``before`` is the match before a person's write
    that nobody has rolled after: what a take-back returns to. ``fair`` are the dice, from when the salts are fixed
    on; None where they are thrown by hand.
    """

    opened: Opened
    tables: Tables
    private: Private = field(repr=False)
    version: int = 1
    salts: tuple[str | None, ...] = ()
    rounds: tuple[RolledOff, ...] = ()
    position: Position | None = None
    dice: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    rolled: int = 0
    turn: Turn = _NO_TURN
    turns: tuple[Turn, ...] = ()
    finished: Finished | None = None
    before: Match | None = field(default=None, repr=False)
    fair: Fair | None = field(default=None, repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.opened.match

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.opened.seats

    @property
    def series(self) -> Series:
        """Its place in a series; a match of its own is game 1 of its own series."""
        return self.opened.series or Series(self.id, 1)

    @property
    def seat(self) -> int | None:
        """The seat to move; None before the match has begun and after it is over."""
        return None if self.position is None or self.finished else self.position.seat

    @property
    def one_screen(self) -> bool:
        """Whether one guest holds the seats of all persons."""
        return len(set(self.private.holders) - {House.BOTS}) == 1

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""
        if self.position is None:
            return (engine.Sheet.empty(self.tables),) * len(self.seats)
        return self.position.sheets

    @property
    def free(self) -> tuple[int, ...]:
        """The places that the next roll throws."""
        if not self.dice:
            return tuple(range(self.tables.count))
        return tuple(place for place in range(self.tables.count) if place not in self.held)

    def view(self, actor: Actor | None = None) -> views.View:
        """Return all that a page shows to ``actor`` (None: to a watcher); the seed only after the end."""
        return views.view(self, actor)


def start(opened: Event, tables: Tables, private: Private) -> Match:
    """Return the match of its first event."""
    if not isinstance(opened, Opened):
        raise TypeError("a match begins with Opened")
    return Match(opened, tables, private, salts=(None,) * len(opened.seats))


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


def _salted(match: Match, event: Salted, _: Move) -> Match:
    salts = (*match.salts[: event.seat], event.salt, *match.salts[event.seat + 1 :])
    return _next(match, salts=salts)


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
    return _next(match, position=position, turn=Turn(event.first), fair=fair)


def _held(match: Match, event: Held, _: Move) -> Match:
    return _next(match, held=event.places)


def _rolled(match: Match, event: Rolled, move: Move) -> Match:
    position = move(keep(match, event.places, move), engine.Roll(tuple(sorted(event.dice))))
    table = dict(enumerate(match.dice)) | dict(zip(event.places, event.dice, strict=True))
    dice = tuple(table[place] for place in range(match.tables.count))
    turn = match.turn._replace(rolls=(*match.turn.rolls, Thrown(event.places, dice)))
    return _next(
        match,
        position=position,
        dice=dice,
        held=match.held if match.dice else (),
        rolled=match.rolled + 1,
        turn=turn,
        before=None,
    )


def _wrote(match: Match, event: Wrote, move: Move) -> Match:
    position = move(stop(match), engine.Write(event.box))
    turn = match.turn._replace(box=event.box, points=event.points, extra=event.extra, paid=event.paid)
    return _next(
        match,
        position=position,
        dice=(),
        held=(),
        turn=Turn(position.seat),
        turns=(*match.turns, turn)[-2 * len(match.seats) :],
        before=None if match.seats[event.seat].bot else match,
    )


def _took_back(match: Match, _: TookBack, __: Move) -> Match:
    if match.before is None:
        raise ValueError("there is nothing to take back")
    return replace(match.before, version=match.version + 1)


def _finished(match: Match, event: Finished, _: Move) -> Match:
    return _next(match, finished=event, before=None)


_EVOLVE: dict[type[Event], Callable[[Match, Any, Move], Match]] = {
    Salted: _salted,
    RolledOff: _rolled_off,
    Started: _started,
    Held: _held,
    Rolled: _rolled,
    Wrote: _wrote,
    TookBack: _took_back,
    Finished: _finished,
}


def begun(match: Match) -> Position:
    """Return the position of a match that has begun."""
    if match.position is None:
        raise ValueError("the match has not begun")
    return match.position


def keep(match: Match, thrown: tuple[int, ...], move: Move) -> Position:
    """Return the position in which the dice at the places ``thrown`` may be thrown."""
    position = begun(match)
    if position.phase != "keep":
        return position
    kept = tuple(sorted(face for place, face in enumerate(match.dice) if place not in thrown))
    return move(position, engine.Keep(kept))


def stop(match: Match) -> Position:
    """Return the position in which the dice on the table may be written: rolls that are left are given up."""
    position = begun(match)
    if position.phase != "keep":
        return position
    return engine.advance(position, engine.Keep(position.dice))
