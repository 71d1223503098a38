"""The reader of the command line: argparse, with one sentence for a mistake and every word translated."""

from __future__ import annotations

import argparse
import gettext
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any, NoReturn

from regatta.errors import RegattaError
from regatta.terminal.shell import WRONG_USE, Shell
from regatta.words.marks import N_
from regatta.words.words import DOMAIN, LOCALE

__all__ = ["ArgumentTypeError", "Namespace", "Parser", "bot_kind", "number", "pair"]


# What argparse itself says. It looks its own sentences up in the domain of the process, which is set below.
MESSAGES = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("expected at most one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
)


class Parser(argparse.ArgumentParser):
    """A reader that never guesses what an abbreviation means."""

    HIDDEN = argparse.SUPPRESS
    REST = argparse.REMAINDER

    def __init__(self, shell: Shell, prog: str, description: str, **settings: Any) -> None:
        gettext.bindtextdomain(DOMAIN, str(LOCALE))
        gettext.textdomain(DOMAIN)
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            add_help=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **settings,
        )
        self.shell = shell
        _ = shell.gettext
        self.add_argument("-h", "--help", action="help", help=_("show this page"))
        self.add_argument(
            "--language",
            metavar=_("CODE"),
            help=_("language of the messages, such as en; LANGUAGE and LANG also count"),
        )

    def facts(self) -> None:
        """Add ``--json``."""
        self.add_argument("--json", action="store_true", help=self.shell.gettext("print JSON, for programs"))

    def game(self, **settings: Any) -> None:
        """Add the argument GAME."""
        _ = self.shell.gettext
        settings = {"help": _("a game of regatta games, or the path of a model file"), **settings}
        self.add_argument("game", metavar=_("GAME"), **settings)

    def options(self) -> None:
        """Add ``--option NAME=VALUE``."""
        _ = self.shell.gettext
        self.add_argument(
            "--option",
            action="append",
            default=[],
            type=pair(_),
            metavar=_("NAME=VALUE"),
            help=_("choose a variation of the rules; may be repeated"),
        )

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one sentence; exit code 2."""
        _ = self.shell.gettext
        self.exit(
            WRONG_USE,
            _("%(prog)s: %(message)s (%(prog)s --help says more)\n")
            % {"prog": self.prog, "message": _shortened(message)},
        )


def _shortened(message: str, most: int = 300) -> str:
    clean = "".join(letter if letter.isprintable() else " " for letter in message)
    return clean if len(clean) <= most else clean[:most] + "…"


def pair(_: Callable[[str], str]) -> Callable[[str], tuple[str, str]]:
    """Return a reader of ``NAME=VALUE``."""

    def read(text: str) -> tuple[str, str]:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise ArgumentTypeError(
                _("%(found)s is not of the form NAME=VALUE") % {"found": Shell.short(text)}
            )
        return name, value

    return read


def bot_kind(shell: Shell) -> Callable[[str], str]:
    """Return a reader of the name of a bot, which may tell it the total to chase: ``record:300``."""

    def read(text: str) -> str:
        from regatta.players import player

        try:
            player(text)
        except RegattaError as error:
            raise ArgumentTypeError(shell.sentence(error)) from None
        return text

    return read


def number(_: Callable[[str], str], low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``low`` to ``high``."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise ArgumentTypeError(
                _("%(found)s is not a whole number from %(low)d to %(high)d")
                % {"found": Shell.short(text), "low": low, "high": high}
            )
        return int(text)

    return read
