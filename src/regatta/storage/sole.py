"""One database has one server: a lock beside it, which the system lifts when who holds it is gone, however that went.

Two servers would each hold matches in memory that the other one has moved on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from regatta.errors import RegattaError
from regatta.storage.database import path_of

ENDING = "-served"
"""What the name of the file ends with, after that of the database. Nothing is in it: SQLite knows how to lock a file on every system."""


@contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Be the only server of a database for as long as this lasts.

    Raises:
        Invalid: ``storage.url`` as ``path_of``.
        RegattaError: ``storage.served`` (path) where another server has it, ``storage.unusable`` (path) where nothing
            can be written beside it.
    """
    path = path_of(url)
    if str(path).startswith("file:"):  # with parameters of SQLite's own, which may forbid any lock
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(f"{path}{ENDING}", timeout=0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise RegattaError("storage.unusable", path=str(path)) from error
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            taken = error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            raise RegattaError("storage.served" if taken else "storage.unusable", path=str(path)) from error
        yield
