"""The matches in memory: the ones used last, up to a limit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.match.match import Match


class Cache:
    """Committed matches by id; safe to use from several threads."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def __len__(self) -> int:
        return len(self._matches)

    def get(self, match: str) -> Match | None:
        with self._lock:
            found = self._matches.get(match)
            if found is not None:
                self._matches.move_to_end(match)
            return found

    def put(self, match: Match) -> None:
        """Keep a match, unless a newer version of it is kept already."""
        with self._lock:
            known = self._matches.get(match.id)
            if known is None or known.version <= match.version:
                self._matches[match.id] = match
            self._matches.move_to_end(match.id)
            while len(self._matches) > self._limit:
                self._matches.popitem(last=False)

    def drop(self, match: str) -> None:
        """Forget a match."""
        with self._lock:
            self._matches.pop(match, None)

    def clear(self) -> None:
        """Forget all, so that they are read from the log again."""
        with self._lock:
            self._matches.clear()
