"""Positions and actions of a game: immutable values, no rule and no chance in them."""

from __future__ import annotations

from typing import NamedTuple

from regatta.dice import Faces
from regatta.engine.sheet import Sheet
from regatta.tables import Tables


class Roll(NamedTuple):
    """The dice fell: only those that were thrown, ascending. Chance acts here, never the engine."""

    dice: Faces


class Keep(NamedTuple):
    """Keep these dice and roll the others; keeping all of them is to stop."""

    faces: Faces


class Write(NamedTuple):
    """Write the dice into a box, by its id."""

    box: str


Action = Roll | Keep | Write


class Rolled(NamedTuple):
    """Roll number ``number`` of the turn gave ``dice``."""

    seat: int
    number: int
    dice: Faces


class Kept(NamedTuple):
    """The seat kept ``faces``."""

    seat: int
    faces: Faces


class Wrote(NamedTuple):
    """The seat wrote ``points`` into ``box``; ``extra`` points came on top, of the extras ``paid``."""

    seat: int
    box: str
    points: int
    extra: int
    paid: tuple[int, ...]


Event = Rolled | Kept | Wrote


class Position(NamedTuple):
    """The state of a game between two actions.

    ``phase`` is ``roll`` (chance is to act), ``keep`` or ``write`` (``seat`` is to act) or ``over``.
    ``number`` counts the rolls made in this turn; ``dice`` are those on the table, ascending, none before
    the first roll; ``kept`` are those that stay while the others are rolled.
    """

    game: Tables
    sheets: tuple[Sheet, ...]
    seat: int
    phase: str
    number: int = 0
    dice: Faces = ()
    kept: Faces = ()

    @property
    def rolls_left(self) -> int:
        return self.game.rolls - self.number

    def __str__(self) -> str:
        """One line that says it all: game, sheet of the seat to act, roll number, dice or those kept."""
        sheet = self.sheets[self.seat].text(self.game.boxes)
        dice = ",".join(map(str, self.dice)) or "-"
        if self.kept:
            dice += f" kept {','.join(map(str, self.kept))}"
        seat = f" seat {self.seat + 1}/{len(self.sheets)}" if len(self.sheets) > 1 else ""
        return f'{self.game.game}{seat} "{sheet}" roll {self.number} dice {dice} {self.phase}'
