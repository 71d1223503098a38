"""Where the dice fulfil a pattern, and the sum of the dice that do: each rule over all rolls at once.

A *reading* is int64[rolls]: the sum of the set for each roll, or ``NO`` where the pattern is not
fulfilled; where several sets fulfil it, the highest sum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from regatta.dice import Dice
from regatta.model import expression
from regatta.model.spec import DiceSpec, Pattern
from regatta.tables.formula import evaluate

NO = -1

Reading = np.ndarray


def read(
    pattern: Pattern, dice: Dice, spec: DiceSpec, number: int, inner: Callable[[Pattern, int], Reading]
) -> Reading:
    """Return the reading of ``pattern`` over all rolls of ``dice``, made as the ``number``-th of the turn.

    ``inner`` reads the patterns inside ``any of``.
    """
    counts = dice.counts
    faces = np.arange(1, dice.faces + 1)
    total = counts @ faces
    match pattern.word:
        case "alike":
            size = pattern.alike or 0
            return _best([_where(counts[:, face - 1] >= size, size * int(face)) for face in faces])
        case "groups":
            return _groups(pattern, counts, spec)
        case "faces":
            wanted = pattern.faces or []
            held = np.all([counts[:, face - 1] >= wanted.count(face) for face in set(wanted)], axis=0)
            return _where(held, sum(wanted))
        case "run":
            length = pattern.run or 0
            shown = counts > 0
            lows = range(dice.faces - length + 1)
            runs = [range(low + 1, low + length + 1) for low in lows]
            return _best([_where(shown[:, run[0] - 1 : run[-1]].all(axis=1), sum(run)) for run in runs])
        case "sum":
            return _where(total == pattern.sum, total)
        case "one_colour":
            size = pattern.one_colour or 0
            return _best([_highest(counts, group, size) for group in spec.colours.values()])
        case "different":
            return _highest(np.minimum(counts, 1), list(faces), pattern.different or 0)
        case "any_of":
            return _best([inner(each, number) for each in pattern.any_of or ()])
        case _:
            return _where(evaluate(expression.parse(pattern.expression or ""), dice, number) != 0, total)


def _where(held: Any, worth: np.ndarray | int) -> Reading:
    return np.where(held, worth, NO)


def _best(readings: list[Reading]) -> Reading:
    return np.asarray(np.max(readings, axis=0))


def _highest(counts: np.ndarray, faces: list[int], number: int) -> Reading:
    """The highest ``number`` dice among those that show one of ``faces``."""
    left = np.full(len(counts), number)
    worth = np.zeros(len(counts), dtype=np.int64)
    for face in sorted(faces, reverse=True):
        taken = np.minimum(counts[:, face - 1], left)
        left = left - taken
        worth += taken * face
    return _where(left == 0, worth)


def _groups(pattern: Pattern, counts: np.ndarray, spec: DiceSpec) -> Reading:
    """Try every way to give each group its face."""
    colours = tuple(map(frozenset, spec.colours.values())) if pattern.same_colour else None
    sizes = tuple(sorted(pattern.groups or ()))
    needs = _needs(sizes, counts.shape[1], colours, same_face_ok=pattern.same_face_ok)
    if not needs:
        return np.full(len(counts), NO)
    table = np.array(needs)
    held = np.all(counts[None, :, :] >= table[:, None, :], axis=2)
    worth = table @ np.arange(1, counts.shape[1] + 1)
    return np.asarray(np.where(held, worth[:, None], NO).max(axis=0))


@lru_cache(maxsize=256)
def _needs(
    sizes: tuple[int, ...], faces: int, colours: tuple[frozenset[int], ...] | None, *, same_face_ok: bool
) -> tuple[tuple[int, ...], ...]:
    """Return how many dice of each face every way of giving the groups a face needs, each way once."""
    needs: set[tuple[int, ...]] = set()
    for chosen in product(range(1, faces + 1), repeat=len(sizes)):
        if not same_face_ok and len(set(chosen)) < len(chosen):
            continue
        if colours is not None and not any(group.issuperset(chosen) for group in colours):
            continue
        need = [0] * faces
        for size, face in zip(sizes, chosen, strict=True):
            need[face - 1] += size
        needs.add(tuple(need))
    return tuple(sorted(needs))
