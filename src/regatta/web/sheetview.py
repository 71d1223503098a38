"""From the lines of all sheets to the tables of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine, SheetLine, SumLine
from regatta.web.contexts import Block, Cell, Row
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.phrases import Phrases


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

    def _row(self, lines: tuple[SheetLine, ...]) -> Row:
        cells = tuple(self._cell(line, seat) for seat, line in enumerate(lines))
        kind, name, label = self.head(lines[0])
        return Row(kind, f"line-{name}", label, cells[self._focus].note, cells)

    def head(self, line: SheetLine) -> tuple[str, str, Name]:
        """Return kind, id and label of a row."""
        _, name = self._words.gettext, self._phrases.naming.name
        match line:
            case BoxLine():
                return "box", line.box, name(line.box)
            case SumLine():
                return "sum", f"{line.section}-sum", Name(_("Sum"))
            case BonusLine():
                return "bonus", line.bonus, name(line.bonus)
            case ExtraLine():
                return "extra", line.extra, name(line.chip or line.extra)
            case SectionLine():
                return "sum", f"{line.section}-total", Name(_("Total"))
        return "total", "grand-total", Name(_("Grand total"))

    def _cell(self, line: SheetLine, seat: int) -> Cell:
        focus = seat == self._focus
        if isinstance(line, BoxLine):
            return self._box(line, seat)
        if isinstance(line, BonusLine):
            return self._bonus(line, seat)
        if isinstance(line, ExtraLine):
            note = f"{line.chips} × {line.worth}"
            return Cell(text=str(line.points), note=note, focus=focus, chips=line.chips)
        return Cell(text=str(line.points), focus=focus)

    def _box(self, line: BoxLine, seat: int) -> Cell:
        view, focus = self._view, seat == self._focus
        if line.points is not None:
            return Cell(text=str(line.points), focus=focus, last=line.box == self._written.get(seat))
        preview = view.preview
        if not view.yours or seat != view.seat or preview is None or line.box not in preview.points:
            return Cell(focus=focus)
        points = preview.points[line.box]
        _, name = self._words.gettext, self._phrases.names(line.box)
        return Cell(
            text=str(points),
            box=line.box,
            label=_("Write %(points)s into %(box)s") % {"points": points, "box": name},
            focus=focus,
            forced=preview.rule is not None,
            cheer=_("%(box)s!") % {"box": name} if points == self._tables.highest > 0 else "",
        )

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
        return Cell(text=text, note=note, focus=seat == self._focus, have=have, goal=goal)

    def _subtotal(self, bonus: str, seat: int) -> int:
        tables = self._tables
        mask = next(found.mask for found in tables.bonuses if found.id == bonus)
        lines = (line for line in self._view.seats[seat].lines if isinstance(line, BoxLine))
        return sum(line.points or 0 for line in lines if mask >> tables.box_index[line.box] & 1)
