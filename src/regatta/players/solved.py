"""The solved games in which players look values up: read once, then kept by the digest of their rules.

Nothing is solved here: who opens a game sees to it first, since a player must answer at once.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from regatta import solver
from regatta.errors import Illegal
from regatta.solver import store
from regatta.solver.layers import MEAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from regatta.solver import Chase, Strategy
    from regatta.tables import Tables

T = TypeVar("T", bound="Strategy")

MOST = 64
"""How many of a kind are kept; their values are read from the files of the disk as they are needed."""

MOST_MEMORY = 500_000_000
"""Bytes that they may take beside their values; the one asked for last is kept whatever it takes."""


class Shelf(Generic[T]):
    """One kind of what is solved: ``there`` says whether it is on the disk, ``read`` reads it."""

    def __init__(self, there: Callable[[Tables], bool], read: Callable[[Tables], T | None]) -> None:
        self._there = there
        self._read = read
        self._lock = threading.Lock()
        self._found: dict[str, T] = {}

    def find(self, tables: Tables) -> T | None:
        """Return that of a game where it was computed before, from memory or from the disk."""
        found = self._found.get(tables.digest)
        if found is None and self._there(tables):
            try:
                found = self._read(tables)
            except Illegal:
                return None
            if found is not None:
                self.put(tables, found)
        return found

    def put(self, tables: Tables, found: T) -> None:
        with self._lock:
            self._found.pop(tables.digest, None)
            self._found[tables.digest] = found
            while len(self._found) > 1 and (len(self._found) > MOST or self._memory() > MOST_MEMORY):
                del self._found[next(iter(self._found))]

    def _memory(self) -> int:
        return sum(each.space.memory for each in self._found.values())

    def clear(self) -> None:
        """Forget what is in memory."""
        self._found.clear()


strategies: Shelf[Strategy] = Shelf(lambda tables: store.path_of(tables, MEAN).exists(), solver.stored)
chases: Shelf[Chase] = Shelf(solver.chase_is_kept, solver.stored_chase)


def at_hand(tables: Tables) -> Strategy | None:
    """Return the strategy of a game where it was computed before, from memory or from the disk."""
    return strategies.find(tables)


def put(strategy: Strategy) -> None:
    """Keep a strategy for the players of its game."""
    strategies.put(strategy.tables, strategy)


def strategy_of(tables: Tables) -> Strategy:
    """Return the strategy of a game.

    Raises:
        Illegal: ``player.not_ready`` (game) where it has not been computed yet.
    """
    return _there(at_hand(tables), tables)


def chase_of(tables: Tables) -> Chase:
    """Return the chances of all totals of a game; raises as ``strategy_of``."""
    return _there(chases.find(tables), tables)


def _there(found: T | None, tables: Tables) -> T:
    if found is None:
        raise Illegal("player.not_ready", game=tables.game)
    return found
