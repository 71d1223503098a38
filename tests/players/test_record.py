"""The player that chases one total: what it reaches is the best chance there is, and it says what it was told."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from expectimax import Chase
from plays import tables
from regatta import engine, players, solver
from regatta.engine import Position, Write
from regatta.errors import Invalid, Missing
from regatta.players import solved
from regatta.players.record import Record
from regatta.tables import Tables
from small_games import GAMES, tables_from


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))


def reached(game: Tables, player: players.Player, target: int) -> Fraction:
    """Return the chance of a total of at least ``target``, following each choice of the player."""

    @cache
    def chance(position: Position) -> Fraction:
        if position.phase == "over":
            return Fraction(engine.total(game, position.sheets[0]) >= target)
        if position.phase == "roll":
            ways = engine.chance_outcomes(position)
            whole = sum(weight for _, weight in ways)
            return sum(
                (Fraction(weight, whole) * chance(engine.advance(position, roll)) for roll, weight in ways),
                Fraction(0),
            )
        return chance(engine.advance(position, player.choose(position, Random(0))))

    return chance(engine.start(game, seats=1))


@pytest.mark.parametrize("name", GAMES)
def test_it_reaches_its_total_as_likely_as_anybody_can(name: str) -> None:
    """Exact: in fractions, decision by decision, against a search over whole sheets."""
    source, rules = GAMES[name]
    game = tables_from(source)
    players.prepare("record", game)
    most = solver.greatest_total(game)
    mean = solver.strategy_of(game).start
    for target in {1, int(mean), int(mean) + 1, (int(mean) + most) // 2, most - 1, most}:
        best = Chase(rules, target).before((), 0)
        assert reached(game, players.player(f"record:{target}"), target) == best
    assert reached(game, players.player("record"), int(mean) + 1) == Chase(rules, int(mean) + 1).before((), 0)


def test_it_beats_the_best_mean_at_its_own_game() -> None:
    source, _ = GAMES["jokers"]
    game = tables_from(source)
    players.prepare("record", game)
    most = solver.greatest_total(game)
    optimal = players.player("optimal")
    gains = [
        reached(game, Record(target), target) - reached(game, optimal, target)
        for target in (most // 2, 3 * most // 4, most - 1)
    ]
    assert min(gains) >= 0
    assert max(gains) > 0


def test_where_the_total_is_certain_or_out_of_reach_it_plays_for_the_mean() -> None:
    game = tables("crag")
    players.prepare("record", game)
    for target in (0, 99_999):
        position = engine.start(game, seats=1)
        rng, chaser, optimal = Random(3), players.player(f"record:{target}"), players.player("optimal")
        turns = solved.strategy_of(game)
        while position.phase != "over":
            if position.phase == "roll":
                ways = engine.chance_outcomes(position)
                position = engine.advance(position, rng.choice(ways)[0])
                continue
            action = chaser.choose(position, rng)
            turn = turns.turn(turns.state(position.sheets[0].points))
            if isinstance(action, Write):
                values = turn.boxes(position.dice, position.number)
                worth = values[game.box_index[action.box]]
            else:
                keeps = turn.keeps(position.dice, position.number)
                worth, values = keeps[action.faces], keeps
            assert worth == pytest.approx(max(values.values()), abs=1e-9)
            position = engine.advance(position, optimal.choose(position, rng))


def test_totals_of_any_size_are_looked_up_as_they_are() -> None:
    boxes = "".join(f"  a{number}: {{points: 1000}}\n" for number in range(40))
    source = f"""\
game: thousands
dice: {{count: 2, faces: 3}}
flow: two rolls
order: top to bottom
sheet:
{boxes}  last: {{if: {{alike: 2}}, points: 7}}
"""
    game = tables_from(source)
    players.prepare("record", game)
    chase, sheet = solved.chase_of(game), engine.start(game, seats=1).sheets[0]
    pair = Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3)
    for target, best in ((40_000, 1), (40_001, pair), (40_007, pair), (40_008, 0)):
        turn = chase.turn(chase.state_of(sheet.points, target))
        assert turn.boxes((1, 2), 1) == pytest.approx({0: float(best)}, abs=1e-3)


def test_how_it_is_told_its_total() -> None:
    told = players.player("record:312")
    assert isinstance(told, Record)
    assert told.target == 312
    assert players.kind_of("record:312") == "record"
    for name in ("record:", "record:-3", "record:3.5", "record:100000", "record:²"):
        with pytest.raises(Invalid, match=r"player\.target"):
            players.player(name)
    for name in ("optimal:3", "optimal:", "recor:3"):
        with pytest.raises(Missing, match=r"player\.unknown"):
            players.player(name)
