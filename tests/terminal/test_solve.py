"""``regatta solve``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plays import tables
from program import Run
from regatta.solver import store

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


def test_the_targets_of_a_game_that_always_ends_below_zero(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "debts.yaml"
    file.write_text(
        "game: debts\nplayers: {to: 2}\ndice: {count: 2, faces: 2}\nflow: one roll\n"
        "sheet: {one: {points: -3}}\nwords: {en: {title: Debts}}\n"
    )
    assert json.loads(run("solve", str(file), "--targets", "--json").out)["targets"] == {"0": 0.0}
    assert run("solve", str(file), "--targets").out.splitlines() == [
        "Best mean total: -3.000000",
        "The best chance of a total, where one wants nothing else:",
    ]


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


def test_the_best_chance_of_every_total(run: Run) -> None:
    """Sixteen is a pair and two threes; see the fractions of the small games for the chances themselves."""
    facts = json.loads(run("solve", TINY, "--targets", "--json").out)
    chances = {int(total): chance for total, chance in facts["targets"].items()}
    assert list(chances) == list(range(17))
    assert chances[0] == 1
    assert list(chances.values()) == sorted(chances.values(), reverse=True)
    assert 0 < chances[16] < chances[13] < 1
    done = run("solve", TINY, "--targets")
    assert "Chances of all totals" not in done.err, "what was computed is read again"
    lines = done.out.splitlines()
    assert lines[1] == "The best chance of a total, where one wants nothing else:"
    assert lines[-1] == f"At least 16: {100 * chances[16]:.4g} %"
    again = run("solve", TINY, "--targets", "--again", "--json")
    assert "Chances of all totals" in again.err
    assert json.loads(again.out)["targets"] == facts["targets"]


def test_where_a_file_of_the_chase_is_cut_the_chances_are_computed_anew(run: Run) -> None:
    """Though those of the totals are whole: the bot that chases one needs both."""
    first = json.loads(run("solve", TINY, "--targets", "--json").out)
    path = next(path for path in store.folder().iterdir() if path.name.endswith("-chase-01.values"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    done = run("solve", TINY, "--targets", "--json")
    assert " is damaged: what it held is computed again." in done.err
    assert json.loads(done.out)["targets"] == first["targets"]
    assert path.read_bytes() == whole


def interrupted(*arguments: str, when: Path | None = None) -> tuple[int, str, str]:
    """Run the program, interrupt it once its first word or the file ``when`` is there; returns code, stdout, stderr."""
    # A child of a shell that runs in the background would not hear Ctrl-C otherwise.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from regatta.terminal.main import main; raise SystemExit(main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stderr is not None
        first = program.stderr.readline()
        while when is not None and not when.exists() and program.poll() is None:
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=120)
    return program.returncode, out, first + err


def test_ctrl_c_leaves_clean_words_and_no_file(tmp_path: Path) -> None:
    code, out, err = interrupted("solve", "kismet", "--json")
    assert (code, out) == (130, "")
    assert err.splitlines()[-1] == "Interrupted: nothing of it is kept."
    assert "Traceback" not in err
    assert not list(tmp_path.rglob("*.values"))
    assert not list(tmp_path.rglob("*.part"))


def test_ctrl_c_keeps_the_layers_that_are_done(tmp_path: Path) -> None:
    game = tables("yahtzee")
    layer = store.path_of(game, "chances-layer")
    code, out, err = interrupted("solve", "yahtzee", "--targets", when=layer)
    assert (code, out) == (130, "")
    assert err.splitlines()[-1].startswith("Interrupted: what is done is kept,")
    assert "Traceback" not in err
    kept = store.find(game, "chances-layer")
    assert kept is not None
    assert store.find(game, f"chase-{int(kept[0]):02}") is not None
    assert not list(tmp_path.rglob("*.part"))
