"""Long work beside the site: one worker process takes pieces of it one after the other, and each can be stopped.

A job is wanted by somebody. It is stopped when nobody wants it any more, so that one visitor cannot take it from
another. Those who want something take turns, one job each, and what a table waits for comes before what somebody looks
at. What a job computes it leaves where others find it, on the disk; nothing comes back but how far it is.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any

from regatta.errors import Illegal, RegattaError
from regatta.web.process import Process, Told, limit_memory, raised, requests, told
from regatta.web.turns import Turns

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

KEPT = 256
"""How many jobs that ended are remembered."""
WAITING = 64
"""How many jobs may wait; one more is refused."""
MOST_EACH = 8
"""How many of them one guest may want: others have work to be done too."""
MEGABYTES = 2_500
"""How much memory the worker may have beside what it begins with."""
IN_A_ROW = 3
"""So many jobs that tables wait for may come before one that somebody looks at, where both are there."""
PATIENCE = 900.0
"""Seconds after which a job is given up."""
PAUSE = 30.0
"""Seconds after which a job that failed gives way to a new try, where somebody asks for it again."""
IDLE = 120.0
"""Seconds after which a worker without work is let go, with the memory that it holds."""
NICE = 5
"""How far whoever asks for pages goes first."""
LOOK = 0.05
"""Seconds between two looks whether a job is to be stopped."""


Work = Callable[..., object]
"""What a job does: a function of a module, which the worker process imports by its name. Beside its arguments it is
given ``progress``, a ``solver.Progress``."""


class State(Enum):
    """Where a job is on its way."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Job:
    """A piece of work. ``share`` (0 to 1) says how much is done, None that this cannot be told; ``error`` why it failed."""

    def __init__(self, key: str, work: Work, args: tuple[Any, ...]) -> None:
        self.key = key
        self.work = work
        self.args = args
        self.state = State.WAITING
        self.share: float | None = 0.0
        self.error: RegattaError | None = None
        self.stands_until = -math.inf
        """Until when (``time.monotonic``) nobody tries again what has ended."""
        self.needed = False
        """Whether a table waits for it; else somebody looks."""
        self.wanted: set[str] = set()
        self.ended = threading.Event()

    @property
    def alive(self) -> bool:
        return not self.ended.is_set()

    def end(self, state: State, error: RegattaError | None = None) -> None:
        self.state, self.error = state, error
        self.ended.set()


