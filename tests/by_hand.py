"""The seven games once more, by hand from their rules, without anything of Regatta.

Each function tells what every box gives for some dice, in any order, when no extra rule applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

Scores = dict[str, int]
FACES = ["ones", "twos", "threes", "fours", "fives", "sixes"]


def _numbers(dice: Sequence[int]) -> Scores:
    return {name: sum(die for die in dice if die == face) for face, name in enumerate(FACES, 1)}


def _shape(dice: Sequence[int]) -> list[int]:
    """How many dice show a like face, most first: 3-3-3-5-5 is [3, 2]."""
    return sorted(Counter(dice).values(), reverse=True)


def _row_of(length: int, dice: Sequence[int]) -> bool:
    """Whether so many faces in a row are among the dice."""
    return any(all(low + step in dice for step in range(length)) for low in range(1, 7))


def yacht(dice: Sequence[int]) -> Scores:
    total, shape, hand = sum(dice), _shape(dice), "".join(map(str, sorted(dice)))
    return {
        **_numbers(dice),
        "full_house": total if shape == [3, 2] else 0,
        "four_of_a_kind": total if shape[0] >= 4 else 0,
        "little_straight": 30 if hand == "12345" else 0,
        "big_straight": 30 if hand == "23456" else 0,
        "choice": total,
        "yacht": 50 if shape == [5] else 0,
    }


def yahtzee(dice: Sequence[int]) -> Scores:
    total, shape = sum(dice), _shape(dice)
    return {
        **_numbers(dice),
        "three_of_a_kind": total if shape[0] >= 3 else 0,
        "four_of_a_kind": total if shape[0] >= 4 else 0,
        "full_house": 25 if shape == [3, 2] else 0,
        "small_straight": 30 if _row_of(4, dice) else 0,
        "large_straight": 40 if _row_of(5, dice) else 0,
        "yahtzee": 50 if shape == [5] else 0,
        "chance": total,
    }


def crag(dice: Sequence[int]) -> Scores:
    total, shape, hand = sum(dice), _shape(dice), "".join(map(str, sorted(dice)))
    return {
        **_numbers(dice),
        "odd_straight": 20 if hand == "135" else 0,
        "even_straight": 20 if hand == "246" else 0,
        "low_straight": 20 if hand == "123" else 0,
        "high_straight": 20 if hand == "456" else 0,
        "three_of_a_kind": 25 if shape == [3] else 0,
        "thirteen": 26 if total == 13 else 0,
        "crag": 50 if hand in ("166", "355", "445") else 0,
    }


def yatzy(dice: Sequence[int]) -> Scores:
    total, shape, hand = sum(dice), _shape(dice), "".join(map(str, sorted(dice)))
    faces_with = {
        number: [face for face, many in Counter(dice).items() if many >= number] for number in (2, 3, 4)
    }
    pairs = sorted(faces_with[2], reverse=True)
    return {
        **_numbers(dice),
        "one_pair": 2 * pairs[0] if pairs else 0,
        "two_pairs": 2 * pairs[0] + 2 * pairs[1] if len(pairs) == 2 else 0,
        "three_of_a_kind": 3 * sum(faces_with[3]),
        "four_of_a_kind": 4 * sum(faces_with[4]),
        "small_straight": 15 if hand == "12345" else 0,
        "large_straight": 20 if hand == "23456" else 0,
        "full_house": total if shape == [3, 2] else 0,
        "chance": total,
        "yatzy": 50 if shape == [5] else 0,
    }


def kismet(dice: Sequence[int]) -> Scores:
    total, shape = sum(dice), _shape(dice)
    # A face and the one on the opposite side of the die have one colour.
    colours = {min(die, 7 - die) for die in dice}
    full = shape in ([3, 2], [5])

    def pairs_in(colour: int) -> int:
        return sum(dice.count(face) // 2 for face in (colour, 7 - colour))

    return {
        **_numbers(dice),
        "two_pair_same_color": total if any(pairs_in(colour) >= 2 for colour in (1, 2, 3)) else 0,
        "three_of_a_kind": total if shape[0] >= 3 else 0,
        "straight": 30 if _row_of(5, dice) else 0,
        "flush": 35 if len(colours) == 1 else 0,
        "full_house": total + 15 if full else 0,
        "full_house_same_color": total + 20 if full and len(colours) == 1 else 0,
        "four_of_a_kind": total + 25 if shape[0] >= 4 else 0,
        "yarborough": total,
        "kismet": total + 50 if shape == [5] else 0,
    }


GAMES: dict[str, Callable[[Sequence[int]], Scores]] = {
    "yacht": yacht,
    "yahtzee": yahtzee,
    "yahtzee-free-joker": yahtzee,
    "yahtzee-upper-first": yahtzee,
    "crag": crag,
    "yatzy": yatzy,
    "kismet": kismet,
}

LOWER = [
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
]
JOKER = {"full_house": 25, "small_straight": 30, "large_straight": 40}


def yahtzee_choices(
    sheet: Scores, dice: Sequence[int], rule: str, *, upper_first: bool
) -> tuple[Scores, int]:
    """Return the boxes that Yahtzee allows with their points, and the bonus; ``rule`` is the joker option."""
    normal = yahtzee(dice)
    opened = [box for box in [*FACES, *LOWER] if box not in sheet]
    if upper_first and any(box in FACES for box in opened):
        opened = [box for box in opened if box in FACES]
    allowed = {box: normal[box] for box in opened}
    further = len(set(dice)) == 1 and "yahtzee" in sheet
    if not further or rule == "none":
        return allowed, 0
    bonus = 100 if sheet["yahtzee"] == 50 else 0
    own = FACES[dice[0] - 1]
    if rule == "bonus_only":
        return allowed, bonus
    if rule == "free_joker":
        return (
            allowed | {box: JOKER[box] for box in opened if box in JOKER} if own in sheet else allowed
        ), bonus
    if own in opened:
        return {own: normal[own]}, bonus
    lower = [box for box in opened if box in LOWER]
    if lower:
        return {box: JOKER.get(box, normal[box]) for box in lower}, bonus
    return dict.fromkeys(opened, 0), bonus
