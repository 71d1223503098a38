"""From the lines of all sheets to the tables of the page, and to the cells of it that a move has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine
from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine
from regatta.remember import kept_by_first
from regatta.web.contexts import Block
from regatta.web.sheetcells import Marks, ink, pencil, plain, row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regatta.engine import SheetLine
    from regatta.match.view import Preview, View
    from regatta.tables import Tables
    from regatta.web.contexts import Cell, Row
    from regatta.web.pieces import Pieces
    from regatta.words.speech import Name


@kept_by_first(1)
def _told(tables: Tables) -> tuple[int, ...]:
    """The rows whose heads tell how far a seat has come, by index."""
    lines = enumerate(engine.lines(tables, engine.Sheet.empty(tables)))
    return tuple(row for row, line in lines if isinstance(line, BonusLine | ExtraLine))


class SheetView:
    """The sheet of one view; ``focus`` is the seat whose column a phone shows, ``explained`` says that the page tells why only
    some boxes may be written.
    """

    def __init__(
        self, view: View, tables: Tables, pieces: Pieces, focus: int, *, explained: bool = False
    ) -> None:
        self._view = view
        self._tables = tables
        self._pieces = pieces
        self._phrases = pieces.phrases
        self._focus = focus
        self._explained = explained

    def blocks(self, title: Name) -> tuple[Block, ...]:
        """Return one table per section (a sheet without sections is halved), and one for the end."""
        parts: list[tuple[Name | None, list[Row]]] = []
        rows: list[Row] = []
        for lines in zip(*self._view.lines, strict=True):
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

    def columns(self, seats: Iterable[int]) -> str:
        """Return all cells of some seats as everybody sees them, as markup; open boxes of who may write now have pencils instead."""
        view, pieces, cells = self._view, self._pieces, []
        writer = view.seat if view.dice else None
        for seat in seats:
            focus, written = seat == self._focus, view.written(seat)
            for line in view.lines[seat]:
                if isinstance(line, BoxLine):
                    box, points = line
                    if points is None and seat == writer:
                        continue
                    cells.append(pieces.ink(box, seat, points, focus, points is not None and box == written))
                else:
                    cells.append(pieces.line(type(line).__name__, line, seat, focus))
        return "".join(cells)

    def pencils(self, preview: Preview) -> str:
        """Return the cells of the open boxes of who may write now, as markup: those that may be written, and the others empty."""
        view, pieces, points, explained = self._view, self._pieces, preview.points, self._explained
        seat, highest, (usual, best) = view.seat or 0, self._tables.highest, self._marks(preview)
        cells = [
            pieces.pencil(box, seat, worth, best if worth == highest else usual, explained)
            if (worth := points.get(box)) is not None
            else pieces.ink(box, seat, None, usual.focus, False)
            for box in view.open_boxes
        ]
        return "".join(cells)

    def progress(self) -> str:
        """Return the heads of the rows that say, on a phone, how far the seat in focus has come; as markup."""
        every, head, focus = self._view.lines, self._pieces.head, self._focus
        return "".join([head(tuple([lines[row] for lines in every]), focus) for row in _told(self._tables)])

    def _row(self, lines: tuple[SheetLine, ...]) -> Row:
        cells = tuple([self._cell(line, seat) for seat, line in enumerate(lines)])
        return row(self._phrases, lines[0], cells)

    def _cell(self, line: SheetLine, seat: int) -> Cell:
        view, focus = self._view, seat == self._focus
        if not isinstance(line, BoxLine):
            return plain(self._phrases, line, seat, focus)
        box, points = line
        preview = view.preview if points is None and seat == view.seat else None
        if preview is not None and (worth := preview.points.get(box)) is not None:
            usual, best = self._marks(preview)
            return pencil(self._phrases, box, seat, worth, best if worth == self._tables.highest else usual)
        return ink(box, seat, points, focus, points is not None and box == view.written(seat))

    def _marks(self, preview: Preview) -> tuple[Marks, Marks]:
        """How boxes show that may be written: as a rule, and where they give as much as any box ever can."""
        seen, forced = self._view.seat == self._focus, preview.rule is not None
        return Marks(seen, forced, best=False), Marks(seen, forced, best=self._tables.highest > 0)
