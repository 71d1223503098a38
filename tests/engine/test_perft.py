"""The golden counts of perft.txt, by walking the engine and, where they are known, by formula or fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from plays import tables
from regatta import engine
from regatta.dice import Faces, dice
from regatta.engine import Keep, Position, Write
from regatta.model import catalogue
from regatta.tables import Tables


class Golden(NamedTuple):
    id: str
    game: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.id}-{'-'.join(self.words[:2])}"


def goldens() -> Iterator[Golden]:
    at = game = ""
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines():
        match line.partition("#")[0].split():
            case ["id", name]:
                at = name
            case ["game", name]:
                game = name
            case [_, *_] as words:
                yield Golden(at, game, tuple(words))


def of(word: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("golden", [g for g in goldens() if g.words[0] == word], ids=str)


def test_every_word_of_the_file_is_tested() -> None:
    assert {golden.words[0] for golden in goldens()} == {
        *("perft", "divide", "from", "keeps", "nodes", "states", "value", "box"),
    }


def test_every_game_has_a_golden_count() -> None:
    based = {"yahtzee-free-joker", "yahtzee-upper-first"}
    assert {golden.game for golden in goldens()} >= set(catalogue.ids()) - based


def faces(text: str) -> Faces:
    return () if text == "-" else tuple(map(int, text.split(",")))


def after_roll(game: Tables, text: str) -> Position:
    return engine.apply(engine.start(game), engine.Roll(faces(text)))[0]


# -------------------------------------------------------------------------------------------------------- dice


def test_five_dice_have_the_golden_numbers() -> None:
    five = dice(5, 6)
    assert len(five.rolls) == 252
    assert sum(map(five.weight, five.rolls)) == 7_776
    assert len(five.keeps) == 462
    assert sum(len(five.keeps_of(roll)) for roll in five.rolls) == 4_368
    assert 252 * 2**5 == 8_064


def test_what_each_keep_becomes_adds_up_in_whole_numbers() -> None:
    five = dice(5, 6)
    for keep in five.keeps:
        missing = 5 - len(keep)
        weights = Counter[Faces]()
        for thrown, weight in five.outcomes(missing):
            weights[tuple(sorted((*keep, *thrown)))] += weight
        assert weights.total() == 6**missing
        assert set(weights) <= set(five.rolls)
        for whole in weights:
            assert keep in five.keeps_of(whole)


# -------------------------------------------------------------------------------------------------- turn perft


@of("perft")
def test_perft(golden: Golden) -> None:
    depth, number = map(int, golden.words[1:])
    start = engine.start(tables(golden.game))
    found = engine.perft(start, depth)
    assert found == number, engine.divide(start, depth)


@pytest.mark.parametrize("game", ["yacht", "crag", "tiny"])
def test_perft_three_by_formula(game: str) -> None:
    """A line of three plies is a set of kept dice, what lay beside them, and what is rolled beside them."""
    some = tables(game)
    sizes = range(some.count + 1)
    beside = [comb(some.count - size + some.faces - 1, some.faces - 1) for size in sizes]
    lines = sum(comb(size + some.faces - 1, some.faces - 1) * beside[size] ** 2 for size in sizes)
    assert engine.perft(engine.start(some), 3) == lines


def test_perft_three_by_walking_with_apply_alone() -> None:
    """The same count without the counter of the engine, each step verified."""
    start, count = engine.start(tables("yacht")), 0
    for roll, _ in engine.chance_outcomes(start):
        position = engine.apply(start, roll)[0]
        for keep in engine.legal_actions(position):
            kept = engine.apply(position, keep)[0]
            count += 1 if kept.phase == "write" else len(engine.chance_outcomes(kept))
    assert count == 254_100


def test_a_turn_ends_in_as_many_lines_as_there_are_boxes_for_each() -> None:
    for game, boxes in (("yacht", 12), ("yahtzee", 13), ("yatzy", 15), ("kismet", 15)):
        assert engine.perft(engine.start(tables(game)), 6) == 272_212_248 * boxes


@of("divide")
def test_divide(golden: Golden) -> None:
    depth, *numbers = map(int, golden.words[1:])
    kept = Counter[int]()
    start = engine.start(tables(golden.game))
    for roll, _ in engine.chance_outcomes(start):
        for keep, count in engine.divide(engine.apply(start, roll)[0], depth - 1).items():
            assert isinstance(keep, Keep)
            kept[len(keep.faces)] += count
    assert [kept[size] for size in range(6)] == numbers
    # By formula: choose the kept dice and the rolled ones apart, as multisets; every pair of them is one line.
    assert numbers == [comb(size + 5, 5) * comb(10 - size, 5) ** 2 for size in range(6)]


@of("from")
def test_perft_from_a_position(golden: Golden) -> None:
    _, text, keeps, lines = golden.words
    position = after_roll(tables(golden.game), text)
    assert len(engine.legal_actions(position)) == int(keeps)
    assert engine.perft(position, 2) == int(lines), engine.divide(position, 2)


# ------------------------------------------------------------------------------------------------------- order


@of("keeps")
def test_keeps_come_in_a_fixed_order(golden: Golden) -> None:
    position = after_roll(tables(golden.game), golden.words[1])
    assert engine.legal_actions(position) == tuple(Keep(faces(text)) for text in golden.words[2:])


def test_boxes_come_in_the_order_of_the_sheet() -> None:
    position, _ = engine.apply(after_roll(tables("yahtzee"), "1,1,2,2,3"), Keep((1, 1, 2, 2, 3)))
    assert [action.box for action in engine.legal_actions(position) if isinstance(action, Write)] == [
        *("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind"),
        *("full_house", "small_straight", "large_straight", "yahtzee", "chance"),
    ]


def test_rolls_come_in_ascending_order() -> None:
    outcomes = [roll.dice for roll, _ in engine.chance_outcomes(engine.start(tables("yacht")))]
    assert outcomes == sorted(outcomes)
    assert (outcomes[0], outcomes[-1]) == ((1, 1, 1, 1, 1), (6, 6, 6, 6, 6))


# --------------------------------------------------------------------------------------------- the whole tree


def after_stop(position: Position) -> bool:
    return position.phase == "write" and position.number < position.game.rolls


@of("nodes")
def test_nodes_of_the_whole_tree(golden: Golden) -> None:
    @cache
    def count(position: Position) -> tuple[int, int, int]:
        if position.phase == "over":
            return 0, 0, 1
        chance = [roll for roll, _ in engine.chance_outcomes(position)]
        own = (1, 0, 0) if chance else (0, int(not after_stop(position)), 0)
        below = [
            count(engine.apply(position, action)[0]) for action in chance or engine.legal_actions(position)
        ]
        chances, decisions, ends = (sum(column) for column in zip(own, *below, strict=True))
        return chances, decisions, ends

    assert count(engine.start(tables(golden.game))) == tuple(map(int, golden.words[1:]))


@of("states")
def test_states_of_the_whole_tree(golden: Golden) -> None:
    seen: dict[tuple[object, ...], Position] = {}

    def walk(position: Position) -> None:
        key = (position.sheets[0].filled, engine.totals(position), *position[3:])
        if key not in seen:
            seen[key] = position
            chance = [roll for roll, _ in engine.chance_outcomes(position)]
            for action in chance or engine.legal_actions(position):
                walk(engine.apply(position, action)[0])

    walk(engine.start(tables(golden.game)))
    kinds = Counter(
        p.phase if p.phase in ("roll", "over") else "decide" for p in seen.values() if not after_stop(p)
    )
    assert [kinds["roll"], kinds["decide"], kinds["over"]] == list(map(int, golden.words[1:]))


# ---------------------------------------------------------------------------------------------- exact values


@of("value")
def test_value_by_the_engine_and_by_hand(golden: Golden) -> None:
    @cache
    def best(position: Position) -> Fraction:
        if position.phase == "over":
            return Fraction(engine.totals(position)[0])
        chance = engine.chance_outcomes(position)
        if chance:
            ways = sum(weight for _, weight in chance)
            return sum(
                (Fraction(weight, ways) * best(engine.apply(position, roll)[0]) for roll, weight in chance),
                Fraction(0),
            )
        return max(best(engine.apply(position, action)[0]) for action in engine.legal_actions(position))

    assert best(engine.start(tables(golden.game))) == Fraction(golden.words[1]) == tiny_by_hand("pair", "sum")


def tiny_by_hand(*boxes: str) -> Fraction:
    """The tiny game with ordered dice and rules of its own: what the open ``boxes`` are worth."""
    if not boxes:
        return Fraction(0)

    def write(one: int, other: int) -> Fraction:
        worth = {"pair": 10 * (one == other), "sum": one + other}
        return max(worth[box] + tiny_by_hand(*(left for left in boxes if left != box)) for box in boxes)

    spots = (1, 2, 3)

    def turn(one: int, other: int) -> Fraction:
        both = sum((write(a, b) for a, b in product(spots, spots)), Fraction(0)) / 9
        first = sum((write(a, other) for a in spots), Fraction(0)) / 3
        second = sum((write(one, b) for b in spots), Fraction(0)) / 3
        return max(write(one, other), both, first, second)

    return sum((turn(one, other) for one, other in product(spots, spots)), Fraction(0)) / 9


def best_total(game: Tables, boxes: tuple[str, ...]) -> float:
    """Return the best expected total of a game that has these boxes left, without extra rules, in float64."""
    if not boxes:
        return 0.0
    points = np.array(game.points[0], dtype=np.float64)
    later = [best_total(game, tuple(left for left in boxes if left != box)) for box in boxes]
    worth = np.max(
        [points[:, game.box_index[box]] + more for box, more in zip(boxes, later, strict=True)], axis=0
    )
    for _ in range(game.rolls - 1):
        worth = game.dice.expectation(worth)[game.dice.keep_table].max(axis=1)
    return float(worth @ game.dice.weights) / float(game.dice.weights.sum())


@of("box")
def test_best_turns_for_one_or_two_boxes(golden: Golden) -> None:
    """In float64 within 1e-13 of the fraction, relative; exactly in test_best_turn_for_one_box_exactly."""
    value = best_total(tables(golden.game), tuple(golden.words[1].split(",")))
    assert value == pytest.approx(float(Fraction(golden.words[2])), rel=1e-13)


@pytest.mark.parametrize("box", ["four_of_a_kind", "full_house", "yacht"])
def test_best_turn_for_one_box_exactly(box: str) -> None:
    """Over whole numbers, without ``Dice.expectation``: values times 6 ** 5 after each roll."""
    golden = next(g for g in goldens() if g.words[:2] == ("box", box))
    game = tables(golden.game)
    five, index = game.dice, game.box_index[box]
    worth = {roll: Fraction(row[index]) for roll, row in zip(five.rolls, game.points[0], strict=True)}
    for _ in range(2):
        keeps = dict(worth)
        for size in range(4, -1, -1):
            for keep in (keep for keep in five.keeps if len(keep) == size):
                children = (tuple(sorted((*keep, face))) for face in range(1, 7))
                keeps[keep] = sum((keeps[child] for child in children), Fraction(0)) / 6
        worth = {roll: max(keeps[keep] for keep in five.keeps_of(roll)) for roll in five.rolls}
    value = sum((five.weight(roll) * each for roll, each in worth.items()), Fraction(0)) / 6**5
    assert value == Fraction(golden.words[2])


# ------------------------------------------------------------------------------------------------- any dice


@pytest.mark.parametrize(
    ("count", "sides"), [(1, 2), (1, 20), (2, 3), (3, 6), (4, 9), (6, 6), (9, 2), (10, 4)]
)
def test_multisets_of_any_dice(count: int, sides: int) -> None:
    some = dice(count, sides)
    assert len(some.rolls) == comb(count + sides - 1, count)
    assert len(some.keeps) == comb(count + sides, count)
    assert sum(map(some.weight, some.rolls)) == sides**count == int(some.weights.sum())
    for roll in some.rolls:
        keeps = some.keeps_of(roll)
        assert len(keeps) == len(set(keeps)) == prod(roll.count(face) + 1 for face in set(roll))
        assert list(keeps) == sorted(keeps, key=lambda keep: (len(keep), keep))
        assert keeps[0] == ()
        assert keeps[-1] == roll
    ones = np.ones(len(some.rolls))
    assert some.expectation(ones) == pytest.approx(1, abs=1e-12)
