"""The earlier games of a series, read from the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from regatta.engine import Sheet
from regatta.match.events import Event, TookBack, Wrote, from_json
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


def read_games(connection: Connection, present: Match) -> list[PastGame]:
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
    return found


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
