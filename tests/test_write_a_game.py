"""The tutorial for authors: what each of its steps says is so, with the real engine and the real solver."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regatta import solver
from regatta.model import catalogue, parse_all
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile
from regatta.terminal.main import main
from regatta.web import editorwords

ROOT = Path(__file__).parents[1]
TUTORIAL = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
TEMPLATES = Path(editorwords.__file__).with_name("templates")
BLANK = TEMPLATES.with_name("blank.yaml")
STEPS = re.split(r"^## \d\. .*$", TUTORIAL, flags=re.MULTILINE)[1:]
CHANGE, RULE, GAME = STEPS


def yaml_of(step: str) -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```", step, re.MULTILINE | re.DOTALL)


def table_of(step: str) -> list[list[str]]:
    """The cells of the table of a step, without its head."""
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in step.splitlines()
        if line.startswith("| ")
    ]
    return rows[1:]


def game_of(text: str) -> Tables:
    """The game as it is played if no option is chosen."""
    return compile(next(iter(parse_all(text.encode(), "game.yaml"))))


def points(game: Tables, dice: str, box: str, number: int) -> int:
    """What a box of an empty sheet gives."""
    faces = tuple(sorted(map(int, dice.split())))
    return game.writes(0, 0, faces, number).points[game.box_index[box]]


def changed() -> tuple[str, str]:
    """The text of Yacht, and what the first step makes of it."""
    old, new = (snippet.strip() for snippet in yaml_of(CHANGE))
    yacht = catalogue.path_of("yacht").read_text("utf-8")
    assert yacht.count(old) == 1
    return yacht, yacht.replace(old, new)


def test_step_1_changes_a_line() -> None:
    before, now = map(game_of, changed())
    rows = table_of(CHANGE)
    assert len(rows) == 3
    for dice, box, *told in rows:
        found = [str(points(game, dice, box, before.rolls)) for game in (before, now)]
        assert found == told, dice


def test_step_1_has_a_fault_on_purpose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "write `allike` for `alike`" in CHANGE
    _, now = changed()
    line = next(
        number
        for number, each in enumerate(now.splitlines(), 1)
        if each.strip().startswith("four_of_a_kind:")
    )
    lines = now.splitlines()
    lines[line - 1] = lines[line - 1].replace("alike", "allike")
    file = tmp_path / "faulty.yaml"
    file.write_text("\n".join(lines))
    assert main(["check", str(file)]) == 1
    said = capsys.readouterr()
    assert f"{file}:{line}:" in said.out + said.err
    assert "allike" in said.out + said.err


def test_step_2_is_a_house_rule(tmp_path: Path) -> None:
    (text,) = yaml_of(RULE)
    game, yacht = game_of(text), game_of(catalogue.path_of("yacht").read_text("utf-8"))
    rows = table_of(RULE)
    assert len(rows) == 4
    for dice, number, box, told in rows:
        assert points(game, dice, box, int(number)) == int(told), (dice, number)
    assert points(yacht, "5 5 5 5 5", "full_house", 1) == 0
    assert game.boxes == yacht.boxes
    (bonus,) = game.bonuses
    assert bonus.steps == ((180, 20), (220, 50))
    file = tmp_path / "our-yacht.yaml"
    file.write_text(text)
    assert main(["check", str(file)]) == 0


def test_step_3_is_a_new_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = yaml_of(GAME)
    game = game_of(text)
    rows = table_of(GAME)
    assert {box for _, box, _ in rows} == set(game.boxes)
    for dice, box, told in rows:
        assert points(game, dice, box, game.rolls) == int(told), (dice, box)
    said = re.search(r"gets (\d+\.\d\d) points on average", GAME)
    assert said
    assert f"{solver.strategy_of(game).start:.2f}" == said[1]
    file = tmp_path / "harbour.yaml"
    file.write_text(text)
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_every_button_that_is_named_is_on_a_page() -> None:
    named = set(re.findall(r"(?<![\w*])\*([A-Z][^*]+)\*", TUTORIAL))
    assert {"Edit a copy", "Save and play", "What does it do?"} <= named
    pages = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))
    assert [name for name in sorted(named) if f'_("{name}")' not in pages] == []


# --------------------------------------------------------------------------------------------- the blank template


def test_the_blank_template_is_a_game_without_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(BLANK)]) == 0
    assert capsys.readouterr().out == ""
    assert len(game_of(BLANK.read_text("utf-8")).boxes) == 7


def test_the_blank_template_explains_each_of_its_parts() -> None:
    """A remark stands above every word of the file."""
    lines = BLANK.read_text("utf-8").splitlines()
    parts = [number for number, line in enumerate(lines) if re.match(r"[a-z][a-z ]*:", line)]
    assert len(parts) >= 7
    assert [lines[number] for number in parts if not lines[number - 1].startswith("# ")] == []


def test_what_the_blank_template_says_of_a_bonus_is_so() -> None:
    (bonus,) = game_of(BLANK.read_text("utf-8")).bonuses
    assert bonus.steps == ((15, 10),)
