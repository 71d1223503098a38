"""Players that are programs: one file each, found by name."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from regatta.engine import Action, Position
from regatta.errors import Missing

if TYPE_CHECKING:
    from regatta.solver import Progress
    from regatta.tables import Tables

NAMES = ("casual", "expert", "greedy", "optimal", "random", "steady")

BY_STRENGTH = ("random", "casual", "greedy", "steady", "expert", "optimal")
"""The same, the weakest first, as measured: ``docs/players.md``."""

KNOWING = ("casual", "expert", "optimal", "steady")
"""Players that know what everything is worth: their game must have been solved before they are asked."""


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
        case "casual" | "expert" | "steady":
            from regatta.players.human import BLURS, Human

            return Human(BLURS[name])
        case "greedy":
            from regatta.players.greedy import Greedy

            return Greedy()
        case "optimal":
            from regatta.players.optimal import Optimal

            return Optimal()
        case "random":
            from regatta.players.random import Uniform

            return Uniform()
    raise Missing("player.unknown", player=name, known=", ".join(NAMES))


def ready(name: str, tables: Tables) -> bool:
    """Whether the player can be asked about positions of this game at once; looks on the disk."""
    if name not in KNOWING:
        return True
    from regatta.players import solved

    return solved.at_hand(tables) is not None


def prepare(name: str, tables: Tables, progress: Progress | None = None) -> None:
    """Solve the game where the player needs that and nobody did before; may take long.

    Raises:
        Illegal: as ``solver.count`` where the game is too large. Whatever ``progress`` raises.
    """
    if not ready(name, tables):
        from regatta.players import solved
        from regatta.solver import strategy_of

        solved.put(strategy_of(tables, progress=progress))
