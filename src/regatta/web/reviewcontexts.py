"""What the page that looks back on a game is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from regatta.web.contexts import Context
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A seat whose game can be looked back on; ``href`` leads to that."""

    name: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Working:
    """The game is still being worked out; ``percent`` is None where nobody can tell how far it is."""

    line: str
    percent: int | None


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its label. ``sign`` stands before it where it is added or taken away."""

    label: str
    sign: str
    value: str


@dataclass(frozen=True, slots=True)
class Did:
    """What was done, or had better been done: a word for it, the dice that were kept, the box.

    ``kept`` is None where no dice were kept.
    """

    word: str
    kept: tuple[int, ...] | None
    box: Name | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that lost points; ``number`` is its mark in the chart."""

    number: int
    when: str
    href: str
    dice: tuple[int, ...]
    chosen: Did
    better: Did
    loss: str
    note: str


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """A turn: what luck brought and what was lost in it, and the total that can be expected after it."""

    number: int
    href: str
    dice: str
    box: Name | None
    luck: str
    loss: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class Seen:
    """The review of one seat."""

    total: str
    sums: tuple[Figure, ...]
    """What the total is made of: they add up to it."""
    accuracy: str
    formula: str
    standing: str
    """Where the total stands among those of perfect play; empty where nobody knows."""
    waits: bool
    """Whether that is still being worked out."""
    notes: tuple[str, ...]
    """What else is to be said about the whole game."""
    chart: Markup
    mistakes: tuple[Mistake, ...]
    more: str
    """How many decisions lost points that are not among the mistakes shown; empty for none."""
    turns: tuple[ReviewTurn, ...]


@dataclass(frozen=True, slots=True)
class ReviewPage(Context):
    """What a game owed to luck and to its player. ``part`` is what a look later replaces."""

    template: ClassVar[str] = "review.html"
    part: ClassVar[str] = "parts/review.html"

    match: str
    """Id of the match."""
    key: str
    """Of the form that stops the work."""
    heading: Name
    """The game's title."""
    name: str
    """Whose game it is."""
    seats: tuple[Reviewed, ...]
    """All seats, where there are several."""
    here: str
    """Address of this page."""
    faces: int
    """How many faces a die has."""
    working: Working | None
    """The work that must be done first; None where nothing is waited for."""
    seen: Seen | None
    """The review; None while it is waited for."""
