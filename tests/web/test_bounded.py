"""Work on what strangers wrote: stopped where it takes too long or too much, while everything else goes on."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from loops import run
from regatta.errors import Illegal, RegattaError
from regatta.web.bounded import Bounded
from web import work

LONG = 60


@asynccontextmanager
async def bounded(**limits: Any) -> AsyncIterator[Bounded]:
    made = Bounded("web.work", **limits)
    try:
        yield made
    finally:
        await asyncio.to_thread(made.close)


def test_work_comes_back_and_what_is_wrong_with_it_too() -> None:
    async def story() -> None:
        async with bounded(seconds=LONG) as process:
            first = await process.run(work.double, "ab")
            assert first[1] == "abab"
            assert await process.run(work.double, "cd") == (first[0], "cdcd"), "one warm process does all"
            assert first[0] != os.getpid()
            with pytest.raises(Illegal) as refused:
                await process.run(work.refuse_it)
            assert (refused.value.code, refused.value.params) == ("solve.too_large", {"found": 9, "limit": 1})
            with pytest.raises(RegattaError, match=r"bounded\.broken"):
                await process.run(work.break_it)
            assert (await process.run(work.double, "e"))[0] == first[0]

    run(story())


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (work.run_for_ever, "bounded.too_long"),
        (work.eat, "bounded.too_much"),
        (work.end_it, "bounded.too_much"),
    ],
)
def test_what_takes_too_much_is_stopped_and_the_next_piece_finds_a_new_process(
    bad: Callable[[], None], code: str
) -> None:
    async def story() -> None:
        seconds = 0.5 if code == "bounded.too_long" else LONG
        async with bounded(seconds=seconds, megabytes=64) as process:
            first, _ = await process.run(work.double, "a")
            with pytest.raises(Illegal, match=code.replace(".", r"\.")):
                await process.run(bad)
            with pytest.raises(ProcessLookupError):
                os.kill(first, 0)
            second, found = await process.run(work.double, "b")
            assert (found, second != first) == ("bb", True)

    run(story())


def test_memory_that_others_left_behind_is_not_held_against_a_piece() -> None:
    async def story() -> None:
        async with bounded(seconds=LONG, megabytes=64) as process:
            found = [await process.run(work.leave, 20) for _ in range(9)]
            assert len({where for where, _ in found}) >= 3, "one process has no room for so much"
            assert max(left for _, left in found) > 20, "and is let go only when it has none"
            with pytest.raises(Illegal, match=r"bounded\.too_much"):
                await process.run(work.leave, 70)

    run(story())


def test_what_waits_for_a_busy_machine_is_not_refused_unless_it_never_ends() -> None:
    async def story() -> None:
        async with bounded(seconds=0.1) as process:
            assert await process.run(work.sleep, 0.2) == "awake"
            with pytest.raises(Illegal, match=r"bounded\.too_long"):
                await process.run(work.sleep, LONG)

    run(story())


def test_while_a_piece_runs_others_wait_and_too_many_are_refused() -> None:
    async def story() -> None:
        async with bounded(seconds=1.0, waiting=2) as process:
            await process.run(work.double, "a")
            ticks = 0
            bad = asyncio.create_task(process.run(work.run_for_ever))
            await asyncio.sleep(0)
            waiting = [asyncio.create_task(process.run(work.double, "b"))]
            while not bad.done():
                await asyncio.sleep(0.01)
                ticks += 1
                if ticks == 20:
                    waiting.append(asyncio.create_task(process.run(work.double, "c")))
                    await asyncio.sleep(0)
                    with pytest.raises(RegattaError, match=r"bounded\.busy"):
                        await process.run(work.double, "d")
            assert ticks > 20, "the loop goes on"
            assert [(await each)[1] for each in waiting] == ["bb", "cc"]

    run(story())


def until_it_runs(process: Bounded) -> None:
    """Wait until all that was given to the process is taken up."""
    pause = threading.Event()
    while process._queue.qsize() or not process._process.alive:
        pause.wait(0.01)


@pytest.mark.parametrize("at", ["work", "rest", "start"])
def test_closing_ends_whatever_runs_and_what_waits(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_to_warm.py").write_text(f"import time\ntime.sleep({LONG})\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    runs: Callable[[], object] = partial(work.sleep, LONG) if at == "rest" else work.run_for_ever

    async def story() -> None:
        process = Bounded("slow_to_warm" if at == "start" else "web.work", seconds=LONG, waiting=2)
        if at != "start":
            await process.run(work.double, "a")
        running = asyncio.create_task(process.run(runs))
        await asyncio.sleep(0)
        await asyncio.to_thread(until_it_runs, process)
        late = [asyncio.create_task(process.run(work.double, "b")) for _ in range(2)]
        await asyncio.sleep(0.05)
        await asyncio.to_thread(process.close)
        with pytest.raises(RegattaError, match=r"bounded\.closed"):
            await running
        for each in late:
            with pytest.raises(asyncio.CancelledError):
                await each
        with pytest.raises(RegattaError, match=r"bounded\.closed"):
            await process.run(work.double, "c")
        assert not process._process.hired

    run(story())
