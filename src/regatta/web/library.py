"""The games as the pages need them: loaded once, then kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from regatta.errors import RegattaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.model import Model
    from regatta.tables import Tables
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


def chosen(game: str, options: Mapping[str, str]) -> tuple[Model, Tables]:
    """Return a game with some options chosen.

    Raises:
        Missing: no such game.
        Invalid: no such option or value.
    """
    return _chosen(game, tuple(sorted(options.items())))


@lru_cache(maxsize=KEPT)
def _chosen(game: str, options: tuple[tuple[str, str], ...]) -> tuple[Model, Tables]:
    from regatta.model import catalogue, load
    from regatta.tables import tables_of

    catalogue.path_of(game)
    return load(game, dict(options)), tables_of(game, dict(options))


def _plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
