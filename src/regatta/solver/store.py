"""Solved games on disk, in the user's cache: arrays of numbers that nothing executes.

A file is named after the digest of the rules and what was computed. Its first line is JSON: the format, the
name, what the tables were, the type and the number of the values, the SHA-256 of all that follows; then come the
values, little-endian. A file that is cut, foreign or older than the program is computed anew, never trusted.
It is written beside its place and moved there whole, so that two programs may do so at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from regatta.errors import Invalid, RegattaError
from regatta.tables import Tables
from regatta.tables import store as tables_store

FORMAT = "regatta strategy 1"
REVISION = 2
"""Raised when the solver would compute other values, or lay them out otherwise."""

_HEAD = 512
"""Bytes of the first line, so that the values begin where any type may."""
_TYPES = {"float64": "<f8", "float32": "<f4", "uint8": "|u1"}

Array = npt.NDArray[np.number]
Notice = Callable[[RegattaError], None]
"""Told of a file that is not used: ``strategy.damaged`` or ``strategy.old``, with its ``file``."""


def folder() -> Path:
    """Return where solved games are kept, beside the compiled tables."""
    return tables_store.folder().parent / "strategies"


def path_of(tables: Tables, objective: str) -> Path:
    """Return the file of a game and of what was computed for it."""
    return folder() / f"{tables.digest[:40]}-{objective}.values"


def are_kept(tables: Tables, objectives: Iterable[str]) -> bool:
    """Whether all of these are there, as far as the first lines and the lengths of their files tell.

    That is quick, however much they hold; damage within is found where they are read.
    """
    tells = fingerprint(tables)
    try:
        for objective in objectives:
            with path_of(tables, objective).open("rb") as file:
                line, length = file.read(_HEAD), os.fstat(file.fileno()).st_size
            if _fault(json.loads(line), length, tables, objective, tells) is not None:
                return False
    except _UNREADABLE:
        return False
    return True


def find(
    tables: Tables, objective: str, places: int | None = None, notice: Notice | None = None
) -> Array | None:
    """Return stored values, read-only, or None where there are none that can be trusted.

    ``places`` is how many there must be, where that is known.
    """
    path = path_of(tables, objective)
    try:
        # A map rather than a copy: what nobody asks for is checked and not kept.
        fault, values = _read(np.memmap(path, dtype=np.uint8, mode="r"), tables, objective, places)
    except FileNotFoundError:
        return None
    except _UNREADABLE:
        fault, values = _damaged, None
    if fault is not None and notice is not None:
        notice(fault(str(path)))
    return values


_UNREADABLE = (OSError, ValueError, KeyError, TypeError)

Fault = Callable[[str], RegattaError]
"""What is wrong with a file, given its name."""


def _damaged(file: str) -> RegattaError:
    return Invalid("strategy.damaged", file=file)


def _old(file: str) -> RegattaError:
    return Invalid("strategy.old", file=file)


def _fault(head: Any, length: int, tables: Tables, objective: str, tells: str) -> Fault | None:
    """Return what is wrong with a file as far as its first line and its length tell; or raise one of ``_UNREADABLE``.

    ``tells`` is the ``fingerprint`` of the tables.
    """
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return _damaged
    if head["revision"] != REVISION or head["tables"] != tells:
        return _old
    whole = _HEAD + head["places"] * np.dtype(_TYPES[head["type"]]).itemsize == length
    return None if whole and head["name"] == f"{tables.digest} {objective}" else _damaged


def _read(
    data: npt.NDArray[np.uint8], tables: Tables, objective: str, places: int | None
) -> tuple[Fault | None, Array | None]:
    head = json.loads(data[:_HEAD].tobytes())
    fault = _fault(head, len(data), tables, objective, fingerprint(tables))
    if fault is not None:
        return fault, None
    values = data[_HEAD:].view(np.dtype(_TYPES[head["type"]]))
    if places not in (None, len(values)) or head["sha256"] != _digest(values):
        return _damaged, None
    return None, values


def _digest(values: Array) -> str:
    return hashlib.sha256(values.data).hexdigest()


def keep(tables: Tables, objective: str, values: Array) -> None:
    """Keep values; a disk that cannot be written to is no fault, the next program computes them again."""
    kind = values.dtype.name
    plain = np.ascontiguousarray(values, dtype=_TYPES[kind])
    head = {
        "format": FORMAT,
        "revision": REVISION,
        "name": f"{tables.digest} {objective}",
        "tables": fingerprint(tables),
        "type": kind,
        "places": len(plain),
        "sha256": _digest(plain),
    }
    line = json.dumps(head).encode().ljust(_HEAD - 1) + b"\n"
    path = path_of(tables, objective)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, other = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(line)
                file.write(plain.data)
                file.flush()
                os.fsync(file.fileno())
            Path(other).replace(path)
        finally:
            Path(other).unlink(missing_ok=True)


def fingerprint(tables: Tables) -> str:
    """Return a digest of all in the tables that values depend on."""
    parts = (
        tables.count,
        tables.faces,
        tables.rolls,
        tables.boxes,
        tables.points,
        tables.requires,
        tables.bonuses,
        tables.extras,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
