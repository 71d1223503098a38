"""``regatta serve``: the site, to play in a browser."""

from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING

from regatta.terminal.shell import GOOD, WRONG_USE
from regatta.web.hosting import SETTINGS, Hosting

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

WAITING = 1024
"""How many connections may wait for their turn."""


def arguments(parser: Parser, _: Gettext) -> None:
    for setting in SETTINGS:
        told = _(setting.help) % {"default": setting.default}
        parser.add_argument(
            setting.option, dest=setting.name, metavar=_(setting.kind), help=f"{told} [{setting.variable}]"
        )
    parser.epilog = (
        _("What no option says is taken from the variable of the environment that stands in brackets.")
        + "\n"
        + _("Ctrl-C closes the site; games go on where they were when it is opened again.")
    )


def run(args: Namespace, shell: Shell) -> int:
    _ = shell.gettext
    hosting = Hosting.read(vars(args), os.environ)
    try:
        listener = _listen(hosting.host, hosting.port)
    except OSError as error:
        place = {
            "host": shell.short(hosting.host),
            "port": hosting.port,
            "reason": error.strerror or str(error),
        }
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
            serve(listener, hosting, ready)
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
