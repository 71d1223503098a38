"""What has happened in a match: the frozen entries of its append-only log.

The version of a match is the number of its events; the first event, ``Opened``, is version 1. Dice are
addressed by their *place* on the table, from 0; ``dice`` holds faces in the order of ``places``.
An event of a match never holds the seed before the last one, ``Finished``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, get_args

PERSON = "person"
"""The ``player`` of a seat that a person holds; any other is the name of a bot."""

BY_HAND = "by hand"
"""The ``method`` of a match whose dice were thrown on a real table and typed in."""


class Seat(NamedTuple):
    """Who plays at one place of the table: a name to show, and ``person`` or the name of a bot."""

    name: str
    player: str = PERSON

    @property
    def bot(self) -> bool:
        return self.player != PERSON


class Series(NamedTuple):
    """Which game of which series a match is; ``number`` counts from 1. A series has the id of its first match."""

    id: str
    number: int


class Terms(NamedTuple):
    """What a room agrees on before the match begins; ``None`` in place of terms is a match around one screen.

    ``seats`` is the most that may sit down, 1 to the most of the game. ``clock`` is the time for a turn in seconds,
    None for as long as one likes. ``listed`` rooms are shown to everybody, ``watchers`` says whether others than the
    players may look on, ``hints`` whether the coach may be asked.
    """

    seats: int
    clock: int | None = None
    listed: bool = False
    watchers: bool = True
    hints: bool = False


class Throw(NamedTuple):
    """One seat's throw in the roll-off, as roll ``k`` of the match."""

    seat: int
    k: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The table is set: game, seats and the commitment to the seed (none for dice thrown by hand).

    ``series`` is None in logs and records that know of no series. A match with ``terms`` is a room: its seats are taken
    one by one, by ``Seated``. ``starter`` is the seat that has the first turn without a roll-off: in a rematch, and where
    dice are thrown by hand. ``hints`` says whether the coach may be asked there; None where the table says so.
    """

    kind: ClassVar[str] = "opened"
    match: str
    game: str
    file_digest: str
    rules_digest: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    method: str
    commitment: str | None
    series: Series | None = None
    terms: Terms | None = None
    starter: int | None = None
    hints: bool | None = None


@dataclass(frozen=True, slots=True)
class Arranged:
    """The host changed the game, its options or the terms, before the match began."""

    kind: ClassVar[str] = "arranged"
    game: str
    file_digest: str
    rules_digest: str
    options: Mapping[str, str]
    terms: Terms


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down at the end of the row. ``holder`` is the guest, None for a bot: for the log alone, never shown."""

    kind: ClassVar[str] = "seated"
    name: str
    player: str
    holder: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Left:
    """A seat was given up before the match began; those after it move up. ``barred``: that guest may not come back."""

    kind: ClassVar[str] = "left"
    seat: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    """A seat is called otherwise from now on; only before the match began."""

    kind: ClassVar[str] = "renamed"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The bot ``player`` plays a person's seat from now on, until its holder returns; ``barred``: for good."""

    kind: ClassVar[str] = "handed_over"
    seat: int
    player: str
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """The holder of a seat plays it again."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The ``seats`` of one guest went to another browser. ``holder`` is its guest: for the log alone, never shown."""

    kind: ClassVar[str] = "moved"
    seats: tuple[int, ...]
    holder: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time for a turn ran out; the events after it finish the turn."""

    kind: ClassVar[str] = "timed_out"
    seat: int


@dataclass(frozen=True, slots=True)
class Salted:
    """A seat added its salt to the dice: one of its ``own``, or one that the server made."""

    kind: ClassVar[str] = "salted"
    seat: int
    salt: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class RolledOff:
    """The seats in question threw for the first turn; those that tie throw again in the next round."""

    kind: ClassVar[str] = "rolled_off"
    round: int
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The salts are fixed and seat ``first`` has the first turn."""

    kind: ClassVar[str] = "started"
    first: int


@dataclass(frozen=True, slots=True)
class Held:
    """The dice at ``places``, and no others, are held."""

    kind: ClassVar[str] = "held"
    seat: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice at ``places`` were thrown: roll ``number`` (from 1) of the turn, roll ``k`` of the match.

    By hand, rolls may be missing before it: then ``number`` leaves theirs out, and all places count as thrown.
    """

    kind: ClassVar[str] = "rolled"
    seat: int
    number: int
    places: tuple[int, ...]
    dice: tuple[int, ...]
    k: int


@dataclass(frozen=True, slots=True)
class Wrote:
    """A box was filled. ``extra`` are the points for the roll itself, ``paid`` the ids of their extras."""

    kind: ClassVar[str] = "wrote"
    seat: int
    box: str
    points: int
    extra: int
    paid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hinted:
    """The seat asked the coach about the dice on the table; what it was told follows from the position."""

    kind: ClassVar[str] = "hinted"
    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """The seat took its last write back, or by hand the last roll: all is as before it, but for the version."""

    kind: ClassVar[str] = "took_back"
    seat: int


@dataclass(frozen=True, slots=True)
class Finished:
    """Every sheet is full. ``ranks`` count from 1 and are shared; ``seed`` is shown now, in hexadecimal."""

    kind: ClassVar[str] = "finished"
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str | None


Event = (
    Opened
    | Arranged
    | Seated
    | Left
    | Renamed
    | HandedOver
    | Returned
    | Moved
    | TimedOut
    | Salted
    | RolledOff
    | Started
    | Held
    | Rolled
    | Wrote
    | Hinted
    | TookBack
    | Finished
)

KINDS: dict[str, type[Event]] = {cls.kind: cls for cls in get_args(Event)}
_FIELDS = {cls: tuple(each.name for each in fields(cls)) for cls in KINDS.values()}


def to_json(event: Event) -> dict[str, Any]:
    """Return the fields of an event as JSON data; its kind stands beside it, as ``event.kind``."""
    return {name: getattr(event, name) for name in _FIELDS[type(event)]}


def from_json(kind: str, data: Mapping[str, Any]) -> Event:
    """Return the event that ``to_json`` wrote. For the log, which is trusted: nothing is checked."""
    inside = {name: _frozen(value) for name, value in data.items()}
    if kind == Opened.kind:
        inside["seats"] = tuple(Seat(*seat) for seat in inside["seats"])
        inside["series"] = Series(*inside["series"]) if inside.get("series") else None
        inside["terms"] = Terms(*inside["terms"]) if inside.get("terms") else None
    elif kind == Arranged.kind:
        inside["terms"] = Terms(*inside["terms"])
    elif kind == RolledOff.kind:
        inside["throws"] = tuple(Throw(*throw) for throw in inside["throws"])
    return KINDS[kind](**inside)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
