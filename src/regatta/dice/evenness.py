"""Whether dice fall evenly: how far counts are from those of even dice, and how often even dice are so far off.

A *p-value* is the share of equally large samples of even dice that are at least as far off as this one; it is near 0
where dice are uneven, and anything between 0 and 1 where they are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

LEAST_EXPECTED = 5
"""From so many expected in each cell on, chi-square is a fair measure (Cochran's rule)."""

_TINY = 1e-300


class ChiSquare(NamedTuple):
    """The statistic, its degrees of freedom, and its p-value; ``p`` is None where the counts are too few to tell."""

    value: float
    freedom: int
    p: float | None


class Runs(NamedTuple):
    """Stretches of equal faces in a row: how many, how many are expected, with which standard deviation; ``p`` as above.

    Too few runs mean that faces repeat too often, too many that they repeat too seldom.
    """

    number: int
    expected: float
    deviation: float
    p: float | None


def chi_square(rows: Sequence[Sequence[int]]) -> ChiSquare:
    """Compare each row of counts with an even one of the same sum; rows without counts do not matter.

    One row for the faces of dice, one for each face before for what follows it. Pearson 1900.
    """
    value, freedom, enough = 0.0, 0, False
    least = 0.0
    for row in rows:
        expected = sum(row) / len(row)
        if not expected:
            continue
        least = expected if not enough else min(least, expected)
        enough = True
        value += sum((count - expected) ** 2 for count in row) / expected
        freedom += len(row) - 1
    p = upper_gamma(freedom / 2, value / 2) if freedom and least >= LEAST_EXPECTED else None
    return ChiSquare(value, freedom, p)


def runs(first: int, pairs: int, repeats: int, faces: int) -> Runs:
    """Compare the number of runs with that of even dice.

    Args:
        first: how many sequences there are.
        pairs: how often a die followed another one.
        repeats: how often it showed the same face.
        faces: how many a die has, at least 2.

    With even dice each pair repeats with chance 1/faces, whatever the others did: a binomial count, told by the normal
    distribution (with the correction for a count, which is whole) where that is close.
    """
    chance = 1 / faces
    expected = first + pairs * (1 - chance)
    deviation = sqrt(pairs * chance * (1 - chance))
    number = first + pairs - repeats
    off = max(0.0, abs(number - expected) - 0.5)
    p = erfc(off / deviation / sqrt(2)) if pairs * chance >= LEAST_EXPECTED else None
    return Runs(number, expected, deviation, p)


def upper_gamma(shape: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(shape, x): that of chi-square is Q(freedom/2, value/2).

    By its series for small ``x``, else by Lentz's continued fraction (Press et al., Numerical Recipes, 6.2).
    """
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - front * total)
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for nth in range(1, 10_000):
        a = -nth * (nth - shape)
        b += 2
        d = 1 / _away(a * d + b)
        c = _away(b + a / c)
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def _away(value: float) -> float:
    """Keep a divisor away from 0."""
    return value if abs(value) > _TINY else _TINY
