"""The rows of matches: events in and out, always within the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import sqlite

from regatta.errors import Missing
from regatta.match.events import Event, from_json, to_json
from regatta.match.evolve import replay
from regatta.match.match import Actor, House, Match, Private
from regatta.match.ports import Answered
from regatta.storage.rulebook import Rulebook
from regatta.storage.schema import event, guest, match, rules, seat

WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"

# Statements are built once: SQLAlchemy then finds their compiled form by identity.
_MATCH = select(match.c.game, match.c.rules, match.c.seed, match.c.updated, match.c.deadline).where(
    match.c.id == bindparam("id")
)
_FINISHED_AT = select(match.c.updated).where(match.c.id == bindparam("id"), match.c.status == FINISHED)
_SEATS = select(seat.c.guest).where(seat.c.match == bindparam("id")).order_by(seat.c.number)
_EVENTS = (
    select(event.c.kind, event.c.body)
    .where(event.c.match == bindparam("id"), event.c.version.between(bindparam("first"), bindparam("last")))
    .order_by(event.c.version)
)
_KEY = select(event.c.version, event.c.fingerprint).where(
    event.c.match == bindparam("id"), event.c.key == bindparam("key")
)
_NEXT = select(func.min(event.c.version)).where(
    event.c.match == bindparam("id"), event.c.version > bindparam("first"), event.c.key.is_not(None)
)
_LAST = select(match.c.version).where(match.c.id == bindparam("id"))
# The most frequent statements: as text, with rows as tuples, they spare the work that SQLAlchemy does for each row.
_ADD_EVENT = str(insert(event).compile(dialect=sqlite.dialect()))
_UPDATE_MATCH = str(
    update(match)
    .where(match.c.id == bindparam("of"))
    .values(dict.fromkeys(("version", "status", "updated", "deadline")))
    .compile(dialect=sqlite.dialect())
)
_ARRANGE = (
    update(match)
    .where(match.c.id == bindparam("of"))
    .values(game=bindparam("game"), rules=bindparam("rules"), listed=bindparam("listed"))
)
_HIDERS = select(seat.c.guest).where(seat.c.match == bindparam("of"), seat.c.hidden == 1)
_NO_SEATS = delete(seat).where(seat.c.match == bindparam("of"))
_BY_GUEST = (
    select(
        match.c.id,
        match.c.game,
        match.c.status,
        match.c.version,
        match.c.created,
        match.c.updated,
    )
    .where(match.c.id.in_(select(seat.c.match).where(seat.c.guest == bindparam("guest"))))
    .order_by(match.c.status == FINISHED, match.c.updated.desc(), match.c.id)
    .limit(bindparam("limit"))
)
_UNFINISHED = _BY_GUEST.where(
    match.c.status != FINISHED,
    match.c.id.in_(select(seat.c.match).where(seat.c.guest == bindparam("guest"), seat.c.hidden == 0)),
)
_HIDE = (
    update(seat)
    .where(seat.c.match == bindparam("of"), seat.c.guest == bindparam("by"))
    .values(hidden=bindparam("value"))
)
_HIDDEN = select(func.max(seat.c.hidden)).where(
    seat.c.match == bindparam("of"), seat.c.guest == bindparam("by")
)

ALL = 2**31

AT_ONCE = 64
"""So many events are added by one statement."""

_ENCODE = json.JSONEncoder(separators=(",", ":")).encode


Row = tuple[str, int, int, str, str, str | None, str | None]
"""A row of the log, in the order of the columns."""


class Listed(NamedTuple):
    """A match in a guest's list. ``status`` is ``waiting``, ``playing`` or ``finished``; times in ms since 1970."""

    match: str
    game: str
    status: str
    version: int
    created: int
    updated: int


def read_match(connection: Connection, book: Rulebook, name: str) -> Match:
    """Return a match, replayed from its events.

    Raises:
        Missing: ``match.unknown`` (match).
    """
    row = connection.execute(_MATCH, {"id": name}).one_or_none()
    if row is None:
        raise Missing("match.unknown", match=name[:40])
    tables = book.tables(connection, row.game, row.rules)
    holders: list[Actor | None] = [
        House.BOTS if holder is None else holder
        for holder in connection.execute(_SEATS, {"id": name}).scalars()
    ]
    found = replay(read_events(connection, name), tables, Private(row.seed, tuple(holders)))
    return found.at(turned=row.updated, deadline=row.deadline) if found.terms else found


def read_finished(connection: Connection, name: str) -> int | None:
    """Return when a match was finished, in ms since 1970, UTC; None where it is not."""
    return connection.execute(_FINISHED_AT, {"id": name}).scalar()


def read_events(connection: Connection, name: str, first: int = 1, last: int = ALL) -> list[Event]:
    """Return the events ``first`` to ``last`` of a match, both included; none for an unknown match."""
    rows = connection.execute(_EVENTS, {"id": name, "first": first, "last": last})
    return [from_json(kind, json.loads(body)) for kind, body in rows]


def read_answered(connection: Connection, name: str, key: str) -> Answered | None:
    """Return what the command with this key did: its events reach up to those of the next command."""
    row = connection.execute(_KEY, {"id": name, "key": key}).one_or_none()
    if row is None:
        return None
    following = connection.execute(_NEXT, {"id": name, "first": row.version}).scalar()
    last = following - 1 if following else connection.execute(_LAST, {"id": name}).scalar_one()
    return Answered(row.version, last, row.fingerprint)


