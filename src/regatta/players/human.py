"""Players that err as people do: seldom where much is at stake, often where options are nearly alike.

Each option is chosen with a chance in proportion to *e* to the power of its value divided by ``blur`` (logit quantal
response: McKelvey and Palfrey, "Quantal response equilibria for normal form games", 1995). ``blur`` is in points:
an option that is worth ``blur`` points less is chosen *e* times less often.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import TypeVar

from regatta.engine import Action, Keep, Position, Write
from regatta.players import solved

T = TypeVar("T")

BLURS = {"expert": 0.5, "steady": 1.25, "casual": 2.5}
"""How blurred each strength sees values, in points; ``docs/players.md`` has the mean total of each."""


class Human:
    """Knows what each option is worth, but not sharply."""

    def __init__(self, blur: float) -> None:
        self.blur = blur

    def choose(self, position: Position, rng: Random) -> Action:
        """Raises Illegal ``player.not_ready`` where the game is not solved yet."""
        strategy = solved.strategy_of(position.game)
        turn = strategy.turn(strategy.state(position.sheets[position.seat].points))
        if position.phase == "write":
            boxes = turn.boxes(position.dice, position.number)
            return Write(position.game.boxes[self._drawn(list(boxes), list(boxes.values()), rng)])
        keeps = turn.keeps(position.dice, position.number)
        return Keep(self._drawn(list(keeps), list(keeps.values()), rng))

    def _drawn(self, options: list[T], values: list[float], rng: Random) -> T:
        most = max(values)
        return rng.choices(options, [exp((value - most) / self.blur) for value in values])[0]
