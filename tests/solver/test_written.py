"""All rolls written at once against one roll at a time, which asks the tables."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from regatta import engine, solver
from regatta.model import parse
from regatta.tables import compile as compiled

ODD = Path(__file__).parent.parent / "games" / "odd.yaml"


@pytest.mark.parametrize(
    "options", [{}, {"rolls": "four", "order": "left_first"}, {"triples": "none", "rolls": "one"}], ids=str
)
def test_all_rolls_at_once_are_worth_what_each_is(options: dict[str, str]) -> None:
    """With bonuses, jokers, extras, negative points and points by the number of the roll."""
    game = compiled(parse(ODD.read_bytes(), ODD.name, options))
    strategy = solver.strategy_of(game)
    rng = Random(5)
    position = engine.start(game)
    while position.phase != "over":
        if position.phase == "roll":
            ways = engine.chance_outcomes(position)
            position = engine.advance(position, rng.choice(ways)[0])
            turn = strategy.turn(strategy.state(position.sheets[0].points))
            for number in (position.number, game.rolls):
                for roll in game.dice.rolls:
                    best = max(turn.boxes(roll, number).values())
                    assert turn.keeps(roll, number)[roll] == pytest.approx(best, abs=1e-9)
        else:
            position = engine.advance(position, rng.choice(engine.legal_actions(position)))
