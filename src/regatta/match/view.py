"""What a page or a program may see of a match, at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, overload

from regatta import engine
from regatta.match.events import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from regatta.engine import SheetLine
    from regatta.match.events import RolledOff, Series, Terms
    from regatta.match.match import Actor, Match, Turn

T = TypeVar("T")


class SeatView(NamedTuple):
    """One seat. ``lines`` are those of the paper sheet; ``yours`` whether the viewer holds the seat.

    ``stands_in`` says that a bot plays it for its person.

    ``salt`` is None until it is given; ``rank`` (1 is best, shared) until the match is over.
    """

    name: str
    player: str
    yours: bool
    total: int
    rank: int | None
    lines: tuple[SheetLine, ...]
    salt: str | None
    stands_in: bool = False


class Die(NamedTuple):
    """The die at ``place``: its ``face``, whether it is held, whether the last roll threw it."""

    place: int
    face: int
    held: bool
    thrown: bool


class Preview(NamedTuple):
    """What writing now would give: points of each box that may be written, in the order of the sheet.

    ``extra`` are points for the roll itself, ``paid`` the extras that give them. ``rule`` is the joker (its id)
    that decides where one may write, ``line`` which of its lines applies.
    """

    points: Mapping[str, int]
    extra: int
    paid: tuple[str, ...]
    rule: str | None
    line: int | None


class Result(NamedTuple):
    """How the match ended, by seat; several seats may share rank 1."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Found(Generic[T]):
    """A property that is worked out once: ``functools.cached_property`` without the lock that it takes in Python 3.11."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, _: type) -> Self: ...

    @overload
    def __get__(self, owner: object, _: type) -> T: ...

    def __get__(self, owner: object | None, _: type) -> Self | T:
        if owner is None:
            return self
        found = self._work(owner)
        owner.__dict__[self._name] = found
        return found


class View:
    """A match at one version, as ``actor`` may see it (None: a watcher). What nobody asks for is not worked out.

    ``phase`` is ``waiting`` (not begun), ``roll``, ``keep``, ``write`` or ``over``. ``number`` counts the rolls made in this
    turn, ``seat`` is the one to move, ``yours`` whether the viewer plays it; ``own`` is the first seat that the viewer holds,
    None for who only looks on.
    """

    def __init__(self, match: Match, actor: Actor | None) -> None:
        self._match = match
        self._actor = actor
        self.match = match.id
        self.version = match.version
        position, seat = match.position, match.seat
        self.seat = seat
        self.own = None if actor is None else match.seat_of(actor)
        self.yours = (
            seat is not None
            and self.own is not None
            and match.private.holders[seat] == actor
            and not match.seats[seat].bot
        )
        self.number = position.number if position is not None and seat is not None else 0
        self.phase = "waiting" if position is None else "over" if match.finished else position.phase

    @property
    def game(self) -> str:
        return self._match.opened.game

    @property
    def options(self) -> Mapping[str, str]:
        return self._match.opened.options

    @property
    def series(self) -> Series:
        """Which game of which series it is."""
        return self._match.series

    @Found
    def seats(self) -> tuple[SeatView, ...]:
        return tuple([_seat(self._match, index, self._actor) for index in range(len(self._match.seats))])

    @property
    def meets(self) -> bool:
        """Whether the viewer plays with persons who sit elsewhere."""
        if self.own is None:
            return False
        held = zip(self._match.seats, self._match.private.holders, strict=True)
        return any(seat.player == PERSON and holder != self._actor for seat, holder in held)

    @property
    def lines(self) -> tuple[tuple[SheetLine, ...], ...]:
        """Of each seat those of its paper sheet."""
        return self._match.lines

    @Found
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return tuple([seat.name for seat in self._match.seats])

    @Found
    def totals(self) -> tuple[int, ...]:
        """What each seat has so far."""
        return tuple([lines[-1].points or 0 for lines in self._match.lines])

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice on the table, by place; none before the first roll of a turn."""
        return self._match.dice

    @property
    def held(self) -> tuple[int, ...]:
        """The places of the dice that are held."""
        return self._match.held

    @property
    def rolls(self) -> int:
        """How many rolls a turn has."""
        return self._match.tables.rolls

    @property
    def left(self) -> int:
        """How many rolls remain in this turn."""
        return self.rolls - self.number if self.phase in ("roll", "keep") else 0

    @Found
    def dice(self) -> tuple[Die, ...]:
        """None of them before the first roll of a turn."""
        match = self._match
        held, thrown = match.held, match.turn.rolls[-1].places if match.turn.rolls else ()
        return tuple(
            [Die(place, face, place in held, place in thrown) for place, face in enumerate(match.dice)]
        )

    @Found
    def preview(self) -> Preview | None:
        """What writing would give; it belongs to who may write: others get None."""
        return _preview(self._match) if self.yours else None

    @Found
    def hint(self) -> str:
        """``may`` where the viewer may ask the coach about these dice, ``given`` where that was done, ``later`` where it can
        be about other dice, else empty.
        """
        match = self._match
        if self.own is None or match.finished is not None or not match.hints:
            return ""
        if not (self.yours and match.dice):
            return "later"
        return "given" if match.hinted else "may"

    @property
    def rounds(self) -> tuple[RolledOff, ...]:
        """What was thrown for the first turn."""
        return self._match.rounds

    @property
    def turn(self) -> Turn:
        """What the seat to move did so far."""
        return self._match.turn

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The last turns, oldest first."""
        return self._match.turns

    @Found
    def take_back(self) -> int | None:
        """The seat whose last entry the viewer may take back."""
        match = self._match
        last = match.last_entry
        if last is None or not match.one_screen:
            return None
        return last if match.private.holders[last] == self._actor else None

    @property
    def terms(self) -> Terms | None:
        """Those of a room."""
        return self._match.terms

    @property
    def host(self) -> int | None:
        """The seat that may arrange a room."""
        return self._match.host

    @property
    def hosting(self) -> bool:
        """Whether the viewer holds that seat."""
        host, actor = self.host, self._actor
        return host is not None and actor is not None and self._match.private.holders[host] == actor

    @property
    def turned(self) -> int | None:
        """When the turn began, in ms since 1970."""
        return self._match.turned

    @property
    def deadline(self) -> int | None:
        """When it must be over, in ms since 1970."""
        return self._match.deadline

    @property
    def result(self) -> Result | None:
        finished = self._match.finished
        return Result(finished.totals, finished.ranks) if finished else None

    @property
    def method(self) -> str:
        """How the dice are thrown."""
        return self._match.opened.method

    @property
    def commitment(self) -> str | None:
        """To the seed of the dice; None for dice by hand."""
        return self._match.opened.commitment

    @property
    def seed(self) -> str | None:
        """Hexadecimal; None before the end, and for dice by hand."""
        return self._match.finished.seed if self._match.finished else None

    def json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        return {
            "match": self.match,
            "version": self.version,
            "game": self.game,
            "options": self.options,
            "series": self.series._asdict(),
            "seats": [
                seat._asdict() | {"lines": [_line(line) for line in seat.lines]} for seat in self.seats
            ],
            "phase": self.phase,
            "seat": self.seat,
            "yours": self.yours,
            "number": self.number,
            "rolls": self.rolls,
            "left": self.left,
            "dice": [die._asdict() for die in self.dice],
            "preview": self.preview._asdict() if self.preview else None,
            "hint": self.hint,
            "rounds": [[throw._asdict() for throw in rolled.throws] for rolled in self.rounds],
            "turn": _turn(self.turn),
            "turns": [_turn(turn) for turn in self.turns],
            "take_back": self.take_back,
            "terms": self.terms._asdict() if self.terms else None,
            "host": self.host,
            "hosting": self.hosting,
            "turned": self.turned,
            "deadline": self.deadline,
            "result": self.result._asdict() if self.result else None,
            "method": self.method,
            "commitment": self.commitment,
            "seed": self.seed,
        }


def _seat(match: Match, index: int, actor: Actor | None) -> SeatView:
    seat = match.seats[index]
    lines = match.lines[index]
    return SeatView(
        name=seat.name,
        player=seat.player,
        yours=actor is not None and match.private.holders[index] == actor,
        total=lines[-1].points or 0,
        rank=match.finished.ranks[index] if match.finished else None,
        lines=lines,
        salt=match.salts[index],
        stands_in=match.stands_in(index),
    )


def _preview(match: Match) -> Preview | None:
    if match.seat is None or match.position is None or not match.dice:
        return None
    writes = engine.previews(match.position)
    boxes = match.tables.boxes
    rule, line = writes.rule or (None, None)
    return Preview(
        points={boxes[index]: points for index, points in writes.points.items()},
        extra=writes.extra,
        paid=tuple(match.tables.extras[index].id for index in writes.paid),
        rule=rule,
        line=line,
    )


def _turn(turn: Turn) -> dict[str, Any]:
    return {**turn._asdict(), "rolls": [thrown._asdict() for thrown in turn.rolls]}


def _line(line: SheetLine) -> dict[str, Any]:
    """A line of the sheet; ``BoxLine`` is of kind ``box``."""
    return {"kind": type(line).__name__.removesuffix("Line").lower(), **line._asdict()}
