"""What somebody asks of a match. A command may be wrong in every way; ``decide`` judges it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


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
class Write:
    """Write the dice on the table into a box; rolls that are left are given up."""

    kind: ClassVar[str] = "write"
    seat: int
    box: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back what the seat has just written: the dice lie as before, and another box may be chosen."""

    kind: ClassVar[str] = "take_back"
    seat: int


Command = Salt | Begin | Hold | Roll | Write | TakeBack


@dataclass(frozen=True, slots=True)
class Envelope:
    """A command on its way to the authority.

    ``actor`` is the guest who sends it, as the signed cookie says; ``version`` the version of the match
    that the sender saw; ``key`` names this command, so that sending it twice is doing it once.
    """

    match: str
    actor: str
    version: int
    key: str
    command: Command
