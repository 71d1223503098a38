"""The matches in memory: the ones used last, up to a limit."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from regatta.remember import Recent

if TYPE_CHECKING:
    from regatta.match.match import Match

MAX_CELLS = 40_000_000
"""So many numbers the tables of all matches may hold together, each counted with its match: matches of large games give way
sooner, since each may have rules of its own."""


class Cache:
    """Committed matches by id; safe to use from several threads."""

    def __init__(self, limit: int) -> None:
        self._lock = threading.Lock()
        self._matches: Recent[str, Match] = Recent(limit, MAX_CELLS, _cells)

    def __len__(self) -> int:
        return len(self._matches)

    def get(self, match: str) -> Match | None:
        return self._matches.get(match)

    def put(self, match: Match) -> None:
        """Keep a match, unless a newer version of it is kept already."""
        with self._lock:
            known = self._matches.get(match.id)
            if known is None or known.version <= match.version:
                self._matches.put(match.id, match)

    def drop(self, match: str) -> None:
        """Forget a match."""
        with self._lock:
            self._matches.drop(match)

    def clear(self) -> None:
        """Forget all, so that they are read from the log again."""
        with self._lock:
            self._matches.clear()


def _cells(match: Match) -> int:
    return match.tables.cells
