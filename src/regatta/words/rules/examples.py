"""Dice that score in a box and dice that nearly do, found in the tables.

The first example is a usual one: of a middle result, the dice that fall most often. The second is another kind of
dice: the best result, or where there is only one result, dice with little in common with the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from regatta.dice import Faces
from regatta.tables import Tables
from regatta.words.rules.page import NearMiss, Shown


class Found(NamedTuple):
    """What the tables say of a box: examples, a near miss, the lowest and highest result other than 0."""

    examples: tuple[Shown, ...]
    near_miss: NearMiss | None
    lowest: int
    highest: int


@lru_cache(maxsize=1024)
def examples(tables: Tables, box: int) -> Found:
    """Return examples for a box, with the first roll of the turn that can score there."""
    number = next(
        (at for at, table in enumerate(tables.points, start=1) if any(row[box] > 0 for row in table)), 1
    )
    points = {roll: row[box] for roll, row in zip(tables.dice.rolls, tables.points[number - 1], strict=True)}
    results = {row[box] for table in tables.points for row in table} - {0}
    low, high = (min(results), max(results)) if results else (0, 0)
    best = [roll for roll in points if points[roll] > 0]
    if not best:
        most = max(points.values())
        best = [roll for roll in points if points[roll] == most]
    first = _usual(tables, best, points)
    second = _other(tables, best, points, first)
    shown = tuple(Shown(roll, points[roll], number) for roll in dict.fromkeys((first, second)))
    return Found(shown, _near_miss(tables, best, points, first, number), low, high)


def _usual(tables: Tables, rolls: list[Faces], points: dict[Faces, int]) -> Faces:
    worth = sorted({points[roll] for roll in rolls})
    middle = worth[len(worth) // 2]
    among = [roll for roll in rolls if points[roll] == middle]
    most = max(map(tables.dice.weight, among))
    likely = [roll for roll in among if tables.dice.weight(roll) == most]
    return likely[len(likely) // 2]


def _other(tables: Tables, rolls: list[Faces], points: dict[Faces, int], first: Faces) -> Faces:
    most = max(points[roll] for roll in rolls)
    if most > points[first]:
        rolls = [roll for roll in rolls if points[roll] == most]
    return min(rolls, key=lambda roll: (common(roll, first), -tables.dice.weight(roll), roll))


def _near_miss(
    tables: Tables, hits: list[Faces], points: dict[Faces, int], first: Faces, number: int
) -> NearMiss | None:
    """Return dice that miss by one die: by one of the first example if possible, else of any that scores."""
    if points[first] <= 0:
        return None
    for hit in (first, *sorted(hits, key=lambda roll: (-common(roll, first), roll))):
        misses = {roll for roll in _neighbours(tables, hit) if points[roll] <= 0}
        if misses:
            miss = min(misses, key=lambda roll: (-tables.dice.weight(roll), roll))
            return NearMiss(miss, points[miss], hit, number)
    return None


def _neighbours(tables: Tables, roll: Faces) -> Iterator[Faces]:
    """Yield the rolls that differ from ``roll`` in one die."""
    for place, face in enumerate(roll):
        rest = roll[:place] + roll[place + 1 :]
        for other in range(1, tables.faces + 1):
            if other != face:
                yield tuple(sorted((*rest, other)))


def common(one: Faces, other: Faces) -> int:
    """Return how many dice two rolls share."""
    return sum(min(one.count(face), other.count(face)) for face in set(one))
