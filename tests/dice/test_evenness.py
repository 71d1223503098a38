"""Chi-square and runs against published values, closed forms and exact counts."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb, exp, sqrt

import pytest

from regatta.dice.evenness import chi_square, runs, upper_gamma

# Upper 5 % and 1 % points of chi-square (Abramowitz and Stegun, table 26.8).
POINTS = [
    (1, 3.84146, 0.05),
    (1, 6.63490, 0.01),
    (5, 11.0705, 0.05),
    (5, 15.0863, 0.01),
    (30, 43.7729, 0.05),
    (30, 50.8922, 0.01),
    (100, 124.342, 0.05),
]


@pytest.mark.parametrize(("freedom", "value", "p"), POINTS)
def test_points_of_the_published_table(freedom: int, value: float, p: float) -> None:
    assert upper_gamma(freedom / 2, value / 2) == pytest.approx(p, rel=2e-5)


@pytest.mark.parametrize("x", [0.0, 1e-9, 0.1, 0.999, 1.0, 2.0, 5.5, 40.0, 700.0])
def test_closed_forms(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(exp(-x), rel=1e-13)
    assert upper_gamma(3, x) == pytest.approx(exp(-x) * (1 + x + x * x / 2), rel=1e-12)


def test_it_falls_from_one_to_nothing() -> None:
    values = [upper_gamma(2.5, x / 10) for x in range(400)]
    assert values[0] == 1
    assert all(later < earlier for earlier, later in pairwise(values))
    assert 0 < values[-1] < 1e-13


def test_chi_square_by_hand() -> None:
    """60 throws: 16, 15, 4, 6, 14, 5 (Snedecor): (36 + 25 + 36 + 16 + 16 + 25) / 10."""
    found = chi_square([[16, 15, 4, 6, 14, 5]])
    assert found.value == pytest.approx(15.4)
    assert found.freedom == 5
    assert found.p == pytest.approx(0.00878, rel=1e-2)
    rows = chi_square([[16, 15, 4, 6, 14, 5], [10] * 6, [0] * 6])
    assert rows.value == pytest.approx(15.4)
    assert rows.freedom == 10


def test_few_counts_tell_nothing() -> None:
    assert chi_square([[4] * 6]).p is None
    assert chi_square([[5] * 6]).p == pytest.approx(1)
    assert chi_square([[500] * 6, [1, 0, 0, 0, 0, 0]]).p is None
    assert chi_square([]) == (0.0, 0, None)
    assert runs(1, 20, 3, 6).p is None


def test_runs_are_those_of_all_sequences() -> None:
    """Mean and deviation over every sequence of six three-faced dice, counted one by one."""
    counts = [1 + sum(a != b for a, b in pairwise(dice)) for dice in product(range(3), repeat=6)]
    mean = sum(counts) / len(counts)
    spread = sqrt(sum((count - mean) ** 2 for count in counts) / len(counts))
    found = runs(1, 5, 2, 3)
    assert found.number == 4
    assert found.expected == pytest.approx(mean)
    assert found.deviation == pytest.approx(spread)


def test_p_of_runs_is_near_the_exact_one() -> None:
    pairs, repeats, faces = 600, 115, 6
    found = runs(3, pairs, repeats, faces)
    off = abs(repeats - pairs / faces)
    exact = sum(
        comb(pairs, k) * 5 ** (pairs - k) / 6**pairs
        for k in range(pairs + 1)
        if abs(k - pairs / faces) >= off
    )
    assert found.p == pytest.approx(exact, abs=0.002)
