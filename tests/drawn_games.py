"""Tiny games drawn by chance, every part of which may cost points: each as a model, and as rules written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from expectimax import Faces, Game, Writes

FLOWS = {"one roll": 1, "two rolls": 2}

Worth = Callable[[Faces], int]
Shows = Callable[[Faces], bool]
Holds = Callable[[Mapping[str, int]], bool]


class Drawn(NamedTuple):
    """``source`` is a model without players and title, as JSON, which is YAML too."""

    source: str
    game: Game


_Line = tuple[list[str], dict[str, int]]
"""Where a joker may be written, and the points that differ from those of the dice."""


def _always(_: Mapping[str, int]) -> bool:
    return True


class _Rule(NamedTuple):
    """A rule on top of the boxes; ``lines`` is None where it leaves open where to write."""

    shows: Shows
    when: Holds = _always
    pays: int = 0
    pays_when: Holds = _always
    lines: list[_Line] | None = None


class _Artist:
    """Draws the parts of a game: what stands in the model, with the same as a function."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.dice, self.faces = draw(st.sampled_from([(2, 2), (2, 3), (3, 2)]))
        self.sections: dict[str, list[str]] = {"left": ["a"], "right": ["b", "c"][: draw(st.integers(1, 2))]}
        self.boxes = [box for boxes in self.sections.values() for box in boxes]
        self.named = {**self.sections, "any": self.boxes, **{box: [box] for box in self.boxes}}

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    def sometimes(self) -> bool:
        return self.draw(st.booleans())

    def name(self) -> str:
        return self.draw(st.sampled_from(list(self.named)))

    def pattern(self) -> tuple[dict[str, int], Shows]:
        if self.sometimes():
            alike = self.number(2, self.dice)
            return {"alike": alike}, lambda dice: max(map(dice.count, dice)) >= alike
        least = self.number(self.dice, self.dice * self.faces)
        return {"sum": least}, lambda dice: sum(dice) == least

    def points(self) -> tuple[Any, Worth]:
        plus = self.number(-5, 4)
        match self.number(0, 3):
            case 0:
                return plus, lambda _: plus
            case 1:
                return {"sum": "all dice", "plus": plus}, lambda dice: sum(dice) + plus
            case 2:
                face = self.number(1, self.faces)
                return {"sum of": face, "plus": plus}, lambda dice: face * dice.count(face) + plus
            case _:
                said = {"expression": f"{plus + 5} - 2 * sum", "means": {"en": "less twice the sum"}}
                return said, lambda dice: plus + 5 - 2 * sum(dice)

    def box(self) -> tuple[dict[str, Any], Worth]:
        points, worth = self.points()
        if self.sometimes():
            return {"points": points}, worth
        pattern, shows = self.pattern()
        return {"if": pattern, "points": points}, lambda dice: worth(dice) if shows(dice) else 0

    def bonus(self) -> tuple[dict[str, Any], Callable[[Mapping[str, int]], int]]:
        name = self.name()
        boxes = self.named[name]
        steps = self.draw(st.dictionaries(st.integers(1, 9), st.integers(-9, 9), min_size=1, max_size=2))

        def worth(sheet: Mapping[str, int]) -> int:
            reached = [least for least in steps if sum(sheet[box] for box in boxes) >= least]
            return steps[max(reached)] if reached else 0

        return {"of": name, "from": {str(least): points for least, points in steps.items()}}, worth

    def condition(self) -> tuple[dict[str, str], Holds]:
        word, name = self.draw(st.sampled_from(["filled", "open", "made"])), self.name()
        boxes = self.named[name]
        tests: dict[str, Holds] = {
            "filled": lambda sheet: all(box in sheet for box in boxes),
            "open": lambda sheet: not all(box in sheet for box in boxes),
            "made": lambda sheet: all(sheet.get(box, 0) > 0 for box in boxes),
        }
        return {word: name}, tests[word]

    def rule(self, chip: str) -> tuple[dict[str, Any], _Rule]:
        pattern, shows = self.pattern()
        said: dict[str, Any] = {"if": pattern}
        rule = _Rule(shows)
        if self.sometimes():
            said["when"], when = self.condition()
            rule = rule._replace(when=when)
        if self.sometimes():
            lines = [self.line() for _ in range(self.number(0, 2))]
            said["write"] = [line for line, _ in lines]
            rule = rule._replace(lines=[line for _, line in lines])
        if rule.lines is None or self.sometimes():
            said["pays"] = {"points": self.number(-6, 2), "as": chip}
            rule = rule._replace(pays=said["pays"]["points"])
            if self.sometimes():
                said["pays"]["when"], when = self.condition()
                rule = rule._replace(pays_when=when)
        return said, rule

    def line(self) -> tuple[dict[str, Any], _Line]:
        name = self.name()
        boxes = self.named[name]
        if self.sometimes():
            points = self.number(-5, 5)
            return {"in": name, "points": points}, (boxes, dict.fromkeys(boxes, points))
        values = {self.draw(st.sampled_from(self.boxes)): self.number(-5, 5)}
        return {"in": name, "values": values}, (boxes, values)


