"""A game as read-only tables: everything that engine and solver need to know of it.

Sets of boxes are bit masks: bit ``i`` is the box ``boxes[i]``. What a roll may be written into, and for
how many points, is decided in ``Tables.writes`` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from regatta.dice import Dice, Faces, dice

Masks = tuple[int, ...]
"""A set of boxes for each face that the roll may be about, index face - 1; one entry where it is one set."""


LOWEST, HIGHEST = -1000, 1000
"""Points that a box can give."""

_POINTS = {points: points for points in range(LOWEST, HIGHEST + 1)}


def shared(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Return rows of points in which equal points are one object: large games take a quarter of the memory."""
    return tuple(tuple(map(_POINTS.__getitem__, row)) for row in rows)


def mask_for(masks: Masks, face: int) -> int:
    """Return the set of boxes for ``face``; 0 stands for no face in particular."""
    return masks[0] if len(masks) == 1 else masks[face - 1]


class Section(NamedTuple):
    """A part of the sheet: ``id`` is empty where the sheet has no sections."""

    id: str
    mask: int


class Bonus(NamedTuple):
    """Points for the subtotal of the boxes in ``mask``; the highest of the ``steps`` (least, points) counts."""

    id: str
    mask: int
    steps: tuple[tuple[int, int], ...]
    section: str

    def points(self, subtotal: int) -> int:
        """Return what a subtotal earns."""
        return next((points for least, points in reversed(self.steps) if subtotal >= least), 0)


class Condition(NamedTuple):
    """A condition on the sheet; ``word`` is ``filled``, ``open`` or ``made``."""

    word: str
    masks: Masks

    def holds(self, filled: int, made: int, face: int) -> bool:
        """Whether it holds; the box of a face that the sheet does not have is neither filled nor made."""
        mask = mask_for(self.masks, face)
        if self.word == "open":
            return bool(mask & ~filled)
        return mask != 0 and mask & (filled if self.word == "filled" else made) == mask


class Line(NamedTuple):
    """A line of a joker: where it may be written, and the points that differ from those of the dice."""

    masks: Masks
    points: int | None
    values: dict[int, int]
    when: tuple[Condition, ...]


class Extra(NamedTuple):
    """A rule on top of the boxes.

    ``face[k][r]`` is 0 where the rule is not about roll ``r`` as roll number ``k + 1`` of the turn, else the
    face that the roll shows most of; one ``k`` serves all where the number does not matter.
    ``worth`` is paid, counted by ``chip``, where ``pays_when`` holds; None where nothing is ever paid.
    """

    id: str
    face: tuple[tuple[int, ...], ...]
    when: tuple[Condition, ...]
    worth: int | None
    pays_when: tuple[Condition, ...]
    chip: str
    section: str
    lines: tuple[Line, ...] | None

    def face_of(self, roll: int, number: int) -> int:
        """Return the face that the rule is about with this roll (its index), or 0."""
        return self.face[min(number, len(self.face)) - 1][roll]

    def write(
        self, filled: int, made: int, face: int, writable: dict[int, int]
    ) -> tuple[dict[int, int], int]:
        """Return the boxes of the first line that names a writable one, with their points, and that line.

        ``writable`` are the boxes that may be written otherwise, with the points of the dice. Where no
        line names one of them, each takes a zero, and the line is -1.
        """
        for number, line in enumerate(self.lines or ()):
            mask = mask_for(line.masks, face)
            boxes = {box: points for box, points in writable.items() if mask >> box & 1}
            if boxes and line.points is not None:
                return dict.fromkeys(boxes, line.points), number
            if boxes and all(test.holds(filled, made, face) for test in line.when):
                return {box: line.values.get(box, points) for box, points in boxes.items()}, number
            if boxes:
                return boxes, number
        return dict.fromkeys(writable, 0), -1


