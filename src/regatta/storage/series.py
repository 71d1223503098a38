"""The earlier games of a series, read from the log.

In a room people come and go from game to game, and their host may choose another game. Beside a match stand the games
that are like it: the same game, with the same holders in the same seats.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from regatta.engine import Sheet
from regatta.match.events import Event, Rolled, Series, TookBack, Wrote, from_json
from regatta.match.match import Match
from regatta.match.record import standing
from regatta.storage.schema import event, match, seat
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


class Like(NamedTuple):
    """What the games that stand beside a match are found by; their sheets by its rules."""

    series: Series
    game: str
    rules: str
    holders: tuple[str | None, ...]
    """Guests by seat, None for bots."""


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
        match.c.game == bindparam("game"),
    )
    .order_by(match.c.number)
)
_HOLDERS = (
    select(seat.c.match, seat.c.guest)
    .join(match, match.c.id == seat.c.match)
    .where(match.c.series == bindparam("series"), match.c.number < bindparam("number"))
    .order_by(seat.c.match, seat.c.number)
)
# What is taken back is a write, or by hand a roll: both must be there to tell which.
_ENTRIES = (
    select(event.c.kind, event.c.body)
    .where(event.c.match == bindparam("match"), event.c.kind.in_([Rolled.kind, Wrote.kind, TookBack.kind]))
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
        self._games: OrderedDict[Like, tuple[PastGame, ...]] = OrderedDict()
        self._ended = 0

    @property
    def mark(self) -> int:
        return self._ended

    def get(self, like: Like) -> tuple[PastGame, ...] | None:
        with self._lock:
            return self._games.get(like)

    def put(self, like: Like, games: tuple[PastGame, ...], mark: int) -> None:
        with self._lock:
            if mark == self._ended:
                self._games[like] = games
                while len(self._games) > self._limit:
                    self._games.popitem(last=False)

    def ended(self, series: str) -> None:
        """A game of a series has ended."""
        with self._lock:
            self._ended += 1
            for kept in [kept for kept in self._games if kept.series.id == series]:
                del self._games[kept]

    def clear(self) -> None:
        with self._lock:
            self._ended += 1
            self._games.clear()


def like(present: Match) -> Like:
    """Return what the games beside a match are found by."""
    holders = (holder if isinstance(holder, str) else None for holder in present.private.holders)
    return Like(present.series, present.opened.game, present.opened.rules_digest, tuple(holders))


def read_games(connection: Connection, present: Match) -> tuple[PastGame, ...]:
    """Return the finished games of a series before the ``present`` one that are ``like`` it, the oldest first."""
    (series, number), game, digest, wanted = like(present)
    asked = {"series": series, "number": number}
    holders: dict[str, tuple[str | None, ...]] = {}
    for name, guest in connection.execute(_HOLDERS, asked):
        holders[name] = (*holders.get(name, ()), guest)
    rows = [row for row in connection.execute(_EARLIER, {**asked, "game": game}) if holders[row.id] == wanted]
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
