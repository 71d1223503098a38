"""The identity of reviews for every game of the catalogue: final total = value at the start + luck - loss."""

from __future__ import annotations

import pytest

from coach.test_walk import check, played
from regatta import players, solver
from regatta.model import catalogue
from regatta.tables import tables_of


@pytest.mark.parametrize("game", catalogue.ids())
def test_in_every_game_all_kinds_of_play_add_up(game: str) -> None:
    tables = tables_of(game)
    strategy = solver.strategy_of(tables)
    bots = [name for name in players.BY_STRENGTH if name not in ("random", *players.LONG)][
        : max(0, tables.seats[1] - 1)
    ]
    losses = [0.0] * (len(bots) + 1)
    for seed in range(4):
        for seat, review in enumerate(check(played(game, *bots, seed=seed), strategy)):
            losses[seat] += review.loss
            assert (review.loss < 1e-6) == (seat > 0 and bots[seat - 1] == "optimal")
    assert losses[0] == max(losses)
