"""What a move, and who is there, change on the pages of all who look on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from markupsafe import Markup

from regatta.web.contexts.frame import Frame
from regatta.web.contexts.seats import Dock, Seat
from regatta.web.contexts.table import Hint, TakeBack

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


class Happened(NamedTuple):
    """What moves have changed on the page of a match for all who have the same seat in focus, in the order of the macros that
    take it: ``opening`` up to ``rolled``, ``closing`` the rest.
    """

    since: int
    """The version of the pages that it brings up to date."""
    version: int
    """The version that they show then."""
    mover: int
    """As in ``Table``."""
    focus: int
    """As in ``Table``."""
    say: str
    """As in ``Table``."""
    standing: str
    """As in ``Table``."""
    steps: str
    """As in ``Table``."""
    rolled: bool
    """As in ``Table``."""
    heads: Markup
    """Heads of the rows of the sheet that have changed."""
    cells: Markup
    """Cells of the sheet that may have changed."""
    turns: Markup
    """As in ``Table``; empty where dice were only held, which leaves the dice and the button to change."""


class Moved(NamedTuple):
    """What else they have changed for one viewer, in the order in which the macro ``moved`` takes it."""

    frame: Frame
    """As in ``Table``."""
    match: str
    """Id of the match."""
    version: int
    """As in ``Happened``."""
    key: str
    """Names the next move that the forms of the page make."""
    turn: str
    """As in ``Table``."""
    held: bool
    """Whether dice were only held."""
    seats: tuple[Seat, ...]
    """All seats, where somebody wrote; else none."""
    cells: Markup
    """Cells of the boxes that the viewer may write now."""
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
