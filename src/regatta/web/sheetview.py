"""From the lines of all sheets to the tables of the page."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine, SheetLine, SumLine
from regatta.remember import kept_by_first
from regatta.web.contexts import Block, Cell, Row
from regatta.words.speech import Name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.phrases import Phrases

KEPT = 1024
"""Of each game so many cells are kept: there are few that differ, and every roll shows a dozen."""


class SheetView:
    """The sheet of one view; ``focus`` is the seat whose column a phone shows."""

    def __init__(self, view: View, tables: Tables, phrases: Phrases, focus: int) -> None:
        self._view = view
        self._phrases = phrases
        self._drawn, self._pencil = _cell.about(phrases), _pencil.about(phrases)
        self._focus = focus
        self._written = {turn.seat: turn.box for turn in view.turns}
        preview = view.preview if view.yours else None
        self._seat = view.seat
        self._points = preview.points if preview is not None else {}
        self._marks = (view.seat == focus, preview is not None and preview.rule is not None, tables.highest)

    def blocks(self, title: Name) -> tuple[Block, ...]:
        """Return one table per section (a sheet without sections is halved), and one for the end."""
        parts: list[tuple[Name | None, list[Row]]] = []
        rows: list[Row] = []
        for lines in zip(*(seat.lines for seat in self._view.seats), strict=True):
            rows.append(self._row(lines))
            if isinstance(lines[0], SectionLine):
                parts.append((self._phrases.naming.name(lines[0].section), rows))
                rows = []
        if not parts:
            boxes = [row for row in rows if row.kind == "box"]
            rows = [row for row in rows if row.kind != "box"]
            half = (len(boxes) + 1) // 2
            parts = [(None, boxes[:half]), (None, boxes[half:])]
        blocks = [
            Block("part", name or title, name is not None, tuple(inside)) for name, inside in parts if inside
        ]
        return (*blocks, Block("end", title, titled=False, rows=tuple(rows)))

    def open_boxes(self, seat: int) -> tuple[Cell, ...]:
        """Return a seat's cells of the boxes that are not written yet."""
        lines = self._view.seats[seat].lines
        return tuple(
            [self._box(line, seat) for line in lines if isinstance(line, BoxLine) and line.points is None]
        )

    def columns(self, seats: Iterable[int]) -> tuple[Cell, ...]:
        """Return all cells of some seats."""
        return tuple([self._cell(line, seat) for seat in seats for line in self._view.seats[seat].lines])

    def progress(self) -> tuple[Row, ...]:
        """Return the rows whose heads say, on a phone, how far the seat in focus has come."""
        every = zip(*(seat.lines for seat in self._view.seats), strict=True)
        return tuple(self._row(lines) for lines in every if isinstance(lines[0], BonusLine | ExtraLine))

    def _row(self, lines: tuple[SheetLine, ...]) -> Row:
        kind, name, label = self.head(lines[0])
        cells = tuple(self._cell(line, seat) for seat, line in enumerate(lines))
        return Row(kind, f"line-{name}", label, cells)

    def head(self, line: SheetLine) -> tuple[str, str, Name]:
        """Return kind, id and label of a row."""
        _, name = self._phrases.words.gettext, self._phrases.naming.name
        match line:
            case BoxLine():
                return "box", _id(line), name(line.box)
            case SumLine():
                return "sum", _id(line), Name(_("Sum"))
            case BonusLine():
                return "bonus", _id(line), name(line.bonus)
            case ExtraLine():
                return "extra", _id(line), name(line.chip or line.extra)
            case SectionLine():
                return "sum", _id(line), Name(_("Total"))
        return "total", _id(line), Name(_("Grand total"))

    def _cell(self, line: SheetLine, seat: int) -> Cell:
        if isinstance(line, BoxLine):
            return self._box(line, seat)
        # Lines of two kinds can hold the same.
        return self._drawn(type(line).__name__, line, seat, seat == self._focus)

    def _box(self, line: BoxLine, seat: int) -> Cell:
        box, points = line
        if points is None and seat == self._seat and box in self._points:
            return self._pencil(box, seat, self._points[box], self._marks)
        last = points is not None and box == self._written.get(seat)
        return _ink(box, seat, points, seat == self._focus, last)


@lru_cache(KEPT)
def _ink(box: str, seat: int, points: int | None, focus: bool, last: bool) -> Cell:
    """Return a cell of a box that nobody is to write into now, in ink or empty."""
    return Cell(f"line-{box}-{seat + 1}", "" if points is None else str(points), focus=focus, last=last)


@kept_by_first(KEPT)
def _cell(phrases: Phrases, _: str, line: SheetLine, seat: int, focus: bool) -> Cell:
    """Return a cell of a line that is no box."""
    cell = Cell(f"line-{_id(line)}-{seat + 1}", focus=focus)
    match line:
        case BonusLine():
            text = str(line.points) if line.decided or line.points else ""
            if not line.missing or line.decided:
                return cell._replace(text=text)
            goal = line.have + line.missing
            short = phrases.words.gettext("%(missing)s short of %(goal)s")
            note = short % {"missing": line.missing, "goal": goal}
            return cell._replace(text=text, note=note, have=line.have, goal=goal)
        case ExtraLine():
            note = f"{line.chips} × {line.worth}"
            return cell._replace(text=str(line.points), note=note, chips=line.chips)
    return cell._replace(text=str(line.points))


@kept_by_first(KEPT)
def _pencil(phrases: Phrases, box: str, seat: int, points: int, marks: tuple[bool, bool, int]) -> Cell:
    """Return a cell of a box that may be written now; ``marks``: in focus, forced by a rule, the most that any box gives."""
    _, name = phrases.words.gettext, phrases.names(box)
    focus, forced, highest = marks
    return Cell(
        f"line-{box}-{seat + 1}",
        text=str(points),
        box=box,
        label=_("Write %(points)s into %(box)s") % {"points": points, "box": name},
        focus=focus,
        forced=forced,
        cheer=_("%(box)s!") % {"box": name} if points == highest > 0 else "",
    )


def _id(line: SheetLine) -> str:
    match line:
        case BoxLine():
            return line.box
        case SumLine():
            return f"{line.section}-sum"
        case BonusLine():
            return line.bonus
        case ExtraLine():
            return line.extra
        case SectionLine():
            return f"{line.section}-total"
    return "grand-total"
