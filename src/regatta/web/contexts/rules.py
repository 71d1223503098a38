"""The rules of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from regatta.web.anchors import Anchors
from regatta.web.contexts.frame import Context
from regatta.words.rules import RulesInWords
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value of an option that is not the usual one."""

    option: Name
    value: Name


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A line of a model file, with its words marked; ``id`` is its anchor."""

    number: int
    id: str
    text: Markup


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file; ``href`` is where it can be fetched."""

    name: str
    href: str
    lines: tuple[ModelLine, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of a rules page, the same for everybody who reads its language."""

    template: ClassVar[str] = "parts/rules.html"

    rules: RulesInWords
    """All that is to be said."""
    anchors: Anchors
    """Ties what is said to lines of the model."""
    play: str
    """Address of the form for a new match with these options."""
    online: str
    """Address of the form for a room with these options."""
    pad: str
    """Address of the form for a score pad with these options."""
    paper: str
    """Address of the score sheet to print."""
    edit: str
    """Address of the editor with a copy of this game."""
    copy: str
    """Address of what is told of this copy; empty where the game is of the catalogue."""
    usual: str
    """Address of the rules with the usual options; empty where these are they."""
    chosen: tuple[Chosen, ...]
    """What is not as usual."""
    picture: Markup
    """The table in the middle of a game."""
    faces: int
    """How many faces a die has."""
    files: tuple[ModelFile, ...]
    """The model."""


@dataclass(frozen=True, slots=True)
class RulesPreview:
    """The rules of a game that is being written; the names as in ``Rules``."""

    template: ClassVar[str] = "parts/preview.html"

    rules: RulesInWords
    """All that is to be said."""
    anchors: Anchors
    """Gives every part its place on the page; no part has a line there."""
    chosen: tuple[Chosen, ...]
    """What is not as usual: nothing."""
    sheet: Markup
    """The sheet in the middle of a game."""
    faces: int
    """How many faces a die has."""


@dataclass(frozen=True, slots=True)
class RulesPage(Context):
    """The rules of a game."""

    template: ClassVar[str] = "rules.html"

    title: Name
    """Of the game."""
    content: Markup
    """What ``Rules`` became."""
