"""A database of the first schema, with matches in mid-turn, is brought to the present one and goes on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from at_table import ANA, any_command, seats
from regatta.match.commands import Envelope, Hold, Roll, TakeBack, Write
from regatta.match.events import Series
from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.storage.database import HEAD, MIGRATIONS
from regatta.storage.desk import Desk

FIRST = {
    "guest": "id, created, settings",
    "rules": "digest, body",
    "match": "id, game, rules, seed, status, version, created, updated",
    "seat": '"match", number, guest',
    "event": '"match", version, at, kind, body, "key", fingerprint',
}
"""The columns of the first schema."""


def first_schema(path: Path) -> None:
    """Make an empty database by the first migration."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()


def moved(source: Path, path: Path) -> None:
    """Fill a database of the first schema with the matches of a present one, as the first program wrote them."""
    first_schema(path)
    connection = sqlite3.connect(path)
    connection.execute("ATTACH ? AS present", (str(source),))
    for table, columns in FIRST.items():
        connection.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM present."{table}"')
    opened = connection.execute("SELECT match, body FROM event WHERE version = 1").fetchall()
    for match, body in opened:
        old = json.loads(body)
        del old["series"]
        connection.execute(
            "UPDATE event SET body = ? WHERE match = ? AND version = 1", (json.dumps(old), match)
        )
    connection.commit()
    connection.close()


def send(desk: Desk, match: Match, *commands: Hold | Roll | Write | TakeBack) -> Match:
    for each in commands:
        match = desk.submit(Envelope(match.id, ANA, match.version, f"{match.version}", each)).match
    return match


def played(desk: Desk, match: Match, seed: int) -> Match:
    rng = Random(seed)
    while match.finished is None:
        match = send(desk, match, any_command(match, rng))  # type: ignore[arg-type]
    return match


@pytest.fixture
def old(tmp_path: Path) -> tuple[Path, dict[str, Match]]:
    """A database of the first schema, and its matches."""
    with Desk(f"sqlite:///{tmp_path / 'present.db'}") as desk:
        matches = {
            "alone": played(desk, desk.open("yahtzee", seats("Ana"), ANA), 1),
            "better": played(desk, desk.open("yahtzee", seats("Ana"), ANA), 2),
            "with a bot": played(desk, desk.open("crag", seats("Ana", "greedy"), ANA), 3),
            "two": played(desk, desk.open("crag", seats("Ana", "Bo"), ANA), 4),
            "rolled": send(desk, desk.open("yahtzee", seats("Ana", "random"), ANA), Roll(0), Hold(0, (1, 3))),
            "written": send(desk, desk.open("yacht", seats("Ana"), ANA), Roll(0), Write(0, "choice")),
            "waiting": desk.open("yacht", seats("Ana", "Bo"), ANA, begin=False),
        }
    moved(tmp_path / "present.db", tmp_path / "old.db")
    return tmp_path / "old.db", matches


def test_matches_go_on_after_the_migration(old: tuple[Path, dict[str, Match]]) -> None:
    path, matches = old
    with Desk(f"sqlite:///{path}") as desk:
        for before in matches.values():
            after = desk.match(before.id)
            assert after.opened.series is None
            assert after.series == Series(before.id, 1)
            assert (after.version, after.position, after.dice, after.held, after.turns, after.finished) == (
                (before.version, before.position, before.dice, before.held, before.turns, before.finished)
            )
            assert after.view(ANA).json() == before.view(ANA).json()
        rolled = send(desk, desk.match(matches["rolled"].id), Roll(0))
        assert [rolled.dice[place] for place in (1, 3)] == [matches["rolled"].dice[place] for place in (1, 3)]
        written = send(desk, desk.match(matches["written"].id), TakeBack(0), Write(0, "sixes"))
        for match in (rolled, written):
            assert verify(desk.record(played(desk, match, 5).id)) == []
        assert verify(desk.record(matches["alone"].id)) == []
        again = desk.again(matches["two"].id, ANA)
        assert again.series == Series(matches["two"].id, 2)
        assert [game.sheets for game in desk.series(again)] == [matches["two"].sheets]


def test_finished_matches_count_after_the_migration(old: tuple[Path, dict[str, Match]]) -> None:
    path, matches = old
    totals = [matches[name].finished.totals[0] for name in ("alone", "better")]  # type: ignore[union-attr]
    with Desk(f"sqlite:///{path.with_name('present.db')}") as present, Desk(f"sqlite:///{path}") as desk:
        assert sum(present.falls()[6].values()) > 400
        assert desk.falls() == present.falls()
    for _ in range(2):
        with Desk(f"sqlite:///{path}") as desk:
            bests = {best.game: best for best in desk.bests(ANA)}
            assert (bests["yahtzee"].played, bests["yahtzee"].best) == (2, max(totals))
            assert bests["yahtzee"].options == matches["alone"].opened.options
            assert (bests["crag"].played, bests["crag"].best) == (
                1,
                matches["with a bot"].finished.totals[0],  # type: ignore[union-attr]
            )
            assert desk.standing(matches["two"].id, ANA) is None
    with Desk(f"sqlite:///{path}") as desk:
        match = played(desk, desk.open("yahtzee", seats("Ana"), ANA), 6)
        standing = desk.standing(match.id, ANA)
        assert standing is not None
        assert standing.best.played == 3


def test_the_way_back_leads_to_the_first_schema(tmp_path: Path) -> None:
    """Up, down and up again: no part of a migration is in the way of another."""
    path = tmp_path / "there and back.db"
    first_schema(path)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        for act, revision in (
            (command.upgrade, HEAD),
            (command.downgrade, "0001"),
            (command.upgrade, "head"),
        ):
            act(config, revision)
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == HEAD
    engine.dispose()
