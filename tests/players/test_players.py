"""The players that are programs: always something legal, chosen for the reason they give."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plays import at_write, every_tables, tables, throw
from regatta import engine
from regatta.dice import Faces
from regatta.engine import Action, Keep, Position, Write
from regatta.errors import Missing
from regatta.players import KNOWING, names, player
from search import examples

UNKNOWING = tuple(name for name in names() if name not in KNOWING)
"""Players that need no solved game."""


def test_the_names_are_in_order() -> None:
    assert list(names()) == sorted(names())
    assert set(names()) >= {"greedy", "random"}
    with pytest.raises(Missing, match=r"^player\.unknown"):
        player("perfect")


@examples(60)
@given(
    game=st.sampled_from(tuple(every_tables())), name=st.sampled_from(UNKNOWING), seed=st.integers(0, 2**32)
)
def test_players_only_do_what_is_legal_and_always_the_same_with_the_same_chance(
    game: str, name: str, seed: int
) -> None:
    def game_of(seed: int) -> list[Action]:
        rng, chance = Random(seed), Random(seed + 1)
        position = engine.start(every_tables()[game])
        done: list[Action] = []
        while position.phase != "over":
            if position.phase == "roll":
                action: Action = throw(position, chance)
            else:
                action = player(name).choose(position, rng)
                assert action in engine.legal_actions(position)
            done.append(action)
            position, _ = engine.apply(position, action)
        return done

    assert game_of(seed) == game_of(seed)


def best_mean(position: Position) -> Fraction:
    """Return the best mean of what is written at the end of this turn, by walking the engine."""

    @cache
    def worth(position: Position) -> Fraction:
        if position.phase == "roll":
            chance = engine.chance_outcomes(position)
            ways = sum(weight for _, weight in chance)
            return sum(
                (Fraction(weight, ways) * worth(engine.apply(position, roll)[0]) for roll, weight in chance),
                Fraction(0),
            )
        if position.phase == "write":
            writes = engine.previews(position)
            return Fraction(max(writes.points.values()) + writes.extra)
        return max(worth(engine.apply(position, action)[0]) for action in engine.legal_actions(position))

    return worth(position)


@pytest.mark.parametrize("game", ["tiny", "odd", "crag"])
@pytest.mark.parametrize("written", ["", "some"])
def test_greedy_keeps_the_dice_with_the_best_mean(game: str, written: str) -> None:
    whole = tables(game)
    sheet = {"tiny": "sum=3", "odd": "fours=4 served=40", "crag": "crag=50 thirteen=26 fours=8"}[game]
    for roll in whole.dice.rolls:
        position = at_write(whole, sheet if written else "", roll, number=1)._replace(phase="keep")
        action = player("greedy").choose(position, Random(0))
        assert best_mean(engine.apply(position, action)[0]) == best_mean(position), position


def test_greedy_writes_the_box_with_most_points_and_of_equal_ones_the_poorest() -> None:
    game = tables("yahtzee")
    assert player("greedy").choose(at_write(game, "", (2, 2, 2, 3, 3)), Random(0)) == Write("full_house")
    zero = at_write(game, "ones=3 twos=6 chance=20", (1, 1, 2, 2, 2))
    assert player("greedy").choose(zero, Random(0)) == Write("full_house")
    left = at_write(
        game, " ".join(f"{box}=0" for box in game.boxes[:6]) + " full_house=25 chance=20", (1, 1, 2, 2, 4)
    )
    assert player("greedy").choose(left, Random(0)) == Write("yahtzee")


def test_greedy_counts_the_points_of_a_chip() -> None:
    """Five alike again: to stop is worth 100 more than anything that a roll could bring."""
    game = tables("yahtzee")
    position = at_write(game, "yahtzee=50 twos=6", (2, 2, 2, 2, 2), number=1)._replace(phase="keep")
    assert player("greedy").choose(position, Random(0)) == Keep((2,) * 5)


def test_random_takes_each_legal_action_alike() -> None:
    position = at_write(tables("yacht"), "", (1, 2, 3, 4, 5))
    rng = Random(1)
    found = [player("random").choose(position, rng) for _ in range(2_400)]
    counts = [found.count(action) for action in engine.legal_actions(position)]
    assert len(counts) == 12
    assert min(counts) > 150
    assert max(counts) < 250


@pytest.mark.parametrize(
    ("box", "value"),
    [
        ("yahtzee", 2.301432),
        ("chance", 23.333333),
        ("ones", 2.106481),
        ("sixes", 12.638889),
        ("three_of_a_kind", 15.194661),
        ("four_of_a_kind", 5.611263),
    ],
)
def test_SO_09_what_the_last_box_is_worth(box: str, value: float) -> None:
    """By a table of one turn over ordered keeps, apart from the players' own; within 2e-6 of the published value."""
    game = tables("yahtzee")
    index = game.box_index[box]
    worth = {roll: float(row[index]) for roll, row in zip(game.dice.rolls, game.points[0], strict=True)}
    mean: dict[Faces, float] = {}
    for _ in range(2):
        for keep in game.dice.keeps:
            thrown = game.dice.outcomes(5 - len(keep))
            total = sum(weight * worth[tuple(sorted((*keep, *fallen)))] for fallen, weight in thrown)
            mean[keep] = total / 6 ** (5 - len(keep))
        worth = {roll: max(mean[keep] for keep in game.dice.keeps_of(roll)) for roll in game.dice.rolls}
    start = sum(worth[tuple(sorted(dice))] for dice in product(range(1, 7), repeat=5)) / 6**5
    assert start == pytest.approx(value, abs=2e-6)
