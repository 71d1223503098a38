"""Each box of each game on every roll, against rules written by hand; and their totals as golden numbers."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

import by_hand
from plays import TEST_GAMES, every_tables, tables
from regatta.model import catalogue

GOLDEN = Path(__file__).parent / "totals.txt"
ORDERED = {count: list(product(range(1, 7), repeat=count)) for count in (3, 5)}


@pytest.mark.parametrize("game", catalogue.ids())
def test_every_box_gives_on_every_roll_what_the_rules_by_hand_give(game: str) -> None:
    compiled = tables(game)
    assert len(compiled.points) == 1
    for roll, row in zip(compiled.dice.rolls, compiled.points[0], strict=True):
        assert dict(zip(compiled.boxes, row, strict=True)) == by_hand.GAMES[game](roll), roll


@pytest.mark.parametrize("name", [name for name in every_tables() if name.split("[")[0] not in TEST_GAMES])
def test_options_never_change_what_the_dice_give(name: str) -> None:
    assert every_tables()[name].points == tables(name.split("[", maxsplit=1)[0]).points


def brute_force(game: str) -> list[str]:
    """Return a line for each box: points over all ordered rolls, and how many of them give points."""
    compiled = tables(game)
    scored = [by_hand.GAMES[game](dice) for dice in ORDERED[compiled.count]]
    found = []
    for box in compiled.boxes:
        points = [scores[box] for scores in scored]
        found.append(f"{game:<20} {box:<22} {sum(points):>7} {sum(map(bool, points)):>5}")
    return found


def from_tables(game: str) -> list[str]:
    """Return the same lines from the tables and the weights of the rolls."""
    compiled = tables(game)
    dice = compiled.dice
    weights = [dice.weight(roll) for roll in dice.rolls]
    assert sum(weights) == dice.faces**dice.count
    found = []
    for index, box in enumerate(compiled.boxes):
        points = [row[index] for row in compiled.points[0]]
        total = sum(weight * each for weight, each in zip(weights, points, strict=True))
        scoring = sum(weight for weight, each in zip(weights, points, strict=True) if each)
        found.append(f"{game:<20} {box:<22} {total:>7} {scoring:>5}")
    return found


def test_totals_over_all_ordered_rolls_are_the_golden_ones() -> None:
    golden = [line for line in GOLDEN.read_text().splitlines() if line and not line.startswith("#")]
    assert golden == [line for game in catalogue.ids() for line in from_tables(game)]
    assert golden == [line for game in catalogue.ids() for line in brute_force(game)]


def test_the_golden_totals_hold_the_published_ones() -> None:
    """OpenSpiel's game counts five alike as a full house as well: 105 points and six rolls more."""
    text = GOLDEN.read_text()
    rows = {
        tuple(line.split()[:2]): list(map(int, line.split()[2:]))
        for line in text.splitlines()
        if line[:1] != "#"
    }
    for face, name in enumerate(by_hand.FACES, 1):
        assert rows["yacht", name] == [6_480 * face, 4_651]
    assert rows["yacht", "choice"] == [136_080, 7_776]
    assert rows["yacht", "four_of_a_kind"] == [2_730, 156]
    assert rows["yacht", "full_house"] == [5_355 - 105, 306 - 6]
    assert rows["yacht", "little_straight"] == rows["yacht", "big_straight"] == [3_600, 120]
    assert rows["yacht", "yacht"] == [300, 6]


# ------------------------------------------------------------------------------------------- Yahtzee's jokers

SAMPLES = [
    *({}, dict.fromkeys(by_hand.FACES, 5)),
    *({"yahtzee": points} for points in (0, 50)),
    *(
        dict.fromkeys(boxes, 0) | {"yahtzee": points}
        for points in (0, 50)
        for count in (1, 2)
        for boxes in combinations(by_hand.FACES, count)
    ),
    *(
        dict.fromkeys(set(by_hand.LOWER) - {left}, 0) | dict.fromkeys(upper, 0) | {"yahtzee": points}
        for points in (0, 50)
        for left in (*by_hand.JOKER, "chance", "")
        for upper in ([], by_hand.FACES[:3], by_hand.FACES[1:], by_hand.FACES[:5])
    ),
    *(dict.fromkeys(by_hand.FACES, 0) | dict.fromkeys(by_hand.LOWER[:number], 0) for number in range(7)),
]


@pytest.mark.parametrize("upper_first", ["no", "yes"])
@pytest.mark.parametrize("rule", ["forced_joker", "free_joker", "bonus_only", "none"])
def test_yahtzee_allows_and_pays_on_every_roll_what_the_rules_by_hand_do(rule: str, upper_first: str) -> None:
    game = tables("yahtzee", extra_yahtzee=rule, upper_first=upper_first)
    for sheet in SAMPLES:
        filled = sum(1 << game.box_index[box] for box in sheet)
        made = sum(1 << game.box_index[box] for box, points in sheet.items() if points)
        if not game.reachable(filled) or filled == game.all_boxes:
            continue
        for roll in game.dice.rolls:
            allowed, bonus = by_hand.yahtzee_choices(sheet, roll, rule, upper_first=upper_first == "yes")
            writes = game.writes(filled, made, roll, 3)
            assert {game.boxes[box]: points for box, points in writes.points.items()} == allowed, (
                sheet,
                roll,
            )
            assert writes.extra == bonus, (sheet, roll)
            assert writes.paid == ((0,) if bonus else ())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("yahtzee-free-joker", {"extra_yahtzee": "free_joker"}),
        ("yahtzee-upper-first", {"upper_first": "yes"}),
    ],
)
def test_a_game_based_on_yahtzee_is_yahtzee_with_that_option(game: str, options: dict[str, str]) -> None:
    based, whole = tables(game), tables("yahtzee", **options)
    assert based.digest == whole.digest
    assert (based.points, based.extras, based.requires, based.boxes) == (
        whole.points,
        whole.extras,
        whole.requires,
        whole.boxes,
    )
