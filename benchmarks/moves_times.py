"""Whole moves through the server: form in, checked, committed to disk, the changed part of the page out.

Against the floor: the same server answering 1 kB after one committed row. The two take turns in one run.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from benchmarks import server
from benchmarks.http_client import Client
from benchmarks.timing import markdown

ROUNDS = 3
SECONDS = 4.0
MATCHES = (1, 50)
GAME = "yacht"

_BOX = re.compile(rb'name="box" value="([a-z_]+)"')
_ROLL = re.compile(rb'id="roll-button"(?![^>]*disabled)')
_VERSION = re.compile(rb'data-version="([0-9]+)"')

Act = Callable[[], Awaitable[None]]


class Figures(NamedTuple):
    """Acts per second, their median and 99th percentile in ms, and processor time of the server in us each."""

    rate: float
    median: float
    slow: float
    cpu: float


def table() -> str:
    rows = []
    for matches in MATCHES:
        floor, moves = [], []
        for _ in range(ROUNDS):
            floor.append(_measured(server.FLOOR, _row, matches))
            moves.append(_measured(server.SITE, _player, matches))
        rows.append([f"floor, {matches} at a time", *_cells(floor), "1"])
        ratio = statistics.median(a.rate / b.rate for a, b in zip(moves, floor, strict=True))
        rows.append([f"whole moves, {matches} matches", *_cells(moves), f"{ratio:.2f}"])
    head = ("what", "per second", "median", "99 of 100 within", "CPU of the server each", "ratio")
    return markdown(head, rows)


def _cells(every: list[Figures]) -> list[str]:
    rate, median, slow, cpu = (statistics.median(column) for column in zip(*every, strict=True))
    return [f"{rate:,.0f}", f"{median:.1f} ms", f"{slow:.1f} ms", f"{cpu:.0f} us"]


def _measured(module: tuple[str, ...], actor: Callable[[int], Awaitable[Act]], many: int) -> Figures:
    with server.running(*module) as (port, process):
        return asyncio.run(_drive(port, process, actor, many))


async def _drive(port: int, process: int, actor: Callable[[int], Awaitable[Act]], many: int) -> Figures:
    acts = [await actor(port) for _ in range(many)]
    for act in acts:
        await act()
    times: list[float] = []
    begin, busy = time.perf_counter(), server.cpu(process)

    async def go_on(act: Act) -> None:
        while (start := time.perf_counter()) - begin < SECONDS:
            await act()
            times.append(time.perf_counter() - start)

    await asyncio.gather(*map(go_on, acts))
    took, used = time.perf_counter() - begin, server.cpu(process) - busy
    times.sort()
    milliseconds = [1000 * times[len(times) * share // 100] for share in (50, 99)]
    return Figures(len(times) / took, *milliseconds, 1e6 * used / len(times))


async def _row(port: int) -> Act:
    client = await Client.connect(port)

    async def act() -> None:
        assert (await client.post("/row", {})).status == 200

    return act


async def _player(port: int) -> Act:
    """Open match after match and play each at random; one call is one move, as the page would send it."""
    player = _Player(await Client.connect(port), random.Random(port))
    await player.client.get("/")
    return player.act


class _Player:
    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client = client
        self.chance = chance
        self.keys = itertools.count()
        self.path = self.token = ""
        self.page = b""

    async def act(self) -> None:
        boxes = _BOX.findall(self.page)
        if not boxes and not self.rolls():
            await self.open()
        fields = {"token": self.token, "version": self.version(), "seat": 0, "key": f"k{next(self.keys)}"}
        if boxes and (not self.rolls() or self.chance.random() < 0.4):
            fields["box"] = self.chance.choice(boxes).decode()
            answer = await self.client.post(f"{self.path}/write", fields, hx_request="true")
        else:
            answer = await self.client.post(f"{self.path}/roll", fields, hx_request="true")
        assert answer.status == 200, answer
        self.page = answer.body

    def rolls(self) -> bool:
        return _ROLL.search(self.page) is not None

    def version(self) -> int:
        found = _VERSION.search(self.page)
        assert found, self.page
        return int(found[1])

    async def open(self) -> None:
        page = await self.client.get(f"/new/{GAME}")
        self.token = page.body.partition(b'name="token" value="')[2].partition(b'"')[0].decode()
        opened = await self.client.post(f"/new/{GAME}", {"token": self.token, "key": f"o{next(self.keys)}"})
        assert opened.status == 303, opened
        self.path = opened.headers["location"]
        self.page = (await self.client.get(self.path)).body
