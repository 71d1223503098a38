"""The player that does anything allowed, each with the same chance."""

from __future__ import annotations

from random import Random

from regatta.engine import Action, Position, legal_actions


class Uniform:
    """Chooses among the legal actions, all alike."""

    def choose(self, position: Position, rng: Random) -> Action:
        return rng.choice(legal_actions(position))
