"""A position from the command line or from a line of JSON: game, options, sheet, dice, number of the roll."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from regatta import engine
from regatta.errors import Illegal, Invalid
from regatta.tables import Tables, tables_of
from regatta.terminal.parser import number

if TYPE_CHECKING:
    from regatta.engine import Position, Sheet
    from regatta.terminal.parser import Namespace, Parser

MAX_ROLL = 99
MAX_EXTRA = 9_999
GAMES_AT_HAND = 64
"""How many games, each with its options, one process keeps in memory."""


def arguments(parser: Parser, *, roll: bool = True) -> None:
    """Add the options that describe a position; ``--roll`` only where it says which roll it was."""
    _ = parser.shell.gettext
    parser.options()
    parser.add_argument(
        "--sheet", default="", metavar=_("BOXES"), help=_('what is written, such as "ones=3 sixes=18"')
    )
    parser.add_argument("--dice", metavar=_("FACES"), help=_("the dice on the table, such as 5,5,5,2,1"))
    if roll:
        parser.add_argument(
            "--roll",
            type=number(_, 1, MAX_ROLL),
            metavar="K",
            help=_("number of the roll in the turn (the last one)"),
        )
    parser.add_argument(
        "--extra",
        type=number(_, 0, MAX_EXTRA),
        default=0,
        metavar="N",
        help=_("how often extra points were earned before (0)"),
    )


def tables_for(args: Namespace) -> Tables:
    """Return the tables that GAME and ``--option`` ask for."""
    return tables(args.game, dict(args.option))


def tables(game: str, options: Mapping[str, str]) -> Tables:
    """Return the tables of a game, kept in memory for the next question."""
    return _tables(game, tuple(sorted(options.items())))


@lru_cache(maxsize=GAMES_AT_HAND)
def _tables(game: str, options: tuple[tuple[str, str], ...]) -> Tables:
    return tables_of(game, dict(options))


def given(args: Namespace) -> Position:
    """Return the position that the arguments describe; without dice, the one before the first roll of a turn."""
    game = tables_for(args)
    sheet = engine.parse_sheet(game, args.sheet, args.extra)
    dice = None if args.dice is None else engine.parse_dice(game, args.dice)
    return position(game, sheet, dice, args.roll)


def position(game: Tables, sheet: Sheet, dice: tuple[int, ...] | None, roll: int | None) -> Position:
    """Return the position of a player alone with that sheet and those dice.

    Raises:
        Illegal: ``roll.number`` (found, rolls); ``move.game_over`` where every box is written;
            ``move.no_dice`` where there are no dice that ``roll`` could have given.
    """
    if sheet.filled == game.all_boxes:
        raise Illegal("move.game_over")
    if dice is None:
        if roll is not None:
            raise Illegal("move.no_dice")
        return engine.Position(game, (sheet,), 0, "roll")
    rolled = game.rolls if roll is None else roll
    if not 1 <= rolled <= game.rolls:
        raise Illegal("roll.number", found=rolled, rolls=game.rolls)
    return engine.Position(game, (sheet,), 0, "keep" if rolled < game.rolls else "write", rolled, dice)


def sheet_from(game: Tables, data: object, extra: int) -> Sheet:
    """Return a sheet from its text, or from a mapping of boxes to points (None: still open)."""
    if isinstance(data, str):
        return engine.parse_sheet(game, data, extra)
    if not isinstance(data, dict):
        raise Invalid("sheet.unreadable", found=_shown(data))
    for box, points in data.items():
        if box not in game.box_index:
            raise Invalid("box.unknown", box=box[:60], known=", ".join(game.boxes))
        if points is not None and type(points) is not int:
            raise Invalid("sheet.unreadable", found=f"{box}={_shown(points)}")
    text = " ".join(f"{box}={points}" for box, points in data.items() if points is not None)
    return engine.parse_sheet(game, text, extra)


def dice_from(game: Tables, data: object) -> tuple[int, ...]:
    """Return a whole roll from its text or from a list of faces."""
    if isinstance(data, str):
        return engine.parse_dice(game, data)
    if not isinstance(data, list):
        raise Invalid("dice.unreadable", found=_shown(data))
    for face in data:
        if type(face) is not int:
            raise Invalid("dice.unreadable", found=_shown(face))
    return game.dice.read(data)


def _shown(value: object) -> str:
    """Return a value as JSON has it, lists and objects by what they are: they may be deep and long."""
    import json

    return type(value).__name__ if isinstance(value, list | dict) else json.dumps(value)[:60]
