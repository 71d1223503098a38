"""How long a game takes from its file to its tables: read and check, compile, and from the disk cache."""

from __future__ import annotations

import os
import tempfile

from benchmarks.timing import markdown, median_seconds
from regatta.model import catalogue, load
from regatta.tables import compile, tables_of  # noqa: A004 - as in re.compile

REPEATS = 7


def table() -> str:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REGATTA_CACHE"] = folder
        # What is loaded once per process (the dice, numpy) is not the game's: load one game first.
        compile(load(catalogue.ids()[0]))
        return markdown(("game", "read and check", "compile", "from the cache"), map(_row, catalogue.ids()))


def _row(game: str) -> list[str]:
    model = load(game)
    tables_of(game)
    times = [
        median_seconds(lambda: load(game), REPEATS),
        median_seconds(lambda: compile(model), REPEATS),
        median_seconds(lambda: tables_of(game), REPEATS),
    ]
    return [game, *(f"{1000 * seconds:.1f} ms" for seconds in times)]
