"""Perft for dice: how many lines of play there are, counted through the engine.

Dice are counted as multisets. So that all lines of a turn have one length (roll, keep, roll, keep, roll,
write for three rolls), keeping all dice is followed by an empty roll, as if no die had been thrown, and
the turn goes on with the next choice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from regatta.engine.engine import advance, chance_outcomes, legal_actions
from regatta.engine.position import Action, Position, Roll

MAX_DEPTH = 60


def perft(position: Position, depth: int) -> int:
    """Return the number of lines of ``depth`` actions from here; what equal positions lead to is counted once."""
    return _counter()(position, depth)


def divide(position: Position, depth: int) -> dict[Action, int]:
    """Return ``perft`` told apart by the first action; depth must be at least 1."""
    count = _counter()
    return {action: count(after, depth - 1) for action, after in _moves(position)}


def _counter() -> Callable[[Position, int], int]:
    """Return a function that counts, and remembers what it counted."""

    @lru_cache(maxsize=500_000)
    def count(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(after, depth - 1) for _, after in _moves(position))

    return count


def _moves(position: Position) -> list[tuple[Action, Position]]:
    if position.phase == "roll" and len(position.kept) == position.game.count:
        # The empty roll after a stop.
        number = position.number + 1
        phase = "keep" if number < position.game.rolls else "write"
        return [(Roll(()), position._replace(phase=phase, number=number, dice=position.kept, kept=()))]
    if position.phase == "roll":
        return [(roll, advance(position, roll)) for roll, _ in chance_outcomes(position)]
    stopped = position._replace(phase="roll", dice=(), kept=position.dice)
    moves = [(action, advance(position, action)) for action in legal_actions(position)]
    return [(action, stopped if after.phase == "write" else after) for action, after in moves]
