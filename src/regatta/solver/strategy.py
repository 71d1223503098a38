"""What a solved game is worth: the value of every sheet, every box and every keep.

All values are *points to come*, in the mean, when the rest is played as well as can be: boxes, extras and
every bonus of the sheet, also one that is certain already. So the final total that can be expected is

    points written so far + extras paid so far + value

Only numpy is needed here: a stored strategy answers without the kernels.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.dice import Faces
from regatta.errors import Illegal
from regatta.solver.space import MISSED, Space
from regatta.solver.written import Written
from regatta.tables import Tables

Floats = npt.NDArray[np.float64]

TIE = 1e-9
"""Values that are no further apart are equal: what is left of them is rounding."""

TURNS_AT_HAND = 512


class State(NamedTuple):
    """One player's sheet between two turns: the filled boxes, and the tallies of ``Space.tallies``."""

    filled: int
    counts: tuple[int, ...]


class Turn:
    """The values within one turn: those of a state with dice on the table.

    ``number`` counts the rolls made in this turn, from 1; rolls are ascending tuples of faces.
    """

    def __init__(self, strategy: Strategy, state: State) -> None:
        self._strategy = strategy
        self._tables = strategy.tables
        self._state = state
        self._made = strategy.made(state)
        self._after: dict[tuple[int, int, int], float] = {}
        self._writes: dict[int, Floats] = {}
        self._values: dict[int, Floats] = {}
        self._keeps: dict[int, Floats] = {}

    @property
    def start(self) -> float:
        """The value before the first roll."""
        return float(self._rolled(1) @ self._chance)

    @property
    def _chance(self) -> Floats:
        weights = self._tables.dice.weights
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    def boxes(self, roll: Faces, number: int) -> dict[int, float]:
        """Return for each box that may be written (its index, in sheet order) its points and what comes after."""
        writes = self._tables.writes(self._state.filled, self._made, roll, number)
        return {box: self._write(box, points, writes.extra) for box, points in writes.points.items()}

    def _write(self, box: int, points: int, paid: int) -> float:
        write = (box, points, paid)
        if write not in self._after:
            earned = (points + paid) * self._strategy.earns
            self._after[write] = earned + self._strategy.after(self._state, *write)
        return self._after[write]

    def best_box(self, roll: Faces, number: int) -> int:
        """Return the best box; of equal ones that with more points now, then the first on the sheet."""
        values = self.boxes(roll, number)
        points = self._tables.writes(self._state.filled, self._made, roll, number).points
        most = max(values.values())
        return max((box for box in values if values[box] >= most - TIE), key=lambda box: (points[box], -box))

    def keeps(self, roll: Faces, number: int) -> dict[Faces, float]:
        """Return for each keep, in the order of ``Dice.keeps_of``, its value; to keep all is to stop and write.

        Where no roll is left that is the only one.
        """
        dice = self._tables.dice
        stop = float(self._written(number)[dice.roll_index[roll]])
        if number >= self._tables.rolls:
            return {roll: stop}
        ahead = self._ahead(number)
        return {
            keep: stop if keep == roll else float(ahead[dice.keep_index[keep]])
            for keep in dice.keeps_of(roll)
        }

    def best_keep(self, roll: Faces, number: int) -> Faces:
        """Return the best keep; of equal ones the first: that with fewest dice, then with the lowest faces."""
        dice = self._tables.dice
        if number >= self._tables.rolls:
            return roll
        # Players ask this at every step: one row of the table of keeps rather than a value for each.
        keeps, at = dice.keeps_of(roll), dice.roll_index[roll]
        worth = self._ahead(number)[dice.keep_table[at, : len(keeps)]]
        worth[-1] = self._written(number)[at]
        return keeps[int(np.argmax(worth >= worth.max() - TIE))]

    def value(self, roll: Faces, number: int) -> float:
        """Return the value of a roll before anything is decided."""
        return float(self._rolled(number)[self._tables.dice.roll_index[roll]])

    def kept(self, keep: Faces, number: int) -> float:
        """Return the value of ``keep`` after roll ``number`` while the other dice are in the air."""
        dice = self._tables.dice
        return float(self._ahead(number)[dice.keep_index[keep]])

    def _written(self, number: int) -> Floats:
        """float64[rolls]: the best that can be written after roll ``number``."""
        number = min(number, self._strategy.numbers)
        if number not in self._writes:
            strategy, state, dice = self._strategy, self._state, self._tables.dice
            slot = strategy.space.slot(state.filled)
            worth = strategy.written.best(slot, state.counts, number, strategy.values, strategy.earns)
            for roll in strategy.written.special(number):
                writes = self._tables.writes(state.filled, self._made, roll, number)
                if writes.rule is not None or writes.paid:
                    worth[dice.roll_index[roll]] = max(self.boxes(roll, number).values())
            self._writes[number] = worth
        return self._writes[number]

    def _ahead(self, number: int) -> Floats:
        """float64[keeps]: what each keep is worth after roll ``number`` of the turn."""
        if number not in self._keeps:
            self._keeps[number] = self._tables.dice.expectation(self._rolled(number + 1))
        return self._keeps[number]

    def _rolled(self, number: int) -> Floats:
        """float64[rolls]: what each roll is worth as roll ``number`` of the turn."""
        if number not in self._values:
            written = self._written(number)
            if number < self._tables.rolls:
                dice = self._tables.dice
                ahead = self._ahead(number)
                ahead = np.concatenate(
                    [ahead[: len(dice.keeps) - len(dice.rolls)], np.full(len(dice.rolls), -np.inf)]
                )
                written = np.maximum(written, ahead[dice.keep_table].max(axis=1))
            self._values[number] = written
        return self._values[number]


