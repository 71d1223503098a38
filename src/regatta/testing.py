"""Checks that anybody's players can be put to: ``check_player(MyPlayer(), tables_of("yahtzee"))``."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from regatta import engine

if TYPE_CHECKING:
    from regatta.engine import Action, Position
    from regatta.players import Player
    from regatta.tables import Tables

ALIKE = 0.2
"""How many throws show one face only, so that rules about such rolls come up."""


def check_player(
    player: Player,
    tables: Tables,
    *,
    games: int = 3,
    seed: int = 0,
    seats: int | None = None,
    seconds: float = 1.0,
) -> None:
    """Let a player play whole games against itself and look at all that it does.

    It must do something legal in every position, do the same again for the same position and chance, draw its chance
    from nowhere but ``rng``, leave position and tables as they are, and choose within the time.

    Args:
        player: who is checked; a player that looks values up must have them already (``players.prepare``).
        tables: the game.
        games: how many games.
        seed: of the dice, and of what the player is given for chance.
        seats: how many seats, each played by the player; the most of the game by default, but not more than 3.
        seconds: the most CPU time of one choice, in this thread.

    Raises:
        AssertionError: what it did wrong, with the position.
    """
    dice = random.Random(f"dice {seed}")  # noqa: S311 - a test of play
    most = min(tables.seats[1], 3) if seats is None else seats
    before = _rules(tables)
    for game in range(games):
        position = engine.start(tables, seats=max(most, tables.seats[0]))
        step = 0
        while position.phase != "over":
            step += 1
            if position.phase == "roll":
                position = engine.advance(position, _throw(position, dice))
            else:
                position = engine.advance(
                    position, _choice(player, position, f"{seed} {game} {step}", seconds)
                )
    if _rules(tables) != before:
        raise AssertionError(f"the player changed the tables of {tables.game}")


def _choice(player: Player, position: Position, seed: str, seconds: float) -> Action:
    shown, world = repr(position[1:]), random.getstate()
    began = time.thread_time()
    action = player.choose(position, random.Random(seed))  # noqa: S311
    spent = time.thread_time() - began
    legal = engine.legal_actions(position)
    if action not in legal:
        raise AssertionError(f"{position}: {action} is not legal; legal are {legal}")
    if repr(position[1:]) != shown:
        raise AssertionError(f"{position}: the player changed the position")
    if random.getstate() != world:
        raise AssertionError(f"{position}: the player drew from a chance of its own")
    if player.choose(position, random.Random(seed)) != action:  # noqa: S311
        raise AssertionError(
            f"{position}: with the same chance the player did {action}, and then something else"
        )
    if spent > seconds:
        raise AssertionError(f"{position}: the player took {spent:.3f} s; it may take {seconds} s")
    return action


def _throw(position: Position, dice: random.Random) -> engine.Roll:
    game = position.game
    number = game.count - len(position.kept)
    if dice.random() < ALIKE:
        return engine.Roll((dice.choice(position.kept or range(1, game.faces + 1)),) * number)
    return engine.Roll(tuple(sorted(dice.choices(range(1, game.faces + 1), k=number))))


def _rules(tables: Tables) -> str:
    return repr((tables.points, tables.requires, tables.bonuses, tables.extras))
