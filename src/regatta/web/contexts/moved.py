"""What a move, and who is there, change on the pages of all who look on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from markupsafe import Markup

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


class Forms(NamedTuple):
    """What forms need of a ``Frame``."""

    token: str


class Moved(NamedTuple):
    """What moves have changed on the page of a match for one viewer, in the order in which the macro ``moved`` takes it.

    What differs from one page to the next is a hole where so many of them are drawn at once.
    """

    frame: Forms
    """The token of the viewer's forms."""
    match: str
    """Id of the match."""
    version: int | Markup
    """The version that the page shows then."""
    key: str
    """Names the next move that the forms of the page make."""
    turn: str
    """As in ``Table``."""
    held: bool
    """Whether dice were only held, which leaves the dice and the button to change."""
    strip: Markup
    """All seats, where somebody wrote, drawn; else empty."""
    cells: Markup
    """Cells of the boxes that the viewer may write now, drawn."""
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
