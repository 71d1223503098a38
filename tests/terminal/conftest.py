"""The program, run in this process or as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from program import Done, Run, command
from regatta.terminal.main import main


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """English, eighty columns, and nothing said about colour."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.setenv(name, "")  # So that what the program sets is undone.
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in this process with these arguments and this text as its input."""

    def go(*arguments: str, stdin: str | bytes = "") -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Done(code, out, err)

    return go


@pytest.fixture
def process() -> Run:
    """Run the program as a process of its own."""

    def go(*arguments: str, stdin: bytes = b"", **environment: str) -> Done:
        done = subprocess.run(
            command(*arguments),
            check=False,
            input=stdin,
            capture_output=True,
            env={**os.environ, **environment},
            timeout=60,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return go
