"""Where model files are: the games that come with the program, one file each, and files of one's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from regatta.errors import Missing

FOLDER = Path(__file__).parent.parent / "games"
_READ_AT_MOST = 1_000_000


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of the catalogue, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


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
    """Return the bytes of a game of the catalogue or of a file, and the name to report faults under.

    Raises:
        Missing: ``game.unknown`` or ``file.unreadable``.
    """
    path = Path(game) if is_file(game) else path_of(game)
    try:
        with path.open("rb") as file:
            return file.read(_READ_AT_MOST), game if is_file(game) else path.name
    except (OSError, ValueError):
        # ValueError: no file can have such a name.
        raise Missing("file.unreadable", file=game) from None
