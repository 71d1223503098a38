"""The form for a new match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from regatta.web.contexts.frame import Context
from regatta.words.rules.page import Change
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class NameField:
    """A field for the name of somebody around the screen; ``number`` counts from 1."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class BotField:
    """How many bots of one kind play."""

    id: str
    label: str
    line: str
    """How this bot plays."""
    counts: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    value: str
    label: Name
    chosen: bool
    changes: tuple[Change, ...] = ()
    """What it changes in the usual rules, where that is told."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the game's rules."""

    id: str
    label: Name
    choices: tuple[Choice, ...]

    @property
    def told(self) -> bool:
        """Whether it is told what the choices change."""
        return any(choice.changes for choice in self.choices)


@dataclass(frozen=True, slots=True)
class NewGame(Context):
    """The form for a new match."""

    template: ClassVar[str] = "new.html"

    game: str
    """Id of the game."""
    title: Name
    """Its title."""
    line: Name | None
    """What is special about it."""
    notice: str
    """What was wrong with the form that was sent; empty on a fresh one."""
    key: str
    """Names this form, so that sending it twice opens one match."""
    seats: tuple[NameField, ...]
    """Name fields, as many as the game has seats."""
    bots: tuple[BotField, ...]
    """The kinds of bots."""
    options: tuple[OptionField, ...]
    """The options of the rules."""
    own_salt: bool
    """Whether it was chosen to add words to the dice."""
