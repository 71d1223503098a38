"""What people call the boxes and extras of a game, without reading its model again and again.

To read a model takes longer than to answer a question about it; so names are kept on disk beside the tables.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from regatta.model import catalogue
from regatta.tables import Tables, store
from regatta.words.languages import version


def names_of(tables: Tables, game: str, options: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the name of each box, extra and chip of ``game``, by id, in ``language``.

    Raises:
        Missing, ModelFaults, Invalid: as ``regatta.model.load``.
    """
    source, _ = catalogue.source_of(game)
    name = store.key(source, {**options, "names in": f"{language} {version(language)}"})
    file = store.folder() / f"{name}.names.json"
    wanted = [*tables.boxes, *(name for extra in tables.extras for name in (extra.id, extra.chip))]
    found = _kept(file)
    if found is None or not found.keys() >= set(wanted):
        from regatta.model import load
        from regatta.words import Words
        from regatta.words.naming import GameWords

        words = GameWords(Words(language), load(game, options))
        found = {name: words.names(name) for name in wanted}
        _keep(file, found)
    return found


def _kept(file: Path) -> dict[str, str] | None:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    good = isinstance(found, dict) and all(
        isinstance(name, str) and name.isprintable() for name in found.values()
    )
    return found if good else None


def _keep(file: Path, names: dict[str, str]) -> None:
    """Keep names; a disk that cannot be written to is no fault."""
    with suppress(OSError):
        handle, path = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                json.dump(names, out)
            Path(path).replace(file)
        except OSError:
            Path(path).unlink(missing_ok=True)
