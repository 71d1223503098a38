"""Crowds of players for the proofs: guests who play in rooms over HTTP, on bad lines, and never give up on a move.

A guest sends a move again, with the same key, until it is answered. So in the end it is known of each key whether the
move was accepted; the database must hold exactly those.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 90.0
"""Seconds that one move may take, with all its repetitions."""

Json = dict[str, Any]


@dataclass
class Line:
    """How bad a line is: the share of requests whose answer is cut, that are sent twice, or again much later."""

    cut: float = 0.0
    twice: float = 0.0
    later: float = 0.0
    stale: float = 0.0
    """The share of moves that are made on an older view."""


@dataclass
class Told:
    """What all guests of a crowd know: which keys were accepted in which match, and what was done on the way."""

    accepted: dict[str, set[str]] = field(default_factory=dict)
    sent: int = 0
    cuts: int = 0
    doubles: int = 0
    refused: int = 0
    broken: int = 0

    def accept(self, match: str, key: str) -> None:
        self.accepted.setdefault(match, set()).add(key)

    @property
    def moves(self) -> int:
        return sum(map(len, self.accepted.values()))


class Guest:
    """A browser: its cookie, its token, its line. ``address`` is asked each time, since a server may move."""

    def __init__(self, base: str, told: Told, line: Line, rng: random.Random) -> None:
        self.http = httpx.AsyncClient(base_url=base, timeout=20, trust_env=False, verify=False)
        self.told = told
        self.line = line
        self.rng = rng
        self.token = ""
        self._old: list[tuple[str, Json]] = []

    async def close(self) -> None:
        await self.http.aclose()

    async def enter(self) -> None:
        _, first = await self._ask("GET", "/")
        self.token = first["token"]

    async def see(self, match: str) -> Json:
        status, view = await self._ask("GET", f"/matches/{match}.json")
        assert status == 200, (status, view)
        return view

    async def open(self, game: str) -> str:
        """Open a room; gives the id of its match."""
        body = {"token": self.token, "key": self._key()}
        answer = await self._until_answered("POST", f"/online/{game}", body)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    async def do(self, match: str, act: str, stored: str, **fields: object) -> tuple[int, Json]:
        """Send a move; ``stored`` is the ending that its key has in the log. Gives the status and the view."""
        key = self._key()
        body: Json = {"token": self.token, "key": key, **fields}
        path = f"/matches/{match}/{act}"
        status, view = await self._ask("POST", path, body)
        if status == 200:
            self.told.accept(match, f"{key}.{stored}")
            self._old = [*self._old[-4:], (path, body)]
        else:
            assert status in (400, 403, 404, 409), (status, view)
            self.told.refused += 1
        if self._old and self.rng.random() < self.line.later:
            await self._ask("POST", *self.rng.choice(self._old))
        return status, view

    def _key(self) -> str:
        return f"{self.rng.getrandbits(120):x}"

    async def _ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        if body is not None and self.rng.random() < self.line.twice:
            self.told.doubles += 1
            first, second = await asyncio.gather(
                self._until_answered(method, path, body), self._until_answered(method, path, body)
            )
            # Both or none: the same move is the same move, whichever comes first.
            assert (first.status_code == 200) == (second.status_code == 200), (first.text, second.text)
            answer = first
        else:
            answer = await self._until_answered(method, path, body)
        return answer.status_code, answer.json()

    async def _until_answered(self, method: str, path: str, body: Json | None) -> httpx.Response:
        deadline = time.monotonic() + PATIENCE
        headers = {"accept": "application/json"}
        while True:
            self.told.sent += 1
            request = self.http.build_request(method, path, json=body, headers=headers)
            try:
                answer = await self.http.send(request, stream=True)
                if self.rng.random() < self.line.cut:
                    await answer.aclose()
                    self.told.cuts += 1
                    continue
                await answer.aread()
            except httpx.HTTPError:
                assert time.monotonic() < deadline, path
                self.told.broken += 1
                await asyncio.sleep(0.05)
                continue
            if answer.status_code in (502, 503):
                assert time.monotonic() < deadline, answer.text
                await asyncio.sleep(0.05)
                continue
            return answer


async def room(guests: list[Guest], game: str) -> str:
    """Open a room, sit the guests down, begin; gives the match."""
    host, *others = guests
    match = await host.open(game)
    for number, guest in enumerate(others):
        status, _ = await guest.do(match, "sit", "sit", name=f"Guest {number}")
        assert status == 200
    status, view = await host.do(match, "begin", "begin", version=(await host.see(match))["version"], seat=0)
    assert status == 200, view
    return match


async def play(match: str, guests: list[Guest], stop: asyncio.Event | None = None) -> Json:
    """Play a match to its end, or until ``stop``; ``guests`` may hold one seat together. Gives the last view."""

    async def one(guest: Guest) -> None:
        old: list[Json] = []
        while stop is None or not stop.is_set():
            view = await guest.see(match)
            if view["result"] is not None:
                return
            old = [*old[-3:], view]
            if guest.rng.random() < guest.line.stale:
                view = guest.rng.choice(old)
            if not view["yours"]:
                await asyncio.sleep(0.01)
                continue
            act, stored, fields = choose(view, guest.rng)
            await guest.do(match, act, stored, version=view["version"], seat=view["seat"], **fields)

    await asyncio.gather(*(one(guest) for guest in guests))
    return await guests[0].see(match)


def choose(view: Mapping[str, Any], rng: random.Random) -> tuple[str, str, Json]:
    """Return a move that the view allows: its address, the ending of its key, its fields."""
    if view["phase"] == "roll":
        return "roll", "roll", {}
    chance = rng.random()
    dice = len(view["dice"])
    if view["phase"] == "keep" and chance < 0.7:
        held = sorted(rng.sample(range(dice), rng.randrange(dice)))
        if chance < 0.2:
            return "hold", "hold-" + "-".join(map(str, held)), {"held": held}
        return "roll", "roll", {"held": held}
    box = rng.choice(list(view["preview"]["points"]))
    return "write", f"write.{box}", {"box": box}


def kept(path: Path) -> dict[str, set[str]]:
    """Return the keys of guests that a database holds, by match; its file must be whole, and no key there twice."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found: dict[str, set[str]] = {}
        for match, key in connection.execute("SELECT match, key FROM event WHERE key IS NOT NULL"):
            keys = found.setdefault(match, set())
            assert key not in keys
            keys.add(key)
        return found
    finally:
        connection.close()
