"""What players call to each other across a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Call(NamedTuple):
    """Something that can be called."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Calls:
    """All that can be called, by which seat (from 0)."""

    seat: int
    every: tuple[Call, ...]
