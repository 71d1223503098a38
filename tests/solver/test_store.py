"""Solved games on disk: read again, never trusted blindly, written whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from plays import tables
from regatta import solver
from regatta.errors import RegattaError
from regatta.solver import store
from regatta.tables import Tables


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    return tables("tiny")


def test_a_solved_game_is_read_again(tiny: Tables) -> None:
    assert solver.stored(tiny) is None
    first = solver.strategy_of(tiny)
    again = solver.stored(tiny)
    assert again is not None
    assert np.array_equal(again.values, first.values)
    assert not again.values.flags.writeable
    state = again.state([None, None])
    assert again.turn(state).keeps((1, 2), 1) == first.turn(state).keeps((1, 2), 1)
    assert [path.suffix for path in store.folder().iterdir()] == [".values"]


def test_a_distribution_is_read_again(tiny: Tables) -> None:
    strategy = solver.strategy_of(tiny)
    first = solver.distribution_of(strategy)
    kept = store.find(tiny, "spread")
    assert kept is not None
    again = solver.distribution_of(strategy)
    assert again.least == first.least
    assert np.array_equal(again.chances, first.chances)


def test_damaged_foreign_and_old_files_are_computed_again_with_a_notice(
    tiny: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = solver.strategy_of(tiny).start
    path = store.path_of(tiny, "mean")
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[-3] ^= 1
    head, rest = whole[:512], whole[512:]
    for data, code in (
        (whole[:-8], "strategy.damaged"),
        (whole[:100], "strategy.damaged"),
        (b"", "strategy.damaged"),
        (b"\x93NUMPY foreign" + whole, "strategy.damaged"),
        (bytes(flipped), "strategy.damaged"),
        (head.replace(b"float64", b"float99") + rest, "strategy.damaged"),
        (head.replace(b"-mean", b"-best").replace(b" mean", b" best") + rest, "strategy.damaged"),
        (head.replace(b'"revision": 2', b'"revision": 1') + rest, "strategy.old"),
        (b"[]" + whole[2:], "strategy.damaged"),
    ):
        path.write_bytes(data)
        notices: list[RegattaError] = []
        assert solver.strategy_of(tiny, notice=notices.append).start == value
        assert [notice.code for notice in notices] == [code]
        assert notices[0].params == {"file": str(path)}
        assert path.read_bytes() == whole


def test_other_tables_under_the_same_name_are_old(tiny: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    solver.strategy_of(tiny)
    monkeypatch.setattr(store, "fingerprint", lambda _: "another")
    notices: list[RegattaError] = []
    assert solver.stored(tiny, notice=notices.append) is None
    assert [notice.code for notice in notices] == ["strategy.old"]


def test_a_disk_that_cannot_be_written_to_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path / "file"))
    assert solver.strategy_of(tables("tiny")).start == pytest.approx(1016 / 81)


def test_two_programs_may_solve_at_once(tmp_path: Path) -> None:
    code = (
        "from regatta import solver\nfrom regatta.tables import tables_of\n"
        "for _ in range(5): print(solver.solve_and_keep(tables_of('crag')).start)"
    )
    environment = {**os.environ, "REGATTA_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    texts = [program.communicate(timeout=300)[0] for program in both]
    assert [program.returncode for program in both] == [0, 0]
    assert set(" ".join(texts).split()) == {texts[0].split()[0]}
    (kept,) = (tmp_path / "strategies").iterdir()
    assert kept.suffix == ".values"


def test_a_stored_strategy_is_read_without_the_kernels(tiny: Tables) -> None:
    solver.strategy_of(tiny)
    code = (
        "import sys\nfrom regatta import solver\nfrom regatta.tables import tables_of\n"
        f"game = tables_of({str(Path(__file__).parents[1] / 'games' / 'tiny.yaml')!r})\n"
        "strategy = solver.stored(game)\n"
        "turn = strategy.turn(strategy.state([None, None]))\n"
        "print(round(turn.start, 9), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(round(1016 / 81, 9)), "False"]


def test_games_that_are_too_large_are_refused() -> None:
    from regatta.errors import Illegal
    from small_games import tables_from

    many = "".join(f"  box{number}: {{points: sum}}\n" for number in range(70))
    with pytest.raises(Illegal) as error:
        solver.count(tables_from("game: own\ndice: {count: 2, faces: 3}\nflow: two rolls\nsheet:\n" + many))
    assert (error.value.code, error.value.params) == ("solve.boxes", {"found": 70, "limit": 62})
    some = "".join(f"  box{number}: {{points: sum}}\n" for number in range(30))
    with pytest.raises(Illegal) as error:
        solver.solve(tables_from("game: own\ndice: {count: 2, faces: 3}\nflow: two rolls\nsheet:\n" + some))
    assert (error.value.code, error.value.params["found"]) == ("solve.too_large", 2**30)
