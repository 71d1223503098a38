"""``regatta backup``: a whole copy of a site, taken while it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "folder", metavar=_("FOLDER"), help=_("where the copy goes: a folder that is not there yet")
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("REGATTA_DATABASE"),
        metavar="URL",
        help=_("where games are kept, such as sqlite:///path/to/file"),
    )
    parser.epilog = _(
        "The site may run meanwhile. To restore, put the files of the folder where the database was,\n"
        "while no server runs; the folder can also be opened as it is, with serve --database."
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.storage.backup import backup
    from regatta.storage.place import DATABASE_FILE, default_database

    copied = backup(args.database or default_database(), Path(args.folder))
    ngettext = shell.words.ngettext
    shell.say(
        ngettext("%(number)d match is in %(file)s.", "%(number)d matches are in %(file)s.", copied.matches)
        % {"number": copied.matches, "file": shell.printable(str(Path(args.folder) / DATABASE_FILE))}
    )
    if not copied.key:
        shell.complain(
            shell.gettext(
                "No file secret.key lies beside the database: keep the REGATTA_SECRET of the server yourself."
            )
        )
    return GOOD
