"""The program as a whole: help, languages, wrong use, quick start, and output that nobody reads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

import regatta
from program import Run
from regatta.terminal import main as door
from regatta.terminal import parser
from regatta.terminal.language import chosen
from regatta.terminal.main import COMMANDS
from regatta.terminal.shell import Shell
from regatta.words import languages

FIVES = ["legal", "yahtzee", "--dice", "5,5,5,5,5", "--json"]


def test_help_names_every_command_with_what_it_does(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert done.err == ""
    for command, summary in door.summaries(Shell("en")).items():
        assert f"  {command:<10}{summary}\n" in done.out
    assert list(door.summaries(Shell("en"))) == list(COMMANDS)
    assert "exit codes: 0 good, 1 a negative answer, 2 wrong use" in done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"usage: regatta {command} [-h]")


def test_version(run: Run) -> None:
    assert run("--version").out == "regatta 0.1.0\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "usage: regatta COMMAND"),
        (("nothing",), "there is no command nothing; regatta --help lists them."),
        (("simulat",), "there is no command simulat; did you mean simulate?"),
        (("--nothing",), "unrecognized arguments: --nothing"),
        (("games", "--jso"), "unrecognized arguments: --jso"),
        (("games", "more"), "unrecognized arguments: more"),
        (("legal",), "the following arguments are required: GAME"),
        (("legal", "nothing", "--dice", "1,1,1,1,1"), "There is no game nothing."),
        (("legal", "yacht"), "--dice is needed"),
        (("legal", "yacht", "--dice"), "argument --dice: expected one argument"),
        (("legal", "yacht", "--dice", "a,b"), "a,b are no dice."),
        (("legal", "yacht", "--dice", "1,1,1,1,1", "--sheet", "ones"), "ones is no entry of a sheet."),
        (("legal", "yacht", "--dice", "1,1,1,1,1", "--option", "x"), "x is not of the form NAME=VALUE"),
        (("legal", "yacht", "--dice", "1,1,1,1,1", "--option", "x=y"), "The game has no option x."),
        (("legal", "yahtzee", "--dice", "1,1,1,1,1", "--option", "upper_first=x"), "cannot be x"),
        (("legal", "yacht", "--dice", "1,1,1,1,1", "--roll", "0"), "0 is not a whole number from 1 to 99"),
        (("legal", "yacht", "--dice", "1,1,1,1,1", "--roll", "9" * 5000), "is not a whole number"),
        (("legal", "nowhere/own.yaml", "--dice", "1"), "The file nowhere/own.yaml cannot be read."),
        (("legal", "-", "--dice", "1"), "the position stands in the lines of stdin"),
        (("perft", "yacht", "-1"), "-1 is not a whole number from 0 to 60"),
        (("perft", "yacht", "one"), "one is not a whole number from 0 to 60"),
        (("simulate", "yacht", "--games", "0"), "0 is not a whole number from 1 to"),
        (("simulate", "yacht", "--player", "nobody"), "There is no player nobody."),
        (("check", "nowhere.yaml"), "nowhere.yaml: No such file or directory."),
        (("check", "/"), "Is a directory."),
        (("verify", "nowhere.json"), "nowhere.json: No such file or directory."),
        (("play", "yacht", "--players", "11"), "11 players cannot play this game: it takes 1 to 10."),
        (("play", "yacht", "--bot", "nobody"), "There is no player nobody."),
        (("play", "yacht", "--name", "a\x1b[2J"), "cannot hold the character U+001B"),
        (("serve", "--port", "70000"), "70000 is not a whole number from 0 to 65535"),
    ],
)
def test_wrong_use_is_one_sentence_and_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert said in done.err
    assert arguments == () or (done.err.count("\n") == 1 and done.err.endswith("\n") and len(done.err) < 500)


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "hu_HU.UTF-8"}, "hu_HU"),
        ([], {"LANGUAGE": "pt-BR:de", "LANG": "hu_HU"}, "pt_BR"),
        ([], {"LC_ALL": "C.UTF-8"}, "en"),
        (["--language", "hu", "games"], {"LANG": "de"}, "hu"),
        (["games", "--language=sr@latin"], {}, "sr"),
        (["--language", "../../etc"], {}, "en"),
        (["--language"], {}, "en"),
    ],
)
def test_language(arguments: list[str], environment: dict[str, str], language: str) -> None:
    assert chosen(arguments, environment) == language


def test_every_word_of_the_program_can_be_translated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of argparse: a catalogue in which every sentence ends with a mark."""
    catalog = Catalog(locale="hu", domain="regatta")
    for message in extract_from_dir(str(Path(regatta.__file__).parent), method_map=[("**.py", "python")]):
        if isinstance(message[2], str):
            catalog.add(message[2], message[2] + "#")
    folder = tmp_path / "hu" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "regatta.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    monkeypatch.setattr(parser, "LOCALE", tmp_path)

    done = run("--language", "hu", "--help")
    assert "exit codes: 0 good, 1 a negative answer, 2 wrong use#\n" in done.out
    assert done.out.startswith("usage: #regatta")
    for command in COMMANDS:
        page = run(command, "--help", "--language=hu").out
        assert page.startswith("usage: #")
        plain = [
            line
            for line in re.findall(r"^  \S.*?  +(\S.*(?:\n {8,}\S.*)*)", page, re.MULTILINE)
            if "#" not in line
        ]
        assert plain == []
    assert run("--language", "hu", "legal").err.startswith(
        "regatta legal: the following arguments are required: GAME##"
    )


