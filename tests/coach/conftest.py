"""Solved games, for all tests of the coach."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from plays import tables
from regatta import solver
from regatta.solver import Strategy

Solved = Callable[[str], Strategy]


@pytest.fixture(scope="session")
def solved() -> Solved:
    """Return the strategy of a game, solved once a session."""

    @cache
    def strategy(game: str) -> Strategy:
        return solver.strategy_of(tables(game))

    return strategy
