"""The kernels against their twin in plain numpy, on the same arrays; and the counts against the engine."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plays import choose, every_tables, tables
from regatta import engine, solver
from regatta.engine import Position, Sheet
from regatta.solver import plain
from regatta.solver.program import Program
from regatta.tables import Tables
from small_games import GAMES, tables_from

ODD = [name for name in every_tables() if name.startswith("odd[") and "order=free" not in name]


@pytest.mark.parametrize("name", ["tiny", *ODD[::4]])
def test_the_twin_finds_the_same_values(name: str) -> None:
    strategy = solver.solve(every_tables()[name])
    check(strategy, Random(name), 6)


@pytest.mark.parametrize("name", ["yacht", "yahtzee"])
def test_the_twin_finds_the_same_values_of_large_games(name: str, request: pytest.FixtureRequest) -> None:
    check(request.getfixturevalue(name), Random(name), 1)


def check(strategy: solver.Strategy, rng: Random, number: int) -> None:
    """Compare some slots, the first of all among them; the twin takes what comes after from the kernels."""
    space = strategy.space
    program = Program(space)
    last = len(space.filled) - 1
    narrow = [slot for slot in range(last) if space.base[slot + 1] - space.base[slot] < 8]
    slots = np.array([0, *rng.sample(narrow, min(number, len(narrow)))])
    again = np.array(strategy.values)
    for slot in slots:
        again[space.base[slot] : space.base[slot + 1]] = np.nan
        plain.solve(program, np.array([slot]), 1, again)
    assert again == pytest.approx(np.array(strategy.values), abs=1e-11)


# ------------------------------------------------------------------------------------------------ perft bridge


def states_of_the_engine(strategy: solver.Strategy) -> set[solver.State]:
    """Return the state of every sheet that the engine leads to, following one sheet for each state."""
    game = strategy.tables
    empty = Sheet.empty(game)
    found, waiting = {strategy.state(empty.points)}, [empty]
    while waiting:
        sheet = waiting.pop()
        if sheet.filled == game.all_boxes:
            continue
        for number in range(1, game.rolls + 1):
            phase = "keep" if number < game.rolls else "write"
            for roll in game.dice.rolls:
                writes = engine.previews(Position(game, (sheet,), 0, phase, number, roll))
                for box, points in writes.points.items():
                    after = sheet.written(box, points, writes.paid)
                    if (state := strategy.state(after.points)) not in found:
                        found.add(state)
                        waiting.append(after)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_reaches_the_states_of_the_solver(name: str) -> None:
    game = tables_from(GAMES[name][0])
    strategy = solver.solve(game)
    tallies = strategy.space.tallies
    found = set()
    for state in states_of_the_engine(strategy):
        capped = [
            min(count, tally.most - lost(game, tally.mask & ~state.filled)) if tally.kind == 0 else count
            for tally, count in zip(tallies, state.counts, strict=True)
        ]
        found.add((state.filled, *capped))
        assert np.isfinite(strategy.value(state))
    assert len(found) == solver.count(game).states


def lost(game: Tables, boxes: int) -> int:
    """Return the most that these boxes can cost, as a number that is not above 0."""
    return sum(min(0, *game.possible_points(box)) for box in range(len(game.boxes)) if boxes >> box & 1)


def test_the_sets_of_boxes_are_those_that_the_engine_reaches() -> None:
    for name, game in every_tables().items():
        space = solver.space_of(game)
        assert [space.slot(filled) for filled in space.filled.tolist()] == list(range(len(space.filled))), (
            name
        )
        rng = Random(1)
        for _ in range(3):
            position = engine.start(game, seats=game.seats[0])
            while position.phase != "over":
                space.slot(position.sheets[0].filled)
                position = engine.advance(position, choose(position, rng))


def test_tables_of_the_catalogue_are_small_enough() -> None:
    assert solver.count(tables("kismet")).places < 1_300_000
