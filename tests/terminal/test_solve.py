"""``regatta solve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import Run

TINY = str(Path(__file__).parents[1] / "games" / "tiny.yaml")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))


def test_an_authors_file_is_solved(run: Run) -> None:
    done = run("solve", TINY, "--json")
    facts = json.loads(done.out)
    assert done.code == 0
    assert facts.keys() == {"game", "value", "states", "seconds"}
    assert (facts["game"], facts["states"]) == ("tiny", 4)
    assert facts["value"] == pytest.approx(1016 / 81, abs=1e-12)
    assert done.err.startswith("4 sheets must be told apart: ")


def test_what_was_solved_is_read_again(run: Run, tmp_path: Path) -> None:
    first = json.loads(run("solve", TINY, "--json").out)
    (kept,) = (tmp_path / "strategies").iterdir()
    kept.write_bytes(b"cut")
    done = run("solve", TINY, "--json")
    assert json.loads(done.out)["value"] == first["value"]
    assert " is damaged: what it held is computed again." in done.err
    assert json.loads(run("solve", TINY, "--json", "--again").out)["value"] == first["value"]


def test_the_distribution(run: Run) -> None:
    facts = json.loads(run("solve", TINY, "--distribution", "--json").out)
    chances = {int(total): chance for total, chance in facts["distribution"].items()}
    assert sum(chances.values()) == pytest.approx(1)
    mean = sum(total * chance for total, chance in chances.items())
    assert mean == pytest.approx(facts["value"], abs=1e-12)
    square = sum((total - mean) ** 2 * chance for total, chance in chances.items())
    assert facts["deviation"] == pytest.approx(square**0.5, abs=1e-12)
    assert list(chances) == sorted(chances)


def test_for_people(run: Run) -> None:
    assert run("solve", TINY).out == "Best mean total: 12.543210\n"
    lines = run("solve", TINY, "--distribution").out.splitlines()
    assert lines[0] == "Best mean total: 12.543210"
    assert lines[-1] == "Largest total: 16"
    assert any(line.startswith("50 % of games end with ") for line in lines)


def test_bad_questions(run: Run) -> None:
    assert run("solve", "nothing").code == 2
    assert run("solve", TINY, "--players", "2").code == 2
    assert run("solve", TINY, "--option", "colour=red").code == 2


def test_a_game_that_is_too_large(run: Run, tmp_path: Path) -> None:
    boxes = "".join(f"  box{number}: {{points: sum}}\n" for number in range(40))
    file = tmp_path / "large.yaml"
    file.write_text(
        "game: large\nplayers: {to: 2}\ndice: {count: 2, faces: 3}\nflow: two rolls\n"
        f"sheet:\n{boxes}words: {{en: {{title: Large}}}}\n"
    )
    done = run("solve", str(file), "--json")
    assert (done.code, done.out) == (1, "")
    assert "1099511627776 sheets" in done.err.replace(",", "")
