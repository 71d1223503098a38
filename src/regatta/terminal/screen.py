"""The table as text: dice drawn with lines, the sheet as a table. Colour where the terminal has it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from regatta import engine
from regatta.terminal.reply import LETTERS

if TYPE_CHECKING:
    from regatta.match.view import Die, SeatView, View
    from regatta.terminal.shell import Shell

NARROW = 80
"""Columns of a terminal that does not say how many it has."""

# Which of the nine spots of a die each face shows, row by row.
_SPOTS = {1: "000010000", 2: "100000001", 3: "100010001", 4: "101000101", 5: "101010101", 6: "101101101"}


class Screen:
    """Draws a view of the match; ``name`` gives what people call a box, a section or an extra."""

    def __init__(self, shell: Shell, name: Callable[[str], str]) -> None:
        plain = bool(os.environ.get("NO_COLOR")) or not sys.stdout.isatty()
        self.console = Console(
            color_system=None if plain else "auto",
            force_terminal=False if plain else None,
            width=None if os.environ.get("COLUMNS") or not plain else NARROW,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )
        self._shell = shell
        self._name = name
        self._lines = self.console.encoding.lower().startswith("utf")

    def say(self, text: str = "", style: str = "") -> None:
        """Print one paragraph."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def rule(self, text: str) -> None:
        """Print a heading."""
        self.console.print()
        self.console.print(Text(text, style="bold cyan"), soft_wrap=True)

    def dice(self, dice: Sequence[Die], faces: int) -> None:
        """Draw the dice in their places, with the letter of each below; held ones stand in brackets."""
        drawn = [_drawn(die.face, lines=self._lines) for die in dice]
        wide = len(drawn[0][0]) + 2
        across = max(1, (self.console.width - 1) // wide)
        for start in range(0, len(dice), across):
            row = range(start, min(start + across, len(dice)))
            for level in range(len(drawn[0])):
                line = Text(" ")
                for place in row:
                    style = "bold yellow" if dice[place].held else "bold" if dice[place].thrown else ""
                    line.append(drawn[place][level], style)
                    line.append("  ")
                line.rstrip()
                self.console.print(line, soft_wrap=True)
            below = Text(" ")
            for place in row:
                label = LETTERS[place] if len(dice) <= len(LETTERS) else str(dice[place].face)
                held = f"[{label}]" if dice[place].held else label
                below.append(held.center(wide), "bold yellow" if dice[place].held else "dim")
            below.rstrip()
            self.console.print(below, soft_wrap=True)
        if faces > 9:
            self.say("  ".join(str(die.face) for die in dice))

    def sheet(self, view: View, *, numbered: bool = False) -> None:
        """Draw the sheets, with what the dice would give beside the open boxes.

        ``numbered`` adds the numbers by which a box can be chosen.
        """
        _ = self._shell.gettext
        shown, hidden = self._seats(view)
        table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold", show_edge=False)
        preview = view.preview
        if numbered:
            table.add_column("", justify="right")
        table.add_column(Text(self._name("")))
        if preview is not None:
            table.add_column(Text(_("dice")), justify="right")
        for seat in shown:
            table.add_column(Text(view.seats[seat].name, overflow="ellipsis"), justify="right", no_wrap=True)
        number = 0
        for row in zip(*(view.seats[seat].lines for seat in shown), strict=True):
            line = row[0]
            cells: list[Text] = []
            worth = preview.points.get(line.box) if preview and isinstance(line, engine.BoxLine) else None
            if numbered:
                number += worth is not None
                cells.append(Text(str(number) if worth is not None else "", style="bold"))
            strong = "" if isinstance(line, engine.BoxLine) else "bold" if _is_total(line) else "italic"
            cells.append(Text(self._title(line), style=strong))
            if preview is not None:
                cells.append(Text("" if worth is None else f"({worth})", style="green" if worth else "dim"))
            cells += [Text(self._points(each), style=strong) for each in row]
            table.add_row(*cells)
        self.console.print(table)
        if preview is not None and preview.extra:
            paid = {"name": self._name(preview.paid[0]), "points": preview.extra}
            self.say(_("%(name)s: these dice earn %(points)d points more, in any box.") % paid, "bold green")
        if preview is not None and preview.rule is not None:
            self.say(
                _("%(rule)s: only boxes with points in brackets may be written.")
                % {"rule": self._name(preview.rule)}
            )
        if hidden:
            self.totals([view.seats[seat] for seat in hidden])

    def totals(self, seats: Sequence[SeatView]) -> None:
        """Print the totals of some seats in a line."""
        self.say(", ".join(f"{seat.name}: {seat.total}" for seat in seats))

    def _seats(self, view: View) -> tuple[list[int], list[int]]:
        """Return the seats whose sheets fit beside each other, the one to move in any case; and the others."""
        every = list(range(len(view.seats)))
        needed = 45 + sum(max(6, min(len(seat.name), 16)) + 2 for seat in view.seats)
        if needed <= max(self.console.width, NARROW) or view.seat is None:
            return every, []
        return [view.seat], [seat for seat in every if seat != view.seat]

    def _title(self, line: engine.SheetLine) -> str:
        _ = self._shell.gettext
        match line:
            case engine.BoxLine():
                return self._name(line.box)
            case engine.SumLine():
                return _("%(section)s: boxes") % {"section": self._name(line.section)}
            case engine.BonusLine():
                return self._name(line.bonus)
            case engine.ExtraLine():
                return _("%(chip)s, %(worth)d each") % {"chip": self._name(line.chip), "worth": line.worth}
            case engine.SectionLine():
                return _("%(section)s: total") % {"section": self._name(line.section)}
        return _("Grand total")

    def _points(self, line: engine.SheetLine) -> str:
        match line:
            case engine.BoxLine():
                return (
                    "·"
                    if line.points is None and self._lines
                    else ""
                    if line.points is None
                    else str(line.points)
                )
            case engine.BonusLine() if line.missing and not line.decided:
                togo = self._shell.gettext("%(missing)d to go") % {"missing": line.missing}
                return f"{line.points} ({togo})" if line.points else togo
        return str(line.points)


def _is_total(line: engine.SheetLine) -> bool:
    return isinstance(line, engine.SectionLine | engine.TotalLine)


def _drawn(face: int, *, lines: bool) -> list[str]:
    """Return the lines of a die, each seven or nine characters wide."""
    if not lines:
        return ["+---+", f"|{face:^3}|", "+---+"]
    spots = _SPOTS.get(face)
    if spots is None:
        middle = ["       ", f"{face:^7}", "       "]
    else:
        rows = (spots[start : start + 3] for start in (0, 3, 6))
        middle = [" " + " ".join("●" if spot == "1" else " " for spot in row) + " " for row in rows]
    return ["┌───────┐", *(f"│{row}│" for row in middle), "└───────┘"]
