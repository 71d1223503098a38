"""``regatta check``: the faults of model files, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.errors import Fault, ModelFaults
from regatta.terminal.shell import GOOD, NEGATIVE
from regatta.terminal.source import content

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

READ_AT_MOST = 1_000_001
"""Bytes of a file that are looked at; the language allows far fewer, and says so."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "files", nargs="+", metavar=_("FILE"), help=_("a model file, or - for standard input")
    )
    parser.facts()
    parser.epilog = _(
        "Prints nothing where all is well, else FILE:LINE:COL: and what is wrong, and exit code 1."
    )


def run(args: Namespace, shell: Shell) -> int:
    found: list[tuple[Fault, str]] = []
    for file in args.files:
        text = content(file, READ_AT_MOST)
        try:
            _check(text, file)
        except ModelFaults as error:
            found += zip(error.faults, shell.faults(error), strict=True)
    if args.json:
        shell.json({"faults": [_facts(fault, shell) for fault, _ in found]})
    else:
        for _, line in found:
            shell.say(line)
    return NEGATIVE if found else GOOD


def _check(text: bytes, file: str) -> None:
    """Read and compile a game under every combination of its options; raises all faults that were found."""
    from regatta import tables
    from regatta.model import parse_all

    faults: list[Fault] = []
    for model in parse_all(text, file):
        try:
            tables.compile(model)
        except ModelFaults as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise ModelFaults(file, faults)


def _facts(fault: Fault, shell: Shell) -> dict[str, object]:
    return {
        "file": fault.file,
        "line": fault.line,
        "column": fault.column,
        "path": list(fault.path),
        "code": fault.code,
        "message": shell.words.fault(fault),
    }
