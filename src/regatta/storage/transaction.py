"""The log of all matches within one transaction of the writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from regatta.match.events import Arranged, Finished, HandedOver, Left, Moved, Seated
from regatta.match.ports import Answered
from regatta.storage import log, scores
from regatta.storage.thrown import Fall, add_falls, count_falls

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.storage.cache import Cache
    from regatta.storage.rulebook import Rulebook

SEATING = Seated | Left | HandedOver | Moved
"""Events after which somebody else holds a seat."""


class Notice(NamedTuple):
    """What was committed: a match, and the events that brought it from the version before to this one."""

    match: Match
    events: tuple[Event, ...]


class Transaction:
    """Implements ``match.ports.Log``.

    Rows are gathered and written at the end, many at a time. Keys are searched for where there is reason to; a key
    that is there already makes the database refuse the transaction, which is then taken in anew, ``careful``.
    """

    def __init__(
        self,
        connection: Connection,
        cache: Cache,
        book: Rulebook,
        *,
        now: int,
        careful: bool,
        publish: Callable[[Sequence[Notice]], None],
    ) -> None:
        self.connection = connection
        self._cache = cache
        self._book = book
        self.now = now
        self._careful = careful
        self._publish = publish
        self._matches: dict[str, Match] = {}
        self._rows: list[log.Row] = []
        self._keys: dict[tuple[str, str], Answered] = {}
        self._notices: list[Notice] = []
        self._falls: Counter[Fall] = Counter()

    def load(self, match: str) -> Match:
        found = self._matches.get(match) or self._cache.get(match)
        if found is None:
            found = self._matches[match] = log.read_match(self.connection, self._book, match)
        return found

    def events(self, match: str, first: int, last: int) -> list[Event]:
        self._write_rows()
        return log.read_events(self.connection, match, first, last)

    def answered(self, match: Match, key: str, seen: int | None) -> Answered | None:
        known = self._keys.get((match.id, key))
        if known is None and (self._careful or seen != match.version):
            known = log.read_answered(self.connection, match.id, key)
        return known

    def append(self, match: Match, events: Sequence[Event], key: str, fingerprint: str) -> None:
        first = match.version - len(events) + 1
        self._rows += log.event_rows(match.id, first, events, key=key, mark=fingerprint, now=self.now)
        if key:
            self._keys[match.id, key] = Answered(first, match.version, fingerprint)
        count_falls(self._falls, self.load(match.id) if first > 1 else None, match, events)
        self._matches[match.id] = match
        self._notices.append(Notice(match, tuple(events)))

    def open(self, match: Match, events: Sequence[Event], canonical: str, code: str | None = None) -> None:
        """Add a new match with its first events; a room has a ``code``."""
        log.add_match(self.connection, match, canonical, self.now, code)
        self.append(match, events, "", "")

    def forget(self, match: str) -> None:
        """Drop what is in memory of a match whose rows were changed or are gone."""
        self._matches.pop(match, None)
        self._cache.drop(match)

    def flush(self) -> None:
        changed = {notice.match.id for notice in self._notices}
        self._write_rows()
        if changed:
            log.update_matches(self.connection, [self._matches[name] for name in changed], self.now)
        rooms = [notice for notice in self._notices if notice.match.terms is not None]
        for name in {room.match.id for room in rooms if _any(room.events, SEATING)}:
            log.change_seats(self.connection, self._matches[name], self.now)
        for name in {room.match.id for room in rooms if _any(room.events, Arranged)}:
            log.arrange_match(self.connection, self._matches[name])
        finished = [each.match for each in self._notices if isinstance(each.events[-1], Finished)]
        scores.add_scores(self.connection, finished, self.now)
        add_falls(self.connection, self._falls)

    def committed(self) -> None:
        for match in self._matches.values():
            self._cache.put(match)
        if self._notices:
            self._publish(self._notices)

    def failed(self) -> None:
        # What is in memory may be at odds with the file: read everything again.
        self._cache.clear()

    def _write_rows(self) -> None:
        if self._rows:
            log.add_events(self.connection, self._rows)
            self._rows = []


def _any(events: Sequence[Event], kinds: Any) -> bool:
    return any(isinstance(event, kinds) for event in events)
