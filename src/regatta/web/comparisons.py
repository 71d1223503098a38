"""What copies play otherwise than other games: found where strangers' texts are read, and remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from regatta.words.languages import version

if TYPE_CHECKING:
    from regatta.words.rules.page import Change

KEPT = 256
"""How many comparisons are remembered."""

Finder = Callable[[], Awaitable[tuple["Change", ...]]]


class Comparisons:
    """Those that were asked for last, by the two games, the language and its catalogue."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str, str, str], tuple[Change, ...]] = OrderedDict()

    async def get(self, before: str, after: str, language: str, find: Finder) -> tuple[Change, ...]:
        """Return what ``after`` plays otherwise than ``before``: remembered, else as ``find`` tells."""
        key = (before, after, language, version(language))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        found = self._kept[key] = await find()
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found