@pytest.mark.parametrize("asked", ["fi", "xx", "pt_BR"])
def test_a_language_that_nobody_translated_is_english_and_says_so(run: Run, asked: str) -> None:
    done = run("--language", asked, "legal", "yacht", "--dice", "1")
    note, answer = done.err.splitlines()
    assert note.startswith(f"regatta: there is no language {asked}, so this is English. There are: en, ")
    assert answer == "There are 1 dice; it takes 5."
    assert run("legal", "yacht", "--dice", "1", f"--language={asked}")[1:] == (done.out, done.err)


def test_a_language_of_ours_and_one_of_the_environment_go_without_saying(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("games", "--language", "en_GB").err == ""
    monkeypatch.setenv("LANGUAGE", "fi")
    assert run("games").err == ""


# ------------------------------------------------------------------------------------------------ quick to start


@pytest.mark.parametrize(
    "arguments", [["--help"], FIVES, FIVES[:-1], ["serve", "--help"], ["play", "--help"]]
)
def test_what_answers_at_once_loads_nothing_heavy(process: Run, arguments: list[str]) -> None:
    process(*FIVES[:-1])
    heavy = [
        "numpy",
        "pydantic",
        "ruamel",
        "ruamel.yaml",
        "rich",
        "litestar",
        "sqlalchemy",
        "uvicorn",
        "asyncio",
    ]
    code = (
        "import sys; from regatta.terminal.main import main\n"
        f"main({arguments!r}); print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


# ------------------------------------------------------------------------------------- nobody listens, or cannot


def test_a_reader_that_leaves_is_no_fault() -> None:
    answers = subprocess.Popen(
        [sys.executable, "-m", "regatta", "perft", "yacht", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert answers.stdout is not None
    assert answers.stderr is not None
    answers.stdout.close()
    assert answers.stderr.read() == b""
    answers.stderr.close()
    assert answers.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_said() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "regatta", *FIVES], check=False, stdout=full, stderr=subprocess.PIPE
        )
    assert done.stderr == b"regatta: the system says: No space left on device.\n"
    assert done.returncode == 2


def test_no_output_at_all_is_no_fault() -> None:
    code = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'regatta', *sys.argv[1:]])"
    done = subprocess.run([sys.executable, "-c", code, *FIVES], check=False, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_lacks_characters_still_shows_the_text(process: Run) -> None:
    done = process("check", "né.yaml", PYTHONIOENCODING="ascii")
    assert done.code == 2
    assert done.err.startswith(r"regatta: n\xe9.yaml: ")
    assert os.environ["LANG"] == "C.UTF-8"
