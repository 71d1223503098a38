"""Best play once more, slow and plain: ordered dice, rules written by hand, nothing of Regatta; in fractions, mostly.

A game tells what may be written on a sheet (a mapping of boxes to points) and what a full sheet is worth on
top; everything else is looked through, one die after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Faces = tuple[int, ...]
Sheet = tuple[tuple[str, int], ...]
"""Boxes with their points, in the order of the alphabet."""

Floats = npt.NDArray[np.float64]

Writes = tuple[Mapping[str, int], int]
"""The boxes that may be written with their points, and what is paid on top."""


class Game(NamedTuple):
    """A small game: ``write`` is asked with a sheet, the dice in ascending order and the number of the roll."""

    dice: int
    faces: int
    rolls: int
    boxes: tuple[str, ...]
    write: Callable[[Mapping[str, int], Faces, int], Writes]
    bonus: Callable[[Mapping[str, int]], int]


class Expectimax:
    """The points to come under best play, bonuses included."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before = lru_cache(maxsize=None)(self._before)
        self.value = lru_cache(maxsize=None)(self._value)
        self.kept = lru_cache(maxsize=None)(self._kept)

    def _before(self, sheet: Sheet) -> Fraction:
        """Before the first roll of a turn."""
        if len(sheet) == len(self.game.boxes):
            return Fraction(self.game.bonus(dict(sheet)))
        return self.kept(sheet, (), 0)

    def boxes(self, sheet: Sheet, dice: Faces, number: int) -> dict[str, Fraction]:
        points, paid = self.game.write(dict(sheet), dice, number)
        return {
            box: worth + paid + self.before(tuple(sorted((*sheet, (box, worth)))))
            for box, worth in points.items()
        }

    def _value(self, sheet: Sheet, dice: Faces, number: int) -> Fraction:
        """With dice on the table, before anything is decided."""
        return max(self.keeps(sheet, dice, number).values())

    def keeps(self, sheet: Sheet, dice: Faces, number: int) -> dict[Faces, Fraction]:
        """Each set of dice to keep; all of them is to stop."""
        found = {dice: max(self.boxes(sheet, dice, number).values())}
        if number < self.game.rolls:
            for size in range(self.game.dice):
                found |= {keep: self.kept(sheet, keep, number) for keep in combinations(dice, size)}
        return found

    def _kept(self, sheet: Sheet, keep: Faces, number: int) -> Fraction:
        """While the other dice are in the air, after roll ``number``."""
        throws = list(product(range(1, self.game.faces + 1), repeat=self.game.dice - len(keep)))
        every = (self.value(sheet, tuple(sorted(keep + throw)), number + 1) for throw in throws)
        return sum(every, Fraction(0)) / len(throws)

    def sheets(self) -> list[Sheet]:
        """Every sheet that play can lead to, the full ones too."""
        found: dict[Sheet, None] = {(): None}
        waiting = [()]
        while waiting:
            sheet = waiting.pop()
            if len(sheet) == len(self.game.boxes):
                continue
            for dice in product(range(1, self.game.faces + 1), repeat=self.game.dice):
                for number in range(1, self.game.rolls + 1):
                    points, _ = self.game.write(dict(sheet), tuple(sorted(dice)), number)
                    for written in points.items():
                        after = tuple(sorted((*sheet, written)))
                        if after not in found:
                            found[after] = None
                            waiting.append(after)
        return list(found)


class Chase:
    """The best chance of a total of at least ``target``, by looking everything through."""

    def __init__(self, game: Game, target: int) -> None:
        self.game = game
        self.target = target
        self.before = cache(self._before)
        self.kept = cache(self._kept)
        self.value = cache(self._value)

    def _before(self, sheet: Sheet, extras: int) -> Fraction:
        if len(sheet) == len(self.game.boxes):
            total = sum(points for _, points in sheet) + extras + self.game.bonus(dict(sheet))
            return Fraction(total >= self.target)
        return self.kept(sheet, extras, (), 0)

    def _kept(self, sheet: Sheet, extras: int, keep: Faces, number: int) -> Fraction:
        throws = list(product(range(1, self.game.faces + 1), repeat=self.game.dice - len(keep)))
        every = (self.value(sheet, extras, tuple(sorted(keep + throw)), number + 1) for throw in throws)
        return sum(every, Fraction(0)) / len(throws)

    def _value(self, sheet: Sheet, extras: int, dice: Faces, number: int) -> Fraction:
        points, paid = self.game.write(dict(sheet), dice, number)
        found = [
            self.before(tuple(sorted((*sheet, (box, worth)))), extras + paid) for box, worth in points.items()
        ]
        if number < self.game.rolls:
            keeps = {keep for size in range(self.game.dice) for keep in combinations(dice, size)}
            found += [self.kept(sheet, extras, keep, number) for keep in keeps]
        return max(found)


class Chances:
    """The best chance of every number of points to come, all at once: quick enough for many games, in floats.

    The chances of a sheet are those of at least ``least``, ``least`` + 1, ... up to ``most`` points; nothing can
    bring more, nor cost more.
    """

    def __init__(self, game: Game, least: int, most: int) -> None:
        self.game = game
        self.needed = np.arange(least, most + 1)
        self.before = cache(self._before)
        self.kept = cache(self._kept)
        self.value = cache(self._value)

    def of(self, sheet: Sheet, needed: int) -> float:
        return float(self.before(sheet)[needed - self.needed[0]])

    def _before(self, sheet: Sheet) -> Floats:
        if len(sheet) == len(self.game.boxes):
            return (self.needed <= self.game.bonus(dict(sheet))).astype(np.float64)
        return self.kept(sheet, (), 0)

    def _kept(self, sheet: Sheet, keep: Faces, number: int) -> Floats:
        throws = product(range(1, self.game.faces + 1), repeat=self.game.dice - len(keep))
        return np.mean(
            [self.value(sheet, tuple(sorted(keep + throw)), number + 1) for throw in throws], axis=0
        )

    def _value(self, sheet: Sheet, dice: Faces, number: int) -> Floats:
        points, paid = self.game.write(dict(sheet), dice, number)
        found = [
            self._earned(self.before(tuple(sorted((*sheet, (box, worth))))), worth + paid)
            for box, worth in points.items()
        ]
        if number < self.game.rolls:
            keeps = {keep for size in range(self.game.dice) for keep in combinations(dice, size)}
            found += [self.kept(sheet, keep, number) for keep in keeps]
        return np.max(found, axis=0)

    def _earned(self, after: Floats, points: int) -> Floats:
        """Return the chances before so many points were made: what is beyond the ends is certain, or out of reach."""
        at = np.arange(len(after)) - points
        return np.where(at < 0, 1.0, np.where(at >= len(after), 0.0, after[np.clip(at, 0, len(after) - 1)]))
