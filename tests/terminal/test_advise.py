"""``regatta advise``: the shape of its answers, what it refuses, and what it loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from program import Run


@pytest.fixture(scope="module", autouse=True)
def worked_out() -> None:
    """Solve the game once: the answers come from the disk then."""
    from regatta import solver
    from regatta.tables import tables_of

    solver.strategy_of(tables_of("crag"))


def test_the_answer_has_value_best_and_options(run: Run) -> None:
    done = run("advise", "crag", "--dice", "6,1,6", "--rolls-left", "1", "--json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert told.keys() == {"value", "best", "options"}
    assert all(option.keys() == {"keep", "value"} for option in told["options"])
    assert next(option["keep"] for option in told["options"]) == told["best"]["keep"]
    assert sorted(map(tuple, (option["keep"] for option in told["options"]))) == [
        (), (1,), (1, 6), (1, 6, 6), (6,), (6, 6),
    ]  # fmt: skip
    assert told["value"] == told["options"][0]["value"] == max(option["value"] for option in told["options"])
    assert told["best"] == {"keep": [1, 6, 6]}, "fifty points are not rolled again"


def test_with_no_roll_left_options_are_boxes_and_the_order_of_dice_never_matters(run: Run) -> None:
    first = run("advise", "crag", "--dice", "6,1,6", "--json")
    assert json.loads(first.out)["best"] == {"box": "crag"}
    assert {frozenset(option) for option in json.loads(first.out)["options"]} == {frozenset({"box", "value"})}
    assert run("advise", "crag", "--dice", "1,6,6", "--rolls-left", "0", "--json").out == first.out


def test_points_on_the_sheet_count(run: Run) -> None:
    done = run("advise", "crag", "--sheet", "crag=50 thirteen=26", "--dice", "1,1,1", "--json")
    bare = run("advise", "crag", "--sheet", "crag=0 thirteen=0", "--dice", "1,1,1", "--json")
    assert json.loads(done.out)["value"] == pytest.approx(json.loads(bare.out)["value"] + 76)


def test_before_the_first_roll_a_sheet_has_a_value_and_nothing_to_choose(run: Run) -> None:
    told = json.loads(run("advise", "crag", "--json").out)
    assert (told["best"], told["options"]) == (None, [])
    assert told["value"] == pytest.approx(149.84759323164138)


def test_for_people_the_best_stands_first(run: Run) -> None:
    done = run("advise", "crag", "--dice", "6,1,6", "--rolls-left", "1")
    first, second, *_ = done.out.splitlines()
    assert first.startswith("Expected final total: ")
    assert second.startswith("stop and write")
    assert second.endswith("+0.00")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--dice", "1,2"), 1, "dice"),
        (("--dice", "1,2,7"), 1, "7"),
        (("--dice", "1,2,x"), 2, "dice"),
        (("--dice", "1,2,3", "--rolls-left", "-1"), 2, "-1"),
        (("--dice", "1,2,3", "--rolls-left", "2"), 1, "at most 1"),
        (("--dice", "1,2,3", "--rolls-left", "many"), 2, "many"),
        (("--dice", "1,2,3", "--sheet", "nothing=3"), 1, "nothing"),
        (("--dice", "1,2,3", "--sheet", "crag=7"), 1, "7"),
        (("--dice", "1,2,3", "--sheet", "crag=50 crag=0"), 1, "crag"),
        (("--dice", "1,2,3", "--extra", "1"), 1, ""),
        (("--rolls-left", "1"), 2, "--dice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    run: Run, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = run("advise", "crag", *arguments, "--json")
    assert (done.code, done.out) == (code, "")
    assert len(done.err.strip().splitlines()) == 1
    assert said in done.err


def test_a_full_sheet_and_an_unknown_game(run: Run) -> None:
    sheet = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 odd_straight=0 even_straight=0 low_straight=0 "
    full = sheet + "high_straight=0 three_of_a_kind=0 thirteen=0 crag=0"
    assert run("advise", "crag", "--sheet", full, "--dice", "1,2,3").code == 1
    assert run("advise", "nothing", "--dice", "1,2,3").code == 2


def test_a_solved_game_answers_without_kernels_models_or_the_web() -> None:
    heavy = ["numba", "pydantic", "ruamel.yaml", "litestar", "sqlalchemy", "jinja2"]
    code = (
        "import sys; from regatta.terminal.main import main;"
        "code = main(['advise', 'crag', '--dice', '1,2,3', '--json']);"
        f"print(code, [name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stderr.strip() == "0 []"


def test_a_game_that_was_not_solved_is_solved_first_and_stderr_says_so(
    run: Run, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(
        "game: tiny\nplayers: {to: 3}\ndice: {count: 2, faces: 3}\nflow: two rolls\nsheet:\n"
        "  pair: {if: {alike: 2}, points: 10}\n  sum: {points: sum}\nwords:\n  en: {title: Tiny}\n"
    )
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path / "cache"))
    done = run("advise", str(file), "--json")
    assert json.loads(done.out)["value"] == pytest.approx(1016 / 81)
    assert "Solving the game first" in done.err
    again = run("advise", str(file), "--json")
    assert (again.out, again.err) == (done.out, "")
