"""From a review to the context of its page: every figure is rounded so that what is shown adds up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from regatta.coach import Decision, Throw
from regatta.engine import Keep, Write
from regatta.errors import RegattaError
from regatta.match.match import CLOCK
from regatta.web import reviewcontexts as contexts
from regatta.web.jobs import Job, State
from regatta.web.reviewchart import Leg, draw
from regatta.words.bots import bot_name

if TYPE_CHECKING:
    from markupsafe import Markup

    from regatta.coach import Review
    from regatta.match.match import Match
    from regatta.match.record import Record
    from regatta.solver import Distribution
    from regatta.web.contexts import Frame
    from regatta.web.phrases import Phrases
    from regatta.words import Words

SHOWN = 5
"""How many of the worst decisions are drawn."""
LEAST = 0.05
"""Points from which a decision is told of as a loss: less is 0.0 when it is rounded."""


class Seen(NamedTuple):
    """The reviews of all seats of a match, its record, and how perfect games are spread, or why nobody knows."""

    reviews: tuple[Review, ...]
    record: Record
    spread: Distribution | Job | RegattaError


class _Turn(NamedTuple):
    """A turn of the seat, with its number in the record, and its steps."""

    number: int
    steps: list[Throw | Decision]

    @property
    def luck(self) -> float:
        return sum(step.luck for step in self.steps if isinstance(step, Throw))

    @property
    def loss(self) -> float:
        return sum(step.loss for step in self.steps if isinstance(step, Decision))


def page(
    match: Match, seat: int, phrases: Phrases, frame: Frame, *, key: str, seen: Seen | Job
) -> contexts.ReviewPage:
    """Return the context of the page about one seat, or of the page that waits for the game to be worked out."""
    path = f"/matches/{match.id}/review"
    return contexts.ReviewPage(
        frame=frame,
        match=match.id,
        key=key,
        heading=phrases.naming.title,
        name=match.seats[seat].name,
        seats=tuple(
            contexts.Reviewed(each.name, f"{path}?seat={number + 1}", number == seat)
            for number, each in enumerate(match.seats)
        )
        if len(match.seats) > 1
        else (),
        here=f"{path}?seat={seat + 1}",
        faces=match.tables.faces,
        working=None if isinstance(seen, Seen) else working(seen, phrases.words),
        seen=_Look(seen, seat, match, phrases).seen() if isinstance(seen, Seen) else None,
    )


def working(job: Job, words: Words) -> contexts.Working:
    """Return how far a job is, in words."""
    _ = words.gettext
    if job.state is State.WAITING:
        return contexts.Working(_("Other games are worked out first."), None)
    if job.share is None:
        return contexts.Working(_("The solver is being made ready on this server: this happens once."), None)
    percent = int(100 * job.share)
    return contexts.Working(_("%(percent)s %% are done.") % {"percent": percent}, percent)


class _Look:
    """Looks back on the game of one seat, in one language and the words of one game."""

    def __init__(self, seen: Seen, seat: int, match: Match, phrases: Phrases) -> None:
        self._review = review = seen.reviews[seat]
        self._record = seen.record
        self._spread = seen.spread
        self._match = match
        self._words = phrases.words
        self._name = phrases.naming.name
        self._turns = list(_by_turn(review.steps))

    def seen(self) -> contexts.Seen:
        words, review = self._words, self._review
        _ = words.gettext
        lost = [each for each in review.decisions if each.loss >= LEAST]
        worst = sorted(lost, key=lambda each: -each.loss)[:SHOWN]
        return contexts.Seen(
            total=words.number(round(review.final)),
            sums=self._sums(),
            accuracy=words.percent(round(review.accuracy, 3)),
            formula=_(
                "Accuracy = 1 − points lost ÷ points that choosing blindly loses on average with the same dice (every option as "
                "often as any other). Turns that others played do not count."
            ),
            standing=self._standing(),
            waits=isinstance(self._spread, Job),
            notes=tuple(self._notes()),
            chart=self._chart(worst),
            mistakes=tuple(self._mistake(number, each) for number, each in enumerate(worst, 1)),
            more=words.ngettext(
                "%(count)s more decision lost points.",
                "%(count)s more decisions lost points.",
                len(lost) - len(worst),
            )
            % {"count": len(lost) - len(worst)}
            if len(lost) > len(worst)
            else "",
            turns=tuple(self._rows()),
        )

    def _sums(self) -> tuple[contexts.Figure, ...]:
        """Luck takes what rounding leaves, so that the figures add up."""
        _ = self._words.gettext
        start, loss = round(self._review.start_value, 1), round(self._review.loss, 1)
        luck = round(self._review.final - start + loss, 1)
        return (
            contexts.Figure(_("Expected at the start"), "", self._figure(start)),
            contexts.Figure(_("Luck of the dice"), _sign(luck), self._figure(abs(luck))),
            contexts.Figure(_("Lost by decisions"), _sign(-loss), self._figure(loss)),
        )

    def _standing(self) -> str:
        """Say where the total stands among all totals of perfect play."""
        words, spread = self._words, self._spread
        _ = words.gettext
        if isinstance(spread, RegattaError):
            return words.sentence(spread)
        if isinstance(spread, Job):
            line = _("How the totals of perfect games are spread is being worked out.")
            return f"{line} {working(spread, words).line}"
        share = spread.below(round(self._review.final))
        params = {"share": words.percent(round(share, 3)), "median": words.number(spread.median)}
        return _("Better than %(share)s of perfect games; half of these bring %(median)s or more.") % params

    def _figure(self, value: float) -> str:
        return self._words.fixed(value, 1)

    def _notes(self) -> Iterator[str]:
        _, ngettext = self._words.gettext, self._words.ngettext
        if len(self._match.seats) > 1:
            yield _("Looked at as if nobody else had played: what the others did changes no value here.")
        gaps = self._review.gaps
        if gaps:
            told = ngettext(
                "In %(count)s turn not every roll was entered: what was decided between counts as luck here.",
                "In %(count)s turns not every roll was entered: what was decided between counts as luck here.",
                gaps,
            )
            yield told % {"count": gaps}
        hints = sum(each.hinted for each in self._review.decisions)
        if hints:
            told = ngettext(
                "%(count)s decision was made with a hint.",
                "%(count)s decisions were made with a hint.",
                hints,
            )
            yield told % {"count": hints}

    def _chart(self, worst: Sequence[Decision]) -> Markup:
        value = self._review.start_value
        legs = []
        for turn in self._turns:
            lucky = value + turn.luck
            legs.append(Leg(value, lucky, lucky - turn.loss))
            value = legs[-1].after
        marks: dict[int, list[int]] = {}
        places = {turn.number: place for place, turn in enumerate(self._turns)}
        for number, each in enumerate(worst, 1):
            marks.setdefault(places[each.turn], []).append(number)
        return draw(legs, marks)

    def _mistake(self, number: int, each: Decision) -> contexts.Mistake:
        _ = self._words.gettext
        place = next(place for place, turn in enumerate(self._turns, 1) if turn.number == each.turn)
        when = _("Turn %(turn)s, after roll %(roll)s") % {"turn": place, "roll": each.number}
        return contexts.Mistake(
            number=number,
            when=when,
            href=self._href(each.turn),
            dice=each.dice,
            chosen=self._did(each.chosen, each.dice),
            better=self._did(each.best, each.dice),
            loss=self._figure(each.loss),
            note=self._played_by(each.by),
        )

    def _did(self, action: object, dice: tuple[int, ...]) -> contexts.Did:
        _ = self._words.gettext
        if isinstance(action, Write):
            # Translators: before the name of a box.
            return contexts.Did(_("write into"), None, self._name(action.box))
        faces = action.faces if isinstance(action, Keep) else ()
        if faces == dice:
            return contexts.Did(_("stop and write"), None, None)
        # Translators: before the dice that are kept.
        return contexts.Did(_("keep"), faces, None) if faces else contexts.Did(_("roll all dice"), None, None)

    def _rows(self) -> Iterator[contexts.ReviewTurn]:
        value, before = self._review.start_value, round(self._review.start_value, 1)
        for number, turn in enumerate(self._turns, 1):
            value += turn.luck - turn.loss
            after, loss = round(value, 1), round(turn.loss, 1)
            luck = round(after - before + loss, 1)
            before = after
            part = self._record.turns[turn.number - 1]
            yield contexts.ReviewTurn(
                number=number,
                href=self._href(turn.number),
                dice=" ".join(map(str, sorted(turn.steps[-1].dice))),
                box=self._name(part.box) if part.box is not None else None,
                luck=f"{_sign(luck)}{self._figure(abs(luck))}",
                loss=f"{_sign(-loss)}{self._figure(loss)}" if loss else "",
                value=self._figure(after),
                note=self._played_by(part.by),
            )

    def _played_by(self, by: str) -> str:
        """Say who played in the seat's place; empty where nobody did."""
        _ = self._words.gettext
        if not by:
            return ""
        return _("the clock") if by == CLOCK else bot_name(by, self._words)

    def _href(self, turn: int) -> str:
        return f"/matches/{self._match.id}/replay?turn={turn}&sheet={self._review.seat + 1}"


def _by_turn(steps: Sequence[Throw | Decision]) -> Iterator[_Turn]:
    turn: _Turn | None = None
    for step in steps:
        if turn is None or turn.number != step.turn:
            if turn is not None:
                yield turn
            turn = _Turn(step.turn, [])
        turn.steps.append(step)
    if turn is not None:
        yield turn


def _sign(value: float) -> str:
    return "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
