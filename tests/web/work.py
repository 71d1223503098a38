"""Work for the worker process, which imports it by name."""

from __future__ import annotations

import mmap
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from regatta.errors import Illegal
from regatta.web.drafts import Checked

if TYPE_CHECKING:
    from regatta.solver import Progress


def write(path: str, text: str, *, progress: Progress) -> None:
    progress(None)
    progress(0.5)
    Path(path).write_text(text)


def note(path: str, text: str, *, progress: Progress) -> None:
    """Add a word to a file."""
    progress(None)
    with Path(path).open("a") as file:
        file.write(f"{text} ")


def wait_for(path: str, *, progress: Progress) -> None:
    """Begin, and then wait for a file that nobody writes: telling how far it is all the time."""
    Path(path).write_text(str(os.getpid()))
    while not Path(f"{path}.end").exists():
        progress(0.25)


def refuse(*, progress: Progress) -> None:
    raise Illegal("solve.too_large", found=9, limit=1)


def break_down(*_: object, progress: Progress) -> None:
    raise ZeroDivisionError


def die(*, progress: Progress) -> None:
    os._exit(3)


def double(text: str) -> tuple[int, str]:
    return os.getpid(), text * 2


def refuse_it() -> None:
    raise Illegal("solve.too_large", found=9, limit=1)


def break_it() -> None:
    raise ZeroDivisionError


def end_it() -> None:
    os._exit(3)


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "awake"


def run_for_ever() -> None:
    while True:
        pass


def eat() -> None:
    kept = []
    while True:
        kept.append(bytearray(1_000_000))


LEFT: list[bytearray] = []
"""What is left behind in the process."""


def leave(megabytes: int) -> tuple[int, int]:
    """Leave some memory behind; returns the process, and how much is left there by now."""
    LEFT.append(bytearray(megabytes << 20))
    return os.getpid(), sum(map(len, LEFT)) >> 20


def die_of_it(*_: object) -> None:
    os._exit(3)


def clean_when(path: str, *_: object) -> Checked:
    """Find nothing wrong with a text, once a file is there."""
    while not Path(path).exists():
        time.sleep(0.01)
    return Checked(())


def eat_up(path: str, megabytes: int, *, progress: Progress) -> None:
    """Ask for memory, all at once so that nothing is used of it, and tell by a file where it was given."""
    progress(None)
    room = mmap.mmap(-1, megabytes << 20, flags=mmap.MAP_PRIVATE)
    Path(path).write_text(f"{len(room)}")


def wait_in_silence(path: str, *, progress: Progress) -> None:
    """Begin, and then work for ever without a word."""
    progress(None)
    Path(path).write_text(str(os.getpid()))
    run_for_ever()
