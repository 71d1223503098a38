"""Every player passes the check that anybody's player can be put to, and the check finds what it is there for."""

from __future__ import annotations

import random
from copy import copy
from random import Random
from typing import Any

import pytest

from plays import tables
from regatta import engine, players
from regatta.engine import Action, Position
from regatta.testing import check_player
from small_games import GAMES, tables_from


@pytest.mark.parametrize("name", players.names())
@pytest.mark.parametrize("game", ["crag", "odd"])
def test_every_player_passes(name: str, game: str) -> None:
    long = game == "odd" and name in players.LONG
    rules = tables_from(GAMES["jokers"][0]) if long else tables(game)
    players.prepare(name, rules)
    check_player(players.player(name), rules, games=2, seed=4, seconds=10)


class Faulty:
    """Takes the first legal action, and does something else that is wrong."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.asked = 0

    def choose(self, position: Position, rng: Random) -> Action:
        self.asked += 1
        legal = engine.legal_actions(position)
        match self.fault:
            case "illegal":
                return engine.Write("nowhere")
            case "fickle":
                return legal[self.asked % len(legal)]
            case "own chance":
                return legal[int(random.random() * 0)]
            case "late":
                sum(range(200_000))
            case "changes the tables":
                object.__setattr__(position.game, "requires", ((),) * len(position.game.boxes))
        return legal[0]


@pytest.mark.parametrize(
    ("fault", "said", "settings"),
    [
        ("illegal", "is not legal", {}),
        ("fickle", "something else", {}),
        ("own chance", "chance of its own", {}),
        ("late", "it may take", {"seconds": 1e-6}),
        ("changes the tables", "changed the tables", {}),
    ],
)
def test_the_check_finds_what_is_wrong(fault: str, said: str, settings: dict[str, Any]) -> None:
    game = copy(tables("odd", order="left_first"))  # one that may be changed: other tests share the first
    with pytest.raises(AssertionError, match=said):
        check_player(Faulty(fault), game, games=1, **settings)