class Jobs:
    """The queue, and the worker process, which starts with the first job. May be used from several threads."""

    def __init__(self, *, patience: float = PATIENCE, pause: float = PAUSE, idle: float = IDLE) -> None:
        self._patience = patience
        self._pause = pause
        self._idle = idle
        self._lock = threading.Condition()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turns = Turns()
        self._in_a_row = 0
        self._thread: threading.Thread | None = None
        self._process = Process(_worker)
        self._closed = False

    def start(self, key: str, work: Work, *args: Any, wanted: str, needed: bool = False) -> Job:
        """Return the job of that key, put into the queue unless it is there, failed just now, or was refused.

        What was refused (``Illegal``) is the fault of the game, and stays so; anything else is tried again.

        Args:
            key: names the job; the same work has the same key.
            work: see ``Work``; ``args`` go with it to the worker process.
            wanted: who wants it.
            needed: whether a table waits for it.

        Raises:
            RegattaError: ``job.busy`` where too many wait, or too many of this guest; ``job.closed``.
        """
        with self._lock:
            if self._closed:
                raise RegattaError("job.closed")
            job = self._jobs.get(key)
            if job is None or not (job.alive or time.monotonic() < job.stands_until):
                alive = [each for each in self._jobs.values() if each.alive]
                if len(alive) >= WAITING or sum(wanted in each.wanted for each in alive) >= MOST_EACH:
                    raise RegattaError("job.busy")
                job = self._jobs[key] = Job(key, work, args)
                self._jobs.move_to_end(key)
                self._forget()
            job.needed = job.needed or needed
            job.wanted.add(wanted)
            self._turns.join(wanted)
            self._lock.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._supervise, name="jobs", daemon=True)
                self._thread.start()
            return job

    def find(self, key: str) -> Job | None:
        """Return the job of that key, at work or ended."""
        return self._jobs.get(key)

    def leave(self, key: str, wanted: str) -> None:
        """Let somebody want a job no more; the last one stops it."""
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and job.alive:
                job.wanted.discard(wanted)
                if not job.wanted and job.state is State.WAITING:
                    job.end(State.STOPPED)

    @staticmethod
    async def settled(job: Job, seconds: float) -> bool:
        """Wait so long for the end of a job, and tell whether it has come."""
        return await asyncio.to_thread(job.ended.wait, seconds)

    def close(self) -> None:
        """Stop everything and let the worker go."""
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                job.wanted.clear()
                if job.state is State.WAITING:
                    job.end(State.STOPPED)
            self._lock.notify()
        if self._thread is not None:
            self._thread.join()

    def _forget(self) -> None:
        ended = [key for key, job in self._jobs.items() if not job.alive]
        for key in ended[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    # In the thread that supervises

    def _supervise(self) -> None:
        while not self._closed:
            job = self._next()
            if job is None:
                self._process.dismiss()
                continue
            with self._lock:
                had = set(job.wanted)
            try:
                self._watch(job)
            except Exception:
                logger.exception("a job broke")
                self._process.dismiss()
                self._break(job)
            with self._lock:
                self._turns.over(had | job.wanted, {who for each in self._waiting() for who in each.wanted})
        self._process.dismiss()

    def _next(self) -> Job | None:
        """Wait for a job, and take it; None where there is none for so long that the worker is let go."""
        with self._lock:
            if not self._lock.wait_for(
                lambda: self._closed or self._waiting(), self._idle if self._process.hired else None
            ):
                return None
            waiting = self._waiting()
            if not waiting:
                return None
            looked_at = self._in_a_row >= IN_A_ROW
            job = min(waiting, key=lambda job: (job.needed is looked_at, self._turns.place(job.wanted)))
            self._in_a_row = self._in_a_row + 1 if job.needed else 0
            job.state = State.WORKING
            return job

    def _waiting(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state is State.WAITING]

    def _watch(self, job: Job) -> None:
        """Have a job done, and end it."""
        connection = self._process.hire()
        connection.send((job.work, job.args))
        until = time.monotonic() + self._patience
        while job.alive:
            if not job.wanted:
                self._process.dismiss()
                job.end(State.STOPPED)
            elif time.monotonic() > until:
                self._process.dismiss()
                self._fail(
                    job,
                    RegattaError("job.too_long", seconds=int(self._patience), when=math.ceil(self._pause)),
                )
            elif connection.poll(LOOK):
                self._hear(job, connection)

    def _hear(self, job: Job, connection: Connection) -> None:
        try:
            kind, heard = connection.recv()
        except (EOFError, OSError):
            self._process.dismiss()
            self._break(job)
            return
        if kind == "share":
            job.share = heard
        elif kind == "done":
            job.share = 1.0
            job.end(State.DONE)
        elif kind == "refused":
            self._fail(job, raised(heard))
        else:
            self._break(job)

    def _break(self, job: Job) -> None:
        self._fail(job, RegattaError("job.broken", when=math.ceil(self._pause)))

    def _fail(self, job: Job, error: RegattaError) -> None:
        job.stands_until = math.inf if isinstance(error, Illegal) else time.monotonic() + self._pause
        job.end(State.FAILED, error)


def _worker(connection: Connection) -> None:
    """Do what comes, until nobody is there any more."""

    def progress(share: float | None) -> None:
        connection.send(("share", share))

    limit_memory(MEGABYTES)
    for work, args in requests(connection, NICE):
        end: tuple[str, Told | None] = "done", None
        try:
            work(*args, progress=progress)
        except RegattaError as error:
            end = "refused", told(error)
        except Exception:
            logger.exception("a job broke")
            end = "broken", None
        connection.send(end)
