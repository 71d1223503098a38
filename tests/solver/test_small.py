"""Small games: the solver against fractions over ordered dice, in every position."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest

from expectimax import Chase, Expectimax, Faces, Sheet
from interruption import break_off
from regatta import solver
from regatta.solver import store
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


# ------------------------------------------------------------------------------------- totals, not only their mean


def test_the_greatest_total_is_one_that_play_leads_to(
    both: tuple[Tables, solver.Strategy, Expectimax],
) -> None:
    tables, strategy, slow = both

    @cache
    def most(sheet: Sheet) -> int:
        if len(sheet) == len(tables.boxes):
            return slow.game.bonus(dict(sheet))
        found = []
        for dice in product(range(1, tables.faces + 1), repeat=tables.count):
            for number in range(1, tables.rolls + 1):
                points, paid = slow.game.write(dict(sheet), tuple(sorted(dice)), number)
                found += [
                    worth + paid + most(tuple(sorted((*sheet, (box, worth)))))
                    for box, worth in points.items()
                ]
        return max(found)

    assert solver.greatest_total(strategy) == solver.greatest_total(tables) == most(())


def test_the_distribution_is_that_of_the_best_play(both: tuple[Tables, solver.Strategy, Expectimax]) -> None:
    """Followed move by move with the choices of ``Turn``, in fractions."""
    tables, strategy, slow = both
    found = solver.distribution(strategy)
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)
    assert found.mean == pytest.approx(strategy.start, abs=1e-12)
    exact = followed(tables, strategy, slow)
    assert {total: found.chance_of(total) for total in found.totals.tolist()} == pytest.approx(
        {total: float(chance) for total, chance in exact.items()}, abs=1e-12
    )
    square = sum(chance * total * total for total, chance in exact.items())
    mean = sum(chance * total for total, chance in exact.items())
    assert found.deviation == pytest.approx(float(square - mean * mean) ** 0.5, abs=1e-9)
    assert found.greatest == max(exact)
    for total in (min(exact), max(exact), max(exact) + 1):
        assert found.at_least(total) == pytest.approx(
            float(sum(chance for other, chance in exact.items() if other >= total)), abs=1e-12
        )
        assert found.below(total) + found.at_least(total) == pytest.approx(1, abs=1e-12)
    assert found.percentile(100) == max(exact)
    assert found.below(found.median) <= 0.5 <= found.below(found.median + 1)


def test_the_averages_are_those_of_the_best_play(
    both: tuple[Tables, solver.Strategy, Expectimax], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    tables, strategy, slow = both
    shares: list[float | None] = []
    found = solver.averages_of(strategy, progress=shares.append)
    exact = sheets_of(tables, strategy, slow)
    boxes = [sum(chance * dict(sheet)[box] for (sheet, _), chance in exact.items()) for box in tables.boxes]
    assert found.boxes == pytest.approx([float(mean) for mean in boxes], abs=1e-12)
    extra = sum(chance * extras for (_, extras), chance in exact.items())
    assert found.extra == pytest.approx(float(extra), abs=1e-12)
    bonus = sum(chance * slow.game.bonus(dict(sheet)) for (sheet, _), chance in exact.items())
    assert sum(found.bonuses) == pytest.approx(float(bonus), abs=1e-12)
    assert len(found.bonuses) == len(tables.bonuses)
    assert found.total == pytest.approx(strategy.start, abs=1e-12)
    assert shares[-1] == 1.0
    assert solver.stored_averages(tables) == found


def followed(tables: Tables, strategy: solver.Strategy, slow: Expectimax) -> dict[int, Fraction]:
    """Return the chance of every total when each choice is that of the strategy."""
    totals: dict[int, Fraction] = {}
    for (sheet, extras), chance in sheets_of(tables, strategy, slow).items():
        total = sum(points for _, points in sheet) + extras + slow.game.bonus(dict(sheet))
        totals[total] = totals.get(total, Fraction(0)) + chance
    return totals


def sheets_of(
    tables: Tables, strategy: solver.Strategy, slow: Expectimax
) -> dict[tuple[Sheet, int], Fraction]:
    """Return the chance of every full sheet, with what was paid on top, when each choice is that of the strategy."""
    faces = range(1, tables.faces + 1)

    def play(sheet: Sheet, extras: int, chance: Fraction, into: dict[tuple[Sheet, int], Fraction]) -> None:
        points = dict(sheet)
        turn = strategy.turn(strategy.state([points.get(box) for box in tables.boxes]))
        on_table = Counter({(): chance})
        for number in range(1, tables.rolls + 1):
            fallen: Counter[Faces] = Counter()
            for keep, share in on_table.items():
                throws = list(product(faces, repeat=tables.count - len(keep)))
                for throw in throws:
                    fallen[tuple(sorted(keep + throw))] += share / len(throws)
            on_table = Counter()
            for roll, share in fallen.items():
                keep = turn.best_keep(roll, number)
                if keep != roll:
                    on_table[keep] += share
                    continue
                box = tables.boxes[turn.best_box(roll, number)]
                writes, paid = slow.game.write(points, roll, number)
                after = tuple(sorted((*sheet, (box, writes[box])))), extras + paid
                into[after] = into.get(after, Fraction(0)) + share

    now: dict[tuple[Sheet, int], Fraction] = {((), 0): Fraction(1)}
    for _ in tables.boxes:
        after: dict[tuple[Sheet, int], Fraction] = {}
        for (sheet, extras), chance in now.items():
            play(sheet, extras, chance, after)
        now = after
    return now


def test_the_best_chance_of_every_target(both: tuple[Tables, solver.Strategy, Expectimax]) -> None:
    """Against a search for each target on its own, over whole sheets."""
    tables, strategy, slow = both
    most = solver.greatest_total(strategy)
    found = solver.chances(tables, precision="float64")
    for target in (0, 1, most // 3, most // 2, most - 2, most, most + 1):
        assert found.at_least(target) == pytest.approx(
            float(Chase(slow.game, target).before((), 0)), abs=1e-12
        )
    single = solver.chances(tables)
    assert single.best == pytest.approx(found.best, abs=1e-5)
    assert solver.chances(tables, most=5).best == pytest.approx(single.best[:6], abs=1e-6)


def test_interrupted_work_goes_on(
    both: tuple[Tables, solver.Strategy, Expectimax], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    tables, _, _ = both
    whole = solver.chances(tables).best
    break_off(tables)
    kept = store.find(tables, "chances-layer")
    assert kept is not None
    assert 0 < kept[0] < len(tables.boxes)
    assert solver.stored_chances(tables) is None
    assert solver.stored_chase(tables) is None
    shares: list[float] = []
    again = solver.chances_and_keep(
        tables, progress=lambda share: shares.append(1.0 if share is None else share)
    )
    assert np.array_equal(again.best, whole)
    assert shares[0] > 0.5
    assert store.find(tables, "chances-layer") is None
    found = solver.stored_chances(tables)
    assert found is not None
    assert np.array_equal(found.best, whole)


def test_where_a_finished_layer_is_lost_the_work_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    tables = tables_from(GAMES["jokers"][0])
    whole = solver.chances_of(tables).best
    paths = {number: store.path_of(tables, f"chase-{number:02}") for number in range(6)}
    kept = {number: path.read_bytes() for number, path in paths.items()}
    layers: list[int] = []
    solver.chances(tables, done=lambda layer: layers.append(layer.number))
    assert layers == [5, 4, 3, 2, 1, 0]
    paths[4].write_bytes(kept[4][:-2])
    assert solver.stored_chase(tables) is None
    assert np.array_equal(solver.chances_and_keep(tables).best, whole)
    assert {number: path.read_bytes() for number, path in paths.items()} == kept


def test_what_a_chase_looks_up_is_the_chance_of_every_sheet(
    both: tuple[Tables, solver.Strategy, Expectimax], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within what 16 bits lose: the part 0.00033 of the chance times its counterpart, and a millionth at the ends."""
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    tables, strategy, slow = both
    most = solver.greatest_total(strategy)
    solver.chances_of(tables)
    chase = solver.stored_chase(tables)
    assert chase is not None
    for target in (1, most // 2, most):
        exact = Chase(slow.game, target)
        for sheet in slow.sheets():
            written = dict(sheet)
            needed = target - sum(written.values())
            state = chase.state_of([written.get(box) for box in tables.boxes], needed)
            best = float(exact.before(sheet, 0))
            assert chase.value(state) == pytest.approx(best, abs=3.4e-4 * best * (1 - best) + 2e-6)
            if len(sheet) < len(tables.boxes):
                assert chase.turn(state).start == pytest.approx(best, abs=1e-3 * best * (1 - best) + 1e-5)
