"""What only the whole model can tell: names that exist, numbers that fit the dice, a turn that can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from regatta.errors import Fault
from regatta.model import expression, spec
from regatta.model.document import Node, Path
from regatta.model.faults import place

ANY = "any"


def check(game: spec.Spec, root: Node, *, names: bool = True) -> list[Fault]:
    """Return the faults of a model that reads well word by word.

    ``names`` also checks that the author's words name something; under an option they need not.
    """
    faults = _Check(game, root)
    faults.run()
    if names:
        faults.words()
    return faults.faults


@dataclass
class _Check:
    game: spec.Spec
    root: Node
    faults: list[Fault] = field(default_factory=list)

    def fail(self, path: Path, code: str, *, at_name: bool = False, **params: Any) -> None:
        self.faults.append(place(self.root, path, f"model.{code}", at_name=at_name, **params))

    def run(self) -> None:
        game = self.game
        self.boxes = [box for boxes in game.sheet.sections.values() for box in boxes]
        self.sections = [section for section in game.sheet.sections if section]
        self.names()
        self.dice()
        for section, boxes in game.sheet.sections.items():
            if not boxes:
                self.fail(("sheet", section), "sheet_empty")
            for name, box in boxes.items():
                self.box(("sheet", section, name), box)
        self.order()
        for name, bonus in game.bonuses.items():
            self.known(("bonuses", name, "of"), bonus.of)
        for name, extra in game.extra.items():
            self.extra(("extra", name), extra)
        if rolls_of(game.flow) is None:
            self.fail(("flow",), "flow_unplayable")

    def names(self) -> None:
        game = self.game
        if len(self.boxes) > spec.MAX_CELLS:
            self.fail(("sheet",), "too_many_cells", found=len(self.boxes), limit=spec.MAX_CELLS)
        taken: dict[str, str] = {ANY: ""}
        every: list[tuple[str, Path]] = [(name, ("sheet", name)) for name in self.sections]
        for section, boxes in game.sheet.sections.items():
            every += [(name, ("sheet", section, name)) for name in boxes]
        for word in ("bonuses", "extra", "options"):
            every += [(name, (word, name)) for name in getattr(game, word)]
        for name, path in every:
            if name in taken:
                self.fail(path, "name_taken", at_name=True, name=name)
            taken[name] = name
        for section in game.sheet.sections:
            if not game.sheet.flat and not re.fullmatch(spec.ID, section):
                self.fail(("sheet", section), "bad_id", at_name=True, found=section)

    def dice(self) -> None:
        dice = self.game.dice
        coloured: set[int] = set()
        for name, faces in dice.colours.items():
            for position, face in enumerate(faces):
                path = ("dice", "colours", name, position)
                self.face(path, face)
                if face in coloured:
                    self.fail(path, "face_coloured_twice", face=face)
                coloured.add(face)

    def face(self, path: Path, face: int) -> None:
        if not 1 <= face <= self.game.dice.faces:
            self.fail(path, "no_such_face", found=face, faces=self.game.dice.faces)

    def at_most(self, path: Path, found: int, limit: int) -> None:
        if found > limit:
            self.fail(path, "too_large", found=found, limit=limit)

    def box(self, path: Path, box: spec.Box) -> None:
        for position, pattern in enumerate(box.if_):
            self.pattern((*path, "if", position), pattern)
        self.points((*path, "points"), box.points, box.if_)

    def points(self, path: Path, points: spec.Points, patterns: list[spec.Pattern]) -> None:
        if points.sum_of is not None:
            self.face((*path, "sum of"), points.sum_of)
        if points.expression is not None:
            self.expression((*path, "expression"), points.expression)
        if points.sum == "the set" and len(patterns) != 1:
            self.fail(path, "set_of_which", found=len(patterns))
        for position, step in enumerate(points.by_roll or ()):
            self.points((*path, "by roll", position), step, patterns)

    def expression(self, path: Path, text: str) -> None:
        for face in expression.counted(expression.parse(text)):
            self.face(path, face)

    def pattern(self, path: Path, pattern: spec.Pattern) -> None:
        dice = self.game.dice
        match pattern.word:
            case "alike" | "one_colour" as word:
                self.at_most((*path, word.replace("_", " ")), getattr(pattern, word), dice.count)
            case "different" | "run" as word:
                self.at_most((*path, word), getattr(pattern, word), min(dice.count, dice.faces))
            case "sum":
                self.at_most((*path, "sum"), pattern.sum or 0, dice.count * dice.faces)
            case "groups":
                self.groups((*path, "groups"), pattern.groups or [])
            case "faces":
                self.at_most((*path, "faces"), len(pattern.faces or ()), dice.count)
                for position, face in enumerate(pattern.faces or ()):
                    self.face((*path, "faces", position), face)
            case "expression":
                self.expression((*path, "expression"), pattern.expression or "")
            case "any_of":
                for position, inner in enumerate(pattern.any_of or ()):
                    if inner.any_of is not None:
                        self.fail((*path, "any of", position), "nested", word="any of")
                    else:
                        self.pattern((*path, "any of", position), inner)
        if (pattern.one_colour is not None or pattern.same_colour) and not dice.colours:
            self.fail(path, "no_colours")

    def groups(self, path: Path, groups: list[int]) -> None:
        if sum(groups) > self.game.dice.count:
            self.fail(path, "groups_of_dice", needed=sum(groups), dice=self.game.dice.count)

    def known(self, path: Path, name: str) -> bool:
        if name == ANY or name in self.sections or name in self.boxes:
            return True
        known = ", ".join([*self.sections, *self.boxes, ANY])
        self.fail(path, "unknown_name", name=name, known=known)
        return False

    def order(self) -> None:
        order = self.game.order
        if isinstance(order, str):
            return
        covered = [box for name in order for box in boxes_of(self.game, name)]
        known = [self.known(("order", position), name) for position, name in enumerate(order)]
        if all(known) and sorted(covered) != sorted(self.boxes):
            left = [box for box in self.boxes if covered.count(box) != 1]
            self.fail(("order",), "order_incomplete", boxes=", ".join(left))

    def extra(self, path: Path, extra: spec.Extra) -> None:
        for position, pattern in enumerate(extra.if_):
            self.pattern((*path, "if", position), pattern)
        has_face = any(2 * (pattern.alike or 0) > self.game.dice.count for pattern in extra.if_)
        for at, found in _places(path, extra):
            if isinstance(found, str):
                self.known(at, found)
            elif found.that_face_in not in self.sections:
                self.fail(
                    (*at, "that face in"),
                    "unknown_name",
                    name=found.that_face_in,
                    known=", ".join(self.sections),
                )
            elif not has_face:
                self.fail(at, "that_face_of_which")
        if extra.pays is None and extra.write is None:
            self.fail(path, "one_of", words="pays, write", given=0)
        if extra.pays and extra.pays.in_ is not None and extra.pays.in_ not in self.sections:
            self.fail(
                (*path, "pays", "in"), "unknown_name", name=extra.pays.in_, known=", ".join(self.sections)
            )
        for position, line in enumerate(extra.write or ()):
            for name in line.values:
                if name not in self.boxes:
                    self.fail(
                        (*path, "write", position, "values", name),
                        "unknown_name",
                        at_name=True,
                        name=name,
                        known=", ".join(self.boxes),
                    )

    def words(self) -> None:
        game = self.game
        known = {*self.sections, *self.boxes, *game.bonuses, *game.extra, *game.options, *game.components}
        known |= set(game.dice.colours)
        known |= {extra.pays.as_ for extra in game.extra.values() if extra.pays}
        known |= {f"{name}.{value}" for name, option in game.options.items() for value in option.choices}
        for language, words in game.words.items():
            for word, names in (("names", known), ("differs", {*known, ANY})):
                for name in getattr(words, word):
                    path = ("words", language, word, name)
                    if name not in names and self.root.find(path)[0].file == self.root.file:
                        self.fail(
                            path, "unknown_name", at_name=True, name=name, known=", ".join(sorted(names))
                        )


def _places(path: Path, extra: spec.Extra) -> Iterator[tuple[Path, spec.Place]]:
    def of(at: Path, conditions: list[spec.When]) -> Iterator[tuple[Path, spec.Place]]:
        for position, condition in enumerate(conditions):
            yield (*at, position, condition.word), getattr(condition, condition.word)

    yield from of((*path, "when"), extra.when)
    if extra.pays:
        yield from of((*path, "pays", "when"), extra.pays.when)
    for position, line in enumerate(extra.write or ()):
        yield (*path, "write", position, "in"), line.in_
        yield from of((*path, "write", position, "values when"), line.values_when)


def boxes_of(game: spec.Spec, name: str) -> list[str]:
    """Return the boxes that a box, a section or ``any`` names, in the order of the sheet."""
    return [
        box
        for section, boxes in game.sheet.sections.items()
        for box in boxes
        if name in (box, ANY) or (section and name == section)
    ]


def rolls_of(flow: list[spec.Step]) -> int | None:
    """Return how many rolls a turn has at most, or None where the steps are not a turn that can be played.

    The one shape today: repeat until every sheet is full, each player: roll all dice, then perhaps a
    repetition of (choose dice to keep, roll the others), then write an open box.
    """
    if len(flow) != 1 or flow[0].until is None or len(flow[0].steps or ()) != 1:
        return None
    each = (flow[0].steps or [])[0]
    turn = each.steps or []
    if each.word != "each" or not turn:
        return None
    words = [step.word for step in turn]
    if turn[0].roll != "all dice" or turn[-1].write is None:
        return None
    if words == ["roll", "write"]:
        return 1
    if words == ["roll", "repeat", "write"] and turn[1].up_to is not None:
        inner = turn[1].steps or []
        if [step.word for step in inner] == ["choose", "roll"] and inner[1].roll == "the others":
            return 1 + turn[1].up_to
    return None
