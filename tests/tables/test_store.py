"""Kept tables: the same as compiled ones, never trusted when damaged, never in the way."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import regatta.tables
from plays import TEST_GAMES, every_tables, models
from regatta.model import catalogue, load
from regatta.storage.rulebook import Rulebook
from regatta.tables import Tables, compile, store, tables_of  # noqa: A004 - as in re.compile


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty folder of kept tables."""
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    return tmp_path / "tables"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the games that are compiled during the test."""
    found: list[str] = []

    def watched(model: Any) -> Tables:
        found.append(model.id)
        return compile(model)

    monkeypatch.setattr(regatta.tables, "compile", watched)
    return found


def only_file(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of the same types all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(map(same, one.values(), other.values()))
    return bool(one == other)


@pytest.mark.parametrize("name", tuple(every_tables()))
def test_kept_tables_equal_compiled_ones_field_by_field(name: str) -> None:
    fresh = every_tables()[name]
    store.keep("x", fresh)
    kept = store.find("x")
    assert kept is not None
    for field in store._data(fresh):
        assert same(getattr(kept, field), getattr(fresh, field)), field
    assert kept == fresh
    assert hash(kept) == hash(fresh)


def test_tables_are_compiled_once(own_folder: Path, compiled: list[str]) -> None:
    first, second = tables_of("crag"), tables_of("crag")
    assert compiled == ["crag"]
    assert store._data(first) == store._data(second)
    assert only_file(own_folder).is_file()
    tables_of("yatzy", {"box_order": "free"})
    tables_of("yatzy", {"box_order": "top_to_bottom"})
    assert compiled == ["crag", "yatzy", "yatzy"]


def test_an_option_that_is_spelled_in_many_ways_is_kept_once(own_folder: Path, compiled: list[str]) -> None:
    book = Rulebook()
    editions = {
        id(book.edition("yahtzee", {"extra_yahtzee": way}))
        for way in ("free_joker", "free joker", "Free-Joker", "  free_joker ", "FREE JOKER")
    }
    assert len(editions) == 1
    for way in ("free_joker", "free joker", " free-joker"):
        assert tables_of("yahtzee", {"extra_yahtzee": way}).options["extra_yahtzee"] == "free_joker"
    assert compiled == ["yahtzee"]
    assert only_file(own_folder).is_file()


def damage(body: bytes) -> dict[str, bytes]:
    other = json.dumps({"game": "other"}).encode()
    return {
        "empty": b"",
        "cut": body[: len(body) // 2],
        "one byte lost": body[:-1],
        "one byte changed": body.replace(b"50", b"51", 1),
        "no checksum": body.partition(b"\n")[2],
        "not JSON": b"0" * 64 + b"\nhello",
        "not text": b"\xff\xfe" * 100,
        "other JSON": other,
        "with more behind": body + b" ",
    }


@pytest.mark.parametrize("kind", damage(b""))
def test_a_damaged_file_is_compiled_anew(kind: str, own_folder: Path, compiled: list[str]) -> None:
    whole = store._data(tables_of("crag"))
    path = only_file(own_folder)
    body = path.read_bytes()
    path.write_bytes(damage(body)[kind])
    assert store._data(tables_of("crag")) == whole
    assert compiled == ["crag", "crag"]
    assert path.read_bytes() == body


def test_the_file_of_another_game_is_not_taken_for_this_one(own_folder: Path, compiled: list[str]) -> None:
    tables_of("crag")
    crag = only_file(own_folder)
    foreign = crag.read_bytes()
    crag.unlink()
    tables_of("yatzy")
    only_file(own_folder).write_bytes(foreign)
    assert tables_of("yatzy").game == "yatzy"
    assert compiled == ["crag", "yatzy", "yatzy"]


def test_a_changed_model_is_compiled_anew(tmp_path: Path, compiled: list[str]) -> None:
    path = tmp_path / "own.yaml"
    text = TEST_GAMES["tiny"].read_text()
    path.write_text(text)
    assert max(tables_of(str(path)).possible_points(0)) == 10
    path.write_text(text.replace("points: 10", "points: 11"))
    assert max(tables_of(str(path)).possible_points(0)) == 11
    assert len(compiled) == 2


def test_a_program_that_changed_compiles_anew(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    tables_of("crag")
    monkeypatch.setattr(store, "_program", lambda: b"another version")
    tables_of("crag")
    assert compiled == ["crag", "crag"]


@pytest.mark.parametrize("obstacle", ["a file in the way", "a folder of that name", "no such disk"])
def test_a_folder_that_cannot_be_written_is_no_fault(
    obstacle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match obstacle:
        case "a file in the way":
            (tmp_path / "tables").write_text("no folder")
        case "a folder of that name":
            name = store.key(catalogue.source_of("crag")[0], {})
            (tmp_path / "tables" / f"{name}.json").mkdir(parents=True)
        case _:
            monkeypatch.setenv("REGATTA_CACHE", "/proc/no/such/folder")
    assert tables_of("crag").game == "crag"
    assert not list(tmp_path.glob("tables/tmp*"))


def test_two_processes_at_once_leave_one_good_file(own_folder: Path) -> None:
    code = "from regatta.tables import tables_of; print(tables_of('crag').digest)"
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    answers = {process.communicate(timeout=60)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0]
    assert answers == {load("crag").digest + "\n"}
    found = store.find(only_file(own_folder).stem)
    assert found is not None
    assert found.game == "crag"


def test_from_disk_nothing_heavy_is_loaded() -> None:
    tables_of("yahtzee")
    code = (
        "import sys; from regatta.tables import tables_of; from regatta import engine; t = tables_of('yahtzee');"
        "p = engine.start(t); p, _ = engine.apply(p, engine.Roll((5,) * 5)); engine.previews(p);"
        "print([m for m in ('pydantic', 'numpy', 'ruamel', 'ruamel.yaml', 'numba', 'sqlalchemy') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout == "[]\n"


def fastest(times: int, action: Any) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        action()
        seconds.append(time.process_time() - start)
    return min(seconds)


@pytest.mark.parametrize("game", catalogue.ids())
def test_loading_is_fast_and_faster_from_disk(game: str) -> None:
    """The limits of the design, 0.2 and 0.02 s, in CPU seconds of the best of a few."""
    assert fastest(4, lambda: compile(load(game))) < 0.2
    tables_of(game)
    assert fastest(8, lambda: tables_of(game)) < 0.02


def test_every_model_has_a_name_of_its_own() -> None:
    source = catalogue.source_of("yahtzee")[0]
    names = {store.key(source, models()[name].options) for name in models() if name.startswith("yahtzee[")}
    assert len(names) == 8


def test_tables_go_to_another_process_without_what_they_remember() -> None:
    game = next(iter(every_tables().values()))
    fresh = pickle.dumps(compile(next(iter(models().values()))))
    asked = game.writes(0, 0, game.dice.rolls[0], 1)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert pickle.dumps(game) == fresh
    assert again.writes(0, 0, game.dice.rolls[0], 1) == asked
