"""Model x dice -> read-only tables: the only place where a rule is executed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from regatta.model import catalogue
from regatta.tables import store
from regatta.tables.tables import Bonus, Condition, Extra, Line, Section, Tables, Writes, bits

if TYPE_CHECKING:
    from regatta.model import Model

__all__ = [
    "Bonus",
    "Condition",
    "Extra",
    "Line",
    "Section",
    "Tables",
    "Writes",
    "bits",
    "compile",
    "tables_of",
]


def compile(model: Model) -> Tables:  # noqa: A001 - as in re.compile
    """Compile a model; raises ``ModelFaults`` where a rule cannot be run."""
    from regatta.tables import compiler

    return compiler.compile(model)


def tables_of(game: str, options: Mapping[str, object] | None = None) -> Tables:
    """Return the tables of a game of the catalogue or of a model file: kept ones, else compiled and kept.

    Raises:
        Missing, ModelFaults, Invalid: as ``regatta.model.load``.
    """
    source, _ = catalogue.source_of(game)
    name = store.key(source, options or {})
    tables = store.find(name)
    if tables is None:
        from regatta.model import load

        tables = compile(load(game, options))
        store.keep(name, tables)
    if tables.game != game and not catalogue.is_file(game):
        # The same text is kept under several names.
        tables = replace(tables, game=game)
    return tables
