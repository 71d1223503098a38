"""Compiled tables on disk, so that a program that asks one question need not compile.

A file is named after what it was compiled from: the text of the model, the options, and this version of
the program with its catalogue. It is JSON with a checksum, of the name and what follows, in its first line; a file
that is cut, foreign or changed is compiled anew, never trusted.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from regatta.model import catalogue
from regatta.model.options import word
from regatta.tables.tables import Bonus, Condition, Extra, Line, Section, Tables, shared


def folder() -> Path:
    """Return where compiled tables are kept; ``REGATTA_CACHE`` moves it."""
    if found := os.environ.get("REGATTA_CACHE"):
        return Path(found) / "tables"
    from platformdirs import user_cache_path

    return user_cache_path("regatta") / "tables"


@cache
def _program() -> bytes:
    """Return a digest of what else decides the tables: the compiler, and the games one may base a model on."""
    here = Path(__file__).parent
    found = hashlib.sha256()
    for path in sorted(
        [*here.glob("*.py"), *(here.parent / "model").glob("*.py"), *catalogue.FOLDER.glob("*")]
    ):
        stat = path.stat()
        found.update(f"{path.name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return found.digest()


def key(source: bytes, options: Mapping[str, object]) -> str:
    """Return the name under which the tables of a model text with these options are kept, however they are spelled."""
    chosen = json.dumps(sorted((name, word(value)) for name, value in options.items())).encode()
    return hashlib.sha256(_program() + hashlib.sha256(source).digest() + chosen).hexdigest()[:40]


def find(name: str) -> Tables | None:
    """Return kept tables, or None where there are none that can be trusted."""
    try:
        checksum, _, body = (folder() / f"{name}.json").read_bytes().partition(b"\n")
        if _checksum(name, body) == checksum:
            return _tables(json.loads(body))
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return None


def keep(name: str, tables: Tables) -> None:
    """Keep tables; a disk that cannot be written to is no fault, the next program compiles again."""
    body = json.dumps(_data(tables), separators=(",", ":")).encode()
    text = _checksum(name, body) + b"\n" + body
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(dir=folder())
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            Path(path).replace(folder() / f"{name}.json")
        except OSError:
            Path(path).unlink(missing_ok=True)


def prune(folder: Path, most: int) -> None:
    """Remove files of a folder until at most so many bytes are left; those not used for longest go first."""
    found = []
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            with suppress(OSError):
                stat = file.stat()
                found.append((max(stat.st_atime, stat.st_mtime), stat.st_size, file.path))
    size = sum(each[1] for each in found)
    for _, bytes_of, path in sorted(found):
        if size <= most:
            return
        with suppress(OSError):
            Path(path).unlink()
        size -= bytes_of


def _checksum(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + body).hexdigest().encode()


def _data(tables: Tables) -> dict[str, Any]:
    return {item.name: getattr(tables, item.name) for item in fields(tables) if not item.name.startswith("_")}


def _tables(data: dict[str, Any]) -> Tables:
    def conditions(rows: list[Any]) -> tuple[Condition, ...]:
        return tuple(Condition(word, tuple(masks)) for word, masks in rows)

    def line(row: list[Any]) -> Line:
        masks, points, values, when = row
        return Line(
            tuple(masks), points, {int(box): worth for box, worth in values.items()}, conditions(when)
        )

    def extra(row: list[Any]) -> Extra:
        name, face, when, worth, pays_when, chip, section, lines = row
        read = None if lines is None else tuple(map(line, lines))
        faces = tuple(map(tuple, face))
        return Extra(name, faces, conditions(when), worth, conditions(pays_when), chip, section, read)

    data["seats"] = tuple(data["seats"])
    data["boxes"] = tuple(data["boxes"])
    data["sections"] = tuple(Section(*row) for row in data["sections"])
    data["points"] = tuple(map(shared, data["points"]))
    data["requires"] = tuple(map(tuple, data["requires"]))
    data["bonuses"] = tuple(
        Bonus(row[0], row[1], tuple(map(tuple, row[2])), row[3]) for row in data["bonuses"]
    )
    data["extras"] = tuple(map(extra, data["extras"]))
    return Tables(**data)
