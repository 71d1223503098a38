"""What a move, and who is there, change on the pages of all who look on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from regatta.web.contexts.frame import Context
from regatta.web.contexts.seats import Dock, Seat
from regatta.web.contexts.sheet import Cell, Row
from regatta.web.contexts.table import Hint, PastTurn, TakeBack

if TYPE_CHECKING:
    from regatta.web.roomcontexts import Meanwhile


@dataclass(frozen=True, slots=True)
class Away:
    """Who of the seats is away: the same for all who follow a match in a language."""

    template: ClassVar[str] = "parts/aways.html"

    seats: tuple[Seat, ...]
    """All seats."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a player calls to the others; ``say`` is how a screen reader tells it."""

    template: ClassVar[str] = "parts/reaction.html"

    seat: int
    """Whose, from 0."""
    text: str
    """In the language of who reads it."""
    say: str
    """With the name of who calls it."""


@dataclass(frozen=True, slots=True)
class Moved(Context):
    """What moves have changed on the page of a match: the same parts as the page is made of, and no others."""

    template: ClassVar[str] = "parts/moved.html"

    match: str
    """Id of the match."""
    since: int
    """The version of the pages that it brings up to date."""
    version: int
    """The version that they show then."""
    key: str
    """Names the next move that the forms of the page make."""
    mover: int
    """As in ``Table``."""
    focus: int
    """As in ``Table``."""
    say: str
    """As in ``Table``."""
    standing: str
    """As in ``Table``."""
    turn: str
    """As in ``Table``."""
    rolled: bool
    """As in ``Table``."""
    steps: str
    """As in ``Table``."""
    seats: tuple[Seat, ...]
    """All seats, where somebody wrote; else none."""
    rows: tuple[Row, ...]
    """Rows of the sheet whose heads have changed."""
    cells: tuple[Cell, ...]
    """Cells of the sheet that may have changed."""
    turns: tuple[PastTurn, ...]
    """The last turns, the latest first; none where dice were only held, which leaves the dice and the button to change."""
    dock: Dock
    """Dice and button."""
    take_back: TakeBack | None
    """What may be taken back; None where nothing may."""
    why: str
    """As in ``Table``."""
    hint: Hint | None
    """As in ``Table``."""
    room: Meanwhile | None
    """As in ``Table``."""
