"""``regatta play``: whole games by a script, games that are left, games at a real terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest

from program import Run, command
from regatta.match.ports import SystemEntropy
from regatta.model import catalogue
from regatta.tables import tables_of

TINY = str(Path(__file__).parents[1] / "games" / "tiny.yaml")
TURN = "\ns\n1\n"
"""Roll, stop, write into the first box that may be written."""


@pytest.fixture
def _known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed in every run."""
    monkeypatch.setattr(SystemEntropy, "token", lambda _, size: b"\x07" * size)


def saved(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.read_text()))


@pytest.mark.parametrize("game", ["yacht", "yahtzee", "crag", "kismet"])
def test_a_whole_game(run: Run, tmp_path: Path, game: str) -> None:
    file = tmp_path / "record.json"
    turns = len(tables_of(game).boxes)
    done = run("play", game, "--save", str(file), stdin=TURN * turns)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert f"Player 1: turn {turns} of {turns}, " in done.out
    assert "The game is over." in done.out
    assert "You have left" not in done.out
    record = saved(file)
    assert [turn["box"] for turn in record["turns"]].count(None) == 0
    assert len(record["turns"]) == turns
    assert f"Grand total {record['result']['totals'][0]}" in re.sub(" +", " ", done.out)
    assert record["dice"]["commitment"] in done.out.split("turn 1 of")[0]
    assert record["dice"]["seed"] in done.out.split("The game is over.")[1]
    assert record["dice"]["seed"] not in done.out.split("The game is over.")[0]
    proof = run("verify", str(file))
    assert (proof.code, proof.err) == (0, "")
    true, commitment, rules = proof.out.splitlines()
    assert true == f"All is true: {turns} rolls follow from the seed, {turns} turns from the rules."
    assert commitment.endswith(record["dice"]["commitment"])
    # A model file of one's own is no game of the catalogue, whatever it calls itself.
    assert ("as this program has them" in rules) == (game in catalogue.ids())
    assert json.loads(run("verify", str(file), "--json").out)["catalogue"] == (game in catalogue.ids())


