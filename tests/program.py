"""What a run of the program leaves, for the tests of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """The exit code, and what was written."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


def command(*arguments: str) -> list[str]:
    """Return what starts the program as a process of its own."""
    return [sys.executable, "-m", "regatta", *arguments]
