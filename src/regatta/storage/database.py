"""One SQLite file: how it is opened, and brought to the present schema."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from regatta.errors import Invalid, RegattaError
from regatta.storage.schema import metadata

HEAD = "0005"
"""The present revision; a test compares it with the newest migration."""

BUSY_SECONDS = 10
MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """The engines of one file: ``write`` has one connection, ``read`` several that cannot write."""

    def __init__(self, url: str) -> None:
        """Open or create the database.

        Raises:
            Invalid: ``storage.url`` (found) for anything but ``sqlite:///path``.
            RegattaError: ``storage.unusable`` (path) where the file cannot be opened, is no database, or is
                of a newer version of the program.
        """
        self.path = path_of(url)
        self.write = _engine(url, begin="BEGIN IMMEDIATE", size=1, read_only=False)
        self.read = _engine(url, begin="BEGIN", size=8, read_only=True)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _make(self.path)
            with self.write.begin() as connection:
                migrate(connection)
        except (OSError, SQLAlchemyError) as error:
            self.close()
            raise RegattaError("storage.unusable", path=str(self.path)) from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.read.dispose()
        self.write.dispose()


def path_of(url: str) -> Path:
    """Return the file that an address of a database names.

    Raises:
        Invalid: ``storage.url`` (found) for anything but ``sqlite:///path``.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Invalid("storage.url", found=url[:200]) from None
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite") or parsed.database in (None, "", ":memory:"):
        # Without what may be a password.
        raise Invalid("storage.url", found=parsed.drivername)
    return Path(str(parsed.database))


def _make(path: Path) -> None:
    """Make a file that only its owner may read, if there is none: it will hold the seeds of matches that go on.

    What SQLite lays beside it is as private as the file itself.
    """
    if not str(path).startswith("file:"):
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def migrate(connection: Connection) -> None:
    """Bring the schema to ``HEAD``, in the caller's transaction.

    An empty file gets the present schema at once, which a test holds equal to what the migrations lead to: so a first
    start need not wait for alembic either.
    """
    names = inspect(connection).get_table_names()
    if not names:
        metadata.create_all(connection)
        connection.exec_driver_sql(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
        )
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (HEAD,))
    elif "alembic_version" not in names or _revision(connection) != HEAD:
        upgrade(connection)


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, in the caller's transaction.

    Raises:
        RegattaError: ``storage.unusable`` (path) for the schema of a newer program.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise RegattaError("storage.unusable", path=str(connection.engine.url.database)) from error


def _revision(connection: Connection) -> object:
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _engine(url: str, *, begin: str, size: int, read_only: bool) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0 if size == 1 else 24,
        # What is stored, seeds among it, stands in no log and in no message of an error.
        hide_parameters=True,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )

    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_SECONDS * 1000}",
            *(["query_only=ON"] if read_only else []),
        ):
            connection.execute(f"PRAGMA {pragma}")

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    listen: Callable[..., None] = event.listen
    listen(engine, "connect", connect)
    listen(engine, "begin", start)
    return engine
