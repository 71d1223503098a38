"""Small games for the solver: each as a model, and as rules written by hand."""

from __future__ import annotations

from collections.abc import Mapping

from expectimax import Faces, Game, Writes
from regatta.model import parse
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile

TITLE = "players: {to: 3}\nwords: {en: {title: Own}}\n"

PLAIN = """
game: plain
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum:  {points: sum}
"""

BONUSES = """
game: bonuses
dice: {count: 2, faces: 3}
flow: three rolls
sheet:
  left:
    ones:   {points: {sum of: 1}}
    twos:   {points: {sum of: 2, plus: -1}}
    threes: {points: {sum of: 3}}
  right:
    low: {points: {expression: "5 - sum", means: {en: five less the sum}}}
bonuses:
  first: {of: left, from: {4: 3, 7: 8}}
  whole: {of: any, from: {6: 2}}
  last:  {of: threes, from: {6: 1}}
"""

JOKERS = """
game: jokers
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  left:
    ones:   {points: {sum of: 1}}
    twos:   {points: {sum of: 2}}
  right:
    pair:   {if: {alike: 2}, points: 10}
    run:    {if: {run: 2}, points: 6}
    chance: {points: sum}
bonuses:
  all_left: {of: left, from: {4: 5}}
extra:
  again:
    if: {alike: 2}
    when: {filled: pair}
    pays: {points: 20, when: {made: pair}, as: chips}
    write:
      - {in: {that face in: left}}
      - {in: right, values: {run: 6}}
      - {in: left, points: 0}
"""

IN_ORDER = """
game: in-order
dice: {count: 3, faces: 2}
flow: three rolls
sheet:
  left:
    ones: {points: {sum of: 1}}
    twos: {points: {sum of: 2}}
  right:
    served: {if: {alike: 3}, points: {by roll: [9, 5, 2]}}
    late:   {points: {expression: "roll == 3 ? sum : 0", means: {en: the sum of the third roll}}}
bonuses:
  filled: {of: left, from: {5: 4}}
order: [left, right]
"""


def _plain(sheet: Mapping[str, int], dice: Faces, number: int) -> Writes:
    every = {"pair": 10 if dice[0] == dice[1] else 0, "sum": sum(dice)}
    return {box: points for box, points in every.items() if box not in sheet}, 0


def _bonuses(sheet: Mapping[str, int], dice: Faces, number: int) -> Writes:
    every = {
        "ones": dice.count(1),
        "twos": 2 * dice.count(2) - 1,
        "threes": 3 * dice.count(3),
        "low": 5 - sum(dice),
    }
    return {box: points for box, points in every.items() if box not in sheet}, 0


def _bonus_of_bonuses(sheet: Mapping[str, int]) -> int:
    left = sheet["ones"] + sheet["twos"] + sheet["threes"]
    first = 8 if left >= 7 else 3 if left >= 4 else 0
    return first + (2 if left + sheet["low"] >= 6 else 0) + (1 if sheet["threes"] >= 6 else 0)


def _jokers(sheet: Mapping[str, int], dice: Faces, number: int) -> Writes:
    pair = dice[0] == dice[1]
    every = {
        "ones": dice.count(1),
        "twos": 2 * dice.count(2),
        "pair": 10 if pair else 0,
        "run": 6 if dice[1] - dice[0] == 1 else 0,
        "chance": sum(dice),
    }
    opened = {box: points for box, points in every.items() if box not in sheet}
    if not pair or "pair" not in sheet:
        return opened, 0
    paid = 20 if sheet["pair"] else 0
    own = {1: "ones", 2: "twos"}.get(dice[0])
    if own in opened:
        return {own: opened[own]}, paid
    right = {box: points for box, points in opened.items() if box in ("run", "chance")}
    if right:
        return right | ({"run": 6} if "run" in right else {}), paid
    return dict.fromkeys(opened, 0), paid


def _in_order(sheet: Mapping[str, int], dice: Faces, number: int) -> Writes:
    left = {"ones": dice.count(1), "twos": 2 * dice.count(2)}
    right = {
        "served": (9, 5, 2)[number - 1] if len(set(dice)) == 1 else 0,
        "late": sum(dice) if number == 3 else 0,
    }
    every = right if "ones" in sheet and "twos" in sheet else left
    return {box: points for box, points in every.items() if box not in sheet}, 0


GAMES: dict[str, tuple[str, Game]] = {
    "plain": (PLAIN, Game(2, 3, 2, ("pair", "sum"), _plain, lambda _: 0)),
    "bonuses": (
        BONUSES,
        Game(2, 3, 3, ("ones", "twos", "threes", "low"), _bonuses, _bonus_of_bonuses),
    ),
    "jokers": (
        JOKERS,
        Game(
            *(2, 3, 2, ("ones", "twos", "pair", "run", "chance"), _jokers),
            lambda sheet: 5 if sheet["ones"] + sheet["twos"] >= 4 else 0,
        ),
    ),
    "in-order": (
        IN_ORDER,
        Game(
            *(3, 2, 3, ("ones", "twos", "served", "late"), _in_order),
            lambda sheet: 4 if sheet["ones"] + sheet["twos"] >= 5 else 0,
        ),
    ),
}


def tables_from(source: str, **options: str) -> Tables:
    """Return the tables of a model text; players and a title are added."""
    return compile(parse((source + TITLE).encode(), "own.yaml", options))
