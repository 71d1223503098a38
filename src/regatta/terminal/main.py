"""The door of the program: finds the command, runs it, and turns whatever goes wrong into a sentence.

Results go to stdout, everything else to stderr. Exit codes: 0 good, 1 a negative answer, 2 wrong use;
130 after Ctrl-C and 141 when whoever reads the output has left, as the tools of the system have it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from regatta import __version__
from regatta.errors import RegattaError
from regatta.terminal.language import asked_for, chosen
from regatta.terminal.parser import Parser
from regatta.terminal.shell import BROKEN_PIPE, INTERRUPTED, WRONG_USE, Shell, exit_code
from regatta.words.languages import candidates, languages

COMMANDS = (
    "play",
    "serve",
    "games",
    "rules",
    "sheet",
    "check",
    "legal",
    "advise",
    "review",
    "perft",
    "simulate",
    "solve",
    "verify",
    "backup",
    "copies",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (those of the process by default); returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # Whoever starts the program without a place for its words does not want them; everything else goes on.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character must not end a game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    language = chosen(arguments, os.environ)
    # argparse has sentences of its own, and asks the environment which language they shall be in.
    os.environ["LANGUAGE"] = language
    shell = Shell(language)
    _tell_of_language(arguments, shell)
    try:
        code = _run(arguments, shell)
        shell.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except RegattaError as error:
        shell.complain(shell.sentence(error))
        return exit_code(error)
    except OSError as error:
        _silence()
        shell.complain(_system(shell, error))
        return WRONG_USE
    return code


def _tell_of_language(arguments: list[str], shell: Shell) -> None:
    """Say that a language was asked for which nobody translated the program into: it goes on in English."""
    asked = asked_for(arguments)
    if not asked or set(candidates(shell.language)) & set(languages()):
        return
    shell.complain(
        shell.gettext("regatta: there is no language %(asked)s, so this is English. There are: %(known)s.")
        % {"asked": shell.short(asked), "known": ", ".join(languages())}
    )


def _run(arguments: list[str], shell: Shell) -> int:
    root = _root(shell)
    found = root.parse_args(arguments)
    if found.command is None:
        shell.complain(root.format_help().rstrip())
        return WRONG_USE
    if found.command not in COMMANDS:
        from difflib import get_close_matches

        _ = shell.gettext
        near = get_close_matches(found.command, COMMANDS, 1)
        known = {"command": shell.short(found.command), "near": near[0] if near else ""}
        shell.complain(
            _("regatta: there is no command %(command)s; did you mean %(near)s?") % known
            if near
            else _("regatta: there is no command %(command)s; regatta --help lists them.") % known
        )
        return WRONG_USE
    command = import_module(f"regatta.terminal.{found.command}")
    parser = Parser(shell, f"regatta {found.command}", summaries(shell)[found.command])
    command.arguments(parser, shell.gettext)
    code: int = command.run(parser.parse_args(found.rest), shell)
    return code


def _root(shell: Shell) -> Parser:
    _ = shell.gettext
    listed = "\n".join(f"  {name:<10}{summary}" for name, summary in summaries(shell).items())
    commands = _("commands:")
    root = Parser(
        shell,
        "regatta",
        _("The five-dice games: play them, ask about them, check them."),
        usage=_("regatta COMMAND ..."),
        epilog=f"{commands}\n{listed}\n\n"
        + _("regatta COMMAND --help says more about one of them.")
        + "\n"
        + _("exit codes: 0 good, 1 a negative answer, 2 wrong use"),
    )
    root.add_argument(
        "--version", action="version", version=f"regatta {__version__}", help=_("show the version")
    )
    root.add_argument("command", nargs="?", help=Parser.HIDDEN)
    root.add_argument("rest", nargs=Parser.REST, help=Parser.HIDDEN)
    return root


def summaries(shell: Shell) -> dict[str, str]:
    """Return what each command does, in the order of the help page."""
    _ = shell.gettext
    return {
        "play": _("play a game in the terminal"),
        "serve": _("open the site, to play in a browser"),
        "games": _("list the games"),
        "rules": _("tell the rules of a game in words"),
        "sheet": _("make a score sheet to print"),
        "check": _("look for faults in model files"),
        "legal": _("say where some dice may be written, and for how much"),
        "advise": _("say what a position is worth, and what is best in it"),
        "review": _("say what a game owed to luck and what to its players"),
        "perft": _("count the lines of play"),
        "simulate": _("let a bot play many games"),
        "solve": _("compute the best mean total of a game"),
        "verify": _("check a record: its moves and its dice"),
        "backup": _("copy the database of a site, while it runs"),
        "copies": _("list the copies of games on a site, or take one away"),
    }


def _silence() -> None:
    """Let what is still waiting to be written go nowhere: the reader is gone, or the disk is full."""
    # Where stdout is no file of the system, nothing waits to be written to one.
    with suppress(OSError, ValueError, AttributeError):
        target = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, target)
        os.close(nowhere)


def _system(shell: Shell, error: OSError) -> str:
    reason = error.strerror or str(error)
    if not isinstance(error.filename, str):
        return shell.gettext("regatta: the system says: %(reason)s.") % {"reason": reason}
    return shell.gettext("regatta: %(file)s: %(reason)s.") % {
        "file": shell.printable(error.filename),
        "reason": reason,
    }
