"""``regatta perft``: how many lines of play there are, told apart by the first action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine
from regatta.engine.perft import MAX_DEPTH
from regatta.terminal import position
from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.engine import Action
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.add_argument(
        "depth",
        metavar=_("DEPTH"),
        type=number(_, 0, MAX_DEPTH),
        help=_("how many actions: rolls, keeps, writes"),
    )
    position.arguments(parser)
    parser.facts()
    parser.epilog = _(
        "Dice are counted as multisets: 1,1,2,2,2 is one roll. Keeping all dice is followed by an empty roll,\n"
        "so that all turns have the same length. Without --dice the count starts before the first roll."
    )


def run(args: Namespace, shell: Shell) -> int:
    given = position.given(args)
    divided = engine.divide(given, args.depth) if args.depth else {}
    count = sum(divided.values()) if args.depth else 1
    named = {_name(action): lines for action, lines in divided.items()}
    if args.json:
        shell.json({"count": count, "divide": named})
        return GOOD
    for name, lines in named.items():
        shell.say(f"{name}: {lines}")
    shell.say(shell.gettext("lines of play: %(count)d") % {"count": count})
    return GOOD


def _name(action: Action) -> str:
    if isinstance(action, engine.Write):
        return action.box
    faces = action.dice if isinstance(action, engine.Roll) else action.faces
    return ",".join(map(str, faces)) or "-"
