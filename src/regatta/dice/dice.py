"""A set of like dice as multisets.

A *roll* is the multiset of all dice, a *keep* any sub-multiset; both are written as the ascending
tuple of their faces. Five dice with six faces have 252 rolls, 462 keeps and 4,368 pairs of a roll
and one of its keeps.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from regatta.errors import Invalid

if TYPE_CHECKING:
    import numpy as np

Faces = tuple[int, ...]
"""Faces of some dice, ascending."""

MAX_ROLLS = 1_000
"""The most different rolls that a set of dice may have."""


def number_of_rolls(count: int, faces: int) -> int:
    """How many multisets of ``count`` dice there are."""
    return comb(count + faces - 1, count)


class Dice:
    """All multisets of at most ``count`` dice with the faces 1 to ``faces``.

    ``rolls`` and ``keeps`` are in a fixed order (keeps by size, then ascending), which policies and
    stored arrays rely on.
    """

    def __init__(self, count: int, faces: int) -> None:
        self.count = count
        self.faces = faces
        self.rolls: tuple[Faces, ...] = tuple(combinations_with_replacement(range(1, faces + 1), count))
        self.roll_index: dict[Faces, int] = {roll: index for index, roll in enumerate(self.rolls)}
        self._keeps_of: dict[Faces, tuple[Faces, ...]] = {}

    def __repr__(self) -> str:
        return f"Dice({self.count}, {self.faces})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return dice, (self.count, self.faces)

    def read(self, faces: Iterable[int]) -> Faces:
        """Return a whole roll as its ascending tuple.

        Raises:
            Invalid: ``dice.count`` for a wrong number of dice, ``dice.face`` for a face no die has.
        """
        faces = tuple(faces)
        self.check_faces(faces)
        if len(faces) != self.count:
            raise Invalid("dice.count", found=len(faces), expected=self.count)
        return tuple(sorted(faces))

    def check_faces(self, faces: Iterable[int]) -> None:
        """Raise ``dice.face`` unless each is a face of these dice."""
        for face in faces:
            if type(face) is not int or not 1 <= face <= self.faces:
                raise Invalid("dice.face", found=face, faces=self.faces)

    def weight(self, faces: Faces) -> int:
        """In how many ordered ways the dice ``faces`` fall; over all rolls these add up to faces ** count."""
        return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))

    def keeps_of(self, roll: Faces) -> tuple[Faces, ...]:
        """Return the distinct sub-multisets of ``roll``, fewest dice first, then ascending."""
        found = self._keeps_of.get(roll)
        if found is None:
            partial: set[Faces] = {()}
            for face in roll:
                partial |= {(*keep, face) for keep in partial}
            found = tuple(sorted(partial, key=lambda keep: (len(keep), keep)))
            self._keeps_of[roll] = found
        return found

    def outcomes(self, number: int) -> tuple[tuple[Faces, int], ...]:
        """Return each way that ``number`` dice fall, with its weight out of faces ** number."""
        return _outcomes(number, self.faces)

    @cached_property
    def keeps(self) -> tuple[Faces, ...]:
        """Every sub-multiset of any roll: no dice first, whole rolls last."""
        span = range(1, self.faces + 1)
        return tuple(
            keep for size in range(self.count + 1) for keep in combinations_with_replacement(span, size)
        )

    @cached_property
    def keep_index(self) -> dict[Faces, int]:
        return {keep: index for index, keep in enumerate(self.keeps)}

    @cached_property
    def counts(self) -> np.ndarray:
        """int64[rolls, faces]: how many dice of each roll show each face."""
        import numpy as np

        table = np.zeros((len(self.rolls), self.faces), dtype=np.int64)
        for row, roll in enumerate(self.rolls):
            for face in roll:
                table[row, face - 1] += 1
        return table

    @cached_property
    def weights(self) -> np.ndarray:
        """int64[rolls]: ordered ways of each roll, adding up to faces ** count."""
        import numpy as np

        return np.array([self.weight(roll) for roll in self.rolls], dtype=np.int64)

    @cached_property
    def child(self) -> np.ndarray:
        """int64[keeps below a whole roll, faces]: index of the keep with one more die of that face."""
        import numpy as np

        inner = len(self.keeps) - len(self.rolls)
        table = np.empty((inner, self.faces), dtype=np.int64)
        for row, keep in enumerate(self.keeps[:inner]):
            for face in range(1, self.faces + 1):
                table[row, face - 1] = self.keep_index[tuple(sorted((*keep, face)))]
        return table

    @cached_property
    def keep_table(self) -> np.ndarray:
        """int64[rolls, widest]: the keeps of each roll in the order of ``keeps_of``, the last one repeated."""
        import numpy as np

        rows = [[self.keep_index[keep] for keep in self.keeps_of(roll)] for roll in self.rolls]
        widest = max(map(len, rows))
        return np.array([row + row[-1:] * (widest - len(row)) for row in rows], dtype=np.int64)

    def expectation(self, worth: np.ndarray) -> np.ndarray:
        """float64[keeps]: mean of ``worth`` (float64[rolls]) over the rolls that each keep can become.

        The mean over one more die at a time: a keep is worth the average of its children.
        """
        import numpy as np

        inner = len(self.keeps) - len(self.rolls)
        value = np.empty(len(self.keeps), dtype=np.float64)
        value[inner:] = worth
        stop = inner
        for size in range(self.count - 1, -1, -1):
            start = stop - number_of_rolls(size, self.faces)
            value[start:stop] = value[self.child[start:stop]].mean(axis=1)
            stop = start
        return value


@lru_cache(maxsize=64)
def dice(count: int, faces: int) -> Dice:
    """Return the one ``Dice`` of that size."""
    return Dice(count, faces)


@lru_cache(maxsize=256)
def _outcomes(number: int, faces: int) -> tuple[tuple[Faces, int], ...]:
    some = dice(number, faces)
    return tuple((roll, some.weight(roll)) for roll in some.rolls)
