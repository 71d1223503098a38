"""Players and watchers for load: forms over kept connections, streams as protocols that do next to nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import time
from collections.abc import Mapping

from benchmarks.http_client import Client

GAME = "yahtzee"

_BOX = re.compile(rb'name="box" value="([a-z_]+)"')
_ROLL = re.compile(rb'id="roll-button"(?![^>]*disabled)')
_VERSION = re.compile(rb'data-version="([0-9]+)"')
_MOVER = re.compile(rb'data-mover="([0-9]+)"')


class Stream(asyncio.Protocol):
    """One reader of a match: counts what it is told, and notes when that was."""

    def __init__(self, path: str, cookie: str) -> None:
        self._request = f"GET {path}/stream HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n\r\n"
        self._transport: asyncio.Transport | None = None
        self.told = 0
        self.at = 0.0
        self._news = asyncio.Event()
        self.open = asyncio.get_running_loop().create_future()

    @classmethod
    async def follow(cls, port: int, path: str, cookie: str = "") -> Stream:
        """Open a stream, and wait until it is there."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: cls(path, cookie), "127.0.0.1", port)
        await stream.open
        return stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        if not self.open.done() and b"event: beat" in data:
            self.open.set_result(None)
        if b"event: table" in data:
            self.told += data.count(b"event: table")
            self.at = time.perf_counter()
            self._news.set()

    async def hear(self, number: int) -> None:
        """Wait until it was told of so many changes."""
        while self.told < number:
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Player:
    """Plays one match after the other at random; each call of ``act`` is one move, as the page would send it."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client = client
        # Two around one screen, whose names nobody else has: such a match goes on for more than fifty moves.
        self._names = {f"name-{seat}": f"Player {chance.randrange(10**6)}" for seat in (1, 2)}
        self.path = self._token = ""
        self._chance = chance
        self._keys = itertools.count()
        self._boxes: list[bytes] = []
        self._rolls = False
        self._version = self._mover = 0

    @classmethod
    async def sit_down(cls, port: int, seed: int) -> Player:
        """Open a match."""
        player = cls(await Client.connect(port), random.Random(seed))
        await player.open()
        return player

    async def open(self) -> None:
        """Open another match."""
        page = await self.client.get(f"/new/{GAME}")
        self._token = page.body.partition(b'name="token" value="')[2].partition(b'"')[0].decode()
        key = {"token": self._token, "key": f"o{next(self._keys)}"}
        opened = await self.client.post(f"/new/{GAME}", {**key, **self._names})
        assert opened.status == 303, opened
        self.path = opened.headers["location"]
        self._see((await self.client.get(self.path)).body)

    @property
    def over(self) -> bool:
        return not self._boxes and not self._rolls

    async def act(self) -> None:
        """Roll or write; the match must not be over."""
        fields: Mapping[str, object] = {
            "token": self._token,
            "version": self._version,
            "seat": self._mover,
            "key": f"k{next(self._keys)}",
        }
        if self._boxes and (not self._rolls or self._chance.random() < 0.4):
            box = self._chance.choice(self._boxes).decode()
            answer = await self.client.post(f"{self.path}/write", {**fields, "box": box}, hx_request="true")
        else:
            answer = await self.client.post(f"{self.path}/roll", fields, hx_request="true")
        assert answer.status == 200, answer
        self._see(answer.body)

    def _see(self, page: bytes) -> None:
        self._boxes = _BOX.findall(page)
        self._rolls = _ROLL.search(page) is not None
        version, mover = _VERSION.search(page), _MOVER.search(page)
        assert version, page
        assert mover, page
        self._version, self._mover = int(version[1]), int(mover[1])
