"""The replay of a finished match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from regatta.web.contexts.frame import Context
from regatta.web.contexts.seats import Dock, Seat
from regatta.web.contexts.sheet import Block
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """A turn of a finished match; ``href`` leads to what it looked like at its end."""

    name: str
    steps: tuple[str, ...]
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Start:
    """What was thrown for the first turn, under a ``name``: a step a throw."""

    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """Addresses of other stops of the film; empty where there is none."""

    first: str
    back: str
    on: str
    last: str


@dataclass(frozen=True, slots=True)
class Replay(Context):
    """A finished match, as it was at one version. ``part`` is what a step replaces."""

    template: ClassVar[str] = "replay.html"
    part: ClassVar[str] = "parts/replay.html"

    match: str
    """Id of the match."""
    version: int
    """The version that is shown."""
    key: str
    """Empty: nothing can be done here."""
    mover: int
    """The seat whose turn it was, from 0."""
    heading: Name
    """The game's title."""
    say: str
    """What a screen reader announces, a sentence on each line."""
    standing: str
    """How the game stood, for who asks by key."""
    faces: int
    """How many faces a die has."""
    seats: tuple[Seat, ...]
    """All seats."""
    dock: Dock
    """The dice, and what has just happened."""
    blocks: tuple[Block, ...]
    """The sheet."""
    rolled: bool
    """Whether a roll has just been made: the dice may tumble on the way to here."""
    step: str
    """Which step it is, of how many, in words."""
    ways: Ways
    """To other steps."""
    here: str
    """Address of this position."""
    start: Start | None
    """What was thrown for the first turn; None where nobody had to."""
    turns: tuple[ReplayTurn, ...]
    """All turns."""
