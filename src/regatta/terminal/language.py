"""Which language the program speaks: ``--language``, else what the environment says, as gettext has it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

OURS = "en"
"""The language of the sentences in the sources."""

_CODE = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the code of the language: needed before the arguments can be read, to say what they mean."""
    asked = asked_for(arguments)
    if asked is not None:
        return _code(asked)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _code(environment[name].split(":")[0])
    return OURS


def asked_for(arguments: Sequence[str]) -> str | None:
    """Return what ``--language`` says, as it stands there; None where it does not stand there."""
    for position, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            return value if equals else "".join(arguments[position + 1 : position + 2])
    return None


def _code(text: str) -> str:
    """Return ``pt_BR`` from ``pt_BR.UTF-8``; what is no language at all is English."""
    code = re.split(r"[.@]", text, maxsplit=1)[0]
    return code.replace("-", "_") if _CODE.fullmatch(code) else OURS
