"""Two hundred SIGKILLs under load: no move that was acknowledged is lost, none is done twice, every match goes on.

Guests play in rooms and send moves over HTTP as fast as they are answered; when the line breaks they send the same move
with the same key again until they hear what became of it. Meanwhile the server is killed at random moments and started
again. In the end the database must hold exactly the moves that were accepted, and each match is played to its end.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from crowd import Guest, Line, Told, kept, play, room
from regatta.match.verify import verify
from regatta.storage.desk import Desk

KILLS = 200
ROOMS = 8
PATIENCE = 60
"""Seconds that anything may take."""


class Server:
    """The real program on one database, killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "matches.db"
        self.url = f"sqlite:///{self.path}"
        places = {"REGATTA_DATA": str(folder), "REGATTA_CACHE": str(folder)}
        self.environment = {**os.environ, **places, "REGATTA_LIMITS": "0"}
        self.port = free_port()
        self.starts: list[float] = []
        self.start()

    def start(self) -> None:
        """Start the program and wait until it says that it listens."""
        began = time.monotonic()
        command = [sys.executable, "-m", "regatta", "serve", "--port", str(self.port), "--database", self.url]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self.environment, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        self.port = int(line.split("http://127.0.0.1:")[1].split()[0])
        self.starts.append(time.monotonic() - began)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def free_port() -> int:
    """Return a port that is free now; the server comes back to it each time."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Heard(Told):
    """What the guests know, and the moment at which one of them hears that a move was accepted."""

    def __init__(self) -> None:
        super().__init__()
        self.news = threading.Event()

    def accept(self, match: str, key: str) -> None:
        super().accept(match, key)
        self.news.set()


class Crowd(threading.Thread):
    """Rooms in which two guests play match after match, until they are told to stop; the matches that go on are played out."""

    def __init__(self, base: str) -> None:
        super().__init__(name="crowd", daemon=True)
        self.base = base
        self.told = Heard()
        self.stop = threading.Event()
        self.matches: list[str] = []
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._rooms())
        except BaseException as error:
            self.fault = error
            raise

    async def _rooms(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(ROOMS)))

    async def _one(self, number: int) -> None:
        rng = random.Random(number)
        line = Line(cut=0.02, twice=0.05, later=0.05, stale=0.05)
        guests = [Guest(self.base, self.told, line, random.Random(rng.random())) for _ in range(2)]
        for guest in guests:
            await guest.enter()
        while not self.stop.is_set():
            match = await room(guests, "yahtzee" if number % 2 else "crag")
            self.matches.append(match)
            await play(match, guests)
        for guest in guests:
            await guest.close()


def await_move(crowd: Crowd) -> None:
    """Wait until somebody's move was acknowledged from now on."""
    crowd.told.news.clear()
    assert crowd.told.news.wait(PATIENCE), crowd.fault


def test_no_acknowledged_move_is_lost_and_none_is_doubled(tmp_path: Path) -> None:
    rng = random.Random(200)
    server = Server(tmp_path)
    crowd = Crowd(f"http://127.0.0.1:{server.port}")
    crowd.start()
    try:
        for nth in range(KILLS):
            if nth % 10:  # every tenth one while it is starting
                await_move(crowd)
            if nth % 2:  # every other one at once, when what was acknowledged may not be on the disk yet
                time.sleep(rng.uniform(0.0, 0.5))
            server.kill()
            server.start()
        await_move(crowd)
        crowd.stop.set()
        crowd.join(timeout=10 * PATIENCE)
        assert crowd.fault is None
        assert not crowd.is_alive()
    finally:
        crowd.stop.set()
        server.kill()

    told = crowd.told
    found = kept(server.path)
    assert {match: found[match] for match in crowd.matches} == {
        match: told.accepted[match] for match in crowd.matches
    }
    with Desk(server.url) as desk:
        for match in crowd.matches:
            assert desk.match(match).finished is not None
            assert verify(desk.record(match)) == []

    print(
        f"\n{KILLS} kills, {told.moves} moves in {len(crowd.matches)} matches, {told.broken} requests broken off, "
        f"slowest start {max(server.starts):.2f} s"
    )
    assert told.moves > KILLS * ROOMS
    assert told.broken > KILLS
