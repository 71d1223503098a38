"""The sheet of all players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from regatta.words.speech import Name


class Cell(NamedTuple):
    """One seat's cell of a row: ink, a pencil button (where ``box`` is set) or nothing. ``id`` is that of its element."""

    id: str
    text: str = ""
    note: str = ""
    box: str = ""
    label: str = ""
    focus: bool = False
    forced: bool = False
    """Whether a rule leaves only this box and few others."""
    last: bool = False
    """Whether this is what the seat wrote last."""
    cheer: str = ""
    """What is called out when this is written: for the most that any box can give."""
    have: int = 0
    goal: int = 0
    """How far the seat is on the way to a bonus, while that is open."""
    chips: int = 0
    """How many chips the seat has been given."""
    advised: bool = False
    """Whether the coach would write into it."""


class Row(NamedTuple):
    """A line of the sheet, drawn: its head, and the cells of all seats; ``kind`` is ``box``, ``sum``, ``bonus``, ``extra`` or ``total``."""

    kind: str
    head: Markup
    cells: Markup


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the sheet that is one table; ``kind`` is ``part`` or ``end``."""

    kind: str
    title: Name
    titled: bool
    """Whether the title is shown to the eye."""
    rows: tuple[Row, ...]
