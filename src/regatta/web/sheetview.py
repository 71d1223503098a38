"""From the lines of all sheets to the tables of the page, and to the cells of it that a move has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta import engine
from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine
from regatta.remember import kept_by_first
from regatta.web.contexts import Block, Row
from regatta.web.sheetcells import Marks, head

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regatta.engine import SheetLine
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.pieces import Pieces
    from regatta.words.speech import Name


@kept_by_first(1)
def _told(tables: Tables) -> tuple[int, ...]:
    """The rows whose heads tell how far a seat has come, by index."""
    lines = enumerate(engine.lines(tables, engine.Sheet.empty(tables)))
    return tuple(row for row, line in lines if isinstance(line, BonusLine | ExtraLine))


class SheetView:
    """The sheet of one view, drawn.

    Args:
        view: the match, as the viewer sees it.
        tables: those of its game.
        pieces: of which it is made.
        focus: the seat whose column a phone shows.
        explained: whether the page tells why only some boxes may be written.
        advised: the box into which the coach would write; empty for none.
    """

    def __init__(
        self,
        view: View,
        tables: Tables,
        pieces: Pieces,
        focus: int,
        *,
        explained: bool = False,
        advised: str = "",
    ) -> None:
        self._view = view
        self._tables = tables
        self._pieces = pieces
        self._focus = focus
        self._explained = explained
        self._advised = advised
        self._written = {turn.seat: turn.box for turn in view.turns}

    def blocks(self, title: Name) -> tuple[Block, ...]:
        """Return one table per section (a sheet without sections is halved), and one for the end."""
        parts: list[tuple[Name | None, list[Row]]] = []
        rows: list[Row] = []
        for lines in zip(*self._view.lines, strict=True):
            rows.append(self._row(lines))
            if isinstance(lines[0], SectionLine):
                parts.append((self._pieces.phrases.naming.name(lines[0].section), rows))
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
        """Return the cells of some seats that everybody sees alike: all but the open boxes of who may write now."""
        writer = self._view.seat if self._view.faces else None
        return "".join(
            [
                self._cell(line, seat)
                for seat in seats
                for line in self._view.lines[seat]
                if seat != writer or not _open(line)
            ]
        )

    def pencils(self) -> str:
        """Return the cells of the open boxes of who may write now: those that may be written, and the others empty."""
        seat = self._view.seat or 0
        return "".join([self._cell(line, seat) for line in self._view.lines[seat] if _open(line)])

    def progress(self) -> str:
        """Return the heads of the rows that say, on a phone, how far the seat in focus has come."""
        every = self._view.lines
        return "".join([self._head(tuple([lines[row] for lines in every])) for row in _told(self._tables)])

    def _row(self, lines: tuple[SheetLine, ...]) -> Row:
        kind, *_ = head(self._pieces.phrases, lines[0])
        cells = "".join([self._cell(line, seat) for seat, line in enumerate(lines)])
        return Row(kind, self._head(lines), Markup(cells))  # noqa: S704 - made of markup

    def _head(self, lines: tuple[SheetLine, ...]) -> Markup:
        return self._pieces.head(type(lines[0]).__name__, lines, self._focus)

    def _cell(self, line: SheetLine, seat: int) -> Markup:
        focus = seat == self._focus
        if not isinstance(line, BoxLine):
            return self._pieces.line(type(line).__name__, line, seat, focus)
        box, points = line
        preview = self._view.preview if points is None and seat == self._view.seat else None
        if preview is None or (worth := preview.points.get(box)) is None:
            last = points is not None and box == self._written.get(seat)
            return self._pieces.ink(box, seat, points, focus, last)
        best = worth == self._tables.highest > 0
        marks = Marks(focus, preview.rule is not None, best, advised=box == self._advised)
        return self._pieces.pencil(box, seat, worth, marks, self._explained)


def _open(line: SheetLine) -> bool:
    """Whether a line is a box that is not written yet."""
    return isinstance(line, BoxLine) and line.points is None
