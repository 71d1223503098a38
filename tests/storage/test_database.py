"""The file: durable, migrated, and refused when it is something else."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from regatta.errors import Invalid, RegattaError
from regatta.storage.database import HEAD, MIGRATIONS, Database, upgrade
from regatta.storage.schema import metadata


def test_a_commit_is_durable_and_readers_do_not_write(url: str) -> None:
    database = Database(url)
    try:
        for engine in (database.write, database.read):
            with engine.connect() as connection:
                asked = {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys", "query_only")
                }
            only = int(engine is database.read)
            assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "query_only": only}
    finally:
        database.close()


def test_only_the_owner_may_read_the_seeds(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    database = Database(f"sqlite:///{file}")
    try:
        made = sorted(tmp_path.iterdir())
        assert len(made) > 1, "the log stands beside the file while it is open"
        assert {path.stat().st_mode & 0o077 for path in made} == {0}
    finally:
        database.close()
    file.chmod(0o640)
    Database(f"sqlite:///{file}").close()
    assert file.stat().st_mode & 0o777 == 0o640, "a file that is there keeps what its host set"


def schema_of(path: Path) -> dict[str, list[str]]:
    """Everything that the file holds, by its name: the parts of each statement, in no order, no blanks or quotes."""
    connection = sqlite3.connect(path)
    try:
        made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    finally:
        connection.close()
    return {
        name: sorted(re.split(r"[(),]+", re.sub(r'[\s"]+', "", sql)))
        for name, sql in made
        if name != "alembic_version"
    }


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    """Whether a file was made at once or by every migration cannot be told afterwards."""
    Database(f"sqlite:///{tmp_path / 'at once.db'}").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with engine.begin() as connection:
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    assert schema_of(tmp_path / "migrated.db") == schema_of(tmp_path / "at once.db")
    Database(f"sqlite:///{tmp_path / 'migrated.db'}").close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """Tables of another program are no reason to fail, but ours must not be among them half made."""
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE guest (name)")
    connection.commit()
    connection.close()
    unusable(path)
    assert schema_of(path) == {"guest": ["", "CREATETABLEguest", "name"]}


def test_the_present_revision_is_the_newest() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://u:secret@h/d",
        "mysql://x",
        "nonsense",
        "",
        "/tmp/x.db",
    ],
)
def test_only_a_file_of_sqlite_is_a_database(url: str) -> None:
    with pytest.raises(Invalid) as caught:
        Database(url)
    assert caught.value.code == "storage.url"
    assert "secret" not in str(caught.value)


def unusable(path: Path) -> None:
    with pytest.raises(RegattaError) as caught:
        Database(f"sqlite:///{path}")
    assert caught.value.code == "storage.unusable"
    assert caught.value.params["path"] == str(path)


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana,\n" * 1000)
    unusable(path)
    assert path.read_text() == "Dear Ana,\n" * 1000
    unusable(path / "below")
    unusable(tmp_path)


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    Database(f"sqlite:///{path}").close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    unusable(path)


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path}/a/b/c.db").close()
    assert (tmp_path / "a/b/c.db").is_file()
