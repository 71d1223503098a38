"""Players that are programs: one file each, found by name."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from regatta.engine import Action, Position
from regatta.errors import Invalid, Missing

if TYPE_CHECKING:
    from regatta.solver import Progress
    from regatta.tables import Tables

NAMES = ("casual", "expert", "greedy", "optimal", "random", "record", "steady")

BY_STRENGTH = ("random", "casual", "greedy", "steady", "record", "expert", "optimal")
"""The same, the weakest first, as measured: ``docs/players.md``."""

KNOWING = ("casual", "expert", "optimal", "record", "steady")
"""Players that know what everything is worth: their game must have been solved before they are asked."""

LONG = ("record",)
"""Of these, those for whom that takes minutes and much of the disk: no guest of a site may ask for it."""

MOST_TARGET = 99_999
"""The largest total that a player can be told to chase."""


class Player(Protocol):
    """Chooses for the seat to act. ``rng`` is its only source of chance; it never sees the dice to come."""

    def choose(self, position: Position, rng: Random) -> Action:
        """Return one of the legal actions of a position in phase ``keep`` or ``write``."""
        ...


def names() -> tuple[str, ...]:
    """Return the names of all players."""
    return NAMES


def kind_of(name: str) -> str:
    """Return the name of a player without the total it was told to chase: ``record`` of ``record:300``."""
    return name.partition(":")[0]


def player(name: str) -> Player:
    """Return the player of that name; ``record:300`` is told which total to chase.

    Raises:
        Missing: ``player.unknown``.
        Invalid: ``player.target`` (found, most).
    """
    kind, told, target = name.partition(":")
    match kind:
        case "record":
            from regatta.players.record import Record

            return Record(_target(target) if told else None)
        case _ if told:
            pass
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


def _target(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_TARGET))):
        raise Invalid("player.target", found=text, most=MOST_TARGET)
    return int(text)


def ready(name: str, tables: Tables) -> bool:
    """Whether the player can be asked about positions of this game at once; looks on the disk."""
    if kind_of(name) not in KNOWING:
        return True
    from regatta.players import solved

    return solved.at_hand(tables) is not None and offered(name, tables)


def offered(name: str, tables: Tables) -> bool:
    """Whether a site offers the player: those of ``LONG`` only once somebody has worked out what they need."""
    if kind_of(name) not in LONG:
        return True
    from regatta.solver import chase_is_kept

    return chase_is_kept(tables)


def prepare(name: str, tables: Tables, progress: Progress | None = None) -> None:
    """Solve the game where the player needs that and nobody did before; may take long.

    Raises:
        Illegal: as ``solver.count`` where the game is too large. Whatever ``progress`` raises.
        RegattaError: ``coach.not_kept`` where the disk cannot keep what the player needs.
    """
    if not ready(name, tables):
        from regatta.players import solved
        from regatta.solver import chase_of, strategy_of

        solved.put(strategy_of(tables, progress=progress))
        if kind_of(name) in LONG:
            solved.chases.put(tables, chase_of(tables, progress=progress))
