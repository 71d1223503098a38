"""A worker process that can be stopped at any moment, and both ends of the talk with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regatta.errors import RegattaError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

ENDING = 1.0
"""Seconds that a process may take to end by itself."""

Told = tuple[type[RegattaError], str, dict[str, Any]]
"""An error on its way from one process to another."""


class Process:
    """At most one process that runs ``main``, a function of a module; it starts when it is first needed."""

    def __init__(self, main: Callable[..., None], *args: Any) -> None:
        self._main = main
        self._args = args
        self._running: tuple[BaseProcess, Connection] | None = None

    @property
    def hired(self) -> bool:
        """Whether there is a process; it may have died."""
        return self._running is not None

    @property
    def alive(self) -> bool:
        return self._running is not None and self._running[0].is_alive()

    def hire(self) -> Connection:
        """Return the way to the process, started if need be."""
        if not self.alive:
            self.dismiss()
            context = multiprocessing.get_context("spawn")
            here, there = context.Pipe()
            process = context.Process(
                target=_run, args=(self._main, there, *self._args), name="regatta-worker", daemon=True
            )
            process.start()
            there.close()
            self._running = process, here
        return self._running[1]  # type: ignore[index]

    def ended_by(self, number: int) -> bool:
        """Whether a signal has ended the process; waits a moment for one that is ending."""
        if self._running is None:
            return False
        process, _ = self._running
        process.join(ENDING)
        return process.exitcode == -number

    def dismiss(self) -> None:
        """Stop the process at once."""
        if self._running is not None:
            process, connection = self._running
            process.kill()
            process.join()
            connection.close()
            self._running = None


def _run(main: Callable[..., None], *args: Any) -> None:
    """Run ``main`` in the process; Ctrl-C is for the server alone, and who works for one that was killed ends at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, name="server", daemon=True).start()
    main(*args)


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def limit_memory(megabytes: int) -> None:
    """Let this process have so much more memory than now; where the system knows no such limit, time has to do."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        status = Path("/proc/self/status").read_text("ascii")
        (now,) = (int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
        most = (now << 10) + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def requests(connection: Connection, nice: int) -> Iterator[Any]:
    """Yield what is asked for, until nobody is there any more; ``nice``: how far whoever asks for pages goes first."""
    with suppress(AttributeError, OSError):
        os.nice(nice)
    while True:
        try:
            yield connection.recv()
        except (EOFError, OSError):
            return


def told(error: RegattaError) -> Told:
    """Return an error so that it can be sent; ``raised`` makes one of it again."""
    return type(error), error.code, error.params


def raised(sent: Told) -> RegattaError:
    error, code, params = sent
    return error(code, **params)
