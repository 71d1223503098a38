"""``regatta serve``: the site, to play in a browser."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD, WRONG_USE

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

HOST = "127.0.0.1"
PORT = 8000
WAITING = 1024
"""How many connections may wait for their turn."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "--host",
        default=HOST,
        metavar=_("HOST"),
        help=_("address to listen at (%(default)s, this machine only); 0.0.0.0 for all"),
    )
    parser.add_argument(
        "--port",
        default=PORT,
        metavar=_("PORT"),
        type=number(_, 0, 65535),
        help=_("port to listen at (%(default)s); 0 for one that is free"),
    )
    parser.add_argument(
        "--database", metavar="URL", help=_("where games are kept, such as sqlite:///path/to/file")
    )
    parser.epilog = _("Ctrl-C closes the site; games go on where they were when it is opened again.")


def run(args: Namespace, shell: Shell) -> int:
    _ = shell.gettext
    try:
        listener = _listen(args.host, args.port)
    except OSError as error:
        place = {"host": shell.short(args.host), "port": args.port, "reason": error.strerror or str(error)}
        shell.complain(
            _("regatta serve: port %(port)d of %(host)s is taken; name another one with --port.") % place
            if error.errno == errno.EADDRINUSE
            else _("regatta serve: cannot listen at port %(port)d of %(host)s: %(reason)s.") % place
        )
        return WRONG_USE
    with listener:
        from regatta.web.serve import serve

        def ready() -> None:
            shell.say(
                _("Regatta is open at %(address)s (Ctrl-C closes it).") % {"address": _address(listener)}
            )
            shell.flush()

        try:
            serve(listener, args.database, ready)
        except KeyboardInterrupt:
            return GOOD
    return GOOD


def _listen(host: str, port: int) -> socket.socket:
    """Open the port, so that a browser may come at once; raises OSError where that cannot be."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=WAITING)


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
