"""regatta rules: the rules of a game, as text and as data."""

from __future__ import annotations

import json

import pytest

import golden
from program import Run


@pytest.mark.parametrize("game", ["yacht", "yahtzee"])
def test_the_rules_are_printed_as_wide_as_the_terminal(run: Run, game: str) -> None:
    done = run("rules", game)
    assert done.code == 0
    assert done.out == golden.file_of(game, "en").read_text(encoding="utf-8")


def test_narrow_and_wide_terminals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, widest in ((50, 50), (300, 100)):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert max(map(len, run("rules", "kismet").out.splitlines())) <= widest


def test_options_change_the_text(run: Run) -> None:
    plain, other = run("rules", "yahtzee").out, run("rules", "yahtzee", "--option", "extra_yahtzee=none").out
    assert "Bonus chips” in the section" in " ".join(plain.split())
    assert "\nExtra rules\n" not in other


def test_a_file_of_ones_own(run: Run) -> None:
    assert run("rules", str(golden.UNSEEN)).out == golden.file_of("odd", "en").read_text(encoding="utf-8")


def test_json(run: Run) -> None:
    facts = json.loads(run("rules", "crag", "--json").out)
    assert facts["title"] == "Crag"
    assert facts["sections"][0]["boxes"][-1]["needs"][0]["words"] == "All dice together show exactly 13."
    assert facts["places"]["sheet.crag"]["file"] == "crag.yaml"


def test_a_language_nobody_translated_is_told_in_english(run: Run) -> None:
    assert run("rules", "crag", "--language", "eo").out == run("rules", "crag").out


def test_faults(run: Run) -> None:
    assert run("rules", "nothing").code == 2
    assert run("rules", "yahtzee", "--option", "upper_first=maybe").code == 2
