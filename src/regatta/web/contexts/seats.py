"""Players and dice, on every page that has a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup


class Seat(NamedTuple):
    """A seat in the strip on top and as a column of the sheet; ``number`` counts from 1."""

    number: int
    name: str
    total: int
    to_move: bool
    focus: bool
    """Whether its sheet is the one that a phone shows."""
    href: str
    """Address of this page with that sheet in focus."""
    note: str = ""
    """A word about who plays it: that a bot does, in a room."""
    away: str = ""
    """For how long its holder has been away, in words; empty for who is there, and where nobody knows."""


class Die(NamedTuple):
    """A die on the table; ``place`` counts from 0, ``number`` from 1, ``face`` 0 is a die in the cup."""

    place: int
    number: int
    face: int
    held: bool
    after: str
    """The places that are held after a tap on it."""
    label: str
    label_held: str
    label_free: str


class Slot(NamedTuple):
    """Where a die lies that is entered by hand; ``face`` 0 where none does. Labels: as it is, empty, with {face}."""

    place: int
    face: int
    label: str
    empty: str
    shows: str


class Face(NamedTuple):
    """A face to be tapped, and what it is called."""

    face: int
    label: str


class RollNumber(NamedTuple):
    """Which roll of the turn the dice can be; ``chosen`` beforehand."""

    number: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """Dice that are thrown by hand: where they lie, and what can be entered."""

    slots: tuple[Slot, ...]
    faces: tuple[Face, ...]
    """None where nothing is to be entered now."""
    numbers: tuple[RollNumber, ...]


class RollButton(NamedTuple):
    """The button that rolls."""

    can_roll: bool
    rolls_left: int
    verb: str
    left: str
    """How many rolls are left, in words; empty for none."""


class Dock(NamedTuple):
    """Dice and the button to roll them."""

    status: Markup
    """What is to be done."""
    dice: Markup
    """Drawn."""
    held: str
    """The held places: "0,2"."""
    parity: int
    """0 and 1 by turns, so that each roll starts its movement anew."""
    watched: bool
    """Whether they are only looked at: no die is a button then."""
    button: RollButton | None = None
    """None where they are only looked at."""
    entry: Entry | None = None
    """What the viewer enters in the place of rolling; None where the site rolls."""
