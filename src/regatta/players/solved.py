"""The solved games in which players look values up: read once, then kept by the digest of their rules.

Nothing is solved here: who opens a game sees to it first, since a player must answer at once.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from regatta import solver
from regatta.errors import Illegal
from regatta.solver import store
from regatta.solver.layers import MEAN

if TYPE_CHECKING:
    from regatta.solver import Strategy
    from regatta.tables import Tables

MOST = 64
"""How many are kept; what they hold is read from the files of the disk as it is needed."""

_lock = threading.Lock()
_at_hand: dict[str, Strategy] = {}


def at_hand(tables: Tables) -> Strategy | None:
    """Return the strategy of a game where it was computed before, from memory or from the disk."""
    found = _at_hand.get(tables.digest)
    if found is None and store.path_of(tables, MEAN).exists():
        try:
            found = solver.stored(tables)
        except Illegal:
            return None
        if found is not None:
            put(found)
    return found


def put(strategy: Strategy) -> None:
    """Keep a strategy for the players of its game."""
    with _lock:
        _at_hand.pop(strategy.tables.digest, None)
        if len(_at_hand) >= MOST:
            del _at_hand[next(iter(_at_hand))]
        _at_hand[strategy.tables.digest] = strategy


def strategy_of(tables: Tables) -> Strategy:
    """Return the strategy of a game.

    Raises:
        Illegal: ``player.not_ready`` (game) where it has not been computed yet.
    """
    found = at_hand(tables)
    if found is None:
        raise Illegal("player.not_ready", game=tables.game)
    return found
