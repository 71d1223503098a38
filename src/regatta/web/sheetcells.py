"""From a line of the sheets to what it is called, and to the cell of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine, SumLine
from regatta.web.contexts import Cell
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.engine import SheetLine
    from regatta.web.phrases import Phrases


def ink(box: str, seat: int, points: int | None, focus: bool, last: bool) -> Cell:
    """Return a cell of a box that nobody is to write into now, in ink or empty; ``last``: the seat wrote it last."""
    return Cell(f"line-{box}-{seat + 1}", "" if points is None else str(points), focus=focus, last=last)


class Marks(NamedTuple):
    """How a box shows that may be written: its seat is in ``focus``; a rule has ``forced`` it; no box ever gives more (``best``);
    the coach would write into it (``advised``).
    """

    focus: bool
    forced: bool
    best: bool
    advised: bool


def pencil(phrases: Phrases, box: str, seat: int, points: int, marks: Marks) -> Cell:
    """Return a cell of a box that may be written now."""
    _, name = phrases.words.gettext, phrases.names(box)
    return Cell(
        f"line-{box}-{seat + 1}",
        text=str(points),
        box=box,
        label=_("Write %(points)s into %(box)s") % {"points": points, "box": name},
        focus=marks.focus,
        forced=marks.forced,
        advised=marks.advised,
        cheer=_("%(box)s!") % {"box": name} if marks.best else "",
    )


def plain(phrases: Phrases, line: SheetLine, seat: int, focus: bool) -> Cell:
    """Return a cell of a line that is no box."""
    cell = Cell(f"line-{id_of(line)}-{seat + 1}", focus=focus)
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


def head(phrases: Phrases, line: SheetLine) -> tuple[str, str, Name]:
    """Return kind, id and label of a row."""
    _, name = phrases.words.gettext, phrases.naming.name
    match line:
        case BoxLine():
            return "box", id_of(line), name(line.box)
        case SumLine():
            return "sum", id_of(line), Name(_("Sum"))
        case BonusLine():
            return "bonus", id_of(line), name(line.bonus)
        case ExtraLine():
            return "extra", id_of(line), name(line.chip or line.extra)
        case SectionLine():
            return "sum", id_of(line), Name(_("Total"))
    return "total", id_of(line), Name(_("Grand total"))


def id_of(line: SheetLine) -> str:
    """Return what tells a line from all others of its sheet."""
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
