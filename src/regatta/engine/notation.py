"""Positions from text: ``ones=3 yahtzee=50`` for a sheet, ``5,5,5,5,5`` for dice."""

from __future__ import annotations

import re

from regatta.dice import Faces
from regatta.engine.sheet import Sheet
from regatta.errors import Illegal, Invalid
from regatta.tables import Tables

_NUMBER = re.compile(r"-?[0-9]{1,5}")


def parse_dice(tables: Tables, text: str) -> Faces:
    """Return a whole roll from text such as ``5,5,5,5,5``; blanks may stand for commas.

    Raises:
        Invalid: ``dice.unreadable``, ``dice.count`` or ``dice.face``.
    """
    parts = text.replace(",", " ").split()
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise Invalid("dice.unreadable", found=text[:60])
    return tables.dice.read(map(int, parts))


def parse_sheet(tables: Tables, text: str, extras: int = 0) -> Sheet:
    """Return a sheet from text such as ``ones=3 yahtzee=50``, and how often extras were paid.

    Raises:
        Invalid: ``sheet.unreadable``, ``box.unknown``.
        Illegal: ``sheet.box_twice``, or a sheet that no game leads to: ``sheet.impossible_points``,
            ``sheet.impossible_order``, ``sheet.impossible_extras``.
    """
    row: list[int | None] = [None] * len(tables.boxes)
    filled = made = 0
    for part in text.replace(",", " ").split():
        box, equals, points = part.partition("=")
        if not equals or not _NUMBER.fullmatch(points):
            raise Invalid("sheet.unreadable", found=part[:60])
        if box not in tables.box_index:
            raise Invalid("box.unknown", box=box[:60], known=", ".join(tables.boxes))
        index, written = tables.box_index[box], int(points)
        if row[index] is not None:
            raise Illegal("sheet.box_twice", box=box)
        if written not in tables.possible_points(index):
            raise Illegal("sheet.impossible_points", box=box, points=written)
        row[index] = written
        filled |= 1 << index
        made |= (written > 0) << index
    if not tables.reachable(filled):
        raise Illegal("sheet.impossible_order", sheet=text[:200])
    return _with_extras(tables, Sheet(tuple(row), (0,) * len(tables.extras), filled, made), extras)


def _with_extras(tables: Tables, sheet: Sheet, extras: int) -> Sheet:
    if extras == 0:
        return sheet
    paying = [index for index, extra in enumerate(tables.extras) if extra.worth is not None]
    limit = tables.most_extras(sheet.points, sheet.filled, sheet.made) if paying else 0
    if not 0 <= extras <= limit:
        raise Illegal("sheet.impossible_extras", found=extras, limit=limit)
    counts = tuple(extras if index == paying[0] else 0 for index in range(len(tables.extras)))
    return sheet._replace(extras=counts)
