"""The form for a score pad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from regatta.web.contexts.frame import Context
from regatta.web.contexts.newgame import NameField, OptionField
from regatta.words.speech import Name


class Starter(NamedTuple):
    """Who may start; ``number`` counts from 1."""

    number: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class NewPad(Context):
    """The form for a match whose dice are thrown on a real table."""

    template: ClassVar[str] = "pad.html"

    game: str
    """Id of the game."""
    title: Name
    """Its title."""
    notice: str
    """What was wrong with the form that was sent; empty on a fresh one."""
    key: str
    """Names this form, so that sending it twice opens one match."""
    seats: tuple[NameField, ...]
    """Name fields, as many as the game has seats."""
    starters: tuple[Starter, ...]
    """Who may start."""
    hints: bool
    """Whether it was chosen that the coach may be asked."""
    options: tuple[OptionField, ...]
    """The options of the rules."""
