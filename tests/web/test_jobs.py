"""Long work beside the site: in its order, with its progress, stopped when nobody wants it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from regatta.errors import Illegal, RegattaError
from regatta.web import jobs as module
from regatta.web.jobs import MOST_EACH, WAITING, Job, Jobs, State
from web import work

LONG = 60


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


def ended(job: Job) -> State:
    assert job.ended.wait(LONG)
    return job.state


def begun(path: Path) -> int:
    """Wait until the work has begun, and return the process that does it."""
    pause = threading.Event()
    for _ in range(LONG * 100):
        if path.exists() and path.read_text():
            return int(path.read_text())
        pause.wait(0.01)
    raise AssertionError("the work did not begin")


def test_work_is_done_in_another_process_and_once(jobs: Jobs, tmp_path: Path) -> None:
    file = tmp_path / "file"
    job = jobs.start("write", work.write, str(file), "done", wanted="Ana")
    assert jobs.start("write", work.write, str(file), "again", wanted="Bo") is job
    assert ended(job) is State.DONE
    assert file.read_text() == "done"
    assert job.share == 1.0
    assert jobs.find("write") is job
    assert ended(jobs.start("write", work.write, str(file), "again", wanted="Ana")) is State.DONE
    assert file.read_text() == "again", "what is done may be done again"


def test_what_fails_says_why_and_the_next_job_goes_on(jobs: Jobs, tmp_path: Path) -> None:
    refused = jobs.start("refuse", work.refuse, wanted="Ana")
    broken = jobs.start("break", work.break_down, wanted="Ana")
    dead = jobs.start("die", work.die, wanted="Ana")
    good = jobs.start("write", work.write, str(tmp_path / "file"), "done", wanted="Ana")
    assert [ended(job) for job in (refused, broken, dead, good)] == [*[State.FAILED] * 3, State.DONE]
    assert isinstance(refused.error, Illegal)
    assert (refused.error.code, refused.error.params) == ("solve.too_large", {"found": 9, "limit": 1})
    assert [job.error.code for job in (broken, dead) if job.error] == ["job.broken", "job.broken"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (work.break_down, "job.broken"),
        (work.die, "job.broken"),
        (work.wait_in_silence, "job.too_long"),
        (work.refuse, "solve.too_large"),
    ],
)
def test_what_failed_is_tried_again_after_a_pause_unless_it_was_refused(
    bad: Callable[..., None], code: str, tmp_path: Path
) -> None:
    args = [str(tmp_path / "begun")] if bad is work.wait_in_silence else []
    for pause in (LONG, 0.0):
        jobs = Jobs(patience=0.2 if args else LONG, pause=pause)
        try:
            first = jobs.start("key", bad, *args, wanted="Ana")
            assert ended(first) is State.FAILED
            assert first.error is not None
            assert first.error.code == code
            again = jobs.start("key", work.refuse, wanted="Bo")
            if code == "solve.too_large":
                assert again is first, "the game is as it is"
                assert "when" not in first.error.params
            else:
                assert (again is first) == (pause > 0)
                assert first.error.params["when"] == pause
        finally:
            jobs.close()


def test_a_job_goes_on_while_somebody_wants_it_and_stops_when_nobody_does(jobs: Jobs, tmp_path: Path) -> None:
    file = tmp_path / "file"
    job = jobs.start("wait", work.wait_for, str(file), wanted="Ana")
    jobs.start("wait", work.wait_for, str(file), wanted="Bo")
    after = jobs.start("after", work.write, str(tmp_path / "after"), "done", wanted="Ana")
    never = jobs.start("never", work.write, str(tmp_path / "never"), "done", wanted="Ana")
    process = begun(file)
    jobs.leave("wait", "Ana")
    jobs.leave("never", "Ana")
    assert never.state is State.STOPPED
    assert job.alive
    assert job.state is State.WORKING
    assert after.state is State.WAITING
    jobs.leave("wait", "Bo")
    assert ended(job) is State.STOPPED
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert ended(after) is State.DONE
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ("Ana:a1 Ana:a2 Ana:a3 Bo:b1 Cy:c1 Cy:c2", "a1 b1 c1 a2 c2 a3"),
        ("Dee:d1 Dee:d2 Ana:a1 Bo:b1", "a1 b1 d1 d2"),
        ("clock:k1! clock:k2! clock:k3! Ana:a1!", "k1 a1 k2 k3"),
        ("Ana:a1 Ana:a2 Bo:b1!", "b1 a1 a2"),
        ("Ana:a1 Ana:a2 Ana:a3!", "a3 a1 a2"),
        ("Ana:a1 Bo:b1! Bo:b2! Bo:b3! Bo:b4! Bo:b5!", "b1 b2 b3 a1 b4 b5"),
        ("Ana:a1 Ana:a2 Ana:a3 Bo:a3", "a1 a3 a2"),
        ("Ana:a1 Ana:a2 Bo:a2!", "a2 a1"),
        ("Ana:a1 Ana:a2 Bo:b1 Ana:-a1 Cy:c1", "a2 b1 c1"),
    ],
)
def test_guests_take_turns_and_what_tables_wait_for_comes_first(
    jobs: Jobs, tmp_path: Path, asked: str, order: str
) -> None:
    """While the work of Dee goes on others ask, each word by its guest; with ``!`` for a table, with ``-`` no more."""
    begun_by_dee, notes = tmp_path / "begun", tmp_path / "notes"
    running = jobs.start("wait", work.wait_for, str(begun_by_dee), wanted="Dee")
    begun(begun_by_dee)
    waiting = []
    for guest, word in (each.split(":") for each in asked.split()):
        name = word.strip("!-")
        if word.startswith("-"):
            jobs.leave(name, guest)
        else:
            needed = word.endswith("!")
            waiting.append(jobs.start(name, work.note, str(notes), name, wanted=guest, needed=needed))
    jobs.leave("wait", "Dee")
    assert {ended(job) for job in (running, *waiting)} <= {State.DONE, State.STOPPED}
    assert notes.read_text().split() == order.split()


def test_too_long_and_too_much(tmp_path: Path) -> None:
    jobs = Jobs(patience=0.2)
    try:
        job = jobs.start("wait", work.wait_for, str(tmp_path / "file"), wanted="Ana")
        for number in range(MOST_EACH - 1):
            jobs.start(f"Ana {number}", work.refuse, wanted="Ana")
        with pytest.raises(RegattaError, match=r"job\.busy"):
            jobs.start("one more", work.refuse, wanted="Ana")
        assert jobs.start("wait", work.refuse, wanted="Ana") is job, "what is there already is no more work"
        for number in range(WAITING - MOST_EACH):
            jobs.start(f"{number}", work.refuse, wanted=f"Bo {number}")
        with pytest.raises(RegattaError, match=r"job\.busy"):
            jobs.start("one more", work.refuse, wanted="Cy")
        assert ended(job) is State.FAILED
        assert job.error is not None
        assert job.error.code == "job.too_long"
    finally:
        jobs.close()


def test_a_job_that_takes_too_much_memory_breaks_and_the_next_goes_on(jobs: Jobs, tmp_path: Path) -> None:
    eats = jobs.start("eat", work.eat_up, str(tmp_path / "eaten"), 2 * module.MEGABYTES, wanted="Ana")
    after = jobs.start("after", work.write, str(tmp_path / "after"), "done", wanted="Ana")
    assert [ended(eats), ended(after)] == [State.FAILED, State.DONE]
    assert not (tmp_path / "eaten").exists()


def test_who_works_for_a_server_that_is_killed_ends_too(tmp_path: Path) -> None:
    file = tmp_path / "file"
    script = f"Jobs().start('wait', work.wait_in_silence, {str(file)!r}, wanted='Ana'); time.sleep({LONG})"
    lines = ["import time", "from regatta.web.jobs import Jobs", "from web import work", script]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    server = subprocess.Popen([sys.executable, "-c", "\n".join(lines)], env=environment)
    process = begun(file)
    server.kill()
    server.wait()
    pause = threading.Event()
    for _ in range(LONG * 100):
        if not Path(f"/proc/{process}").exists():
            return
        pause.wait(0.01)
    os.kill(process, signal.SIGKILL)
    raise AssertionError("the worker went on")


def test_closing_stops_everything(tmp_path: Path) -> None:
    jobs = Jobs()
    file = tmp_path / "file"
    job = jobs.start("wait", work.wait_for, str(file), wanted="Ana")
    process = begun(file)
    jobs.close()
    assert ended(job) is State.STOPPED
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(RegattaError, match=r"job\.closed"):
        jobs.start("more", work.refuse, wanted="Ana")


def test_an_idle_worker_is_let_go(tmp_path: Path) -> None:
    jobs = Jobs(idle=0.05)
    try:
        assert ended(jobs.start("a", work.write, str(tmp_path / "a"), "done", wanted="Ana")) is State.DONE
        pause = threading.Event()
        while jobs._process.hired:
            pause.wait(0.01)
        assert ended(jobs.start("b", work.write, str(tmp_path / "b"), "done", wanted="Ana")) is State.DONE
    finally:
        jobs.close()
