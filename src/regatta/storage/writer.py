"""The one thread that writes: all work that waits becomes one transaction, and is answered after its commit."""

from __future__ import annotations

import asyncio
import errno
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from regatta.errors import RegattaError

logger = logging.getLogger(__name__)

T = TypeVar("T")

MAX_BATCH = 256
MAX_WAITING = 20_000


class Unit(Protocol):
    """One transaction, as the work in it sees it."""

    def flush(self) -> None:
        """Write what was gathered; right before the commit."""
        ...

    def committed(self) -> None:
        """The transaction stands."""
        ...

    def failed(self) -> None:
        """Nothing of the transaction stands; forget what it made."""
        ...


class _Job(NamedTuple):
    work: Callable[[Any], Any]
    future: Future[Any] | asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop | None


class _Outcome(NamedTuple):
    job: _Job
    value: Any
    error: BaseException | None


class Writer:
    """Group commit.

    ``begin`` makes the ``Unit`` of a transaction from the connection it runs on; the flag asks to be careful, since
    the database has just refused the same work.
    """

    def __init__(self, engine: Engine, begin: Callable[[Connection, bool], Unit]) -> None:
        self._engine = engine
        self._begin = begin
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="regatta-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Any], T]) -> Future[T]:
        """Have ``work`` done in the next transaction; the future is settled after its commit.

        Work that raises a ``RegattaError`` is refused alone and must have changed nothing by then.

        Raises (from the future):
            RegattaError: ``storage.failed`` where the transaction could not be committed, ``storage.full`` where
                that was for want of room on the disk, ``storage.busy`` where too much waits, ``storage.closed``.
        """
        future: Future[T] = Future()
        self._put(_Job(work, future, None))
        return future

    async def perform(self, work: Callable[[Any], T]) -> T:
        """``submit`` for an event loop; one wake-up of the loop answers a whole batch."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._put(_Job(work, future, loop))
        return await future

    @property
    def waiting(self) -> int:
        """Return how much waits for the next transaction."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what waits, then stop. May be called twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _put(self, job: _Job) -> None:
        with self._lock:
            if self._closed:
                raise RegattaError("storage.closed")
            if self._queue.qsize() >= MAX_WAITING:
                raise RegattaError("storage.busy")
            self._queue.put(job)

    def _run(self) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            going = None not in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                try:
                    self._commit(jobs)
                except BaseException as error:
                    # Nobody may wait for ever, whatever went wrong.
                    logger.exception("the writer failed")
                    _settle([_Outcome(job, None, _failure(error)) for job in jobs])
        self._disconnect()

    def _commit(self, jobs: list[_Job], *, careful: bool = False) -> None:
        try:
            outcomes = self._transaction(jobs, careful=careful)
        except IntegrityError as error:
            if not careful:
                # Somebody else wrote, or a key stands for two commands: each by itself, on what is there now.
                for job in jobs:
                    self._commit([job], careful=True)
                return
            logger.exception("a transaction was refused twice")
            outcomes = [_Outcome(job, None, _failure(error)) for job in jobs]
        except (SQLAlchemyError, OSError) as error:
            logger.exception("a transaction could not be committed")
            outcomes = [_Outcome(job, None, _failure(error)) for job in jobs]
        _settle(outcomes)

    def _transaction(self, jobs: list[_Job], *, careful: bool) -> list[_Outcome]:
        unit = None
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                unit = self._begin(self._connection, careful)
                outcomes = [_attempt(job, unit) for job in jobs]
                unit.flush()
        except BaseException as error:
            if unit is not None:
                unit.failed()
            if not isinstance(error, IntegrityError):
                self._disconnect(broken=True)
            raise
        unit.committed()
        return outcomes

    def _disconnect(self, *, broken: bool = False) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                if broken:
                    connection.invalidate()
                connection.close()
            except (SQLAlchemyError, OSError):
                logger.exception("a connection could not be closed")


def _attempt(job: _Job, unit: Unit) -> _Outcome:
    try:
        return _Outcome(job, job.work(unit), None)
    except DBAPIError:
        raise
    except RegattaError as error:
        return _Outcome(job, None, error)
    except Exception as error:
        # A fault of the program in one command is no reason to refuse the others.
        logger.exception("a command failed")
        return _Outcome(job, None, error)


def _failure(cause: BaseException) -> RegattaError:
    error = RegattaError("storage.full") if _is_full(cause) else RegattaError("storage.failed")
    error.__cause__ = cause
    return error


def _is_full(cause: BaseException) -> bool:
    """Whether the disk had no room."""
    system = cause.orig if isinstance(cause, DBAPIError) else cause
    return (
        getattr(system, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        or getattr(system, "errno", None) == errno.ENOSPC
    )


def _settle(outcomes: list[_Outcome]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        if outcome.job.loop is None:
            _answer(outcome)
        else:
            by_loop.setdefault(outcome.job.loop, []).append(outcome)
    for loop, those in by_loop.items():
        try:
            loop.call_soon_threadsafe(_answer_all, those)
        except RuntimeError:
            logger.info("the event loop that waited for an answer is closed")


def _answer_all(outcomes: list[_Outcome]) -> None:
    for outcome in outcomes:
        _answer(outcome)


def _answer(outcome: _Outcome) -> None:
    """Settle a future, unless who waited has gone."""
    future = outcome.job.future
    if future.done() or (isinstance(future, Future) and not future.set_running_or_notify_cancel()):
        return
    if outcome.error is not None:
        future.set_exception(outcome.error)
    else:
        future.set_result(outcome.value)
