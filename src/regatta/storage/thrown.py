"""How the dice of all matches fell: counts that are kept up to date, so that nobody has to read the log for them.

A row says how often dice with so many faces showed ``face`` right after a die of the same match had shown ``before``
(0: it was the first die of its match). Dice fall in the order of their rolls, and within a roll in that of the table.
Each roll is counted in the transaction that commits it, of people and bots alike, roll-offs and matches that nobody
ends included: nobody can choose afterwards what counts. Dice thrown by hand are not ours and not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import sqlite

from regatta.match.events import Event, Rolled, RolledOff
from regatta.match.fair import PROTOCOL
from regatta.storage.schema import thrown

if TYPE_CHECKING:
    from regatta.match.match import Match

Fall = tuple[int, int, int]
"""Faces that the die has, the face of the die before it (0: there was none), its own."""

_ADD = (
    str(
        insert(thrown)
        .values(dict.fromkeys(("faces", "before", "face", "count")))
        .compile(dialect=sqlite.dialect())
    )
    + ' ON CONFLICT (faces, "before", face) DO UPDATE SET "count" = "count" + excluded."count"'
)
_ALL = select(thrown.c.faces, thrown.c.before, thrown.c.face, thrown.c.count).order_by(
    thrown.c.faces, thrown.c.before, thrown.c.face
)


def count_falls(counts: Counter[Fall], before: Match | None, match: Match, events: Iterable[Event]) -> None:
    """Count the dice that fell in ``events``, which led from ``before`` (None: from nothing) to ``match``."""
    if match.opened.method != PROTOCOL:
        return
    last, faces = None, match.tables.faces
    for dice in _rolls(events):
        if last is None:
            last = last_face(before) if before is not None else 0
        for face in dice:
            counts[faces, last, face] += 1
            last = face


def last_face(match: Match) -> int:
    """Return the face of the die that fell last in a match; 0 where none did."""
    turns = (match.turn, *reversed(match.turns))
    roll = next((turn.rolls[-1] for turn in turns if turn.rolls), None)
    if roll is not None:
        return roll.dice[roll.places[-1]]
    return match.rounds[-1].throws[-1].dice[-1] if match.rounds else 0


def add_falls(connection: Connection, counts: Counter[Fall]) -> None:
    """Add dice that fell."""
    if counts:
        connection.exec_driver_sql(_ADD, [(*fall, count) for fall, count in counts.items()])


def read_falls(connection: Connection) -> dict[int, Falls]:
    """Return all counts: by the faces that dice have, then by (face before, face)."""
    rows = [tuple(row) for row in connection.execute(_ALL)]
    return {
        faces: {(before, face): count for each, before, face, count in rows if each == faces}
        for faces in {row[0] for row in rows}
    }


Falls = Mapping[tuple[int, int], int]
"""Counts of dice of one kind by (face of the die before, or 0; its own face)."""


def _rolls(events: Iterable[Event]) -> Iterator[tuple[int, ...]]:
    for event in events:
        match event:
            case Rolled():
                yield event.dice
            case RolledOff():
                yield from (throw.dice for throw in event.throws)
            case _:
                pass
