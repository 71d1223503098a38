"""From a model to its tables: every scoring rule runs once over all rolls."""

from __future__ import annotations

from typing import Any

import numpy as np

from regatta.dice import MAX_ROLLS, Dice, dice, number_of_rolls
from regatta.errors import Invalid, ModelFaults
from regatta.model import Model, expression
from regatta.model.blame import owned
from regatta.model.document import Path
from regatta.model.faults import place
from regatta.model.spec import Box, Pattern, Place, Points, When
from regatta.tables import patterns
from regatta.tables.formula import evaluate
from regatta.tables.tables import (
    HIGHEST,
    LOWEST,
    Bonus,
    Condition,
    Extra,
    Line,
    Masks,
    Section,
    Tables,
    shared,
)

MAX_WORK = 200_000
"""At most so many (roll number, roll, box) entries may a model have."""
MAX_TEXT = 100_000
"""At most so many characters may its rules have, counted once for each roll number that they are run for."""


def compile(model: Model) -> Tables:  # noqa: A001 - as in re.compile
    """Compile a model.

    Raises:
        ModelFaults: the dice fall in too many ways, a rule gives more than 1000 points or divides by zero,
            or there are too many entries.
    """
    size = model.spec.dice
    if (rolls := number_of_rolls(size.count, size.faces)) > MAX_ROLLS:
        raise fault_at(model, ("dice",), "model.too_many_rolls", found=rolls, limit=MAX_ROLLS)
    return _Compiler(model).run()


def fault_at(model: Model, path: Path, code: str, **params: Any) -> ModelFaults:
    """Return one fault at a place in the file of the model."""
    found = place(model.root, path, code, **params)
    return ModelFaults(model.root.file, [owned(model.root, path, found)])


