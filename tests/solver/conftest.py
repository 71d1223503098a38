"""Games that are solved once for all tests of the solver."""

from __future__ import annotations

import pytest

from plays import tables
from regatta import solver


@pytest.fixture(scope="session")
def yahtzee() -> solver.Strategy:
    return solver.solve(tables("yahtzee"))


@pytest.fixture(scope="session")
def yacht() -> solver.Strategy:
    return solver.solve(tables("yacht"))
