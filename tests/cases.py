"""The cases of cases.yaml: faults that other dice games had, with the right value.

The ids are those of the collection beside the project, which need not be there for the tests to run.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

HERE = Path(__file__).parent
COLLECTION = HERE.parents[1] / "shared" / "cases" / "public.yaml"

_NAME = re.compile(r"\bdef test_((?:[A-Za-z]{2}_[0-9]{2}_)+)")
_IN_A_NAME = re.compile(r"([A-Za-z]{2})_([0-9]{2})_")


@cache
def cases() -> dict[str, Any]:
    """Return the tables of cases.yaml: rows, positions, scores, legal, bonuses, elsewhere."""
    return dict(YAML(typ="safe").load((HERE / "cases.yaml").read_text(encoding="utf-8")))


@cache
def collection() -> dict[str, Any] | None:
    """Return the collection that the cases come from, or None where it does not lie beside the project."""
    if not COLLECTION.is_file():
        return None
    return dict(YAML(typ="safe").load(COLLECTION.read_text(encoding="utf-8")))


def tested() -> set[str]:
    """Return the ids of all cases that some test carries, in its name or through a table."""
    found = {case for word, table in cases().items() if word != "elsewhere" for case in table}
    for path in HERE.rglob("test_*.py"):
        for name in _NAME.findall(path.read_text(encoding="utf-8")):
            found |= {f"{kind.upper()}-{number}" for kind, number in _IN_A_NAME.findall(name)}
    return found


def dice(text: str | int) -> tuple[int, ...]:
    """Return dice from ``"44661"``."""
    return tuple(map(int, str(text)))


def points(text: str) -> dict[str, int]:
    """Return points by box from ``ones=3 yahtzee=50``."""
    return {box: int(worth) for box, _, worth in (part.partition("=") for part in text.split())}
