"""The games as the pages need them: loaded once, then kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from regatta.errors import RegattaError

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.words import Names

KEPT = 256
"""How many games, with some options, are kept."""


@lru_cache(maxsize=KEPT)
def model_of(game: str) -> Model:
    """Return a game of the catalogue with its options open; raises Missing."""
    from regatta.model import catalogue, load

    catalogue.path_of(game)  # a path of the server's disk is no game here
    return load(game)


def names_of(game: str, language: str) -> Names:
    """Return what people call the boxes and rules of a game, also of one that left the catalogue."""
    try:
        model = model_of(game)
    except RegattaError:
        return _plain
    return lambda name: model.name(name, language)


def title_of(game: str, language: str) -> str:
    """Return the title of a game, also of one that left the catalogue."""
    try:
        return model_of(game).title(language)
    except RegattaError:
        return _plain(game)


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