def read_listed(connection: Connection, holder: str, limit: int, *, unfinished: bool = False) -> list[Listed]:
    """Return the matches in which a guest holds a seat: those that go on first, then the latest first.

    With ``unfinished`` only those that go on, without those that the guest gave up.
    """
    rows = connection.execute(_UNFINISHED if unfinished else _BY_GUEST, {"guest": holder, "limit": limit})
    return [
        Listed(
            row.id,
            row.game,
            row.status,
            row.version,
            row.created,
            row.updated,
        )
        for row in rows
    ]


def event_rows(name: str, first: int, events: Sequence[Event], *, key: str, mark: str, now: int) -> list[Row]:
    """Return the rows of one command's events, of which the first has version ``first``."""
    rows: list[Row] = [
        (name, version, now, happened.kind, _ENCODE(to_json(happened)), None, None)
        for version, happened in enumerate(events, first)
    ]
    rows[0] = (*rows[0][:5], key or None, mark or None)
    return rows


def add_events(connection: Connection, rows: Sequence[Row]) -> None:
    """Add rows that ``event_rows`` made.

    As many at a time as there are powers of two in their number: SQLite is asked seldom, and always for one of few things.
    """
    first, size = 0, AT_ONCE
    while first < len(rows):
        while size > len(rows) - first:
            size //= 2
        values = tuple(chain.from_iterable(rows[first : first + size]))
        connection.exec_driver_sql(_several(_ADD_EVENT, size), values)
        first += size


@cache
def _several(statement: str, rows: int) -> str:
    """Return a statement that inserts one row as one that inserts several."""
    head, values, row = statement.partition(" VALUES ")
    return head + values + ", ".join([row] * rows)


def update_matches(connection: Connection, matches: Sequence[Match], now: int) -> None:
    """Bring what the table of matches says of each into step with its events."""
    # In the order of the columns, as SQLAlchemy writes them.
    rows = [(status(each), each.version, now, each.deadline, each.id) for each in matches]
    connection.exec_driver_sql(_UPDATE_MATCH, rows)


def add_match(connection: Connection, opened: Match, canonical: str, now: int, code: str | None) -> None:
    """Add the rows around a new match; its events are added as those of any other. ``code`` is that of a room."""
    digest = opened.opened.rules_digest
    add_rules(connection, digest, canonical)
    connection.execute(
        insert(match),
        {
            "id": opened.id,
            "game": opened.opened.game,
            "rules": digest,
            "seed": opened.private.seed,
            "status": WAITING,
            "version": opened.version,
            "created": now,
            "updated": now,
            "series": opened.series.id,
            "number": opened.series.number,
            "code": code,
            "deadline": opened.deadline,
            "listed": opened.terms is not None and opened.terms.listed,
        },
    )
    add_seats(connection, opened, now)


def add_rules(connection: Connection, digest: str, canonical: str) -> None:
    """Keep rules, as canonical JSON."""
    connection.execute(
        insert(rules).prefix_with("OR IGNORE", dialect="sqlite"), {"digest": digest, "body": canonical}
    )


def add_seats(connection: Connection, taken: Match, now: int) -> None:
    """Add the rows of the seats that are taken."""
    holders = [holder if isinstance(holder, str) else None for holder in taken.private.holders]
    for holder in {holder for holder in holders if holder is not None}:
        add_guest(connection, holder, now)
    if holders:
        rows = [
            {"match": taken.id, "number": number, "guest": holder} for number, holder in enumerate(holders)
        ]
        connection.execute(insert(seat), rows)


def change_seats(connection: Connection, changed: Match, now: int) -> None:
    """Bring the rows of the seats into step with the match; who gave it up did so whatever seat they hold."""
    hiders = connection.execute(_HIDERS, {"of": changed.id}).scalars().all()
    connection.execute(_NO_SEATS, {"of": changed.id})
    add_seats(connection, changed, now)
    for hider in hiders:
        hide_match(connection, changed.id, hider)


def arrange_match(connection: Connection, arranged: Match) -> None:
    """Bring what the table of matches says of a room's rules and terms into step with its events."""
    terms, opened = arranged.terms, arranged.opened
    connection.execute(
        _ARRANGE,
        {
            "of": arranged.id,
            "game": opened.game,
            "rules": opened.rules_digest,
            "listed": terms is not None and terms.listed,
        },
    )


def add_guest(connection: Connection, name: str, now: int) -> None:
    """Make sure that there is a row for a guest."""
    connection.execute(
        insert(guest).prefix_with("OR IGNORE", dialect="sqlite"),
        {"id": name, "created": now, "settings": "{}"},
    )


def hide_match(connection: Connection, name: str, holder: str, *, hidden: bool = True) -> bool:
    """Take a match out of a guest's list, or put it back; False where the guest holds no seat in it."""
    return connection.execute(_HIDE, {"of": name, "by": holder, "value": int(hidden)}).rowcount > 0


def is_hidden(connection: Connection, name: str, holder: str) -> bool:
    """Whether a guest gave a match up."""
    return bool(connection.execute(_HIDDEN, {"of": name, "by": holder}).scalar())


def status(match: Match) -> str:
    if match.finished is not None:
        return FINISHED
    return WAITING if match.position is None else PLAYING
