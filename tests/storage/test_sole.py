"""One database has one server, whatever became of the one before."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from program import command
from regatta.errors import RegattaError
from regatta.storage.sole import sole_server

HOLD = "import sys, time; from regatta.storage.sole import sole_server\n"
HOLD += "with sole_server(sys.argv[1]): print('held', flush=True); time.sleep(60)"


def test_the_second_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'one' / 'regatta.sqlite'}"
    with sole_server(url):
        with pytest.raises(RegattaError) as refused, sole_server(url):
            pass
        assert (refused.value.code, refused.value.params["path"]) == (
            "storage.served",
            url.removeprefix("sqlite:///"),
        )
        with sole_server(f"sqlite:///{tmp_path / 'other.sqlite'}"):
            pass
    with sole_server(url):
        pass


def test_who_was_killed_holds_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'regatta.sqlite'}"
    with subprocess.Popen([sys.executable, "-c", HOLD, url], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(RegattaError), sole_server(url):
            pass
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        with sole_server(url):
            pass


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(RegattaError) as refused,
        sole_server(f"sqlite:///{tmp_path / 'file' / 'regatta.sqlite'}"),
    ):
        pass
    assert refused.value.code == "storage.unusable"


def test_a_second_server_says_why_it_does_not_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'regatta.sqlite'}"
    environment = {**os.environ, "REGATTA_CACHE": str(tmp_path), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        command("serve", "--port", str(_free()), "--database", url), env=environment, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        assert b"open at" in first.stdout.readline()
        second = subprocess.run(
            command("serve", "--port", str(_free()), "--database", url),
            env=environment,
            capture_output=True,
            timeout=60,
            check=False,
        )
        first.terminate()
        assert first.wait(20) is not None
    assert second.returncode != 0
    assert b"Another server has the database" in second.stderr
    assert b"Traceback" not in second.stderr
    with sole_server(url):
        pass


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
