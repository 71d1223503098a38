"""``regatta sheet``: a score sheet to print."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

PAPERS = ("a4", "letter")


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.add_argument("-o", "--output", metavar=_("FILE"), required=True, help=_("the PDF to write"))
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
    _keep(Path(args.output), typeset(page, paper=args.paper))
    return GOOD


def _keep(path: Path, pdf: bytes) -> None:
    """Write the whole file or none."""
    path.parent.stat()  # a folder that is not there is told by its own name
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(pdf)
            file.close()
            Path(file.name).chmod(0o644)
            os.replace(file.name, path)  # noqa: PTH105 - both are on one file system
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
