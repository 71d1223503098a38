"""A match as its events say: an immutable value, and ``evolve``, the only way it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from regatta import engine
from regatta.match import view as views
from regatta.match.events import (
    BY_HAND,
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
    Series,
    Started,
    Terms,
    TimedOut,
    TookBack,
    Wrote,
)
from regatta.match.fair import Fair

if TYPE_CHECKING:
    from regatta.engine import Position, Sheet, SheetLine
    from regatta.tables import Tables


T = TypeVar("T")


class House(Enum):
    """Those of the house: the bots, who hold seats, and the clock, which holds none. No guest can be one of them."""

    BOTS = "bots"
    CLOCK = "clock"


Actor = str | House


@dataclass(frozen=True, slots=True)
class Private:
    """What no player may see: the seed before the end (None for dice by hand), who holds each seat, who is barred."""

    seed: bytes | None
    holders: tuple[Actor | None, ...]
    barred: frozenset[Actor | None] = frozenset()

    def __repr__(self) -> str:
        return "Private(...)"


class Thrown(NamedTuple):
    """One roll of a turn: which places were thrown, all dice by place afterwards, its number in the turn, from 1."""

    places: tuple[int, ...]
    dice: tuple[int, ...]
    number: int


CLOCK = "clock"
"""The ``by`` of a turn that the clock finished."""


class Turn(NamedTuple):
    """What a seat did in one turn; ``box`` is None while the turn goes on.

    ``hints`` are the places of the rolls in ``rolls``, from 1, after which the coach was asked.
    ``by`` says who finished it where the seat's own player did not: ``clock``, or the bot that stands in.
    """

    seat: int
    rolls: tuple[Thrown, ...] = ()
    box: str | None = None
    points: int = 0
    extra: int = 0
    paid: tuple[str, ...] = ()
    by: str = ""
    hints: tuple[int, ...] = ()


_NO_TURN = Turn(0)


@dataclass(frozen=True)
class Match:
    """A match at one version.

    ``seats`` are those that are taken; in a room they change until the match begins, and afterwards a bot may play one
    for its person. ``missed`` counts the turns that each seat let the clock finish, one after another. ``turned`` is
    when the turn began and ``deadline`` when it must be over, in ms since 1970; None where that is not known or no clock
    runs. ``first`` is the seat that had the first turn.
    ``position`` is None until the match has begun. ``dice`` are the faces by place, empty before the
    first roll of a turn. ``rolled`` counts all rolls so far, so it is the ``k`` of the next one.
    ``turns`` holds the last turns, oldest first: two of each seat. ``before`` is the match before a person's write
    that nobody has rolled after, and by hand before any last entry: what a take-back returns to. ``fair`` are the dice, from when the salts are fixed
    on; None where they are thrown by hand. ``_lined`` are the sheets of which the lines are known, with them: one tuple,
    which any thread may put in the place of the last, since what it says is true of these sheets for ever.
    """

    opened: Opened
    tables: Tables
    private: Private = field(repr=False)
    seats: tuple[Seat, ...]
    missed: tuple[int, ...]
    version: int = 1
    turned: int | None = field(default=None, compare=False)
    deadline: int | None = field(default=None, compare=False)
    first: int | None = None
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
    _lined: tuple[tuple[Sheet, ...], tuple[tuple[SheetLine, ...], ...]] = field(
        default=((), ()), repr=False, compare=False
    )

    @property
    def id(self) -> str:
        return self.opened.match

    @property
    def terms(self) -> Terms | None:
        """What the room agreed on; None around one screen."""
        return self.opened.terms

    @property
    def host(self) -> int | None:
        """The seat that may arrange a room: the first one whose person is there. None where nobody is."""
        if self.terms is None:
            return None
        return next((number for number, seat in enumerate(self.seats) if not seat.bot), None)

    @property
    def attended(self) -> bool:
        """Whether a person plays. Where none does, the match waits: bots do not play it out among themselves."""
        return any(not seat.bot for seat in self.seats)

    def at(self, *, turned: int, deadline: int | None) -> Match:
        """Return this version with the times of its turn."""
        return replace(self, turned=turned, deadline=deadline)

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays this seat for the person who holds it."""
        return self.seats[seat].bot and isinstance(self.private.holders[seat], str)

    def seat_of(self, actor: Actor) -> int | None:
        """Return the first seat that ``actor`` holds."""
        holders = self.private.holders
        return holders.index(actor) if actor in holders else None

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
        """Whether one guest holds the seats of all persons, around one screen."""
        return self.terms is None and len(set(self.private.holders) - {House.BOTS}) == 1

    @property
    def by_hand(self) -> bool:
        """Whether the dice are thrown on a real table and typed in."""
        return self.opened.method == BY_HAND

    @property
    def last_entry(self) -> int | None:
        """The seat whose last entry can be undone; None where none can."""
        if self.before is None:
            return None
        return self.turn.seat if self.dice else self.turns[-1].seat

    @property
    def hints(self) -> bool:
        """Whether the coach may be asked: as was agreed, and else around one screen where one person plays."""
        if self.terms is not None:
            return self.terms.hints
        if self.opened.hints is not None:
            return self.opened.hints
        return sum(not seat.bot for seat in self.seats) == 1

    @property
    def hinted(self) -> bool:
        """Whether the coach was asked about the dice on the table."""
        return bool(self.dice) and len(self.turn.rolls) in self.turn.hints

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheet of each seat."""
        if self.position is None:
            return (engine.Sheet.empty(self.tables),) * len(self.seats)
        return self.position.sheets

    @property
    def lines(self) -> tuple[tuple[SheetLine, ...], ...]:
        """The lines of each seat's paper sheet. The versions that follow have them too, until somebody writes."""
        sheets, (old, known) = self.sheets, self._lined
        if old is not sheets:
            # Most sheets stay as they were while one is written on.
            same = zip(old, known, strict=True) if len(old) == len(sheets) else ((None, ()) for _ in sheets)
            known = tuple(
                [
                    lines if before is sheet else engine.lines(self.tables, sheet)
                    for sheet, (before, lines) in zip(sheets, same, strict=True)
                ]
            )
            self.__dict__["_lined"] = sheets, known
        return known

    @property
    def free(self) -> tuple[int, ...]:
        """The places that the next roll throws."""
        if not self.dice:
            return tuple(range(self.tables.count))
        return tuple(place for place in range(self.tables.count) if place not in self.held)

    def view(self, actor: Actor | None = None) -> views.View:
        """Return all that a page shows to ``actor`` (None: to a watcher); the seed only after the end."""
        return views.View(self, actor)


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


def begun(match: Match) -> Position:
    """Return the position of a match that has begun."""
    if match.position is None:
        raise ValueError("the match has not begun")
    return match.position


def stop(match: Match) -> Position:
    """Return the position in which the dice on the table may be written: rolls that are left are given up."""
    position = begun(match)
    if position.phase != "keep":
        return position
    return engine.advance(position, engine.Keep(position.dice))
