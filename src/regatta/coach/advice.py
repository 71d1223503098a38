"""What a position is worth, and each thing that can be done in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from regatta.engine import Action, Keep, Write, legal_actions, points_on, previews
from regatta.solver import TIE

if TYPE_CHECKING:
    from regatta.engine import Position
    from regatta.solver import Strategy


class Option(NamedTuple):
    """A thing that can be done: ``value`` is the mean final total after it, ``points`` what it writes at once.

    To keep all dice is to stop; ``points`` are then those of the box that is best to write, 0 for other keeps.
    """

    action: Action
    value: float
    points: int = 0


class Advice(NamedTuple):
    """``value`` is the mean final total from here under the best play; ``options`` are all, the best first.

    No options where chance is to act or the game is over.
    """

    value: float
    options: tuple[Option, ...]

    @property
    def best(self) -> Option | None:
        return self.options[0] if self.options else None


def advise(position: Position, strategy: Strategy) -> Advice:
    """Return what the seat to act can expect, playing alone, and what each legal action is worth to it.

    Equal values (no further apart than ``solver.TIE``) are ordered by the points that are written at once, then
    as they stand: boxes in the order of the sheet, keeps in that of ``Dice.keeps_of``.

    Raises:
        ValueError: the strategy belongs to other rules.
        Illegal: ``sheet.impossible_order`` for a sheet that no game leads to.
    """
    game = position.game
    if strategy.tables.digest != game.digest:
        raise ValueError("the strategy belongs to other rules")
    sheet = position.sheets[position.seat]
    written = points_on(game, sheet)
    state = strategy.state(sheet.points)
    if position.phase in ("roll", "over"):
        before = position.number == 0 or position.phase == "over"
        value = strategy.value(state) if before else strategy.turn(state).kept(position.kept, position.number)
        return Advice(written + value, ())
    turn = strategy.turn(state)
    writes = previews(position)
    if position.phase == "write":
        values = turn.boxes(position.dice, position.number)
        options = [
            Option(Write(game.boxes[box]), written + value, writes.points[box] + writes.extra)
            for box, value in values.items()
        ]
    else:
        stop = writes.points[turn.best_box(position.dice, position.number)] + writes.extra
        keeps = turn.keeps(position.dice, position.number)
        options = [
            Option(keep, written + keeps[keep.faces], stop if keep.faces == position.dice else 0)
            for keep in legal_actions(position)
            if isinstance(keep, Keep)
        ]
    ordered = tuple(_best_first(options))
    return Advice(ordered[0].value, ordered)


def _best_first(options: Sequence[Option]) -> Iterator[Option]:
    places = {option.action: place for place, option in enumerate(options)}
    left = sorted(options, key=lambda option: -option.value)
    while left:
        equal = [option for option in left if option.value >= left[0].value - TIE]
        yield from sorted(equal, key=lambda option: (-option.points, places[option.action]))
        left = left[len(equal) :]
