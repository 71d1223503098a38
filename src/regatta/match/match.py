"""A match at one version: an immutable value. What changes it is in ``evolve``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from regatta import engine
from regatta.match import view as views
from regatta.match.events import (
    BY_HAND,
    Finished,
    Opened,
    RolledOff,
    Seat,
    Series,
    Terms,
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
            # Most sheets stay as they were while one is written on; ``old`` keeps them, so that their ids are theirs.
            same = {id(sheet): lines for sheet, lines in zip(old, known, strict=True)}
            known = tuple([same.get(id(sheet)) or engine.lines(self.tables, sheet) for sheet in sheets])
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
