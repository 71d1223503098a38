"""What can go wrong, as codes with parameters.

No sentence for people stands here: the room ``words`` turns a code into the reader's language.
A code is a dotted string grouped by topic, such as ``move.not_your_turn``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class RegattaError(Exception):
    """Something the caller can be told about: a ``code`` and the ``params`` of its sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({inside})"


class Invalid(RegattaError):
    """The input cannot be read at all: not a die, not a box, not a record."""


class Illegal(RegattaError):
    """The input is readable, but the rules or the state of the match do not allow it now."""


class Stale(RegattaError):
    """The sender saw an older version of the match than the present one."""


class Missing(RegattaError):
    """Nothing exists under that name."""


class Denied(RegattaError):
    """The sender has no right to do this."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a model file.

    ``line`` and ``column`` count from 1; ``path`` is the way of keys from the top of the file. ``below`` is what this
    brings about in a game on which the file is based.
    """

    code: str
    line: int
    column: int
    path: tuple[str | int, ...] = ()
    params: dict[str, Any] = field(default_factory=dict)
    file: str = ""
    below: Fault | None = None


class ModelFaults(RegattaError):
    """A model file with faults; all that were found, in the order of the file."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        super().__init__("model.faults", file=file, count=len(faults))
        self.file = file
        self.faults = sorted(faults, key=lambda fault: (fault.line, fault.column, fault.code))