class Strategy:
    """The best play of one player of a game, for the highest mean total.

    ``values`` is an array, or looks up like one, with a value for every place of ``space``; ``numbers`` is 1, or the rolls of a turn where what a
    roll is worth depends on its number.
    """

    earns = 1
    """1 where points count as they are written, 0 where only the end counts."""

    def __init__(self, space: Space, values: Any) -> None:
        self.space = space
        self.tables: Tables = space.tables
        self.values: Any = values
        self.written = Written(space)
        self.numbers = self.written.numbers
        self._missed = [(at, tally.mask) for at, tally in enumerate(space.tallies) if tally.kind == MISSED]
        self._turns: OrderedDict[State, Turn] = OrderedDict()

    @property
    def start(self) -> float:
        """The best mean total of a whole game."""
        return float(self.values[0])

    def state(self, points: Sequence[int | None]) -> State:
        """Return the state of a sheet, given the points of each box in sheet order (None: open).

        Raises:
            Illegal: ``sheet.impossible_order``.
        """
        filled = sum(1 << box for box, worth in enumerate(points) if worth is not None)
        self.space.slot(filled)
        return State(filled, self.space.tallies_on(points))

    def value(self, state: State) -> float:
        """Return the points to come before the first roll of a turn; after the last one, the bonuses.

        Raises:
            Illegal: ``sheet.impossible_order``.
        """
        return float(self.values[self.space.place(self.space.slot(state.filled), state.counts)])

    def after(self, state: State, box: int, points: int, paid: int = 0) -> float:
        """Return the value after ``points`` (with ``paid`` on top) are written into ``box``; they are not in it."""
        counts = [
            count + tally.amount(box, points, paid)
            for tally, count in zip(self.space.tallies, state.counts, strict=True)
        ]
        return float(self.values[self.space.place(self.space.slot(state.filled | 1 << box), counts)])

    def turn(self, state: State) -> Turn:
        """Return the values within a turn; those asked for last are remembered.

        Raises:
            Illegal: ``move.game_over`` where no box is open.
        """
        if state.filled == self.tables.all_boxes:
            raise Illegal("move.game_over")
        found = self._turns.pop(state, None) or Turn(self, state)
        self._turns[state] = found
        if len(self._turns) > TURNS_AT_HAND:
            self._turns.popitem(last=False)
        return found

    def made(self, state: State) -> int:
        """Return boxes with points, as far as the rules can tell them from the others."""
        lost = kept = 0
        for at, mask in self._missed:
            if state.counts[at]:
                lost |= mask
            else:
                kept |= mask
        return state.filled & (~lost | kept)
