"""A score sheet: the raw points of each box; bonuses and totals are derived, never stored."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from regatta.remember import kept_by_first
from regatta.tables import Bonus, Extra, Tables, bits

KEPT = 4096
"""So many sets of boxes are kept one by one: the same are asked for again and again."""


class Sheet(NamedTuple):
    """One player's sheet: points per box (None where it is open) and how often each extra was paid.

    ``filled`` and ``made`` (more than 0 points) are the same facts as bit masks.
    """

    points: tuple[int | None, ...]
    extras: tuple[int, ...]
    filled: int = 0
    made: int = 0

    @classmethod
    def empty(cls, tables: Tables) -> Sheet:
        """Return the sheet of somebody who has not written yet."""
        return cls((None,) * len(tables.boxes), (0,) * len(tables.extras))

    def written(self, box: int, points: int, paid: tuple[int, ...] = ()) -> Sheet:
        """Return this sheet with ``points`` in ``box``, and one more of each extra in ``paid``."""
        row = self.points
        extras = self.extras
        if paid:
            extras = tuple(count + (index in paid) for index, count in enumerate(extras))
        made = self.made | (1 << box) if points > 0 else self.made
        return Sheet((*row[:box], points, *row[box + 1 :]), extras, self.filled | 1 << box, made)

    def subtotal(self, mask: int) -> int:
        """Return the raw points of the boxes in ``mask``."""
        points = self.points
        return sum([points[box] or 0 for box in _boxes(mask & self.filled)])

    def text(self, boxes: tuple[str, ...]) -> str:
        """Return the sheet as ``ones=3 twos=6``."""
        return " ".join(
            f"{box}={points}" for box, points in zip(boxes, self.points, strict=True) if points is not None
        )


@lru_cache(KEPT)
def _boxes(mask: int) -> tuple[int, ...]:
    return tuple(bits(mask))


def points_on(tables: Tables, sheet: Sheet) -> int:
    """Return the points that are written: boxes and extras, without bonuses."""
    paid = zip(sheet.extras, tables.extras, strict=True)
    return sum(filter(None, sheet.points)) + sum([count * (extra.worth or 0) for count, extra in paid])


def total(tables: Tables, sheet: Sheet) -> int:
    """Return the grand total: boxes, bonuses and extras."""
    bonuses = sum([bonus.points(sheet.subtotal(bonus.mask)) for bonus in tables.bonuses])
    return points_on(tables, sheet) + bonuses


class BoxLine(NamedTuple):
    """A box, and the points in it."""

    box: str
    points: int | None


class SumLine(NamedTuple):
    """The raw points of a section that has bonuses of its own; the sheet shows it above them."""

    section: str
    points: int


class BonusLine(NamedTuple):
    """A bonus: what it pays so far, the points on which it goes, how many the next step lacks (0: there is none), and
    whether it can still change.
    """

    bonus: str
    points: int
    have: int
    missing: int
    decided: bool


class ExtraLine(NamedTuple):
    """An extra: ``chips`` of ``worth`` points each."""

    extra: str
    chip: str
    chips: int
    worth: int
    points: int


class SectionLine(NamedTuple):
    """The total of a section with its bonuses and extras."""

    section: str
    points: int


class TotalLine(NamedTuple):
    """The grand total."""

    points: int


SheetLine = BoxLine | SumLine | BonusLine | ExtraLine | SectionLine | TotalLine


class _Part(NamedTuple):
    """A section, or (without ``id``) what belongs to none: its boxes by index, its bonuses, its extras by index."""

    id: str
    mask: int
    boxes: tuple[tuple[int, str], ...]
    bonuses: tuple[Bonus, ...]
    extras: tuple[tuple[int, Extra, int], ...]


@kept_by_first(1)
def _parts(tables: Tables) -> tuple[_Part, ...]:
    """Return the parts of a sheet, top to bottom."""

    def part(name: str, mask: int) -> _Part:
        boxes = tuple((box, tables.boxes[box]) for box in bits(mask))
        bonuses = tuple(bonus for bonus in tables.bonuses if bonus.section == name)
        extras = tuple(
            (index, extra, extra.worth)
            for index, extra in enumerate(tables.extras)
            if extra.worth is not None and extra.section == name
        )
        return _Part(name, mask, boxes, bonuses, extras)

    parts = tuple(part(section.id, section.mask) for section in tables.sections)
    return (*parts, part("", 0)) if all(each.id for each in parts) else parts


def lines(tables: Tables, sheet: Sheet) -> tuple[SheetLine, ...]:
    """Return the lines of the paper sheet, top to bottom; boxes, bonuses and extras add up to the total."""
    found: list[SheetLine] = []
    total, points = 0, sheet.points
    for part in _parts(tables):
        found += [BoxLine(name, points[box]) for box, name in part.boxes]
        subtotal = sheet.subtotal(part.mask)
        if part.bonuses and part.id:
            found.append(SumLine(part.id, subtotal))
        paid = [_bonus_line(tables, bonus, sheet) for bonus in part.bonuses]
        extras = [
            ExtraLine(extra.id, extra.chip, sheet.extras[index], worth, sheet.extras[index] * worth)
            for index, extra, worth in part.extras
        ]
        found += [*paid, *extras]
        together = subtotal + sum([line.points for line in paid]) + sum([line.points for line in extras])
        if part.id:
            found.append(SectionLine(part.id, together))
        total += together
    return (*found, TotalLine(total))


def _bonus_line(tables: Tables, bonus: Bonus, sheet: Sheet) -> BonusLine:
    subtotal = sheet.subtotal(bonus.mask)
    ahead = [least for least, _ in bonus.steps if least > subtotal]
    missing = ahead[0] - subtotal if ahead else 0
    # Past the last step only a box that can cost points changes anything.
    to_come = [
        box for box in _boxes(bonus.mask & ~sheet.filled) if ahead or min(tables.possible_points(box)) < 0
    ]
    return BonusLine(bonus.id, bonus.points(subtotal), subtotal, missing, not to_come)
