"""Whole games solved and compared with what others found; 200,000 games played by the best strategy."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

from plays import every_tables, tables
from regatta import solver
from regatta.engine import Sheet, total
from regatta.model import catalogue, parse
from regatta.model.catalogue import path_of
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile

GAMES = 200_000

VALUES = {
    ("yahtzee", ()): 254.58772873449593,
    ("yahtzee", (("extra_yahtzee", "free_joker"),)): 254.58960948196315,
    ("yahtzee", (("extra_yahtzee", "none"),)): 245.8707745141,
    ("yahtzee", (("extra_yahtzee", "bonus_only"),)): 253.97024118978,
    ("yatzy", ()): 248.4399893778553,
    ("yacht", ()): 169.7738890526,
}
"""The best mean totals of the literature and of other programs."""

CREMERS = {
    100: 99.999975,
    150: 99.793817,
    200: 91.080460,
    250: 54.188692,
    300: 17.603092,
    350: 9.759235,
    400: 4.932696,
    500: 0.997806,
    600: 0.141191,
    700: 0.014113,
    800: 0.001009,
}
"""The best chance of a total of at least so much, in percent: Cremers 2002, table 6.1."""


@pytest.mark.parametrize(("game", "options"), VALUES)
def test_best_means(game: str, options: tuple[tuple[str, str], ...]) -> None:
    found = solver.solve(tables(game, **dict(options))).start
    assert found == pytest.approx(VALUES[game, options], abs=1e-8)


def test_best_mean_where_five_alike_is_a_full_house() -> None:
    source = path_of("yahtzee").read_text()
    old = "{groups: [3, 2]}"
    assert old in source
    model = parse(
        source.replace(old, "{groups: [3, 2], same face ok: yes}").encode(),
        "own.yaml",
        {"extra_yahtzee": "none"},
    )
    assert solver.solve(compile(model)).start == pytest.approx(245.9047283707, abs=1e-8)


@pytest.mark.parametrize(
    ("game", "options", "deviation", "digits", "median"),
    [
        ("yahtzee", {"extra_yahtzee": "free_joker"}, 59.6117, 4, 248),
        ("yahtzee", {"extra_yahtzee": "none"}, 39.82, 2, None),
        ("yatzy", {}, 38.5, 1, None),
    ],
)
def test_deviations(
    game: str, options: dict[str, str], deviation: float, digits: int, median: int | None
) -> None:
    strategy = solver.solve(tables(game, **options))
    spread = solver.distribution(strategy)
    assert spread.mean == pytest.approx(strategy.start, abs=1e-9)
    assert round(spread.deviation, digits) == deviation
    assert median in (None, spread.median)


def test_cremers_table() -> None:
    best = solver.chances(tables("yahtzee", extra_yahtzee="free_joker"), most=1000, precision="float64")
    for least, percent in CREMERS.items():
        assert round(100 * best.at_least(least), 6) == pytest.approx(percent, abs=1e-9), least


def test_a_chase_takes_less_than_half_a_gigabyte_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the game of the catalogue, of all under all options, that has the most chances to keep."""
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    of_catalogue = [game for game in every_tables().values() if game.game in catalogue.ids()]
    game = max(of_catalogue, key=lambda game: solver.size_of_targets(game).places)
    best = solver.chances_of(game).best
    assert sum(file.stat().st_size for file in tmp_path.rglob("*.values")) < 500e6
    chase = solver.chase_of(game)
    needed = np.arange(len(best)) - int(chase.space.low[0, -1])
    chance = chase.values[np.clip(needed, 0, chase.space.size[0, -1] - 1)]
    assert (np.abs(chance - best) <= 3.3e-4 * best * (1 - best) + 1e-6).all()


@pytest.mark.parametrize("game", ["yacht", "yahtzee"])
def test_games_of_the_best_strategy_end_as_computed(game: str) -> None:
    """Mean and distribution of games that are really played, within four standard errors."""
    rules = tables(game)
    strategy = solver.solve(rules)
    spread = solver.distribution(strategy)
    totals = played(rules, strategy, GAMES, 1)
    assert totals.mean() == pytest.approx(spread.mean, abs=4 * spread.deviation / sqrt(GAMES))
    for percent in (5, 25, 50, 75, 95):
        least = spread.percentile(percent)
        expected = spread.at_least(least)
        error = sqrt(expected * (1 - expected) / GAMES)
        assert (totals >= least).mean() == pytest.approx(expected, abs=4 * error)


def played(rules: Tables, strategy: solver.Strategy, games: int, seed: int) -> np.ndarray:
    """Return the totals of games: all whose sheets are in the same state play a turn together, with dice of their own."""
    rng = Random(seed)
    ways = list(product(range(1, rules.faces + 1), repeat=rules.count))
    waiting = Counter({Sheet.empty(rules): games})
    for _ in rules.boxes:
        alike: dict[solver.State, list[Sheet]] = {}
        for sheet in waiting:
            alike.setdefault(strategy.state(sheet.points), []).append(sheet)
        after: Counter[Sheet] = Counter()
        for state, sheets in alike.items():
            turn = strategy.turn(state)
            best_keep, best_box = cache(turn.best_keep), cache(turn.best_box)
            for sheet in sheets:
                for _ in range(waiting[sheet]):
                    dice, roll = tuple(sorted(rng.choice(ways))), 1
                    while roll < rules.rolls and len(keep := best_keep(dice, roll)) < rules.count:
                        dice = tuple(sorted((*keep, *rng.choice(ways)[len(keep) :])))
                        roll += 1
                    box = best_box(dice, roll)
                    writes = rules.writes(sheet.filled, sheet.made, dice, roll)
                    after[sheet.written(box, writes.points[box], writes.paid)] += 1
        waiting = after
    return np.array([total(rules, sheet) for sheet, number in waiting.items() for _ in range(number)])
