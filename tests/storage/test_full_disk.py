"""A disk that is full, for as long as it is: SQLite itself refuses, whichever connection asks."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from at_table import ANA, any_command, seats
from regatta.errors import RegattaError
from regatta.match.commands import Envelope
from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.storage.desk import Desk


@contextmanager
def full(desk: Desk, room: int) -> Iterator[None]:
    """Leave room for so many more pages, on the connection that is there and on each that will be opened."""
    path = desk._database.path
    connection = sqlite3.connect(path)
    pages = connection.execute("PRAGMA page_count").fetchone()[0] + room
    connection.close()

    def limit(connection: Any, _: object = None) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    listen: Callable[..., None] = event.listen
    listen(desk._database.write, "connect", limit)
    desk._writer.submit(lambda unit: limit(unit.connection.connection.driver_connection)).result()
    try:
        yield
    finally:
        event.remove(desk._database.write, "connect", limit)


def test_nothing_is_half_written_and_it_goes_on_when_there_is_room(
    desk: Desk, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    matches = {
        match.id: match for match in (desk.open("yacht", seats("Ana", "greedy"), ANA) for _ in range(2))
    }
    rng = Random(1)

    def move(match: Match) -> Match:
        command = any_command(match, rng)
        return desk.submit(Envelope(match.id, ANA, match.version, f"{match.version}", command)).match

    def refused(match: Match) -> bool:
        try:
            matches[match.id] = move(match)
        except RegattaError as error:
            return error.code == "storage.full" and desk.match(match.id) == match
        return False

    refusals = 0
    with caplog.at_level(logging.CRITICAL), full(desk, room=2):
        while refusals < 6:
            refusals += sum([refused(match) for match in matches.values()])
        with pytest.raises(RegattaError, match=r"storage\.full"):
            desk.open("yahtzee", seats("Ana"), ANA)
    # Another program reads exactly what was acknowledged.
    with Desk(url) as other:
        for name, match in matches.items():
            assert other.match(name) == match
    match = matches.popitem()[1]
    while match.finished is None:
        match = move(match)
    assert verify(desk.record(match.id)) == []
    connection = sqlite3.connect(desk._database.path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
