"""What a server does by itself: it finishes turns, shows bots while somebody looks, and never dies of one failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

import loops
from regatta.match.commands import Begin, Envelope, Sit
from regatta.match.events import Terms
from regatta.match.match import CLOCK
from regatta.model import catalogue
from regatta.storage.desk import Desk
from regatta.storage.rooms import Rooms
from regatta.web.clockwork import Clockwork
from regatta.web.show import LOOKED_AT, PACE, PAUSE, Show, bots

ANA, BO = "a" * 32, "b" * 32


class Time:
    """A clock that is set by hand: for matches in ms, for the show in seconds."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0

    def now(self) -> int:
        return int(self.seconds * 1000)

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def desk(tmp_path: Path, time: Time) -> Iterator[Desk]:
    with Desk(f"sqlite:///{tmp_path / 'regatta.sqlite'}", clock=time) as desk:
        yield desk


@asynccontextmanager
async def ticking(rooms: Rooms, show: Show, sweep: float = 3600.0) -> AsyncIterator[None]:
    async with Clockwork(rooms, show, tick=0.001, sweep=sweep).running():
        yield


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 - what happens tells nobody
            await asyncio.sleep(0.001)


def test_a_turn_whose_time_is_over_is_finished(desk: Desk, time: Time) -> None:
    rooms = Rooms(desk)

    async def play() -> None:
        match = await rooms.aopen("crag", ANA, "Ana", Terms(2, clock=30), key="open")
        await desk.asubmit(Envelope(match.id, BO, None, "sit", Sit("Bo")))
        match = (await desk.asubmit(Envelope(match.id, ANA, None, "begin", Begin()))).match
        async with ticking(rooms, Show(rooms, clock=time)):
            version = match.version
            time.seconds += 30
            await until(lambda: desk.match(match.id).version > version)
        assert desk.match(match.id).turns[-1].by == CLOCK

    loops.run(play())


def test_what_fails_is_told_and_done_again(caplog: pytest.LogCaptureFixture, desk: Desk) -> None:
    done = []

    class Failing:
        async def awake(self) -> None:
            done.append("awake")
            raise OSError("the disk is not there yet")

        async def atime_out(self) -> int:
            raise OSError("the disk is away")

        async def asweep(self) -> int:
            done.append("sweep")
            raise ValueError("nothing to sweep")

    class Stepping:
        async def step(self) -> None:
            done.append("step")

    async def run() -> None:
        async with ticking(cast("Rooms", Failing()), cast("Show", Stepping()), sweep=0.0):
            await until(lambda: done.count("step") > 2 and done.count("sweep") > 2)

    with caplog.at_level(logging.ERROR):
        loops.run(run())
    assert (done[0], done.count("awake")) == ("awake", 1)
    assert "atime_out failed" in caplog.text
    assert "the disk is away" in caplog.text


def test_it_stops_at_once_though_something_hangs() -> None:
    class Hanging:
        async def awake(self) -> None: ...

        async def atime_out(self) -> int:
            await asyncio.Event().wait()
            return 0

    async def run() -> None:
        async with asyncio.timeout(5):
            async with ticking(cast("Rooms", Hanging()), cast("Show", Hanging())):
                await asyncio.sleep(0.01)

    loops.run(run())


def test_bots_play_only_while_somebody_looks_on(desk: Desk, time: Time) -> None:
    show = Show(Rooms(desk), clock=time)

    async def play() -> None:
        await show.step()
        assert await Rooms(desk).ashown() is None
        match = await show.look()
        assert match is not None
        version = match.version
        await show.step()
        assert desk.match(match.id).version > version
        version = desk.match(match.id).version
        await show.step()  # at its pace, not faster
        assert desk.match(match.id).version == version
        time.seconds += PACE
        await show.step()
        assert desk.match(match.id).version > version
        time.seconds += LOOKED_AT
        version = desk.match(match.id).version
        await show.step()
        assert desk.match(match.id).version == version
        assert show.idle

    loops.run(play())


def test_an_open_page_keeps_the_bots_playing(desk: Desk, time: Time) -> None:
    followed: set[str] = set()
    show = Show(Rooms(desk), followed.__contains__, clock=time)

    async def play() -> None:
        match = await show.look()
        assert match is not None
        show.see(match)
        followed.add(match.id)
        time.seconds += LOOKED_AT
        version = desk.match(match.id).version
        await show.step()
        assert desk.match(match.id).version > version
        followed.clear()
        assert show.idle

    loops.run(play())


def test_after_a_match_comes_the_next_game_of_the_catalogue(desk: Desk, time: Time) -> None:
    show, games = Show(Rooms(desk), clock=time), catalogue.ids()

    async def play() -> None:
        first = await show.look()
        assert first is not None
        assert first.opened.game == games[0]
        while desk.match(first.id).finished is None:
            time.seconds += PACE
            await show.look()
            await show.step()
        await show.step()
        following = await show.look()
        assert following is not None
        assert following.id == first.id  # its result stays for a while
        for _ in range(3):
            time.seconds += PAUSE
            await show.look()
            await show.step()
        following = await show.look()
        assert following is not None
        assert (following.opened.game, following.series.number) == (games[1], 2)

    loops.run(play())


@pytest.mark.parametrize("game", catalogue.ids())
def test_bots_of_different_kinds_sit_at_the_show(game: str) -> None:
    seats = bots(game)
    assert len(seats) >= 2
    assert all(seat.bot for seat in seats)
    assert len({seat.name for seat in seats}) == len(seats)
