"""The player that chases one total: it has the best chance of reaching it, and cares for nothing else.

Of options with the same chance it takes the one with the highest mean: so it plays on as ``optimal`` where its total
is certain, or out of reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from random import Random
from typing import TypeVar

from regatta.engine import Action, Keep, Position, Write, points_on
from regatta.players import solved

T = TypeVar("T")

ALIKE = 1e-9
"""Chances that differ by no more than this part of themselves are the same: what is left of them is rounding."""


class Record:
    """Plays for a total of at least ``target``; by default for more than perfect play has in the mean."""

    def __init__(self, target: int | None = None) -> None:
        self.target = target

    def choose(self, position: Position, rng: Random) -> Action:  # noqa: ARG002 - no chance in it
        """Raises Illegal ``player.not_ready`` where the game is not solved yet."""
        game, dice, number = position.game, position.dice, position.number
        mean, chase = solved.strategy_of(game), solved.chase_of(game)
        target = floor(mean.start) + 1 if self.target is None else self.target
        sheet = position.sheets[position.seat]
        turn = mean.turn(mean.state(sheet.points))
        hope = chase.turn(chase.state_of(sheet.points, target - points_on(game, sheet)))
        if position.phase == "write":
            return Write(game.boxes[_best(hope.boxes(dice, number), turn.boxes(dice, number))])
        return Keep(_best(hope.keeps(dice, number), turn.keeps(dice, number)))


def _best(chances: Mapping[T, float], means: Mapping[T, float]) -> T:
    most = max(chances.values()) * (1 - ALIKE)
    return max((option for option in chances if chances[option] >= most), key=means.__getitem__)
