"""``regatta play``: a game in the terminal, alone, around one screen, or against bots.

The match is the same as on the site: same rules at the table, same bots, same fair dice.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from regatta import players
from regatta.errors import Invalid
from regatta.terminal import output
from regatta.terminal.parser import bot_kind, number
from regatta.terminal.shell import GOOD, INTERRUPTED, WRONG_USE
from regatta.terminal.source import STANDARD, standard

if TYPE_CHECKING:
    from regatta.match.events import Seat
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

MAX_SEATS = 64


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.add_argument(
        "--players",
        type=number(_, 1, MAX_SEATS),
        default=1,
        metavar="N",
        help=_("people around this screen (1)"),
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar=_("NAME"), help=_("name of a player; may be repeated")
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        type=bot_kind(parser.shell),
        metavar=_("BOT"),
        help=_("add a bot; may be repeated") + ": " + ", ".join(players.names()),
    )
    parser.add_argument(
        "--save", metavar=_("RECORD"), help=_("keep the game in this new file, for regatta verify")
    )
    parser.epilog = _(
        "Type ? in the game to see what can be typed. NO_COLOR=1 turns colours off.\n"
        "A game that is left is kept as far as it was played, where --save says so."
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.model import load
    from regatta.tables import tables_of
    from regatta.terminal.simulate import prepare
    from regatta.terminal.table import Left, Table

    _ = shell.gettext
    options = dict(args.option)
    seats = _seats(args, shell)
    if args.save == STANDARD:
        shell.complain(_("regatta play: the game itself goes to standard output; name a file to keep it in."))
        return WRONG_USE
    file = None if args.save is None else output.place(args.save)
    if file is not None and file.exists() and (not file.is_file() or file.stat().st_size):
        shell.complain(_("regatta play: %(file)s exists already; name a new file.") % {"file": args.save})
        return WRONG_USE
    if file is not None and not file.parent.is_dir():
        folder = shell.printable(str(Path(args.save).parent))
        shell.complain(
            _("regatta play: there is no folder %(folder)s to keep the game in.") % {"folder": folder}
        )
        return WRONG_USE
    standard()
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 - lines can be edited while they are typed
    tables = tables_of(args.game, options)
    for kind in args.bot:
        prepare(kind, tables, shell)
    table = Table(shell, load(args.game, options), tables, seats)
    if file is not None:
        table.saved = lambda text: output.write(args.save, text.encode())
    code, left = GOOD, True
    try:
        table.play()
        left = False
    except Left:
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
        shell.say()
    table.leave()
    if file is None and left:
        shell.say(_("The game is not kept: only --save does that."))
    if file is not None:
        shell.say(_("The game is kept in %(file)s; regatta verify checks it.") % {"file": args.save})
    return code


def _seats(args: Namespace, shell: Shell) -> list[Seat]:
    from regatta.match.events import Seat
    from regatta.words.bots import bot_name

    _ = shell.gettext
    found = []
    for index in range(max(args.players, len(args.name))):
        named = args.name[index].strip() if index < len(args.name) else ""
        if unseen := next((letter for letter in named if not letter.isprintable()), ""):
            raise Invalid("name.characters", found=f"U+{ord(unseen):04X}")
        found.append(Seat(named or _("Player %(number)d") % {"number": index + 1}))
    for index, bot in enumerate(args.bot):
        again = args.bot[:index].count(bot) + 1
        found.append(Seat(bot_name(bot, shell.words) + (f" {again}" if again > 1 else ""), bot))
    return found
