"""What a command says and where: results to stdout, all else to stderr, in one language."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from regatta.errors import Illegal, ModelFaults, RegattaError
from regatta.words import Words

GOOD, NEGATIVE, WRONG_USE = 0, 1, 2
INTERRUPTED, BROKEN_PIPE = 130, 141

Gettext = Callable[[str], str]

# Readable, but not a position of this game: as much a negative answer as an illegal move.
_IMPOSSIBLE = {"dice.count", "dice.face", "box.unknown"}
# What a file holds that is no record, or not a true one: the answer to "what does this record say?".
_NO_RECORD = ("record.", "rules.unreadable")
_MAX_SHOWN = 60


def exit_code(error: RegattaError) -> int:
    """Return 1 for a readable question with the answer no, 2 for one that cannot be asked."""
    if (
        isinstance(error, Illegal | ModelFaults)
        or error.code in _IMPOSSIBLE
        or error.code.startswith(_NO_RECORD)
    ):
        return NEGATIVE
    return WRONG_USE


class Shell:
    """The voice of the program, in ``language``."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = Words(language)
        self.gettext: Gettext = self.words.gettext

    def say(self, text: str = "") -> None:
        """Print a line of the result."""
        self._write(text)

    def json(self, data: Any) -> None:
        """Print the result as one line of JSON."""
        self._write(json.dumps(data))

    @staticmethod
    def _write(text: str) -> None:
        sys.stdout.write(f"{text}\n")

    def complain(self, text: str) -> None:
        """Print a line to stderr."""
        sys.stderr.write(f"{text}\n")

    def flush(self) -> None:
        """See to it that the result has left the program; raises OSError where it cannot."""
        sys.stdout.flush()

    def sentence(self, error: RegattaError) -> str:
        """Return what is wrong as people read it; faults of a model one a line, with their place."""
        if isinstance(error, ModelFaults):
            return "\n".join(self.faults(error))
        return self.words.sentence(error)

    def faults(self, error: ModelFaults) -> list[str]:
        """Return ``FILE:LINE:COL: message`` for every fault."""
        return [
            f"{fault.file or error.file}:{fault.line}:{fault.column}: {self.words.fault(fault)}"
            for fault in error.faults
        ]

    @staticmethod
    def printable(text: str) -> str:
        """Return foreign text in which nothing moves the cursor or hides."""
        return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)

    @classmethod
    def short(cls, text: str) -> str:
        """Return foreign text fit for a message: printable, and not too long."""
        clean = cls.printable(text)
        return clean if len(clean) <= _MAX_SHOWN else clean[:_MAX_SHOWN] + "…"