class Writes(NamedTuple):
    """What may be done with a roll: ``points`` of each box that it may be written into, in sheet order.

    ``paid`` are the indices of the extras that are paid whatever the box, ``extra`` their points.
    ``rule`` names the joker that decides where to write, with the index of its line (-1: no line fits,
    any box may take a zero).
    """

    points: Mapping[int, int]
    paid: tuple[int, ...] = ()
    extra: int = 0
    rule: tuple[str, int] | None = None


def bits(mask: int) -> Iterator[int]:
    """Yield the boxes of a mask, first box first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, eq=False)
class Tables:
    """The compiled game; ``compile`` makes it, ``store`` keeps it.

    ``points[k][r][b]`` is what roll ``r`` gives in box ``b`` as roll number ``k + 1`` of the turn; one ``k``
    serves all where the number does not matter. ``requires[b]`` are sets of boxes of which one must be
    full before ``b`` may be written.
    """

    game: str
    digest: str
    options: dict[str, str]
    count: int
    faces: int
    rolls: int
    seats: tuple[int, int]
    boxes: tuple[str, ...]
    sections: tuple[Section, ...]
    points: tuple[tuple[tuple[int, ...], ...], ...]
    requires: tuple[tuple[int, ...], ...]
    bonuses: tuple[Bonus, ...]
    extras: tuple[Extra, ...]
    start: str
    winner: str
    _writable: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and (self.digest, self.game) == (other.digest, other.game)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, object]:
        """Return what the rules say, without what was remembered while they were asked: for another process."""
        rules = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**rules, "_writable": {}}

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What is remembered about these rules, see ``regatta.remember``."""
        return {}

    @cached_property
    def cells(self) -> int:
        """How many numbers the tables hold: what they weigh in memory."""
        return sum(len(row) for by_number in self.points for row in by_number)

    @cached_property
    def dice(self) -> Dice:
        return dice(self.count, self.faces)

    @cached_property
    def box_index(self) -> dict[str, int]:
        return {box: index for index, box in enumerate(self.boxes)}

    @cached_property
    def highest(self) -> int:
        """The most points that any roll gives in any box."""
        return max(points for by_number in self.points for by_roll in by_number for points in by_roll)

    @cached_property
    def all_boxes(self) -> int:
        return (1 << len(self.boxes)) - 1

    @cached_property
    def tallies(self) -> tuple[tuple[str, int, int], ...]:
        """What has to be remembered of points: (kind, boxes, largest value), kind ``adds`` or ``made``.

        A subtotal counts up to the largest step that reads it; whether boxes were made is 0 or 1.
        """
        found = [("adds", bonus.mask, bonus.steps[-1][0]) for bonus in self.bonuses]
        for extra in self.extras:
            in_lines = (test for line in extra.lines or () for test in line.when)
            conditions = [*extra.when, *extra.pays_when, *in_lines]
            found += [
                ("made", mask, 1) for test in conditions if test.word == "made" for mask in test.masks if mask
            ]
        return tuple(dict.fromkeys(found))

    @cached_property
    def states(self) -> int:
        """At most how many sheets can be told apart: sets of filled boxes times the values of the tallies."""
        number = 1 << len(self.boxes)
        for _, _, largest in self.tallies:
            number *= largest + 1
        return number

    def writable(self, filled: int) -> tuple[int, ...]:
        """Return the boxes that are open and that the order lets one write, in sheet order."""
        found = self._writable.get(filled)
        if found is None:
            found = tuple(
                box
                for box in bits(self.all_boxes & ~filled)
                if not self.requires[box] or any(need & filled == need for need in self.requires[box])
            )
            if len(self._writable) < 20_000:
                self._writable[filled] = found
        return found

    @cached_property
    def writes(self) -> Callable[[int, int, Faces, int], Writes]:
        """``writes(filled, made, roll, number)``: where a roll may be written, and for how much.

        ``filled`` are the boxes that are written, ``made`` those of them with more than 0 points, ``roll``
        the dice, ascending, ``number`` how many rolls were made in this turn, from 1. Preview, check and
        writing ask the same question in turn, so the last answers are remembered.
        """
        return lru_cache(maxsize=256)(self.writes_anew)

    def writes_anew(self, filled: int, made: int, roll: Faces, number: int) -> Writes:
        """Return the same as ``writes``, for who asks about every roll once: nothing is remembered."""
        index = self.dice.roll_index[roll]
        table = self.points[min(number, len(self.points)) - 1]
        row = table[index]
        open_boxes = self.writable(filled)
        paid: tuple[int, ...] = ()
        joker = None
        for position, extra in enumerate(self.extras):
            face = extra.face_of(index, number)
            if face and all(condition.holds(filled, made, face) for condition in extra.when):
                if extra.worth is not None and all(c.holds(filled, made, face) for c in extra.pays_when):
                    paid = (*paid, position)
                if extra.lines is not None and joker is None:
                    joker = extra
        if joker is None and not paid:
            return Writes({box: row[box] for box in open_boxes})
        worth = sum(self.extras[position].worth or 0 for position in paid)
        if joker is None:
            return Writes({box: row[box] for box in open_boxes}, paid, worth)
        face = joker.face_of(index, number)
        points, line = joker.write(filled, made, face, {box: row[box] for box in open_boxes})
        return Writes(points, paid, worth, (joker.id, line))

    def possible_points(self, box: int) -> frozenset[int]:
        """Return every number of points that could ever be written into ``box``."""
        return self._possible[box]

    @cached_property
    def _possible(self) -> tuple[frozenset[int], ...]:
        return self._points_of([row for table in self.points for row in table])

    @cached_property
    def _possible_when_paid(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """By extra, what each box may hold that was written with a roll which the extra is about."""
        return tuple(
            self._points_of(
                [
                    row
                    for number in range(1, self.rolls + 1)
                    for index, row in enumerate(self.points[min(number, len(self.points)) - 1])
                    if extra.face_of(index, number)
                ]
            )
            for extra in self.extras
        )

    def _points_of(self, rows: Sequence[Sequence[int]]) -> tuple[frozenset[int], ...]:
        """Return every number of points that some rolls could give in each box; jokers may give others still."""
        found = [{row[box] for row in rows} for box in range(len(self.boxes))]
        for extra in self.extras:
            for line in extra.lines or ():
                for box in bits(_union(line.masks)):
                    if line.points is not None:
                        found[box].add(line.points)
                    elif box in line.values:
                        found[box].add(line.values[box])
            faces = range(1, self.faces + 1)
            named = [_union(mask_for(line.masks, face) for line in extra.lines or ()) for face in faces]
            if extra.lines is not None and any(boxes != self.all_boxes for boxes in named):
                # Where no line names an open box, any box takes a zero.
                for inside in found:
                    inside.add(0)
        return tuple(map(frozenset, found))

    def reachable(self, filled: int) -> bool:
        """Whether the order of writing can lead to these filled boxes."""
        done, progress = 0, True
        while progress:
            progress = False
            for box in self.writable(done):
                if filled >> box & 1:
                    done |= 1 << box
                    progress = True
        return done == filled

    def most_extras(self, row: Sequence[int | None], filled: int, made: int) -> int:
        """Return at most how often extras can have been paid on a sheet with the points ``row``.

        Once for each later box whose points the rolls that are paid for could give.
        """
        most = 0
        for extra, possible in zip(self.extras, self._possible_when_paid, strict=True):
            every = (*extra.when, *extra.pays_when)
            tests = [test for test in every if test.word != "open" and len(test.masks) == 1]
            if extra.worth is not None and all(test.holds(filled, made, 0) for test in tests):
                before = _union(test.masks[0] for test in tests)
                most += sum(row[box] in possible[box] for box in bits(filled & ~before))
        return most

    def start_rank(self, roll: Faces) -> int:
        """How good a throw is for who starts: the highest starts."""
        match self.start:
            case "highest total":
                return sum(roll)
            case "lowest total":
                return -sum(roll)
            case "highest die":
                return max(roll)
            case _:
                return -min(roll)


def _union(masks: Iterator[int] | Masks) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result
