"""From the lines of all sheets to the tables of the page."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine, SheetLine, SumLine
from regatta.web.contexts import Block, Cell, Row
from regatta.words.speech import Name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.phrases import Phrases

KEPT = 8192
"""So many cells in pencil are kept: there are few that differ, and every roll shows a dozen."""


class SheetView:
    """The sheet of one view; ``focus`` is the seat whose column a phone shows."""

    def __init__(self, view: View, tables: Tables, phrases: Phrases, focus: int) -> None:
        self._view = view
        self._tables = tables
        self._phrases = phrases
        self._words = phrases.words
        self._focus = focus
        self._written = {turn.seat: turn.box for turn in view.turns}

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
            self._box(line, seat) for line in lines if isinstance(line, BoxLine) and line.points is None
        )

    def columns(self, seats: Iterable[int]) -> tuple[Cell, ...]:
        """Return all cells of some seats."""
        return tuple(self._cell(line, seat) for seat in seats for line in self._view.seats[seat].lines)

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
        _, name = self._words.gettext, self._phrases.naming.name
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
        match line:
            case BoxLine():
                return self._box(line, seat)
            case BonusLine():
                return self._bonus(line, seat)
            case ExtraLine():
                note = f"{line.chips} × {line.worth}"
                return self._new(line, seat, text=str(line.points), note=note, chips=line.chips)
        return self._new(line, seat, text=str(line.points))

    def _new(self, line: SheetLine, seat: int, **shown: str | int | bool) -> Cell:
        return Cell(f"line-{_id(line)}-{seat + 1}", focus=seat == self._focus, **shown)  # type: ignore[arg-type]

    def _box(self, line: BoxLine, seat: int) -> Cell:
        view = self._view
        if line.points is not None:
            last = line.box == self._written.get(seat)
            return self._new(line, seat, text=str(line.points), last=last)
        preview = view.preview
        if not view.yours or seat != view.seat or preview is None or line.box not in preview.points:
            return self._new(line, seat)
        points = preview.points[line.box]
        top = points == self._tables.highest > 0
        focus, forced = seat == self._focus, preview.rule is not None
        return _pencil(self._phrases, line.box, seat, points, focus=focus, forced=forced, top=top)

    def _bonus(self, line: BonusLine, seat: int) -> Cell:
        """A bonus shows its points once they are earned or lost, and how far the next step is until then."""
        text = str(line.points) if line.decided or line.points else ""
        note, have, goal = "", 0, 0
        if line.missing and not line.decided:
            have = self._subtotal(line.bonus, seat)
            goal = have + line.missing
            note = self._words.gettext("%(missing)s short of %(goal)s") % {
                "missing": line.missing,
                "goal": goal,
            }
        return self._new(line, seat, text=text, note=note, have=have, goal=goal)

    def _subtotal(self, bonus: str, seat: int) -> int:
        tables = self._tables
        mask = next(found.mask for found in tables.bonuses if found.id == bonus)
        lines = (line for line in self._view.seats[seat].lines if isinstance(line, BoxLine))
        return sum(line.points or 0 for line in lines if mask >> tables.box_index[line.box] & 1)


@lru_cache(KEPT)
def _pencil(
    phrases: Phrases, box: str, seat: int, points: int, *, focus: bool, forced: bool, top: bool
) -> Cell:
    _, name = phrases.words.gettext, phrases.names(box)
    return Cell(
        f"line-{box}-{seat + 1}",
        text=str(points),
        box=box,
        label=_("Write %(points)s into %(box)s") % {"points": points, "box": name},
        focus=focus,
        forced=forced,
        cheer=_("%(box)s!") % {"box": name} if top else "",
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
