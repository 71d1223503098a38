"""The player that never errs: the highest mean total that can be reached, by the exact solver."""

from __future__ import annotations

from random import Random

from regatta.engine import Action, Keep, Position, Write
from regatta.players import solved


class Optimal:
    """Does what has the highest value; ties as ``solver.Turn`` breaks them. Plays as if alone."""

    def choose(self, position: Position, rng: Random) -> Action:  # noqa: ARG002 - no chance in it
        """Raises Illegal ``player.not_ready`` where the game is not solved yet."""
        strategy = solved.strategy_of(position.game)
        turn = strategy.turn(strategy.state(position.sheets[position.seat].points))
        if position.phase == "write":
            return Write(position.game.boxes[turn.best_box(position.dice, position.number)])
        return Keep(turn.best_keep(position.dice, position.number))