def test_other_rules_under_a_known_name_are_told(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(catalogue.path_of("crag").read_text().replace("points: 50", "points: 500"))
    file = tmp_path / "record.json"
    assert run("play", str(mine), "--save", str(file), stdin=TURN * 13).code == 0
    assert saved(file)["game"] == "crag"
    proof = run("verify", str(file))
    assert proof.code == 0
    assert "not those of crag" in proof.out


def test_a_game_of_four_with_bots(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    names = ["--name", "Ana", "--name", "Béla 🎲", "--bot", "greedy", "--bot", "random"]
    done = run("play", "crag", *names, "--save", str(file), stdin=TURN * 26)
    assert (done.code, done.err) == (0, "")
    record = saved(file)
    assert [seat["name"] for seat in record["seats"]] == ["Ana", "Béla 🎲", "Greedy", "Random"]
    assert len(record["turns"]) == 4 * 13
    assert len(re.findall(r"throws [1-6] [1-6] [1-6] for the first turn", done.out)) >= 4
    assert len(re.findall(r"^Greedy \(", done.out, re.MULTILINE)) == 13
    last = done.out.split("The game is over.")[1]
    for name, total, rank in zip(
        ("Ana", "Béla 🎲", "Greedy", "Random"),
        record["result"]["totals"],
        record["result"]["ranks"],
        strict=True,
    ):
        assert f"{rank}. {name} {total}\n" in last
    assert run("verify", str(file)).code == 0


@pytest.mark.usefixtures("_known_dice")
def test_what_was_written_is_taken_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    typed = "\na ones\nu\na choice\n" + "\nu\n" + "a twos\n"
    done = run("play", "yacht", "--save", str(file), stdin="u\n" + typed.replace("a ", ""))
    assert (done.code, done.err) == (0, "")
    assert "Nothing was written that could be taken back." in done.out
    assert "Player 1 takes Aces " in done.out or "Player 1 takes Ones " in done.out
    assert "a roll is never taken back." in done.out
    assert [turn["box"] for turn in saved(file)["turns"]] == ["choice", "twos"]
    assert [roll["k"] for turn in saved(file)["turns"] for roll in turn["rolls"]] == [0, 1]


def test_a_record_that_was_changed_is_found_out(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    run("play", "yacht", "--save", str(file), stdin=TURN * 12)
    record = saved(file)
    record["turns"][3]["rolls"][0]["dice"][0] = 1 + record["turns"][3]["rolls"][0]["dice"][0] % 6
    file.write_text(json.dumps(record))
    done = run("verify", str(file))
    assert done.code == 1
    assert "Turn 4: roll 3 gave " in done.out
    codes = [finding["code"] for finding in json.loads(run("verify", str(file), "--json").out)["findings"]]
    assert codes[0] == "record.dice"


def test_a_move_that_the_rules_forbid_is_explained(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    run("play", "yacht", "--save", str(file), stdin=TURN * 12)
    record = saved(file)
    record["turns"][1]["box"] = record["turns"][0]["box"]
    file.write_text(json.dumps(record))
    done = run("verify", str(file))
    assert done.code == 1
    assert re.search(r"Turn 2: .*move\.box_written.* yacht is written already, with \d+\.", done.out)


@pytest.mark.usefixtures("_known_dice")
def test_dice_are_kept_taken_back_and_rolled(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    run("play", "yacht", "--save", str(file), stdin="\n")
    first = saved(file)["turns"][0]["rolls"][0]["dice"]
    file.unlink()
    # Hold dice a and b, take them back, hold c by its face, roll; then hold nothing by a dash, and roll all.
    script = f"\na b\n-\n{first[2]}\n\n-\n\nchoice\n"
    done = run("play", "yacht", "--save", str(file), stdin=script)
    assert done.code == 0
    place = first.index(first[2])
    rolls = saved(file)["turns"][0]["rolls"]
    assert rolls[0]["dice"] == first
    assert rolls[1]["places"] == [other for other in range(5) if other != place]
    assert rolls[2]["places"] == [0, 1, 2, 3, 4]
    assert "[a]" in done.out
    assert "[b]" in done.out
    assert "Enter rolls 3 dice (rolls left: 2)" in done.out
    assert "Roll 3 of 3" in done.out


@pytest.mark.usefixtures("_known_dice")
def test_what_is_not_understood_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    plain = run("play", "yacht", "--save", str(file), stdin="\n*\n\nchoice\n")
    moves = saved(file)["turns"]
    assert plain.code == 0
    file.unlink()
    nonsense = "x\n?\n\n9 9\nz\nfo\n*\n\n0\n77\nf\n\nyac\n1 1 1 1 1 1\nabcde\ns\nk\ns\nchoice\n\x00\x1b[2J\n"
    done = run("play", "yacht", "--save", str(file), stdin=nonsense)
    assert done.code == 0
    assert saved(file)["turns"][0]["rolls"] == moves[0]["rolls"]
    assert "Not so many dice show 9." in done.out
    assert (
        "That may be Fours, Four of a kind." in done.out or "That may be Four of a kind, Fours." in done.out
    )
    assert "keep two fives" in done.out
    assert "\x1b" not in done.out


def test_a_game_that_is_left_is_kept(run: Run, tmp_path: Path) -> None:
    for number, script in enumerate(["", "q\n", "\nq", TURN * 3 + "\n5", TURN * 2 + "\ns\nq\n"]):
        file = tmp_path / f"{number}.json"
        done = run("play", "yahtzee", "--bot", "greedy", "--save", str(file), stdin=script)
        assert (done.code, done.err) == (0, "")
        assert "You have left the table." in done.out
        record = saved(file)
        assert record["dice"]["seed"] is None
        assert record["result"] is None
        proof = run("verify", str(file))
        assert proof.code == 1
        assert proof.out == (
            "The seed of the dice is not shown yet: the game is not over, and nothing proves its rolls.\n"
        )


def test_a_game_that_is_left_and_not_kept_says_so(run: Run, tmp_path: Path) -> None:
    told = "The game is not kept: only --save does that."
    assert run("play", "crag", stdin="\nq\n").out.endswith(f"You have left the table.\n{told}\n")
    assert told not in run("play", TINY, stdin=TURN * 2).out
    assert told not in run("play", "crag", "--save", str(tmp_path / "kept.json"), stdin="q\n").out


def test_a_file_that_is_there_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text("mine")
    done = run("play", "yacht", "--save", str(file))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"regatta play: {file} exists already; name a new file.\n"
    assert file.read_text() == "mine"
    assert run("play", "yacht", "--save", str(tmp_path)).code == 2
    assert run("play", "yacht", "--save", "/dev/null").code == 2
    nowhere = run("play", "yacht", "--save", str(tmp_path / "no" / "record.json"))
    assert (nowhere.code, nowhere.out) == (2, "")
    assert nowhere.err == f"regatta play: there is no folder {tmp_path / 'no'} to keep the game in.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_no_input_at_all(process: Run) -> None:
    done = process("play", TINY)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Tiny\n")
    assert done.out.endswith("You have left the table.\nThe game is not kept: only --save does that.\n")


def test_any_bytes_are_input(run: Run) -> None:
    done = run("play", TINY, stdin=b"\n\xff\xfe\x00\ns\n1\n\ns\n1\n")
    assert (done.code, done.err) == (0, "")
    assert "The game is over." in done.out


def test_a_joker_is_explained(run: Run) -> None:
    """Whatever the dice: where the sheet shows points in brackets, only those boxes can be chosen."""
    done = run("play", "yahtzee", stdin=TURN * 13)
    assert done.out.count("Which box? ") == 13


def test_a_terminal_without_unicode_shows_plain_dice(process: Run) -> None:
    done = process("play", TINY, stdin=b"\n", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "+---+  +---+" in done.out
    assert done.out.isascii()


@pytest.mark.parametrize("game", ["yahtzee", TINY])
def test_a_narrow_terminal_shows_the_sheet_of_the_seat_to_move(run: Run, game: str) -> None:
    seats = ["--players", "3"]
    done = run("play", game, *seats, stdin=TURN * 2)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) < 130


# ----------------------------------------------------------------------------------------------- a real terminal


OWN_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal at stdin the one whose keys send signals, also where the tests run in the background, and becomes
the program."""


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.here, there = pty.openpty()
        self._read = b""
        settings = {"TERM": "xterm-256color", **environment}
        self.program = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *command(*arguments)],
            stdin=there,
            stdout=there,
            stderr=there,
            env={**os.environ, **settings},
            start_new_session=True,
        )
        os.close(there)

    def type(self, text: str) -> None:
        os.write(self.here, text.encode())

    @property
    def shown(self) -> str:
        """All that came; a character of which half is there counts as not there."""
        return self._read.decode(errors="ignore")

    def wait_for(self, text: str, seconds: float = 30) -> None:
        assert self._comes(text, seconds)

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until ``text`` comes: the line editor shows its prompt just before it listens for signals."""
        for _ in range(10):
            self.type("\x03")
            if self._comes(text, 3):
                return
        raise AssertionError(self.shown)

    def _comes(self, text: str, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while text not in self.shown and time.monotonic() < end:
            if select.select([self.here], [], [], 0.1)[0]:
                try:
                    self._read += os.read(self.here, 65536)
                except OSError:
                    break
        return text in self.shown

    def end(self) -> int:
        return self.program.wait(timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.here)


def test_a_game_at_a_terminal_has_colours_and_ctrl_c_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    with Terminal("play", "yacht", "--save", str(file)) as table:
        table.wait_for("Enter rolls the dice: ")
        table.type("\n")
        table.wait_for("s to write: ")
        table.type("a b\n")
        table.wait_for("Enter rolls 3 dice (rolls left: 2); other dice to keep; s to write: ")
        table.interrupt("regatta verify checks it.")
        assert table.end() == 130
    assert "\x1b[1" in table.shown
    assert "●" in table.shown
    assert saved(file)["turns"][0]["held"] == [0, 1]


def test_NO_COLOR_gives_plain_text_at_a_terminal() -> None:
    with Terminal("play", TINY, NO_COLOR="1") as table:
        table.wait_for("Enter rolls the dice: ")
        table.type("\n")
        table.wait_for("s to write: ")
        table.type("\x04")
        table.wait_for("You have left the table.")
        assert table.end() == 0
    # Bracketed paste is the line editor's, not ours.
    assert "\x1b" not in re.sub(r"\x1b\[\?2004[hl]", "", table.shown)


def test_simulate_shows_how_far_it_is_only_to_people(process: Run) -> None:
    with Terminal("simulate", "yacht", "--player", "random", "--games", "1000000") as table:
        table.wait_for(" of 1000000 games")
        table.type("\x03")
        table.wait_for("Mean ")
        assert table.end() == 130
    assert process("simulate", "yacht", "--games", "3").err == ""
