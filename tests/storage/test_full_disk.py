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

from at_table import ANA, STRANGER, any_command, seats
from loops import run
from regatta.errors import RegattaError
from regatta.match.commands import Begin, Envelope, Rename, Sit
from regatta.match.events import Terms
from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.storage.copies import Copies
from regatta.storage.desk import Desk
from regatta.storage.rooms import Rooms


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


LONG = "game: tiny\n" + "# a remark of the author\n" * 400
"""More than the pages that are there already have room for."""


class Site:
    """What guests do on a site, and what they find there afterwards."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.rooms = Rooms(desk)
        self.copies = Copies(desk)
        self.room = run(self.rooms.aopen("crag", ANA, "Ana", Terms(4), key="room"))
        self.copy = run(self.copies.akeep(ANA, "game: small", "Small"))
        desk.save_settings(ANA, {"theme": "dark"})

    def send(self, command: Any, actor: str, key: str) -> Match:
        return self.desk.submit(Envelope(self.room.id, actor, None, key, command)).match

    def found(self) -> tuple[object, ...]:
        """All that a guest can see."""
        room = self.desk.match(self.room.id)
        listed = [each.match for each in self.desk.matches_of(ANA)]
        return room, room.private, listed, self.desk.settings(ANA), run(self.copies.aowned(ANA))


ACTS: dict[str, Callable[[Site, int], object]] = {
    "a room": lambda site, nth: run(site.rooms.aopen("yahtzee", ANA, "Ana", Terms(4), key=f"{nth}")),
    "a name": lambda site, nth: site.send(Rename(0, f"{nth}" * 400), ANA, f"{nth}"),
    "an arrangement": lambda site, nth: run(
        site.rooms.aarrange(site.room.id, ANA, "yahtzee", {}, Terms(3, listed=nth % 2 > 0), key=f"{nth}")
    ),
    "settings": lambda site, nth: site.desk.save_settings(ANA, {"name": f"{nth:09}" * 1000}),
    "settings of a new guest": lambda site, nth: site.desk.save_settings(f"{nth}", {"name": "n" * 9000}),
    "a copy": lambda site, nth: run(site.copies.akeep(ANA, f"{LONG}# {nth}", "Tiny")),
    "a version": lambda site, nth: run(site.copies.akeep(ANA, f"{LONG}# {nth}", "Tiny", name=site.copy.id)),
    "a match on one screen": lambda site, nth: site.desk.open("yacht", seats("Ana", "greedy"), ANA),
}
"""What is stored, ``nth`` time; each needs more room than is left, sooner or later."""


def rows(desk: Desk) -> list[str]:
    """Return every row of the database, as another program reads them."""
    connection = sqlite3.connect(desk._database.path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(connection.iterdump())
    finally:
        connection.close()


def refused(site: Site, act: str, nth: int) -> bool:
    """Whether there was no room: then nothing at all has changed."""
    before, code = (site.found(), rows(site.desk)), ""
    try:
        ACTS[act](site, nth)
    except RegattaError as error:
        code = error.code
    if code:
        assert code == "storage.full"
        assert (site.found(), rows(site.desk)) == before
    return bool(code)


@pytest.mark.parametrize("act", ACTS)
def test_each_thing_that_is_stored_is_stored_whole_or_not_at_all(
    desk: Desk, act: str, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site(desk)
    try:
        with caplog.at_level(logging.CRITICAL), full(desk, room=0):
            fill(desk)
            nth = next(nth for nth in range(100) if refused(site, act, nth))
            full_rows = rows(desk)
        ACTS[act](site, nth)
        assert rows(desk) != full_rows
        site.send(Sit("Bo"), STRANGER, "later")
        assert site.send(Begin(), ANA, "begin").position is not None
    finally:
        site.copies.close()


def fill(desk: Desk) -> None:
    """Use up the room that pages have left: the sizes that fit become smaller and smaller."""
    size, number = 9000, 0
    while size > 8:
        number += 1
        try:
            desk.save_settings(f"filler {number}", {"n": "f" * size})
        except RegattaError:
            size //= 2
