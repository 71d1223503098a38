"""The chances of all sheets on disk: all of them found again, none of another program trusted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from interruption import break_off
from plays import tables
from regatta import players, solver
from regatta.errors import RegattaError
from regatta.players import solved
from regatta.solver import store
from regatta.solver.codes import BLOCK, decoded, encoded
from regatta.solver.targets import Layer
from regatta.tables import Tables
from small_games import GAMES, tables_from


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    yield
    solved.chases.clear()


def test_every_chance_is_found_again() -> None:
    """In whole layers and one by one; layers of several blocks, which end where no sheet does."""
    game = tables("crag")
    layers: dict[int, npt.NDArray[np.float64]] = {}

    def told(layer: Layer) -> None:
        layers[layer.number] = decoded()[encoded(layer.values)]

    solver.chances(game, done=told)
    chase = solver.chase_of(game)
    for number, chances in layers.items():
        first = int(chase.space.base[chase.space.layers[number]])
        assert np.array_equal(chase.values[first + np.arange(len(chances))], chances)
        edges = [at for at in (0, BLOCK - 1, BLOCK, len(chances) - 1) if at < len(chances)]
        assert [chase.values[first + at] for at in edges] == chances[edges].tolist()
        table = np.array([edges, edges[::-1]])
        assert np.array_equal(chase.values[first + table], chances[table])
    assert max(map(len, layers.values())) > 4 * BLOCK


@pytest.fixture
def game() -> Tables:
    return tables_from(GAMES["jokers"][0])


def spoiled(whole: bytes) -> dict[str, tuple[bytes, str]]:
    """What another program, an older one, or a fault of the disk makes of a file; and the notice it gets."""
    head, rest = whole[:512], whole[512:]
    former = head.replace(b'"revision": 2', b'"revision": 1').replace(b'"uint8"', b'"uint16"')
    return {
        "cut": (whole[:-1], "strategy.damaged"),
        "empty": (b"", "strategy.damaged"),
        "head": (whole[:512], "strategy.damaged"),
        "longer": (whole + b"\0", "strategy.damaged"),
        "foreign": (b"PK" + whole[2:], "strategy.damaged"),
        "former": (former + rest, "strategy.old"),
    }


@pytest.mark.parametrize("name", ["cut", "empty", "head", "longer", "foreign", "former"])
@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_cut_foreign_or_old_file_is_computed_again_with_a_notice(
    game: Tables, number: int, name: str
) -> None:
    best = solver.chances_of(game).best
    path = store.path_of(game, f"chase-{number:02}")
    whole = path.read_bytes()
    data, code = spoiled(whole)[name]
    assert data != whole
    path.write_bytes(data)
    assert not solver.chase_is_kept(game)
    assert not players.offered("record", game)
    for asked in (solver.stored_chances, solver.stored_chase):
        notices: list[RegattaError] = []
        assert asked(game, notice=notices.append) is None
        assert [(notice.code, notice.params) for notice in notices] == [(code, {"file": str(path)})]
    players.prepare("record", game)
    assert path.read_bytes() == whole
    assert solver.chase_is_kept(game)
    assert solver.chances_of(game).best.tolist() == best.tolist()


def test_damage_within_a_file_is_found_where_it_is_read(game: Tables) -> None:
    solver.chances_of(game)
    path = store.path_of(game, "chase-03")
    whole = path.read_bytes()
    for at in (512, len(whole) // 2, len(whole) - 1):
        flipped = bytearray(whole)
        flipped[at] ^= 1
        path.write_bytes(flipped)
        notices: list[RegattaError] = []
        assert solver.stored_chances(game) is None
        chase = solver.chase_of(game, notice=notices.append)
        assert [notice.code for notice in notices] == ["strategy.damaged"]
        assert path.read_bytes() == whole
        assert 0 < chase.values[0] <= 1


def test_files_of_the_former_layout_are_no_start_for_a_run_to_go_on_from(game: Tables) -> None:
    break_off(game)
    kept = [path for path in store.folder().iterdir() if "-chase-" in path.name]
    assert kept
    for path in kept:
        path.write_bytes(spoiled(path.read_bytes())["former"][0])
    shares: list[float] = []
    solver.chances_and_keep(game, progress=lambda share: shares.append(1.0 if share is None else share))
    assert shares[0] < 0.5
    assert solver.chase_is_kept(game)