class _Compiler:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.spec = model.spec
        self.dice: Dice = dice(self.spec.dice.count, self.spec.dice.faces)
        self.boxes = model.boxes
        self.index = {box: position for position, box in enumerate(self.boxes)}
        self.readings: dict[tuple[str, int], np.ndarray] = {}

    def run(self) -> Tables:
        spec = self.spec
        return Tables(
            game=self.model.id,
            digest=self.model.digest,
            options=dict(self.model.options),
            count=spec.dice.count,
            faces=spec.dice.faces,
            rolls=self.model.rolls,
            seats=(spec.players.from_, spec.players.to),
            boxes=tuple(self.boxes),
            sections=tuple(Section(name, self.mask(name or "any")) for name in spec.sheet.sections),
            points=self.points(),
            requires=self.requires(),
            bonuses=tuple(
                Bonus(
                    name,
                    self.mask(bonus.of),
                    bonus.steps,
                    bonus.of if bonus.of in spec.sheet.sections else "",
                )
                for name, bonus in spec.bonuses.items()
            ),
            extras=tuple(self.extra(name) for name in spec.extra),
            start=spec.start,
            winner=spec.winner,
        )

    def mask(self, name: str) -> int:
        return sum(1 << self.index[box] for box in self.model.boxes_of(name))

    def masks(self, place: Place) -> Masks:
        if isinstance(place, str):
            return (self.mask(place),)
        section = self.spec.sheet.sections[place.that_face_in]
        return tuple(
            sum(1 << self.index[name] for name, box in section.items() if box.points.sum_of == face)
            for face in range(1, self.dice.faces + 1)
        )

    def reading(self, pattern: Pattern, number: int) -> np.ndarray:
        key = (pattern.model_dump_json(exclude_defaults=True), number if _asks_for_number(pattern) else 1)
        if key not in self.readings:
            self.readings[key] = patterns.read(pattern, self.dice, self.spec.dice, number, self.reading)
        return self.readings[key]

    def points(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        every = [box for boxes in self.spec.sheet.sections.values() for box in boxes.values()]
        numbers = self.model.rolls if any(_asks_for_number(box) for box in every) else 1
        if numbers * len(self.dice.rolls) * len(every) > MAX_WORK:
            raise self.fault("model.too_much_work", "", limit=MAX_WORK)
        if numbers * sum(len(box.model_dump_json(exclude_none=True)) for box in every) > MAX_TEXT:
            raise self.fault("model.too_much_text", "", limit=MAX_TEXT)
        tables = []
        for number in range(1, numbers + 1):
            columns = [self.box(name, number) for name in self.boxes]
            tables.append(shared(np.array(columns).T.tolist()))
        return tuple(tables)

    def box(self, name: str, number: int) -> np.ndarray:
        box = next(boxes[name] for boxes in self.spec.sheet.sections.values() if name in boxes)
        try:
            readings = [self.reading(pattern, number) for pattern in box.if_]
            held = np.all([reading != patterns.NO for reading in readings], axis=0) if readings else True
            worth = np.where(held, self.worth(box.points, readings, number), 0)
        except Invalid as error:
            raise self.fault(error.code, name, **error.params) from None
        outside = (worth < LOWEST) | (worth > HIGHEST)
        if outside.any():
            roll = int(np.argmax(outside))
            dice_ = self.dice.rolls[roll]
            raise self.fault("model.points_range", name, found=int(worth[roll]), dice=dice_, limit=HIGHEST)
        return worth

    def worth(self, points: Points, readings: list[np.ndarray], number: int) -> np.ndarray:
        faces = np.arange(1, self.dice.faces + 1)
        match points.word:
            case "fixed":
                base = np.full(len(self.dice.rolls), points.fixed)
            case "sum":
                base = self.dice.counts @ faces if points.sum == "all dice" else readings[0]
            case "sum_of":
                face = points.sum_of or 0
                base = self.dice.counts[:, face - 1] * face
            case "by_roll":
                steps = points.by_roll or []
                base = self.worth(steps[min(number, len(steps)) - 1], readings, number)
            case _:
                base = evaluate(expression.parse(points.expression or ""), self.dice, number)
        return np.asarray(base + points.plus)

    def requires(self) -> tuple[tuple[int, ...], ...]:
        order = self.spec.order
        if order == "free":
            return ((),) * len(self.boxes)
        if order == "top to bottom":
            stages = [[box] for box in self.boxes]
        elif order == "bottom to top":
            stages = [[box] for box in reversed(self.boxes)]
        else:
            stages = [self.model.boxes_of(name) for name in order]
        before = 0
        found: dict[str, tuple[int, ...]] = {}
        for stage in stages:
            found |= dict.fromkeys(stage, (before,) if before else ())
            before |= sum(1 << self.index[box] for box in stage)
        return tuple(found[box] for box in self.boxes)

    def extra(self, name: str) -> Extra:
        extra = self.spec.extra[name]
        numbers = self.model.rolls if any(map(_asks_for_number, extra.if_)) else 1
        pays = extra.pays
        return Extra(
            id=name,
            face=tuple(self.faces_of(name, number) for number in range(1, numbers + 1)),
            when=self.conditions(extra.when),
            worth=pays.points if pays else None,
            pays_when=self.conditions(pays.when) if pays else (),
            chip=pays.as_ if pays else "",
            section=(pays.in_ or "") if pays else "",
            lines=None
            if extra.write is None
            else tuple(
                Line(
                    self.masks(line.in_),
                    line.points,
                    {self.index[box]: points for box, points in line.values.items()},
                    self.conditions(line.values_when),
                )
                for line in extra.write
            ),
        )

    def faces_of(self, name: str, number: int) -> tuple[int, ...]:
        """Return for each roll the face it shows most of, or 0 where the extra is not about it."""
        try:
            readings = [self.reading(pattern, number) for pattern in self.spec.extra[name].if_]
        except Invalid as error:
            raise fault_at(self.model, ("extra", name), error.code, **error.params) from None
        held = np.all([reading != patterns.NO for reading in readings], axis=0)
        return tuple(np.where(held, np.argmax(self.dice.counts, axis=1) + 1, 0).tolist())

    def conditions(self, conditions: list[When]) -> tuple[Condition, ...]:
        return tuple(
            Condition(condition.word, self.masks(getattr(condition, condition.word)))
            for condition in conditions
        )

    def fault(self, code: str, name: str, **params: Any) -> ModelFaults:
        path: Path = ("sheet",)
        for section, boxes in self.spec.sheet.sections.items():
            if name in boxes:
                path = ("sheet", section, name)
        return fault_at(self.model, path, code, box=name, **params)


def _asks_for_number(rule: Box | Pattern) -> bool:
    """Whether the number of the roll may matter to a rule: ``by roll``, or ``roll`` in an expression."""
    return "roll" in rule.model_dump_json(exclude_none=True)
