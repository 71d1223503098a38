"""The rules that matches are played by: compiled once, kept in the database for ever."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from regatta import tables as compiled
from regatta.model import Model, catalogue, from_rules, load
from regatta.model.options import word
from regatta.remember import Recent
from regatta.storage.schema import rules
from regatta.tables import Tables

MAX_KEPT = 64
"""How many tables are kept; they remember much of what they are asked."""

MAX_CELLS = 8_000_000
"""And how many numbers they hold together, of 8 bytes; those of one game hold at most 200,000."""

MAX_EDITIONS = 64
"""How many games, with some options, are kept whole: a stranger's may take some megabytes of memory."""

_RULES = select(rules.c.body).where(rules.c.digest == bindparam("digest"))


class Edition(NamedTuple):
    """A game with its options: what a new match is opened with."""

    model: Model
    tables: Tables
    canonical: str


class Rulebook:
    """Tables by the digest of their rules. May be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: Recent[tuple[str, str], Tables] = Recent(MAX_KEPT, MAX_CELLS, _cells)
        self._editions: Recent[tuple[str, tuple[tuple[str, str], ...]], Edition] = Recent(
            MAX_EDITIONS, MAX_CELLS, lambda edition: edition.tables.cells
        )

    def edition(self, game: str, options: Mapping[str, str]) -> Edition:
        """Return a game as the catalogue has it now; takes a moment the first time.

        Raises:
            Missing, ModelFaults, Invalid: as ``regatta.model.load``.
        """
        name = game, tuple(sorted((str(key), word(value)) for key, value in options.items()))
        found = self._editions.get(name)
        if found is None or not catalogue.known(game):
            model = load(game, options)
            tables = self._keep((model.id, model.digest), compiled.tables_of(game, options))
            found = Edition(model, tables, json.dumps(model.rules(), separators=(",", ":")))
            self._editions.put(name, found)
        return found

    def tables(self, connection: Connection, game: str, digest: str) -> Tables:
        """Return the tables of stored rules."""
        found = self._tables.get((game, digest))
        if found is None:
            rules_of_match = json.loads(self.canonical(connection, digest))
            found = self._keep((game, digest), compiled.compile(from_rules(game, rules_of_match)))
        return found

    def canonical(self, connection: Connection, digest: str) -> str:
        """Return stored rules as JSON text."""
        return str(connection.execute(_RULES, {"digest": digest}).scalar_one())

    def _keep(self, name: tuple[str, str], tables: Tables) -> Tables:
        """Return the one copy of these tables."""
        with self._lock:
            found = self._tables.get(name)
            if found is None:
                found = tables
                self._tables.put(name, tables)
            return found


def _cells(tables: Tables) -> int:
    return tables.cells
