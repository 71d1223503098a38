"""A desk on a real SQLite file for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from regatta.storage.desk import Desk


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'of a test.db'}"


@pytest.fixture
def desk(url: str) -> Iterator[Desk]:
    with Desk(url) as found:
        yield found
