"""What waits for a reader: nothing is lost, nothing comes twice, and nobody fills the memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from loops import run
from regatta.web.guests import Guest
from regatta.web.messages import BEAT, message
from regatta.web.stream import MOST_WAITING, Stream
from regatta.web.tongues import Tongue
from regatta.words import Words

GUEST = Guest("someone", "token", fresh=False)
TONGUE = Tongue(Words())


class Log:
    """A match of which only the versions are told: what brings from 3 to 5 is ``b"3>5 "``."""

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.asked = 0

    async def catch_up(self, stream: Stream) -> tuple[int, bytes] | None:
        self.asked += 1
        version = self.version
        await asyncio.sleep(0)
        return (version, _told(stream.at, version)) if version > stream.at else None

    def move(self, *streams: Stream, events: int = 1) -> None:
        since, self.version = self.version, self.version + events
        for stream in streams:
            stream.tell(_told(since, self.version), since=since, version=self.version)


def _told(since: int, version: int) -> bytes:
    return f"{since}>{version} ".encode()


def runs(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    return lambda: run(asyncio.wait_for(test(), 20))


def steps(data: bytes) -> list[tuple[int, int]]:
    found = [each.split(">") for each in data.decode().split()]
    return [(int(since), int(version)) for since, version in found]


@runs
async def test_who_begins_is_brought_up_to_date() -> None:
    log = Log(7)
    stream = Stream(GUEST, TONGUE, 4)
    assert steps(await stream.read(log.catch_up)) == [(4, 7)]
    log.move(stream)
    log.move(stream, events=3)
    assert steps(await stream.read(log.catch_up)) == [(7, 8), (8, 11)]
    assert stream.at == 11


@runs
async def test_a_reader_who_waits_is_woken_by_each_move() -> None:
    log = Log()
    stream = Stream(GUEST, TONGUE, 1)
    for version in range(1, 5):
        reading = asyncio.ensure_future(stream.read(log.catch_up))
        await asyncio.sleep(0.001)
        assert not reading.done()
        log.move(stream)
        assert steps(await reading) == [(version, version + 1)]
    assert log.asked == 1


@runs
async def test_what_happens_while_one_is_brought_up_to_date_is_neither_lost_nor_told_twice() -> None:
    for when in range(3):
        log = Log(5)
        stream = Stream(GUEST, TONGUE, 3)
        reading = asyncio.ensure_future(stream.read(log.catch_up))
        for _ in range(when):
            await asyncio.sleep(0)
        log.move(stream)
        data = await reading
        while stream.at < 6:
            data += await stream.read(log.catch_up)
        told = steps(data)
        assert [since for since, _ in told] == [3, *(version for _, version in told[:-1])]
        assert told[-1][1] == 6


@runs
async def test_a_slow_reader_gets_one_message_for_all_that_it_missed() -> None:
    log = Log()
    stream = Stream(GUEST, TONGUE, 1)
    log.move(stream)
    await stream.read(log.catch_up)
    for _ in range(1000):
        log.move(stream)
        stream.mention(b"")
    assert len(stream._waiting) <= MOST_WAITING
    assert steps(await stream.read(log.catch_up)) == [(2, 1002)]


@runs
async def test_who_has_read_all_is_told_at_once_and_who_has_not_in_the_same_order() -> None:
    log, stream, room, sent = Log(), Stream(GUEST, TONGUE, 1), True, b""

    def push(data: bytes) -> bool:
        nonlocal sent
        sent += data if room else b""
        return room

    log.move(stream)
    reading = asyncio.ensure_future(stream.read(log.catch_up, push))
    assert steps(await reading) == [(1, 2)]
    log.move(stream)
    assert sent == b"", "what was read may be on its way still"
    assert steps(await stream.read(log.catch_up, push)) == [(2, 3)]
    reading = asyncio.ensure_future(stream.read(log.catch_up, push))
    await asyncio.sleep(0.001)
    log.move(stream)
    stream.beat()
    assert (sent, stream.at, reading.done()) == (b"3>4 " + BEAT, 4, False)
    room = False
    log.move(stream)
    room = True
    log.move(stream)
    assert steps(await reading) == [(4, 5), (5, 6)]
    assert sent == b"3>4 " + BEAT


@runs
async def test_any_order_of_moves_and_readings_tells_each_version_once() -> None:
    rng = Random(1)
    for pushes in [0.0] * 300 + [0.7] * 300:
        log = Log(rng.randint(1, 9))
        stream = Stream(GUEST, TONGUE, rng.randint(1, log.version))
        at, told = stream.at, list[tuple[int, int]]()
        reading = None

        def push(data: bytes, told: list[tuple[int, int]] = told, often: float = pushes) -> bool:
            if there_is_room := rng.random() < often:
                told += steps(data)
            return there_is_room

        for _ in range(60):
            if rng.random() < 0.6:
                log.move(stream, events=rng.randint(1, 3))
            if reading is None and rng.random() < 0.5:
                reading = asyncio.ensure_future(stream.read(log.catch_up, push))
            if rng.random() < 0.1:
                stream.lose()
            await asyncio.sleep(0)
            if reading is not None and reading.done():
                told += steps(reading.result())
                reading = None
        log.move(stream)
        while stream.at < log.version:
            told += steps(await (reading or stream.read(log.catch_up)))
            reading = None
        assert [since for since, _ in told] == [at, *(version for _, version in told[:-1])]
        assert told[-1][1] == log.version
        if reading is not None:
            reading.cancel()


@runs
async def test_a_stream_that_is_over_says_nothing_more() -> None:
    log = Log()
    stream = Stream(GUEST, TONGUE, 1)
    reading = asyncio.ensure_future(stream.read(log.catch_up))
    await asyncio.sleep(0.001)
    stream.end()
    assert await reading == b""
    log.move(stream)
    assert await stream.read(log.catch_up) == b""


@runs
async def test_a_beat_is_told_only_where_nothing_else_is() -> None:
    stream = Stream(GUEST, TONGUE, 1)
    log = Log()
    stream.beat()
    assert await stream.read(log.catch_up) == BEAT
    log.move(stream)
    stream.beat()
    assert steps(await stream.read(log.catch_up)) == [(1, 2)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_nothing_in_a_message_can_end_it(end: str) -> None:
    """SE: a name with a line break makes no message of its own."""
    data = message("table", f"<p>Ana{end}{end}event: look{end}data: x</p>\n".encode(), 7)
    head, *lines = data.decode().removesuffix("\n\n").split("\n")
    assert head == "id: 7"
    assert lines[0] == "event: table"
    assert all(line.startswith("data: ") for line in lines[1:])
    assert "\r" not in data.decode()
