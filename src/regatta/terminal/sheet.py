"""``regatta sheet``: a score sheet to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.terminal import output
from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

PAPERS = ("a4", "letter")


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=_("the PDF to write, or - for standard output"),
    )
    parser.add_argument(
        "--players",
        type=number(_, 1, 12),
        default=1,
        metavar="N",
        help=_("how many play on one sheet (%(default)s)"),
    )
    parser.add_argument(
        "--games",
        type=number(_, 1, 12),
        metavar="N",
        help=_("how many games stand side by side (as many as fit)"),
    )
    parser.add_argument(
        "--paper", choices=PAPERS, default="a4", help=_("the size of the paper (%(default)s)")
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.model import load
    from regatta.words.paper import pad, typeset

    model = load(args.game, dict(args.option))
    page = pad(model, shell.words, players=args.players, games=args.games)
    output.write(args.output, typeset(page, paper=args.paper))
    return GOOD
