"""One site for all tests of the server side, and visitors to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from at_site import Visitor, loaded, served

__all__ = ["loaded"]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the database of the site lies."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def address(site_folder: Path) -> Iterator[str]:
    with served(site_folder) as address:
        yield address


@pytest.fixture
def visitors(address: str) -> Iterator[Callable[[], Visitor]]:
    """A maker of visitors, each with a browser of its own."""
    made: list[Visitor] = []

    def make() -> Visitor:
        made.append(Visitor(address))
        return made[-1]

    yield make
    for visitor in made:
        visitor.close()


@pytest.fixture
def visitor(visitors: Callable[[], Visitor]) -> Visitor:
    return visitors()
