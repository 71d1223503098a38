"""What copies play otherwise than other games: found where strangers' texts are read, and remembered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from regatta.remember import Recent
from regatta.words.languages import version

if TYPE_CHECKING:
    from regatta.words.rules.page import Change

KEPT = 64
"""How many comparisons are remembered."""

MOST_RUNS = 200_000
"""And so many stretches of text together, some 50 MB."""

Finder = Callable[[], Awaitable[tuple["Change", ...]]]


class Comparisons:
    """Those that were asked for last, by the two games, the language and its catalogue."""

    def __init__(self, most: int = KEPT) -> None:
        self._kept: Recent[tuple[str, str, str, str], tuple[Change, ...]] = Recent(most, MOST_RUNS, _runs)

    async def get(self, before: str, after: str, language: str, find: Finder) -> tuple[Change, ...]:
        """Return what ``after`` plays otherwise than ``before``: remembered, else as ``find`` tells."""
        key = (before, after, language, version(language))
        found = self._kept.get(key)
        if found is None:
            found = await find()
            self._kept.put(key, found)
        return found


def _runs(changes: tuple[Change, ...]) -> int:
    return sum(len(sentence.runs) for change in changes for sentence in (*change.gone, *change.new))
