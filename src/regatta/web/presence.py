"""Which holders of seats are there: they read a stream of the match, or asked for something a moment ago.

Only who proved to hold a seat counts, and nothing of it is stored: after a start of the server nobody is called away who
was not seen since.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.web.guests import Guest

STEPS = (20, 60, 300, 900, 3600)
"""Seconds that somebody has been away for, as they are told: the last step that was reached."""

KEPT = 20_000
"""Of so many holders it is known when they were seen last."""


class Presence:
    """See the module. Lives on the event loop alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._open: Counter[tuple[str, str]] = Counter()

    def see(self, match: Match, guest: Guest) -> None:
        """Note that a guest is there, who may hold a seat or not."""
        if guest.id in match.private.holders:
            self._note((match.id, guest.id))

    @contextmanager
    def stay(self, match: Match, guest: Guest) -> Iterator[None]:
        """Note that a guest is there for as long as this lasts."""
        name = (match.id, guest.id)
        self._open[name] += 1
        try:
            yield
        finally:
            self._open[name] -= 1
            if not self._open[name]:
                del self._open[name]
                self._note(name)

    def away(self, match: Match) -> tuple[int, ...]:
        """Return for how many seconds each seat's holder has been away, as one of ``STEPS``; 0 who is not."""
        return tuple(
            self._away((match.id, holder)) if isinstance(holder, str) else 0
            for holder in match.private.holders
        )

    def _away(self, name: tuple[str, str]) -> int:
        seen = self._seen.get(name)
        if seen is None or name in self._open:
            return 0
        gone = self._clock() - seen
        return next((step for step in reversed(STEPS) if step <= gone), 0)

    def _note(self, name: tuple[str, str]) -> None:
        self._seen[name] = self._clock()
        self._seen.move_to_end(name)
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
