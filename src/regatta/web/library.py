"""The games as the pages need them: loaded once, then kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from regatta.errors import Missing, RegattaError
from regatta.model import catalogue
from regatta.remember import Recent
from regatta.storage.copies import split
from regatta.words.naming import GameWords
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.words import Words

KEPT = 64
"""How many games are kept: a stranger's may take some megabytes of memory."""

LOADED: Recent[str, Model] = Recent(KEPT, KEPT, lambda _: 1)
"""The games that were asked for last."""

MOST_NAMES = 500
"""How many names of one game are kept; no game has more of its own, but a stranger may ask for any."""


def check_there(game: str) -> None:
    """Raises Missing ``game.unknown``, ``copy.unknown`` or ``copy.withdrawn`` for what is no game here."""
    if game not in catalogue.ids() and catalogue.on_shelf(game) is None:
        if (copy := split(game)) is not None:
            raise Missing("copy.unknown", copy=copy[0])
        catalogue.path_of(game)  # a path of the server's disk is no game here


def model_of(game: str) -> Model:
    """Return a game of the catalogue, or a version of a copy, with its options open; raises as ``check_there``."""
    from regatta.model import load

    check_there(game)
    return LOADED.find(game, lambda: load(game))


def at_hand(game: str) -> bool:
    """Whether a game need not be read before it can be named; one of the catalogue is short, and read by the first page."""
    return not split(game) or game in LOADED


class Naming(Protocol):
    """What people call a game and its parts; a ``Name`` says which language it is in."""

    @property
    def title(self) -> Name: ...
    @property
    def line(self) -> Name | None: ...
    def name(self, name: str) -> Name: ...
    def names(self, name: str) -> str: ...


def naming_of(game: str, words: Words) -> Naming:
    """Return what the parts of a game are called, also of one that is not there any more."""
    try:
        return Remembered(GameWords(words, model_of(game)))
    except RegattaError:
        return Plain(game, words.gettext("A copy that was taken away") if split(game) else "")


class Remembered:
    """The words about a game, each looked up once."""

    def __init__(self, words: GameWords) -> None:
        self.title = replace(words.title, id=words.model.id)
        self.line = words.line
        self._words = words
        self._known: dict[str, Name] = {}

    def name(self, name: str) -> Name:
        found = self._known.get(name)
        if found is None:
            found = self._words.name(name)
            if len(self._known) < MOST_NAMES:
                self._known[name] = found
        return found

    def names(self, name: str) -> str:
        return self.name(name).text


class Plain:
    """A game of which only the ids are known."""

    line = None

    def __init__(self, game: str, title: str = "") -> None:
        self.title = Name(title) if title else self.name(game)

    def name(self, name: str) -> Name:
        return Name(name.replace("-", " ").replace("_", " ").capitalize(), name)

    def names(self, name: str) -> str:
        return self.name(name).text
