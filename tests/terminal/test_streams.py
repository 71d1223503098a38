"""What the program is started in: standard streams that are closed, a folder that is gone, ``-`` for a file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from at_table import whole
from program import Done, Run, command
from regatta.match.record import record
from regatta.model import load

TINY = str(Path(__file__).parents[1] / "games" / "tiny.yaml")
CLOSED = "There is nothing to read: standard input is closed.\n"


def started(script: str, *arguments: str, cwd: Path | None = None) -> Done:
    """Run the program by a line of shell, in which ``"$@"`` is its command."""
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *command(*arguments)],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode())


READERS = [("legal", "-", "--json"), ("check", "-"), ("verify", "-"), ("review", "-"), ("play", TINY)]


@pytest.mark.parametrize("arguments", READERS)
def test_without_standard_input_there_is_nothing_to_read(arguments: tuple[str, ...]) -> None:
    assert started('exec "$@" <&-', *arguments) == (2, "", CLOSED)
    assert started('exec "$@" <&- >&- 2>&-', *arguments) == (2, "", "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("legal", "-", "--json"), 0),
        (("legal", TINY, "--dice", "3,3"), 0),
        (("play", TINY), 0),
        (("sheet", TINY, "-o", "-"), 0),
        (("perft", TINY, "1"), 0),
        (("check", "-"), 1),
        (("verify", "-"), 1),
        (("review", "-"), 1),
        (("nothing",), 2),
        ((), 2),
    ],
)
def test_without_a_place_for_its_words_the_answer_is_the_same(arguments: tuple[str, ...], code: int) -> None:
    heard = started('exec "$@"', *arguments)
    assert heard.code == code
    assert started('exec "$@" >&-', *arguments) == (code, "", heard.err)
    silent = started('exec "$@" 2>&-', *arguments)
    assert (silent.code, silent.err) == (code, "")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rules", "crag"), 0, ""),
        (("legal", "crag", "--dice", "3,3,3"), 0, ""),
        (("play", TINY), 0, ""),
        (("sheet", "crag", "-o", "sheet.pdf"), 2, "regatta: sheet.pdf: No such file or directory.\n"),
        (("play", "crag", "--save", "a.json"), 2, "regatta: a.json: No such file or directory.\n"),
        (("check", "own.yaml"), 2, "regatta: own.yaml: No such file or directory.\n"),
        (("verify", "a.json"), 2, "regatta: a.json: No such file or directory.\n"),
        (("review", "a.json"), 2, "regatta: a.json: No such file or directory.\n"),
        (("rules", "own.yaml"), 2, "The file own.yaml cannot be read.\n"),
    ],
)
def test_a_folder_that_is_gone_is_no_fault_of_the_program(
    tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = started('rmdir ../gone; exec "$@"', *arguments, cwd=gone)
    assert (done.code, done.err) == (code, said)


def test_a_sheet_is_made_from_a_folder_that_is_gone(tmp_path: Path) -> None:
    gone, pdf = tmp_path / "gone", tmp_path / "sheet.pdf"
    gone.mkdir()
    assert started('rmdir ../gone; exec "$@"', "sheet", "crag", "-o", str(pdf), cwd=gone) == (0, "", "")
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_a_line_stands_for_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also where a file has that name."""
    monkeypatch.chdir(tmp_path)
    Path("-").write_text("no record, and no model")
    _, events = whole("crag", "Ana")
    text = record(events, load("crag").rules()).text()
    Path("record.json").write_text(text)
    for reader in ("verify", "review"):
        piped, named = run(reader, "-", stdin=text), run(reader, "record.json")
        assert (piped.code, piped.out) == (0, named.out)
    assert run("check", "-", stdin=Path(TINY).read_text()) == (0, "", "")
    faulty = run("check", "-", stdin="game: own\n")
    assert faulty.code == 1
    assert faulty.out.startswith("-:1:1: ")


@pytest.mark.parametrize("arguments", [("check", ""), ("verify", ""), ("review", "")])
def test_a_file_that_is_read_needs_a_name(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments) == (2, "", "A file needs a name.\n")