@st.composite
def drawn_games(draw: st.DrawFn) -> Drawn:
    """Draw a game of two or three boxes, with up to two bonuses and two rules on top."""
    artist = _Artist(draw)
    boxes = {box: artist.box() for box in artist.boxes}
    bonuses = [artist.bonus() for _ in range(artist.number(0, 2))]
    rules = [artist.rule(f"chip{number}") for number in range(artist.number(0, 2))]
    flow = draw(st.sampled_from(list(FLOWS)))
    model = {
        "game": "drawn",
        "dice": {"count": artist.dice, "faces": artist.faces},
        "flow": flow,
        "sheet": {
            section: {box: boxes[box][0] for box in inside} for section, inside in artist.sections.items()
        },
        "bonuses": {f"bonus{number}": said for number, (said, _) in enumerate(bonuses)},
        "extra": {f"extra{number}": said for number, (said, _) in enumerate(rules)},
        "players": {"to": 2},
        "words": {"en": {"title": "Drawn"}},
    }

    def write(sheet: Mapping[str, int], dice: Faces, _: int) -> Writes:
        points = {box: worth(dice) for box, (_, worth) in boxes.items() if box not in sheet}
        about = [rule for _, rule in rules if rule.shows(dice) and rule.when(sheet)]
        paid = sum(rule.pays for rule in about if rule.pays_when(sheet))
        joker = next((rule.lines for rule in about if rule.lines is not None), None)
        return points if joker is None else _joked(points, joker), paid

    game = Game(
        artist.dice,
        artist.faces,
        FLOWS[flow],
        tuple(artist.boxes),
        write,
        lambda sheet: sum(worth(sheet) for _, worth in bonuses),
    )
    return Drawn(json.dumps(model), game)


def _joked(points: Mapping[str, int], lines: list[_Line]) -> dict[str, int]:
    """Return what may be written by the first line that names an open box; by none, a zero anywhere."""
    for boxes, values in lines:
        if found := {box: values.get(box, worth) for box, worth in points.items() if box in boxes}:
            return found
    return dict.fromkeys(points, 0)


def _cost(sheet: Mapping[str, int], dice: Faces, _: int) -> Writes:
    ones = dice.count(1)
    every = {"a": ones, "b": -1, "c": ones if sum(dice) == 4 else 0}
    paid = -2 if dice == (1, 2, 3) else 0
    return {box: points for box, points in every.items() if box not in sheet}, paid


COSTS = Drawn(
    json.dumps(
        {
            "game": "costs",
            "dice": {"count": 3, "faces": 3},
            "flow": "one roll",
            "sheet": {
                "left": {"a": {"points": {"sum of": 1}}},
                "right": {"b": {"points": -1}, "c": {"if": {"sum": 4}, "points": {"sum of": 1}}},
            },
            "bonuses": {"bonus": {"of": "right", "from": {"2": -8}}},
            "extra": {"row": {"if": {"run": 3}, "pays": {"points": -2, "as": "chip"}}},
            "players": {"to": 2},
            "words": {"en": {"title": "Costs"}},
        }
    ),
    Game(3, 3, 1, ("a", "b", "c"), _cost, lambda sheet: -8 if sheet["b"] + sheet["c"] >= 2 else 0),
)
"""A game that takes points in every way: a box, a bonus and a rule on top."""
