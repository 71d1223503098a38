"""Reviews: final total = value at the start + luck - loss, whoever played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_table import begun, whole
from coach.conftest import Solved
from plays import TEST_GAMES
from regatta import coach, engine
from regatta.engine import Keep, Write
from regatta.match import authority
from regatta.match.commands import Roll
from regatta.match.commands import Write as WriteCommand
from regatta.match.events import Event
from regatta.match.record import Record, record
from regatta.model import load, parse
from regatta.solver import Strategy
from search import examples

GAMES = ("yahtzee", "crag", "odd")


def played(game: str, *bots: str, seed: int = 1) -> Record:
    """Return the record of a game of bots, which a person begins who plays at random."""
    source = TEST_GAMES[game].read_bytes() if game in TEST_GAMES else b""
    _, events = whole(game, "Ana", *bots, seed=seed, source=source)
    return recorded(game, events)


def recorded(game: str, events: list[Event]) -> Record:
    source = TEST_GAMES[game].read_bytes() if game in TEST_GAMES else None
    model = load(game) if source is None else parse(source, f"{game}.yaml")
    return record(events, model.rules())


def check(record: Record, strategy: Strategy) -> tuple[coach.Review, ...]:
    reviews = coach.review(record, strategy)
    match = record.replay()
    for seat, review in enumerate(reviews):
        assert review.seat == seat
        assert review.over
        assert review.final == engine.total(match.tables, match.sheets[seat])
        assert review.start_value == strategy.start
        assert review.start_value + review.luck - review.loss == pytest.approx(review.final, abs=1e-6)
        assert all(decision.loss >= 0 for decision in review.decisions)
        assert 0 <= review.accuracy <= 1
        values = [review.start_value]
        for step in review.steps:
            assert step.before == pytest.approx(values[-1], abs=1e-9)
            values.append(step.after)
    return reviews


@examples(6)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_what_random_and_greedy_play_gets_is_start_plus_luck_minus_loss(
    solved: Solved, game: str, seed: int
) -> None:
    check(played(game, "greedy", "random", seed=seed), solved(game))


@pytest.mark.parametrize("game", GAMES)
def test_perfect_play_loses_nothing(solved: Solved, game: str) -> None:
    strategy = solved(game)  # first: who plays perfectly needs it too
    perfect = check(played(game, "optimal", seed=8), strategy)[1]
    assert perfect.loss == 0
    assert perfect.accuracy == 1
    assert all(each.after == pytest.approx(each.before, abs=1e-9) for each in perfect.decisions)


def test_a_turn_in_detail(solved: Solved) -> None:
    """One turn, decision by decision, against advice asked for in the same positions."""
    match, events = begun("yahtzee")
    for command in (Roll(0), Roll(0, (0, 1)), WriteCommand(0, "chance")):
        match, more = authority.act(match, command, "guest-ana", _Entropy())
        events += more
    told = recorded("yahtzee", events)
    strategy = solved("yahtzee")
    (review,) = coach.review(told, strategy)
    first, second = told.turns[0].rolls
    start = engine.start(match.tables)
    rolled = engine.advance(start, engine.Roll(tuple(sorted(first.dice))))
    held = engine.advance(rolled, Keep(tuple(sorted(first.dice[:2]))))
    again = engine.advance(held, engine.Roll(tuple(sorted(second.dice))))
    stopped = engine.advance(again, Keep(again.dice))
    wrote = engine.advance(stopped, Write("chance"))
    line = [
        coach.advise(position, strategy).value for position in (start, rolled, held, again, stopped, wrote)
    ]
    assert [step.before for step in review.steps] == pytest.approx(line[:-1], abs=1e-9)
    assert [step.after for step in review.steps] == pytest.approx(line[1:], abs=1e-9)
    assert [type(step) for step in review.steps] == [coach.Throw, coach.Decision] * 2 + [coach.Decision]
    assert [step.number for step in review.steps] == [1, 1, 2, 2, 2]
    assert not review.over
    assert review.final == pytest.approx(line[-1])
    assert review.decisions[0].mean < review.decisions[0].before


def test_what_choosing_blindly_loses_is_accuracy_zero_in_the_mean(solved: Solved) -> None:
    """The stake of a decision is what a blind choice loses in the mean: over many games the two are alike."""
    reviews = [coach.review(played("crag", "random", seed=seed), solved("crag"))[1] for seed in range(12)]
    stake = sum(each.before - each.mean for review in reviews for each in review.decisions)
    loss = sum(review.loss for review in reviews)
    assert loss == pytest.approx(stake, rel=0.1)


def test_turns_that_others_played_are_marked_and_leave_the_accuracy_alone(solved: Solved) -> None:
    told = played("crag", seed=3)
    (own,) = coach.review(told, solved("crag"))
    turns = tuple(
        turn.model_copy(update={"by": "clock"}) if nth % 2 else turn for nth, turn in enumerate(told.turns)
    )
    (part,) = coach.review(told.model_copy(update={"turns": turns}), solved("crag"))
    assert part.loss == own.loss
    assert {each.by for each in part.decisions if each.turn % 2 == 0} == {"clock"}
    mine = [each for each in own.decisions if each.turn % 2]
    lost, stake = sum(each.loss for each in mine), sum(each.before - each.mean for each in mine)
    assert part.accuracy == pytest.approx(max(0.0, 1 - lost / stake))


class _Entropy:
    def token(self, size: int) -> bytes:
        return Random(1).randbytes(size)
