"""Players that are programs: one file each, found by name."""

from __future__ import annotations

from random import Random
from typing import Protocol

from regatta.engine import Action, Position
from regatta.errors import Missing

NAMES = ("greedy", "random")


class Player(Protocol):
    """Chooses for the seat to act. ``rng`` is its only source of chance; it never sees the dice to come."""

    def choose(self, position: Position, rng: Random) -> Action:
        """Return one of the legal actions of a position in phase ``keep`` or ``write``."""
        ...


def names() -> tuple[str, ...]:
    """Return the names of all players."""
    return NAMES


def player(name: str) -> Player:
    """Return the player of that name.

    Raises:
        Missing: ``player.unknown``.
    """
    match name:
        case "greedy":
            from regatta.players.greedy import Greedy

            return Greedy()
        case "random":
            from regatta.players.random import Uniform

            return Uniform()
    raise Missing("player.unknown", player=name, known=", ".join(NAMES))
