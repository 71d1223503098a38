"""What a person said shall be read: a file by its name, or ``-`` for standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from regatta.errors import Invalid

STANDARD = "-"
"""The name of standard input, and of standard output."""


def content(name: str, most: int) -> bytes:
    """Return what is in ``name``, at most so many bytes.

    Raises:
        Invalid: ``file.unnamed``; ``input.closed``.
        OSError: what the system says.
    """
    if name == STANDARD:
        return standard().read(most)
    if not name:
        raise Invalid("file.unnamed")
    with Path(name).open("rb") as file:
        return file.read(most)


def standard() -> BinaryIO:
    """Return standard input; raises Invalid ``input.closed`` where the program was started without it."""
    if sys.stdin is None:
        raise Invalid("input.closed")
    return sys.stdin.buffer
