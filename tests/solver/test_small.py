"""Small games: the solver against fractions over ordered dice, in every position."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from expectimax import Expectimax
from regatta import solver
from regatta.solver.layers import cores
from regatta.solver.space import ADDS
from regatta.tables import Tables
from small_games import GAMES, tables_from

NEAR = 1e-12


@pytest.fixture(scope="module", params=GAMES)
def both(request: pytest.FixtureRequest) -> tuple[Tables, solver.Strategy, Expectimax]:
    source, game = GAMES[request.param]
    tables = tables_from(source)
    return tables, solver.solve(tables), Expectimax(game)


def test_every_position_is_worth_what_the_fractions_say(
    both: tuple[Tables, solver.Strategy, Expectimax],
) -> None:
    tables, strategy, slow = both
    rolls = list(combinations_with_replacement(range(1, tables.faces + 1), tables.count))
    assert strategy.start == pytest.approx(float(slow.before(())), abs=NEAR)
    for sheet in slow.sheets():
        points = dict(sheet)
        state = strategy.state([points.get(box) for box in tables.boxes])
        assert strategy.value(state) == pytest.approx(float(slow.before(sheet)), abs=NEAR)
        if len(sheet) == len(tables.boxes):
            continue
        turn = strategy.turn(state)
        assert turn.start == pytest.approx(float(slow.before(sheet)), abs=NEAR)
        for roll in rolls:
            for number in range(1, tables.rolls + 1):
                boxes = {tables.boxes[box]: value for box, value in turn.boxes(roll, number).items()}
                exact = slow.boxes(sheet, roll, number)
                assert boxes == pytest.approx({box: float(value) for box, value in exact.items()}, abs=NEAR)
                keeps = slow.keeps(sheet, roll, number)
                assert turn.keeps(roll, number) == pytest.approx(
                    {keep: float(value) for keep, value in keeps.items()}, abs=NEAR
                )
                assert turn.value(roll, number) == pytest.approx(
                    float(slow.value(sheet, roll, number)), abs=NEAR
                )
                best = turn.best_keep(roll, number)
                assert keeps[best] == max(keeps.values())
                assert exact[tables.boxes[turn.best_box(roll, number)]] == max(exact.values())


def test_as_many_states_as_play_leads_to(both: tuple[Tables, solver.Strategy, Expectimax]) -> None:
    """A subtotal counts up to the last step, or as far beyond as the open boxes can cost again."""
    tables, strategy, slow = both
    found = set()
    for sheet in slow.sheets():
        points = dict(sheet)
        state = strategy.state([points.get(box) for box in tables.boxes])
        certain = [
            tally.most
            - sum(
                min(0, *tables.possible_points(index))
                for index, box in enumerate(tables.boxes)
                if tally.mask >> index & 1 and box not in points and tally.kind == ADDS
            )
            for tally in strategy.space.tallies
        ]
        found.add((state.filled, tuple(map(min, state.counts, certain))))
    assert solver.count(tables).states == len(found)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    tables = tables_from(GAMES["jokers"][0])
    assert np.array_equal(solver.solve(tables, threads=threads).values, solver.solve(tables).values)
    assert cores() >= 1
