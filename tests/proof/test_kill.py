"""Fifty SIGKILLs under load: no move that was acknowledged is lost, none is done twice.

Players send moves over HTTP as fast as they are answered and, when the line breaks, send the same move with the
same key again until they hear what became of it. Meanwhile the server is killed at random moments and started
again. In the end the database must hold exactly the moves that the players know of.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from http.client import HTTPMessage
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.storage.desk import Desk

KILLS = 50
PLAYERS = 8
PATIENCE = 60
"""Seconds that anything may take."""


class Server:
    """The real program on one database, killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "matches.db"
        self.url = f"sqlite:///{self.path}"
        places = {"REGATTA_DATA": str(folder), "REGATTA_CACHE": str(folder)}
        self.environment = {**os.environ, **places, "REGATTA_LIMITS": "0"}
        self.port = 0
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


class Reply(NamedTuple):
    status: int
    headers: HTTPMessage
    body: bytes

    def view(self) -> dict[str, Any]:
        assert self.status == 200, (self.status, self.body[:500])
        return dict(json.loads(self.body))


class Known:
    """What a player knows of one match: moves that were acknowledged, the last version, the boxes written."""

    def __init__(self, version: int) -> None:
        self.moves = 0
        self.version = version
        self.written: list[tuple[int, str, int]] = []


class Player(threading.Thread):
    """A guest who plays match after match and never gives up on a move."""

    def __init__(self, number: int, server: Server, stop: threading.Event) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self.rng = random.Random(number)
        self.server = server
        self.stop = stop
        self.cookie = self.token = ""
        self.known: dict[str, Known] = {}
        self.repeats = 0
        self.fault: BaseException | None = None
        self.line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        try:
            self.ask("GET", "/")  # for the cookie
            page = self.ask("GET", "/new/yacht").body.decode()
            self.token = page.split('name="token" value="')[1].partition('"')[0]
            while not self.stop.is_set():
                self.play()
        except BaseException as error:
            self.fault = error
            raise
        finally:
            if self.line is not None:
                self.line.close()

    def play(self) -> None:
        """Play one match, until it ends or the test does."""
        fields = {"token": self.token, "key": self.fresh_key(), "name-1": "Ana", "bots-random": 1}
        opened = self.ask("POST", "/new/yacht", urlencode(fields))
        assert opened.status == 303, opened
        match = opened.headers["location"].rpartition("/")[2]
        view = self.ask("GET", f"/matches/{match}.json").view()
        known = self.known[match] = Known(view["version"])
        while view["seat"] is not None and not self.stop.is_set():
            act, chosen = self.choose(view)
            seen = {
                "token": self.token,
                "key": self.fresh_key(),
                "version": view["version"],
                "seat": view["seat"],
            }
            after = self.ask("POST", f"/matches/{match}/{act}", json.dumps(seen | chosen)).view()
            assert after["version"] > view["version"]
            known.moves += 1
            known.version = after["version"]
            if act == "write":
                known.written.append((view["seat"], chosen["box"], view["preview"]["points"][chosen["box"]]))
            view = after

    def choose(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if view["phase"] == "roll":
            return "roll", {}
        chance = self.rng.random()
        if view["phase"] == "keep" and chance < 0.7:
            held = sorted(self.rng.sample(range(5), self.rng.randrange(5)))
            return ("hold" if chance < 0.2 else "roll"), {"held": held}
        return "write", {"box": self.rng.choice(list(view["preview"]["points"]))}

    def fresh_key(self) -> str:
        return f"{self.rng.getrandbits(100):x}"

    def ask(self, method: str, path: str, body: str = "") -> Reply:
        """Send one request until it is answered, however often the line breaks."""
        json_body = body.startswith("{")
        headers = {
            "accept": "application/json" if json_body else "text/html",
            "content-type": "application/json" if json_body else "application/x-www-form-urlencoded",
            "cookie": self.cookie,
        }
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self.line is None:
                    self.line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
                self.line.request(method, path, body or None, headers)
                answer = self.line.getresponse()
                reply = Reply(answer.status, answer.headers, answer.read())
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < deadline
                self.line.close() if self.line is not None else None
                self.line = None
                self.repeats += 1
                time.sleep(0.02)
                continue
            if reply.headers["set-cookie"]:
                self.cookie = reply.headers["set-cookie"].partition(";")[0]
            return reply


def await_move(players: list[Player]) -> None:
    """Wait until somebody's move was acknowledged from now on."""
    deadline = time.monotonic() + PATIENCE
    before = acknowledged(players)
    while acknowledged(players) == before:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def acknowledged(players: list[Player]) -> int:
    return sum(told.moves for player in players for told in list(player.known.values()))


def check(found: Match, known: Known) -> None:
    """What is stored is what the player knows, neither more nor less."""
    assert found.version == known.version
    for seat, box, points in known.written:
        assert found.sheets[seat].points[found.tables.box_index[box]] == points
    of_people = [sheet for sheet, seat in zip(found.sheets, found.seats, strict=True) if not seat.bot]
    assert [sheet.filled.bit_count() for sheet in of_people] == [len(known.written)]


def test_no_acknowledged_move_is_lost_and_none_is_doubled(tmp_path: Path) -> None:
    rng = random.Random(50)
    server = Server(tmp_path)
    stop = threading.Event()
    players = [Player(number, server, stop) for number in range(PLAYERS)]
    for player in players:
        player.start()
    try:
        for nth in range(KILLS):
            if nth % 10:  # every tenth one while it is starting
                await_move(players)
            time.sleep(rng.uniform(0.0, 0.5))
            server.kill()
            server.start()
        await_move(players)
        stop.set()
        for player in players:
            player.join(timeout=PATIENCE)
            assert player.fault is None
            assert not player.is_alive()
    finally:
        stop.set()
        server.kill()

    connection = sqlite3.connect(server.path)
    kept = dict(connection.execute("SELECT match, count(key) FROM event GROUP BY match").fetchall())
    whole = connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()
    assert whole == [("ok",)]

    known = {match: told for player in players for match, told in player.known.items()}
    assert kept == {match: told.moves for match, told in known.items()}
    with Desk(server.url) as desk:
        for match, told in known.items():
            found = desk.match(match)
            check(found, told)
            findings = [finding.code for finding in verify(desk.record(match))]
            assert findings == ([] if found.finished else ["record.seed_hidden"])

    moves = sum(kept.values())
    repeats = sum(player.repeats for player in players)
    print(
        f"\n{KILLS} kills, {moves} moves in {len(kept)} matches, {repeats} requests sent again, "
        f"slowest start {max(server.starts):.2f} s"
    )
    assert moves > KILLS * PLAYERS
    assert repeats > KILLS
