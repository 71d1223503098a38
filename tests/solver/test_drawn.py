"""Games drawn by chance whose parts cost points, of every kind and together: the solver against plain search."""

from __future__ import annotations

from itertools import combinations_with_replacement
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given

from drawn_games import COSTS, Drawn, drawn_games
from expectimax import Chances, Expectimax, Sheet
from regatta import solver
from regatta.model import parse
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile
from search import examples

FAR_OFF = 120
"""No game that is drawn brings or costs so many points."""


def tables_of(drawn: Drawn) -> Tables:
    return compile(parse(drawn.source.encode(), "drawn.yaml"))


def paid_on(drawn: Drawn) -> dict[Sheet, set[int]]:
    """Return every sheet that play leads to, with what may have been paid on top by then."""
    game = drawn.game
    found: dict[Sheet, set[int]] = {(): {0}}
    for sheet in sorted(Expectimax(game).sheets(), key=len):
        if len(sheet) == len(game.boxes):
            continue
        for dice in combinations_with_replacement(range(1, game.faces + 1), game.dice):
            points, paid = game.write(dict(sheet), dice, 1)
            for written in points.items():
                after = found.setdefault(tuple(sorted((*sheet, written))), set())
                after.update(before + paid for before in found[sheet])
    return found


@examples(80)
@given(drawn=drawn_games())
@example(drawn=COSTS)
def test_the_best_chance_of_every_total(drawn: Drawn) -> None:
    tables = tables_of(drawn)
    exact = Chances(drawn.game, -FAR_OFF, FAR_OFF)
    most = solver.greatest_total(tables)
    assert exact.of((), most) > 0 == exact.of((), most + 1)
    found = solver.chances(tables, precision="float64")
    for total in range(max(most, 0) + 2):
        assert found.at_least(total) == pytest.approx(exact.of((), total), abs=1e-12)


@examples(15)
@given(drawn=drawn_games())
@example(drawn=COSTS)
def test_a_chase_knows_the_chance_of_every_total_on_every_sheet(drawn: Drawn) -> None:
    """Within what 16 bits lose, as in ``test_small``; totals below 0 too."""
    tables = tables_of(drawn)
    exact = Chances(drawn.game, -FAR_OFF, FAR_OFF)
    totals = range(-FAR_OFF // 2, max(solver.greatest_total(tables), 0) + 1)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGATTA_CACHE", folder)
        chase = solver.chase_of(tables)
        for sheet, paid in paid_on(drawn).items():
            written = dict(sheet)
            points = [written.get(box) for box in tables.boxes]
            had = {sum(written.values()) + extras for extras in paid}
            for needed in {total - made for total in totals for made in had}:
                best = exact.of(sheet, needed)
                found = chase.value(chase.state_of(points, needed))
                assert found == pytest.approx(best, abs=3.4e-4 * best * (1 - best) + 2e-6)


@examples(20)
@given(drawn=drawn_games())
@example(drawn=COSTS)
def test_the_mean_and_the_spread_of_the_best_play(drawn: Drawn) -> None:
    tables, slow = tables_of(drawn), Expectimax(drawn.game)
    strategy = solver.solve(tables)
    for sheet in slow.sheets():
        points = dict(sheet)
        state = strategy.state([points.get(box) for box in tables.boxes])
        assert strategy.value(state) == pytest.approx(float(slow.before(sheet)), abs=1e-9)
    spread = solver.distribution(strategy)
    assert spread.chances.sum() == pytest.approx(1, abs=1e-12)
    assert (spread.chances >= 0).all()
    assert spread.mean == pytest.approx(float(slow.before(())), abs=1e-9)
    assert spread.greatest <= solver.greatest_total(tables)
    best = Chances(drawn.game, -FAR_OFF, FAR_OFF)
    for total in range(spread.least, spread.greatest + 1):
        assert spread.at_least(total) <= best.of((), total) + 1e-9
    assert solver.averages(strategy).total == pytest.approx(strategy.start, abs=1e-9)
