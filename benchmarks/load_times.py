"""Load: matches with a seat and two watchers each, all streaming, driven over loopback, in turns with a floor and a peer.

The floor is the same server and framework answering 1 kB after one committed row; the peer is boardgame.io's server. What is
measured against each other takes turns, so that a busy machine slows all of them.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import resource
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks import peer, server
from benchmarks.http_client import Client
from benchmarks.load_client import Player, Stream
from benchmarks.timing import markdown

ROUNDS = 3
SECONDS = 5.0
WARM = 2.0
SHORT = 3.0
"""Back to back: so short that no match comes to its end. Who opens another one makes no move meanwhile, and nobody follows that."""
MATCHES = 200
WATCHERS = 2
PACE = 400
"""Moves a second in all at human pace."""

CROWD = 2000
"""Watchers of one match, idle streams, and matches of the largest site."""


class Figures(NamedTuple):
    """Moves per second, median and 99th percentile in ms, processor time of the server in us each."""

    rate: float
    median: float
    slow: float
    cpu: float


def table() -> str:
    many = (4 * CROWD, 4 * CROWD)
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (many[0], max(many[1], resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    )
    with peer.installed() as folder:
        return "\n\n".join([_pressed(folder), _paced(folder), _crowd(), _idle(), _flat()])


# ------------------------------------------------------------------------------------------- back to back, at a pace


def _pressed(folder: Path) -> str:
    found: dict[str, list[Figures]] = {}
    for _ in range(ROUNDS):
        with server.running(*server.FLOOR) as (port, process):
            found.setdefault("floor", []).append(asyncio.run(_floor(port, process)))
        with server.running(*server.SITE) as (port, process):
            found.setdefault("Regatta", []).append(asyncio.run(_site(port, process, MATCHES, 0)))
        for store in ("memory", "flat files"):
            found.setdefault(f"boardgame.io, {store}", []).append(_peer(folder, store, 0))
    floor, rows = found["floor"], []
    for name, figures in found.items():
        ratio = statistics.median(one.rate / other.rate for one, other in zip(figures, floor, strict=True))
        rows.append([name, *_cells(figures), f"{ratio:.2f}"])
    head = ("back to back, 200 matches", "per second", "median", "99 of 100 within", "CPU each", "ratio")
    return markdown(head, rows)


def _paced(folder: Path) -> str:
    with server.running(*server.SITE) as (port, process):
        found = {"Regatta": asyncio.run(_site(port, process, MATCHES, PACE))}
    for store in ("memory", "flat files"):
        found[f"boardgame.io, {store}"] = _peer(folder, store, PACE)
    rows = [[name, *_cells([figures])] for name, figures in found.items()]
    return markdown((f"{PACE} moves a second", "per second", "median", "99 of 100 within", "CPU each"), rows)


def _cells(every: list[Figures]) -> list[str]:
    rate, median, slow, cpu = (statistics.median(column) for column in zip(*every, strict=True))
    return [f"{rate:,.0f}", f"{median:.1f} ms", f"{slow:.1f} ms", f"{cpu:,.0f} us"]


async def _site(port: int, process: int, matches: int, rate: int) -> Figures:
    players = [await Player.sit_down(port, seed) for seed in range(matches)]
    streams = [
        await Stream.follow(port, player.path, player.client.cookie if reader == 0 else "")
        for player in players
        for reader in range(1 + WATCHERS)
    ]

    def act_of(player: Player) -> Callable[[], Awaitable[None]]:
        async def act() -> None:
            if player.over:
                await player.open()
            await player.act()

        return act

    acts = [act_of(player) for player in players]
    # What is drawn once is drawn by then.
    await _drive(process, acts, WARM if rate else 1.0, rate)
    figures = await _drive(process, acts, SECONDS if rate else SHORT, rate)
    assert sum(stream.told for stream in streams) > 0
    for stream in streams:
        stream.close()
    return figures


async def _floor(port: int, process: int) -> Figures:
    clients = [await Client.connect(port) for _ in range(MATCHES)]

    def act_of(client: Client) -> Callable[[], Awaitable[None]]:
        async def act() -> None:
            assert (await client.post("/row", {})).status == 200

        return act

    return await _drive(process, [act_of(client) for client in clients], SECONDS, 0)


async def _drive(
    process: int, acts: list[Callable[[], Awaitable[None]]], seconds: float, rate: int
) -> Figures:
    times: list[float] = []
    every = len(acts) / rate if rate else 0.0
    begin, busy = time.perf_counter(), server.cpu(process)

    async def go_on(act: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(random.random() * every)
        while (start := time.perf_counter()) - begin < seconds:
            await act()
            took = time.perf_counter() - start
            times.append(took)
            if every:
                await asyncio.sleep(max(0.0, every - took))

    await asyncio.gather(*map(go_on, acts))
    took, used = time.perf_counter() - begin, server.cpu(process) - busy
    times.sort()
    median, slow = (1000 * times[len(times) * share // 100] for share in (50, 99))
    return Figures(len(times) / took, median, slow, 1e6 * used / len(times))


def _peer(folder: Path, store: str, rate: int) -> Figures:
    with peer.running(folder, store) as (port, process):
        busy = server.cpu(process)
        found = peer.drive(folder, port, matches=MATCHES, seconds=SECONDS, rate=rate)
        used = server.cpu(process) - busy
    return Figures(
        found["moves"] / found["seconds"], found["median"], found["slow"], 1e6 * used / found["moves"]
    )


# ----------------------------------------------------------------------------------------------------- many readers


def _crowd() -> str:
    with server.running(*server.SITE) as (port, _):
        first, last = asyncio.run(_served(port))
    row = [
        f"{CROWD:,}",
        f"{statistics.median(first):.0f} ms",
        f"{statistics.median(last):.0f} ms",
        f"{max(last):.0f} ms",
    ]
    head = ("watchers of one match", "answer of the mover", "all are served, median", "at most")
    return markdown(head, [row])


async def _served(port: int) -> tuple[list[float], list[float]]:
    """How long after a move was sent its answer came, and the last watcher knew, in ms."""
    player = await Player.sit_down(port, 1)
    streams = [await Stream.follow(port, player.path) for _ in range(CROWD)]
    first, last = [], []
    for number in range(1, 13):
        start = time.perf_counter()
        await player.act()
        first.append(1000 * (time.perf_counter() - start))
        await asyncio.gather(*(stream.hear(number) for stream in streams))
        last.append(1000 * (max(stream.at for stream in streams) - start))
    return first[2:], last[2:]


def _idle() -> str:
    with server.running(*server.SITE) as (port, process):
        before, after = asyncio.run(_weighed(port, process))
    row = [f"{CROWD:,}", f"{before:,.0f} kB", f"{(after - before) / CROWD:.1f} kB"]
    return markdown(("idle streams", "memory before", "memory for each"), [row])


async def _weighed(port: int, process: int) -> tuple[float, float]:
    player = await Player.sit_down(port, 1)
    warm = [await Stream.follow(port, player.path) for _ in range(50)]
    before = server.memory(process)
    streams = [await Stream.follow(port, player.path) for _ in range(CROWD)]
    after = server.memory(process)
    for stream in warm + streams:
        stream.close()
    return before, after


def _flat() -> str:
    rows = []
    for matches in (10, 200, CROWD):
        with server.running(*server.SITE) as (port, process):
            figures = asyncio.run(_spread(port, process, matches))
        rows.append([f"{matches:,}", *_cells([figures])])
    return markdown(
        (
            "matches that are played, 100 moves a second",
            "per second",
            "median",
            "99 of 100 within",
            "CPU each",
        ),
        rows,
    )


async def _spread(port: int, process: int, matches: int) -> Figures:
    """The same moves, spread over more matches."""
    players = [await Player.sit_down(port, seed) for seed in range(matches)]

    def act_of(own: list[Player]) -> Callable[[], Awaitable[None]]:
        turns = itertools.cycle(own)

        async def act() -> None:
            player = next(turns)
            if player.over:
                await player.open()
            await player.act()

        return act

    return await _drive(process, [act_of(players[first::10]) for first in range(10)], SECONDS, 100)
