"""Whose turn it is among those who wait: each has one, and is the last from then on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count


class Turns:
    """A ring of those who wait. Who comes new waits for one turn of each of the others at most."""

    def __init__(self) -> None:
        self._ends = count()
        self._places: dict[str, int] = {}

    def join(self, who: str) -> None:
        """Let somebody wait, at the end unless they do already."""
        self._places.setdefault(who, next(self._ends))

    def place(self, several: Iterable[str]) -> int:
        """Return where those stand who wait for the same thing: the first of them counts."""
        return min(self._places[who] for who in several)

    def over(self, had: set[str], waiting: set[str]) -> None:
        """Put those who had a turn at the end, and forget who of all is not ``waiting`` any more."""
        self._places = {
            who: next(self._ends) if who in had else place
            for who, place in self._places.items()
            if who in waiting
        }
