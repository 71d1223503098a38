"""What somebody asks of a match. A command may be wrong in every way; ``decide`` judges it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from regatta.match.events import Terms
    from regatta.match.match import Actor
    from regatta.tables import Tables


@dataclass(frozen=True, slots=True)
class Salt:
    """Add a text of one's own to the dice, before the match begins."""

    kind: ClassVar[str] = "salt"
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Fix the salts (the server makes those that are missing) and throw for the first turn."""

    kind: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold the dice at ``places`` and set all others free."""

    kind: ClassVar[str] = "hold"
    seat: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice that are not held; the first roll of a turn throws all.

    ``held`` says which are held in the same step (one form, without JavaScript); None leaves the holds.
    """

    kind: ClassVar[str] = "roll"
    seat: int
    held: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """Say how the dice lie that were thrown by hand: the faces of all, after roll ``number`` of the turn.

    Without a ``number`` it is the last roll that the game allows. Rolls before it need not have been entered. ``kept`` are
    the places of the dice that were not thrown; ``dice`` then are in the order of the table. Where nobody says so
    (None), dice that show what others showed before count as kept.
    """

    kind: ClassVar[str] = "enter"
    seat: int
    dice: tuple[int, ...]
    number: int | None = None
    kept: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Write the dice on the table into a box; rolls that are left are given up."""

    kind: ClassVar[str] = "write"
    seat: int
    box: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask the coach about the dice on the table."""

    kind: ClassVar[str] = "hint"
    seat: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back what the seat has just written, or entered by hand: all is as before it."""

    kind: ClassVar[str] = "take_back"
    seat: int


@dataclass(frozen=True, slots=True)
class Sit:
    """Take the next free seat of a room, with a text of one's own for the dice or without one."""

    kind: ClassVar[str] = "sit"
    name: str
    salt: str = ""


@dataclass(frozen=True, slots=True)
class SitBot:
    """Give the next free seat of a room to the bot ``player``; the host's."""

    kind: ClassVar[str] = "sit_bot"
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give a seat up: one's own, or, as the host, any other.

    Before the match begins the seat is free again. Afterwards a bot plays it; who left it may return, who was sent
    away may not.
    """

    kind: ClassVar[str] = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Call one's own seat otherwise, before the match begins."""

    kind: ClassVar[str] = "rename"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """Have a bot play the seat to move, whose person lets the others wait. ``now`` is the server's time in ms."""

    kind: ClassVar[str] = "stand_in"
    seat: int
    now: int = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Return:
    """Play one's seat again, which a bot plays."""

    kind: ClassVar[str] = "return"
    seat: int


@dataclass(frozen=True, slots=True)
class Move:
    """Give all of one's seats to the guest ``to``: another browser of the same person."""

    kind: ClassVar[str] = "move"
    to: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change the game, its options or the terms before the match begins; the host's.

    ``tables`` are those of the rules that ``rules_digest`` names.
    """

    kind: ClassVar[str] = "arrange"
    game: str
    file_digest: str
    rules_digest: str
    options: tuple[tuple[str, str], ...]
    terms: Terms
    tables: Tables = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Finish the turn of a seat whose time is over at ``now``, the server's time in ms; the clock's."""

    kind: ClassVar[str] = "time_out"
    now: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """Let the bot to move do one thing, in a match that only bots play; the house's."""

    kind: ClassVar[str] = "step"


Command = (
    Salt
    | Begin
    | Hold
    | Roll
    | Enter
    | Write
    | Hint
    | TakeBack
    | Sit
    | SitBot
    | Leave
    | Rename
    | StandIn
    | Return
    | Move
    | Arrange
    | TimeOut
    | Step
)

ANY_VERSION = (Salt, Sit, SitBot, Leave, Rename, StandIn, Return, Move, Arrange, Begin)
"""Commands around the game, which mean the same whatever others did meanwhile: they may come without a version."""


class Envelope(NamedTuple):
    """A command on its way to the authority.

    ``actor`` is the guest who sends it, as the signed cookie says, or the house; ``version`` the version of the match
    that the sender saw (None for any, where ``ANY_VERSION`` allows it); ``key`` names this command, so that sending it
    twice is doing it once.
    """

    match: str
    actor: Actor
    version: int | None
    key: str
    command: Command
