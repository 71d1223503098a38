"""Random play-outs through the engine, against OpenSpiel's game of Yacht in the same process.

Both choose each action uniformly among the legal ones and each roll by its chances. The runs take turns,
so that a busy machine slows both; processor time counts.
"""

from __future__ import annotations

import random
import statistics
from typing import Any

from benchmarks.timing import cpu_seconds, markdown
from regatta.engine import Roll, advance, legal_actions, perft, start, totals
from regatta.tables import Tables, tables_of

GAMES = 300
ROUNDS = 7
GAME = "yacht"


def playout(tables: Tables, chance: random.Random) -> int:
    """Play one game at random and return its total."""
    position = start(tables)
    faces = range(1, tables.faces + 1)
    while position.phase != "over":
        if position.phase == "roll":
            action = Roll(tuple(sorted(chance.choices(faces, k=tables.count - len(position.kept)))))
        else:
            action = chance.choice(legal_actions(position))
        position = advance(position, action)
    return totals(position)[0]


def table() -> str:
    import pyspiel

    tables = tables_of(GAME)
    # A count that is known, before anything is timed.
    assert perft(start(tables), 3) == 254_100
    peer = pyspiel.load_game("yacht(players=1)")
    chance = random.Random(1)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(GAMES / cpu_seconds(lambda: [playout(tables, chance) for _ in range(GAMES)]))
        theirs.append(GAMES / cpu_seconds(lambda: [_open_spiel(peer, chance) for _ in range(GAMES)]))
    mine, other = statistics.median(ours), statistics.median(theirs)
    rows = [
        ["Regatta, one player", f"{mine:,.0f}", f"{mine / other:.2f}"],
        ["OpenSpiel yacht, one player", f"{other:,.0f}", "1"],
    ]
    return markdown(("engine", "games per CPU second", "ratio"), rows)


def _open_spiel(game: Any, chance: random.Random) -> float:
    """Its rolls are ordered and equally likely: one number draws one, its long list of them is not asked for.

    The first 32 actions are the sets of dice to roll again, as bits.
    """
    state = game.new_initial_state()
    thrown = 5
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.randrange(6**thrown))
            thrown = 5
        else:
            action = chance.choice(state.legal_actions())
            thrown = action.bit_count() if action < 32 else 5
            state.apply_action(action)
    return float(state.returns()[0])
