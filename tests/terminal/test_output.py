"""Where ``-o`` and ``--save`` write: through links, into pipes and devices, whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from program import Run, command
from regatta.errors import Invalid
from regatta.terminal import output


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    for mask in (0o022, 0o077, 0o002):
        with umask(mask):
            output.write(str(tmp_path / f"{mask}"), b"new")
        assert mode(tmp_path / f"{mask}") == 0o666 & ~mask


@pytest.mark.parametrize("kept", [0o600, 0o640, 0o644, 0o666, 0o755])
def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path, kept: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(kept)
    output.write(str(file), b"new")
    assert (file.read_bytes(), mode(file), names(tmp_path)) == (b"new", kept, ["file"])


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may give a file away")
def test_a_file_that_is_there_keeps_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    os.chown(file, 12_345, 12_346)
    output.write(str(file), b"new")
    assert (file.stat().st_uid, file.stat().st_gid) == (12_345, 12_346)


def test_links_are_followed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_bytes(b"old, and longer")
    links = {"near": folder / "file", "far": tmp_path / "near", "empty": folder / "made"}
    for name, target in links.items():
        (tmp_path / name).symlink_to(target)
    for name, made in (("near", "file"), ("far", "file"), ("empty", "made")):
        output.write(str(tmp_path / name), name.encode())
        assert (tmp_path / name).is_symlink()
        assert (folder / made).read_bytes() == name.encode()
    assert names(folder) == ["file", "made"]
    assert names(tmp_path) == ["empty", "far", "folder", "near"]


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for name in ("pipe", "link"):
        with ThreadPoolExecutor(1) as other:
            read = other.submit(pipe.read_bytes)
            output.write(str(tmp_path / name), name.encode() * 50_000)
            assert read.result(timeout=30) == name.encode() * 50_000
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["link", "pipe"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="the system has no /dev/full")
def test_a_device_stays_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/full")
    for name in ("/dev/full", str(tmp_path / "link")):
        done = run("sheet", "crag", "-o", name)
        assert done == (2, "", f"regatta: {name}: No space left on device.\n")
        assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_goes_on_to_the_next_program(name: str) -> None:
    done = subprocess.run(command("sheet", "crag", "-o", name), check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"%PDF-")
    assert done.stdout.rstrip().endswith(b"%%EOF")


def test_a_terminal_is_not_filled_with_what_it_cannot_show(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    done = run("sheet", "crag", "-o", "-")
    assert (done.code, done.out) == (2, "")
    assert done.err == "A terminal cannot show this; name a file, or send standard output on to one.\n"
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A file needs a name."),
        (".", "regatta: .: Is a directory."),
        ("folder", "regatta: folder: Is a directory."),
        ("folder/", "regatta: folder/: Is a directory."),
        ("new/", "regatta: new/: Is a directory."),
        ("nowhere/file", "regatta: nowhere/file: No such file or directory."),
        ("file/other", "regatta: file/other: Not a directory."),
        ("round", "regatta: round: Too many levels of symbolic links."),
        ("lost", "regatta: lost: No such file or directory."),
        ("n" * 300, f"regatta: {'n' * 300}: File name too long."),
    ],
)
def test_what_cannot_be_written_is_called_as_it_was_typed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").write_bytes(b"old")
    Path("round").symlink_to("round")
    Path("lost").symlink_to("nowhere/file")
    assert run("sheet", "crag", "-o", name) == (2, "", said + "\n")
    assert names(tmp_path) == ["file", "folder", "lost", "round"]
    assert Path("file").read_bytes() == b"old"
    assert names(tmp_path / "folder") == []
    kept = run("play", "yacht", "--save", name)
    assert (kept.code, kept.out) == (2, "")
    assert kept.err.count("\n") == 1
    assert ".regatta" not in kept.err
    assert names(tmp_path) == ["file", "folder", "lost", "round"]


def test_what_is_interrupted_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def refused(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(KeyboardInterrupt):
        output.write(str(file), b"new")
    assert (file.read_bytes(), names(tmp_path)) == (b"old", ["file"])


def test_what_may_not_be_written_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError) as caught:
        output.write(str(file), b"new")
    assert caught.value.filename == str(file)
    assert (file.read_bytes(), names(tmp_path)) == (b"old", ["file"])


def test_a_file_without_a_name_is_no_file() -> None:
    with pytest.raises(Invalid, match=r"file\.unnamed"):
        output.place("")


def test_a_game_is_kept_through_a_link_and_not_in_standard_output(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("record.json")
    Path("record.json").touch(0o600)
    assert run("play", "crag", "--save", "link", stdin="\n*\n\nones\nq\n").code == 0
    assert Path("link").is_symlink()
    assert mode(Path("record.json")) == 0o600
    assert Path("record.json").read_bytes().startswith(b"{")
    done = run("play", "crag", "--save", "-")
    assert (done.code, done.out) == (2, "")
    assert "the game itself goes to standard output" in done.err
    assert names(tmp_path) == ["link", "record.json"]
