"""``regatta copies``: what people made of the games of a site, and how its host takes one of them away."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.storage.copies import Copies
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

LIST, WITHDRAW = "list", "withdraw"
LISTED = 50
MOST_LISTED = 100_000


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "action", choices=(LIST, WITHDRAW), metavar="list|withdraw", help=_("list copies, or take one away")
    )
    parser.add_argument(
        "copy", nargs="?", metavar=_("COPY"), help=_("the copy to take away, as list names it")
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("REGATTA_DATABASE"),
        metavar="URL",
        help=_("where games are kept, such as sqlite:///path/to/file"),
    )
    parser.add_argument(
        "--most",
        type=number(_, 1, MOST_LISTED),
        default=LISTED,
        metavar=_("NUMBER"),
        help=_("how many to list (%(default)s), those edited last"),
    )
    parser.facts()
    parser.epilog = _(
        "The site may run meanwhile: a few seconds later nobody can read, play or copy what was taken away.\n"
        "Matches that were begun with it go on."
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.errors import Invalid, Missing
    from regatta.storage.copies import Copies
    from regatta.storage.database import path_of
    from regatta.storage.desk import Desk
    from regatta.storage.place import default_database

    url = args.database or default_database()
    if not path_of(url).is_file():
        raise Missing("backup.nothing", path=str(path_of(url)))
    if (args.copy is None) is (args.action == WITHDRAW):
        raise Invalid("copy.which")
    with Desk(url) as desk:
        copies = Copies(desk)
        try:
            if args.action == WITHDRAW:
                copies.withdraw(args.copy)
                shell.say(shell.gettext("%(copy)s is taken away.") % {"copy": shell.printable(args.copy)})
            else:
                _list(copies, args, shell)
        finally:
            copies.close()
    return GOOD


def _list(copies: Copies, args: Namespace, shell: Shell) -> None:
    found = copies.latest(args.most)
    if args.json:
        shell.json(
            [{**each.copy._asdict(), "guest": each.guest, "withdrawn": each.withdrawn} for each in found]
        )
        return
    for each in found:
        when = datetime.fromtimestamp(each.copy.updated // 1000, UTC).isoformat(" ", "minutes")[:16]
        mark = shell.gettext("  (taken away)") if each.withdrawn else ""
        shell.say(
            f"{each.copy.id}  {when}  {each.copy.version:>3}  {each.copy.parent or '-':<20}  "
            f"{shell.short(each.copy.title)}{mark}"
        )
