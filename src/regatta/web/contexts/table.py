"""The table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from markupsafe import Markup

from regatta.web.contexts.calls import Calls
from regatta.web.contexts.frame import Context
from regatta.web.contexts.result import Day, Result, Series
from regatta.web.contexts.seats import Dock, Seat
from regatta.web.contexts.sheet import Block
from regatta.words.speech import Name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.web.roomcontexts import Meanwhile


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach says about the dice on the table; ``state`` as in ``match.view.View.hint``.

    ``line`` is the best that can be done, ``more`` what comes next to it. ``keep`` are the numbers (from 1) of the
    dice to be kept, ``box`` the one to be written. ``working``: it is still being worked out, as ``line`` says then.
    """

    state: str
    line: str = ""
    more: str = ""
    keep: tuple[int, ...] = ()
    box: str = ""
    working: bool = False


class PastTurn(NamedTuple):
    """What somebody did in a turn: a step after the other, up to the ``last``."""

    name: str
    before: Sequence[str]
    last: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves the dice."""

    line: str
    commitment: str


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the first roll, ``number`` from 1. ``adds`` whether the viewer may add a salt for it now."""

    number: int
    name: str
    salt: str
    adds: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The dice before the match begins: the commitment stands, salts may be added."""

    commitment: str
    seats: tuple[WaitingSeat, ...]
    most: int
    """Characters of the longest salt."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The write that may be taken back; ``seat`` is whose it was, from 0."""

    seat: int | Markup
    label: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """How one leaves the match of ``seat``, from 0: ``act`` is the end of the address, ``sure`` says what happens then."""

    act: str
    seat: int
    button: str
    sure: str


@dataclass(frozen=True, slots=True)
class Table(Context):
    """The page of a match. ``part`` is the table alone."""

    template: ClassVar[str] = "table.html"
    part: ClassVar[str] = "parts/table.html"

    match: str
    """Id of the match."""
    version: int
    """The version that this page shows."""
    key: str
    """Names the move that this page's forms make, so that sending it twice is doing it once."""
    mover: int
    """The seat whose moves the forms make, from 0."""
    focus: int
    """The seat whose sheet a phone shows, from 0."""
    heading: Name
    """The game's title."""
    day: Day | None
    """When it was over; None before."""
    rules_of: str
    """Address of the game's rules, with the options of this match; empty where it left the catalogue."""
    say: str
    """What a screen reader announces, a sentence on each line."""
    standing: str
    """How the game stands, for who asks by key."""
    turn: str
    """That it is the viewer's turn, where another has just moved: for the title of the tab; empty else."""
    calls: Calls | None
    """What the viewer can call to others who hold seats; None where there are none, or the viewer only looks on."""
    faces: int
    """How many faces a die has."""
    rolled: bool
    """Whether dice have just fallen that the page is to show falling."""
    steps: str
    """What the bots did since the move that is answered, as JSON; empty for nothing. See ``botsteps``."""
    notice: str
    """Why the last move was refused; empty else."""
    seats: tuple[Seat, ...]
    """All seats."""
    dock: Dock | None
    """Dice and button; None when the match is over."""
    take_back: TakeBack | None
    """What may be taken back; None where nothing may."""
    why: str
    """Which rule narrows the choice of boxes or pays extra; empty else."""
    hint: Hint | None
    """What the coach says; None where nobody asks it at this table."""
    blocks: tuple[Block, ...]
    """The sheet."""
    series: Series | None
    """The games of the series that are over; None where there are none, or the viewer holds no seat."""
    turns: Markup
    """The last turns, the latest first, drawn; empty where there are none."""
    proof: Proof
    """What proves the dice."""
    waiting: Waiting | None
    """What can be added to the dice, while the match waits to begin; None for who holds no seat, and later."""
    result: Result | None
    """How it ended; None before."""
    welcome: bool
    """Whether to show the help of the first visit."""
    room: Meanwhile | None
    """What a room has beside its table; None around one screen."""
    leaving: Leaving | None
    """How the viewer leaves the match; None for who plays no seat, and once it is over."""
