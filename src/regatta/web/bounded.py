"""Short work on what strangers wrote, in a process of its own: so much time and so much memory, and no more.

The server goes on answering meanwhile. What takes longer, or more, is stopped with its process; the next piece of work
finds a new one. The process is kept warm while there is work, so that a piece costs what it costs and no start.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from regatta.errors import Illegal, RegattaError
from regatta.web.process import Process, limit_memory, raised, requests, told

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

T = TypeVar("T")

SECONDS = 5.0
"""A piece of work may take so much time of a processor: on a machine that is busy, what is harmless is not refused."""
SLOWEST = 5
"""And so many times as long by the clock."""
MEGABYTES = 256
"""And so much memory beside what the warm process has."""
WAITING = 32
"""So many pieces may wait; one more is refused."""
IDLE = 300.0
"""Seconds after which a process without work is let go."""
START = 60.0
"""Seconds in which a process must be warm."""

LOOK = 0.05
"""Seconds between two looks whether the process is let go while it works."""
NICE = 1
OUT_OF_TIME: int | None = getattr(signal, "SIGPROF", None)
"""The signal by which a process ends that has used up its time; where the system has none, the clock has to do."""


class _Piece:
    def __init__(self, work: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.work = work
        self.args = args
        self.future: Future[Any] = Future()


class Bounded:
    """The queue and the process. ``warm`` names the modules that the process imports before it is given anything."""

    def __init__(
        self,
        *warm: str,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        waiting: int = WAITING,
        idle: float = IDLE,
    ) -> None:
        self._seconds = seconds
        self._megabytes = megabytes
        self._idle = idle
        self._process = Process(_worker, warm, seconds, megabytes)
        self._queue: queue.Queue[_Piece | None] = queue.Queue(waiting)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Return what ``work``, a function of a module, makes of ``args``.

        Raises:
            Illegal: ``bounded.too_long`` (seconds), ``bounded.too_much`` (megabytes), whatever was the work's fault.
            RegattaError: ``bounded.busy`` where too many wait, ``bounded.closed``; whatever ``work`` raises.
        """
        piece = _Piece(work, args)
        self._put(piece)
        found: T = await asyncio.wrap_future(piece.future)
        return found

    def warm(self) -> None:
        """Have the process ready soon."""
        if not self._process.alive:
            with suppress(RegattaError):
                self._put(_Piece(_nothing, ()))

    def close(self) -> None:
        """Let the process go, whatever it is at."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def _put(self, piece: _Piece) -> None:
        with self._lock:
            if self._closed:
                raise RegattaError("bounded.closed")
            try:
                self._queue.put_nowait(piece)
            except queue.Full:
                raise RegattaError("bounded.busy") from None
            if self._thread is None:
                self._thread = threading.Thread(target=self._supervise, name="bounded", daemon=True)
                self._thread.start()

    # In the thread that supervises

    def _supervise(self) -> None:
        while True:
            try:
                piece = self._queue.get(timeout=self._idle if self._process.hired else None)
            except queue.Empty:
                self._process.dismiss()
                continue
            if piece is None:
                self._process.dismiss()
                return
            if self._closed:
                piece.future.cancel()
            if not piece.future.set_running_or_notify_cancel():
                continue
            try:
                piece.future.set_result(self._do(piece))
            except RegattaError as error:
                piece.future.set_exception(error)
            except Exception as error:
                logger.exception("a worker process broke")
                self._process.dismiss()
                piece.future.set_exception(error)

    def _do(self, piece: _Piece) -> Any:
        """Do a piece of work. What others left behind in memory is not held against it: then it begins afresh, once."""
        fresh = not self._process.alive
        try:
            return self._try(piece)
        except Illegal as error:
            if fresh or error.code != "bounded.too_much":
                raise
            return self._try(piece)

    def _try(self, piece: _Piece) -> Any:
        warm = self._process.alive
        connection = self._process.hire()
        if not warm and not (self._heard(connection, START) and connection.recv() is None):
            raise TimeoutError
        connection.send((piece.work, piece.args))
        if not self._heard(connection, self._seconds * SLOWEST):
            self._process.dismiss()
            raise self._too_long()
        try:
            good, found = connection.recv()
        except (EOFError, OSError):
            # The system ends what has used up its time; whoever is refused memory in the middle of it may die of that.
            timed_out = OUT_OF_TIME is not None and self._process.ended_by(OUT_OF_TIME)
            self._process.dismiss()
            raise (self._too_long() if timed_out else self._too_much()) from None
        if good:
            return found
        if found is None:
            self._process.dismiss()
            raise self._too_much()
        raise raised(found)

    def _heard(self, connection: Connection, seconds: float) -> bool:
        """Wait so long for a word of the process; raises RegattaError ``bounded.closed``: nobody waits for its end then."""
        until = time.monotonic() + seconds
        while not connection.poll(LOOK):
            if self._closed:
                raise RegattaError("bounded.closed")
            if time.monotonic() > until:
                return False
        return True

    def _too_long(self) -> Illegal:
        return Illegal("bounded.too_long", seconds=int(self._seconds))

    def _too_much(self) -> Illegal:
        return Illegal("bounded.too_much", megabytes=self._megabytes)


def _nothing() -> None:
    """Work that makes a process warm."""


def _worker(connection: Connection, warm: tuple[str, ...], seconds: float, megabytes: int) -> None:
    for name in warm:
        import_module(name)
    limit_memory(megabytes)
    connection.send(None)
    for work, args in requests(connection, NICE):
        answer: tuple[bool, Any]
        _allow(seconds)
        try:
            answer = True, work(*args)
        except RegattaError as error:
            answer = False, told(error)
        except MemoryError:
            answer = False, None
        except Exception:
            logger.exception("bounded work broke")
            answer = False, told(RegattaError("bounded.broken"))
        _allow(0)
        connection.send(answer)


def _allow(seconds: float) -> None:
    """Let this process use so much time of a processor from now on; 0 for as much as it likes."""
    if OUT_OF_TIME is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
