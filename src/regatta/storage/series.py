"""The earlier games of a series, read from the log."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from regatta.engine import Sheet
from regatta.match.events import Event, Series, TookBack, Wrote, from_json
from regatta.match.match import Match
from regatta.match.record import standing
from regatta.storage.schema import event, match
from regatta.tables import Tables

PAD = 6
"""Of how many games the sheets are read, the last ones; as many have room on a pad of paper."""


class PastGame(NamedTuple):
    """A finished game: its number in the series, totals by seat; sheets by seat, for the last ones of a series only.

    ``sheets`` is empty too where the rules of the game have changed since.
    """

    match: str
    number: int
    totals: tuple[int, ...]
    sheets: tuple[Sheet, ...]


class Latest(NamedTuple):
    """The last game of a series."""

    match: str
    number: int


_EARLIER = (
    select(match.c.id, match.c.number, match.c.rules, event.c.body)
    .join(event, (event.c.match == match.c.id) & (event.c.version == match.c.version))
    .where(
        match.c.series == bindparam("series"),
        match.c.number < bindparam("number"),
        match.c.status == "finished",
    )
    .order_by(match.c.number)
)
_ENTRIES = (
    select(event.c.kind, event.c.body)
    .where(event.c.match == bindparam("match"), event.c.kind.in_([Wrote.kind, TookBack.kind]))
    .order_by(event.c.version)
)
_LATEST = (
    select(match.c.id, match.c.number)
    .where(match.c.series == bindparam("series"))
    .order_by(match.c.number.desc())
    .limit(1)
)


class Pads:
    """The earlier games of series, kept in memory: they change only where one of them ends. Safe in several threads.

    What was read while a game ended may lack it, so it is not kept: ``mark`` is the state before reading.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._games: OrderedDict[Series, tuple[PastGame, ...]] = OrderedDict()
        self._ended = 0

    @property
    def mark(self) -> int:
        return self._ended

    def get(self, series: Series) -> tuple[PastGame, ...] | None:
        with self._lock:
            return self._games.get(series)

    def put(self, series: Series, games: tuple[PastGame, ...], mark: int) -> None:
        with self._lock:
            if mark == self._ended:
                self._games[series] = games
                while len(self._games) > self._limit:
                    self._games.popitem(last=False)

    def ended(self, series: str) -> None:
        """A game of a series has ended."""
        with self._lock:
            self._ended += 1
            for kept in [kept for kept in self._games if kept.id == series]:
                del self._games[kept]

    def clear(self) -> None:
        with self._lock:
            self._ended += 1
            self._games.clear()


def read_games(connection: Connection, present: Match) -> tuple[PastGame, ...]:
    """Return the finished games of a series before the ``present`` one, the oldest first."""
    series, number = present.series
    rows = connection.execute(_EARLIER, {"series": series, "number": number}).all()
    digest = present.opened.rules_digest
    found = []
    for nth, row in enumerate(rows, 1):
        entries: list[Event] = []
        if row.rules == digest and nth > len(rows) - PAD:
            entries = [
                from_json(kind, json.loads(body))
                for kind, body in connection.execute(_ENTRIES, {"match": row.id})
            ]
        totals = tuple(json.loads(row.body)["totals"])
        sheets = _sheets(present.tables, len(totals), entries) if entries else ()
        found.append(PastGame(row.id, row.number, totals, sheets))
    return tuple(found)


def read_latest(connection: Connection, series: str) -> Latest:
    """Return the last game of a series, finished or not."""
    row = connection.execute(_LATEST, {"series": series}).one()
    return Latest(row.id, row.number)


def _sheets(tables: Tables, seats: int, entries: Sequence[Event]) -> tuple[Sheet, ...]:
    sheets = [Sheet.empty(tables)] * seats
    extras = {extra.id: index for index, extra in enumerate(tables.extras)}
    for entry in standing(entries):
        if isinstance(entry, Wrote):
            paid = tuple(extras[name] for name in entry.paid)
            written = sheets[entry.seat].written(tables.box_index[entry.box], entry.points, paid)
            sheets[entry.seat] = written
    return tuple(sheets)
