"""``regatta advise``: what a position is worth, and each thing that can be done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine, solver
from regatta.coach import facts
from regatta.coach.advice import advise
from regatta.errors import Illegal
from regatta.terminal import position
from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD, WRONG_USE

if TYPE_CHECKING:
    from regatta.coach.advice import Advice, Option
    from regatta.engine import Position
    from regatta.errors import RegattaError
    from regatta.solver import Strategy
    from regatta.tables import Tables
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

SHOWN = 8
"""How many options people are shown."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    position.arguments(parser, roll=False)
    parser.add_argument(
        "--rolls-left",
        type=number(_, 0, position.MAX_ROLL),
        metavar="N",
        help=_("how many rolls are left in the turn (0)"),
    )
    parser.facts()
    parser.epilog = _(
        "Values are mean final totals of a player alone who plays on without a mistake; what stands on the sheet counts.\n"
        "To keep all dice is to stop. Without --dice: what the sheet is worth before the first roll of a turn.\n"
        "A game that was not solved yet is solved first. Exit code 1: no such position can be."
    )


def run(args: Namespace, shell: Shell) -> int:
    if args.dice is None and args.rolls_left is not None:
        shell.complain(shell.gettext("regatta advise: --dice is needed, such as --dice 5,5,5,2,1."))
        return WRONG_USE
    given = _given(args)
    advice = advise(given, strategy_for(given.game, shell))
    if args.json:
        shell.json(facts.of_advice(advice))
    else:
        _print(given, advice, args, shell)
    return GOOD


def _given(args: Namespace) -> Position:
    """Return the position; raises Illegal ``roll.left`` (found, most) where so many rolls cannot be left."""
    game = position.tables_for(args)
    sheet = engine.parse_sheet(game, args.sheet, args.extra)
    dice = None if args.dice is None else engine.parse_dice(game, args.dice)
    left = args.rolls_left or 0
    if left >= game.rolls:
        raise Illegal("roll.left", found=left, most=game.rolls - 1)
    return position.position(game, sheet, dice, None if dice is None else game.rolls - left)


def strategy_for(game: Tables, shell: Shell) -> Strategy:
    """Return the solved game; what is not on the disk is computed, and stderr tells."""
    from regatta.terminal.solve import Progress

    def notice(error: RegattaError) -> None:
        shell.complain(shell.sentence(error))

    found = solver.stored(game, notice=notice)
    if found is None:
        shell.complain(shell.gettext("Solving the game first: once, then advice comes at once."))
        with Progress(shell) as progress:
            found = solver.strategy_of(game, progress=progress.show)
    return found


def _print(given: Position, advice: Advice, args: Namespace, shell: Shell) -> None:
    from regatta.terminal.names import names_of

    _ = shell.gettext
    shell.say(_("Expected final total: %(value).2f") % {"value": advice.value})
    names = names_of(given.game, args.game, dict(args.option), shell.language)
    rows = [(_said(option, given, names, _), option.value) for option in advice.options[:SHOWN]]
    wide = max((len(said) for said, _value in rows), default=0)
    for said, value in rows:
        shell.say(f"{said:<{wide}}  {value:7.2f}  {value - advice.value:+6.2f}")
    if len(advice.options) > SHOWN:
        shell.say(_("… and %(count)d more; --json has them all") % {"count": len(advice.options) - SHOWN})


def _said(option: Option, given: Position, names: dict[str, str], _: Gettext) -> str:
    action = option.action
    if isinstance(action, engine.Write):
        return _("write %(points)s into %(box)s") % {"points": option.points, "box": names[action.box]}
    if not isinstance(action, engine.Keep) or action.faces == given.dice:
        return _("stop and write")
    return _("keep %(dice)s") % {"dice": " ".join(map(str, action.faces))} if action.faces else _("roll all")
