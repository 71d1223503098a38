"""Servers as processes of their own, on a database of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server takes connections."""
    while process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.002)
    sys.exit(f"The server ended with code {process.returncode}.")


def cpu(process: int) -> float:
    """Return the processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(process: int) -> float:
    """Return the memory that a process holds, in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextmanager
def running(*module: str) -> Iterator[tuple[int, int]]:
    """Run ``python -m MODULE ... URL PORT`` on an empty database; yields its port and its process id.

    The words ``{url}`` and ``{port}`` of ``module`` are filled in.
    """
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        words = [word.format(url=url, port=port) for word in module]
        environment = {
            **os.environ,
            "REGATTA_CACHE": folder,
            "REGATTA_SECRET": "00" * 32,
            "REGATTA_LIMITS": "0",
        }
        process = subprocess.Popen([sys.executable, "-m", *words], env=environment)
        try:
            wait_for(port, process)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(10)


SITE = ("regatta", "serve", "--port", "{port}", "--database", "{url}")
FLOOR = ("benchmarks.floor", "{url}", "{port}")
