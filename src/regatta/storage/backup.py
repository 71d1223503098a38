"""A whole copy of what lasts, taken while the server runs."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

from regatta.errors import Invalid, Missing, RegattaError
from regatta.storage.database import BUSY_SECONDS, path_of
from regatta.storage.place import DATABASE_FILE, KEY_FILE


class Copied(NamedTuple):
    """What a backup holds."""

    matches: int
    key: bool
    """Whether the key that signs cookies lies in it; not where it comes from the environment."""


def backup(url: str, folder: Path) -> Copied:
    """Copy the database at ``url``, and the key beside it, into a new ``folder``.

    The copy is the database at one moment, whoever writes meanwhile, and nobody waits for it. The folder appears when
    it is whole; only its owner may read it, for it holds the seeds of matches that go on.

    Raises:
        Invalid: ``storage.url``; ``backup.exists`` (path).
        Missing: ``backup.nothing`` (path).
        OSError: what the system says, of ``folder`` where that cannot be made.
        RegattaError: ``storage.full``; ``storage.unusable`` (path) for what is no database.
    """
    source = path_of(url)
    if not source.is_file():
        raise Missing("backup.nothing", path=str(source))
    if folder.exists():
        raise Invalid("backup.exists", path=str(folder))
    growing = folder.with_name(f".{folder.name}.{secrets.token_hex(8)}")
    try:
        growing.mkdir(mode=0o700, parents=True)
        copied = _copy(source, growing)
        growing.rename(folder)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise RegattaError("storage.full") from error
        raise RegattaError("storage.unusable", path=str(source)) from error
    except OSError as error:
        if error.filename is None or not Path(error.filename).is_relative_to(growing):
            raise
        # Nobody knows the name that it grows under.
        raise OSError(error.errno, error.strerror, str(folder)) from error
    finally:
        shutil.rmtree(growing, ignore_errors=True)
    return copied


def _copy(source: Path, folder: Path) -> Copied:
    target = folder / DATABASE_FILE
    _make_private(target, b"")
    connection = sqlite3.connect(source, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        # One transaction that reads: what is committed while it runs is in the next copy.
        connection.execute("VACUUM INTO ?", (str(target),))
    finally:
        connection.close()
    key = source.with_name(KEY_FILE)
    if key.is_file():
        _make_private(folder / KEY_FILE, key.read_bytes())
    for path in (target, folder):
        _sync(path)
    return Copied(_matches(target), key.is_file())


def _matches(file: Path) -> int:
    """Count the matches in a copy, once it is found sound."""
    connection = sqlite3.connect(file)
    try:
        if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError
        return int(connection.execute("SELECT count(*) FROM match").fetchone()[0])
    finally:
        connection.close()


def _make_private(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    """See to it that a file or folder is on the disk, where the system can do that for folders."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
