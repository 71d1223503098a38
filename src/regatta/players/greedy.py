"""The player that wants the most points from this turn and never thinks of the next one."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from regatta.engine import Action, Keep, Position, Write, previews
from regatta.remember import Recent, kept_by_first
from regatta.tables import Tables


class Greedy:
    """Keeps the dice with the highest mean of points written at the end of the turn, extras included.

    Of boxes that give the same it writes the one that gives least on average; of keeps that are worth the
    same, the one with most dice.
    """

    def choose(self, position: Position, rng: Random) -> Action:  # noqa: ARG002 - no chance in greed
        tables = position.game
        if position.phase == "write":
            writes = previews(position)
            average = _averages(tables)
            best = max(writes.points, key=lambda box: (writes.points[box], -average[box]))
            return Write(tables.boxes[best])
        sheet = position.sheets[position.seat]
        turn = _turn(tables, sheet.filled, sheet.made)
        dice = tables.dice
        ahead = turn.keeps[position.number - 1]

        def worth(keep: tuple[int, ...]) -> tuple[float, int]:
            if len(keep) == dice.count:
                return turn.stops[position.number - 1][dice.roll_index[keep]], len(keep)
            return ahead[dice.keep_index[keep]], len(keep)

        return Keep(max(dice.keeps_of(position.dice), key=worth))


class _Turn(NamedTuple):
    """``stops[k]``: float64[rolls], points of the best box after roll k + 1; ``keeps[k]``: float64[keeps]."""

    stops: list[np.ndarray]
    keeps: list[np.ndarray]


_TURNS: Recent[tuple[str, str, int, int], _Turn] = Recent(
    2048, 32_000_000, lambda turn: sum(values.nbytes for values in (*turn.stops, *turn.keeps))
)


def _turn(tables: Tables, filled: int, made: int) -> _Turn:
    key = tables.game, tables.digest, filled, made
    return _TURNS.find(key, lambda: _look_ahead(tables, filled, made))


def _look_ahead(tables: Tables, filled: int, made: int) -> _Turn:
    dice = tables.dice
    one = all(len(table) == 1 for table in (tables.points, *(extra.face for extra in tables.extras)))
    stops = [_best(tables, filled, made, number) for number in range(1, 2 if one else tables.rolls + 1)]
    stops = stops * tables.rolls if one else stops
    keeps: list[np.ndarray] = []
    value = stops[-1]
    whole = dice.keep_table >= len(dice.keeps) - len(dice.rolls)
    for number in range(tables.rolls - 1, 0, -1):
        ahead = dice.expectation(value)
        # The last keep of a roll is the whole roll: to stop, which is worth what can be written now.
        keeps.insert(0, ahead)
        # To keep the whole roll is to stop: then it is worth what it gives now, as this roll of the turn.
        value = np.maximum(np.where(whole, -np.inf, ahead[dice.keep_table]).max(axis=1), stops[number - 1])
    return _Turn(stops, keeps)


def _best(tables: Tables, filled: int, made: int, number: int) -> np.ndarray:
    def most(roll: tuple[int, ...]) -> int:
        writes = tables.writes_anew(filled, made, roll, number)
        return max(writes.points.values()) + writes.extra

    return np.array([most(roll) for roll in tables.dice.rolls], dtype=np.float64)


@kept_by_first(1)
def _averages(tables: Tables) -> list[float]:
    weights = tables.dice.weights / tables.dice.weights.sum()
    return list(weights @ np.array(tables.points[0], dtype=np.float64))
