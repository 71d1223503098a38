"""What the pages about copies of games are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from regatta.web.contexts import Context
from regatta.web.reviewcontexts import Working
from regatta.words.rules.page import Change
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class Kept:
    """A copy in its guest's list; ``when`` in words, ``at`` for machines."""

    id: str
    title: str
    version: str
    when: str
    at: str
    game: str


@dataclass(frozen=True, slots=True)
class Source:
    """A game that a copy can begin with, or began with."""

    id: str
    title: Name
    href: str


@dataclass(frozen=True, slots=True)
class CopiesPage(Context):
    """A guest's copies, and how to begin another one."""

    template: ClassVar[str] = "copies.html"

    copies: tuple[Kept, ...]
    """Those kept, the one edited last first."""
    games: tuple[Source, ...]
    """Those of the catalogue."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a text, and where."""

    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class EditorPage(Context):
    """A text of a model with the forms to check, keep and play it."""

    template: ClassVar[str] = "editor.html"

    action: str
    """Where the text is sent."""
    parent: str
    """Id of the game that a new copy comes from; empty for a copy that is kept already."""
    heading: str
    """What the text calls itself."""
    origin: Source | None
    """The game that it was copied from."""
    about: str
    """Address of the page about the copy; empty for a new one."""
    text: str
    """What is edited."""
    saved: str
    """The text as it is kept."""
    script: str
    """Address of the editor's script."""
    words: dict[str, str]
    """Sentences of the editor."""
    faults: tuple[Fault, ...]
    """What is wrong with it."""
    state: str
    """How many faults there are, in words; empty where nobody has looked."""
    preview: Markup
    """The rules as they read; empty where there are faults."""
    notice: str
    """Why it was refused as a whole."""
    done: str
    """What has just been done."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a copy; ``href`` is the page about it, ``game`` its id as a game."""

    number: int
    when: str
    at: str
    href: str
    game: str
    current: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """What a version plays otherwise than ``with_``; ``told`` says where nothing can be compared."""

    heading: str
    changes: tuple[Change, ...]
    told: str


@dataclass(frozen=True, slots=True)
class CopyPage(Context):
    """A copy: where it comes from, what it changes, its versions."""

    template: ClassVar[str] = "copy.html"

    id: str
    """Of the copy."""
    game: str
    """Id of the version as a game."""
    title: Name
    """Its title."""
    line: Name | None
    """What is special about it."""
    number: int
    """Of the version, from 1."""
    newest: bool
    """Whether there is no newer one."""
    origin: Source | None
    """The game that it was copied from."""
    gone: str
    """Says that the game it was copied from is not there any more; empty where it is, or where there was none."""
    mine: bool
    """Whether it is the viewer's own."""
    link: str
    """The address to share."""
    compared: tuple[Compared, ...]
    """What it plays otherwise than the game it came from, and than the version before."""
    versions: tuple[Version, ...]
    """All versions, the newest first."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a game is, in words."""

    of: str
    states: str
    time: str
    memory: str


@dataclass(frozen=True, slots=True)
class Average:
    """A line of a table of averages: of this game, of the other one, and by how much it is more or less."""

    name: Name
    here: str
    there: str
    more: str
    kind: str = ""
    """``sum`` for the last line."""


@dataclass(frozen=True, slots=True)
class EffectPage(Context):
    """What a copy does to the points."""

    template: ClassVar[str] = "effect.html"
    part: ClassVar[str] = "parts/effect.html"

    copy: str
    """Id of the copy."""
    number: int
    """Of the version."""
    here: str
    """Address of this page."""
    title: Name
    """Title of the version."""
    two: bool
    """Whether it is compared with the game it came from."""
    sizes: tuple[Size, ...]
    """How large the games are, as far as that is known."""
    working: Working | None
    """How far the work is, while it goes on."""
    refused: str
    """Why a game cannot be worked out; empty where it can."""
    averages: tuple[Average, ...]
    """The lines of the table; none before the end of the work."""
    lead: str
    """The result in a sentence."""
