"""Where model files are: the games that come with the program, one file each, and files of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from regatta.errors import Missing

Shelf = Callable[[str], bytes | None]
"""Where more games are kept: gives the bytes of a game by its id, None for one that is not there. Answers quickly; raises
``Missing`` for a game that was taken away."""

FOLDER = Path(__file__).parent.parent / "games"
ORDER = FOLDER / "order.txt"
_READ_AT_MOST = 1_000_000
_shelves: list[Shelf] = []


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of the catalogue, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def in_order() -> tuple[str, ...]:
    """Return the ids as people look for them: in the order of ``ORDER``, others after those."""
    places = _places()
    return tuple(sorted(ids(), key=lambda game: places.get(game, len(places))))


@cache
def _places() -> dict[str, int]:
    return {game: place for place, game in enumerate(ORDER.read_text("utf-8").split())}


def add_shelf(shelf: Shelf) -> Callable[[], None]:
    """Find games on ``shelf`` too, after those of the catalogue. Returns how to take the shelf away."""
    _shelves.append(shelf)
    return lambda: _shelves.remove(shelf)


def on_shelf(game: str) -> bytes | None:
    """Return the bytes of a game that is kept beside the catalogue.

    Raises:
        Missing: for one that was taken away.
    """
    return next((found for shelf in tuple(_shelves) if (found := shelf(game)) is not None), None)


def known(game: str) -> bool:
    """Whether there is such a game, in the catalogue or beside it; a file is none."""
    try:
        return game in ids() or on_shelf(game) is not None
    except Missing:
        return False


def path_of(game: str) -> Path:
    """Return the file of a game.

    Raises:
        Missing: ``game.unknown`` where the catalogue has no such game.
    """
    if game not in ids():
        raise Missing("game.unknown", game=game, known=", ".join(ids()))
    return FOLDER / f"{game}.yaml"


def is_file(game: str) -> bool:
    """Whether ``game`` names a file of one's own rather than a game of the catalogue."""
    return game.endswith((".yaml", ".yml")) or "/" in game


def source_of(game: str) -> tuple[bytes, str]:
    """Return the bytes of a game of the catalogue, of a shelf or of a file, and the name to report faults under.

    Raises:
        Missing: ``game.unknown`` or ``file.unreadable``.
    """
    if game not in ids() and not is_file(game):
        found = on_shelf(game)
        if found is not None:
            return found, f"{game}.yaml"
    path = Path(game) if is_file(game) else path_of(game)
    try:
        with path.open("rb") as file:
            return file.read(_READ_AT_MOST), game if is_file(game) else path.name
    except (OSError, ValueError):
        # ValueError: no file can have such a name.
        raise Missing("file.unreadable", file=game) from None
