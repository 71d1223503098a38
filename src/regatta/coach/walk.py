"""What a game owed to luck and what to its player: every roll and every decision of a record, in points.

Each seat is looked at alone: what a position is worth is the mean of its final total, whatever the others do, and the
roll-off for the first turn is not part of it. So *final = start + luck - loss* holds for each seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from regatta import engine
from regatta.coach.advice import advise
from regatta.match.events import Rolled, Wrote
from regatta.match.match import begun
from regatta.match.record import events_of, forward, opened
from regatta.solver import TIE

if TYPE_CHECKING:
    from regatta.coach.advice import Advice
    from regatta.dice import Faces
    from regatta.engine import Action, Position
    from regatta.match.match import Match
    from regatta.match.record import Record, TurnPart
    from regatta.solver import Strategy


class Throw(NamedTuple):
    """Roll ``number`` of turn ``turn`` (both from 1) gave ``dice``: worth ``before`` it and ``after`` it.

    ``unseen`` are the rolls before it that nobody entered, of dice thrown by hand: what was decided between is not known,
    and part of its luck.
    """

    turn: int
    number: int
    dice: Faces
    before: float
    after: float
    unseen: int = 0

    @property
    def luck(self) -> float:
        return self.after - self.before


class Decision(NamedTuple):
    """After roll ``number`` of turn ``turn``, with ``dice`` on the table, ``chosen`` was done.

    ``before`` is what the position was worth, which is the value of ``best``; ``after`` the value of ``chosen``;
    ``mean`` that of all options, each as likely as any other. ``by`` says who played the turn where the
    seat's own player did not (see ``TurnPart``), ``hinted`` whether the coach was asked first.
    """

    turn: int
    number: int
    dice: Faces
    chosen: Action
    best: Action
    before: float
    after: float
    mean: float
    by: str = ""
    hinted: bool = False

    @property
    def loss(self) -> float:
        """Points lost against the best option; 0 where they are equal."""
        lost = self.before - self.after
        return lost if lost > TIE else 0.0


Step = Throw | Decision


@dataclass(frozen=True)
class Review:
    """The game of one seat. ``steps`` are its rolls and decisions in order; ``final`` is its total.

    Where the record ends before the game does, ``over`` is False and ``final`` what could be expected then.
    """

    seat: int
    start_value: float
    final: float
    over: bool
    steps: tuple[Step, ...]

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        return tuple(step for step in self.steps if isinstance(step, Throw))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(step for step in self.steps if isinstance(step, Decision))

    @cached_property
    def luck(self) -> float:
        return sum(throw.luck for throw in self.throws)

    @cached_property
    def gaps(self) -> int:
        """In how many turns rolls are missing that nobody entered."""
        return len({throw.turn for throw in self.throws if throw.unseen})

    @cached_property
    def loss(self) -> float:
        return sum(decision.loss for decision in self.decisions)

    @cached_property
    def accuracy(self) -> float:
        """How much of what could be lost by choosing blindly was not lost: 0 to 1.

        1 - (points lost) / (points that one loses in the mean on the same dice by choosing each option as often
        as any other); 0 where more was lost than that. Turns that others played do not count.
        """
        own = [decision for decision in self.decisions if not decision.by]
        stake = sum(decision.before - decision.mean for decision in own)
        if stake <= TIE:
            return 1.0
        return max(0.0, 1.0 - sum(decision.loss for decision in own) / stake)


def review(record: Record, strategy: Strategy) -> tuple[Review, ...]:
    """Return the review of each seat of a record, finished or not.

    Raises:
        ValueError: the strategy belongs to other rules.
        Illegal, Invalid, ModelFaults: as ``Record.replay``.
    """
    match = opened(record)
    walks = [_Walk(strategy) for _ in match.seats]
    for turn, event in events_of(record, match.tables.count):
        after = forward(match, event, turn)
        if isinstance(event, Rolled | Wrote):
            walks[event.seat].go(match, after, event, turn, record.turns[turn - 1])
        match = after
    return tuple(walk.review(seat, match) for seat, walk in enumerate(walks))


class _Walk:
    """The way of one seat through a record; ``value`` is its mean final total where it stands now."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._steps: list[Step] = []
        self._advice: Advice | None = None
        self._value = strategy.start

    def go(self, match: Match, after: Match, event: Rolled | Wrote, turn: int, part: TurnPart) -> None:
        for position, action in _decided(match, event):
            self._decide(position, action, turn, part, hinted=len(match.turn.rolls) in part.hints)
        if isinstance(event, Rolled):
            position = begun(after)
            self._advice = advise(position, self._strategy)
            found = self._advice.value
            unseen = position.number - begun(match).number - 1
            self._steps.append(Throw(turn, position.number, position.dice, self._value, found, unseen))
            self._value = found

    def _decide(self, position: Position, action: Action, turn: int, part: TurnPart, *, hinted: bool) -> None:
        advice, self._advice = self._advice or advise(position, self._strategy), None
        chosen = next(option.value for option in advice.options if option.action == action)
        self._steps.append(
            Decision(
                turn,
                position.number,
                position.dice,
                action,
                advice.options[0].action,
                advice.value,
                chosen,
                sum(option.value for option in advice.options) / len(advice.options),
                part.by,
                hinted,
            )
        )
        self._value = chosen

    def review(self, seat: int, match: Match) -> Review:
        sheet = match.sheets[seat]
        over = sheet.filled == match.tables.all_boxes
        final = float(engine.total(match.tables, sheet)) if over else self._value
        return Review(seat, self._strategy.start, final, over, tuple(self._steps))


def _decided(match: Match, event: Rolled | Wrote) -> Iterator[tuple[Position, Action]]:
    """Yield what the seat decided before an event, each with the position it was in.

    Nothing where rolls by hand lie between that nobody entered.
    """
    position = begun(match)
    if isinstance(event, Rolled) and event.number > position.number + 1:
        return
    if position.phase == "keep":
        thrown = event.places if isinstance(event, Rolled) else ()
        kept = tuple(sorted(face for place, face in enumerate(match.dice) if place not in thrown))
        yield position, engine.Keep(kept)
        position = engine.advance(position, engine.Keep(kept))
    if isinstance(event, Wrote):
        yield position, engine.Write(event.box)
