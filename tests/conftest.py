"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

import search

settings.load_profile("search" if search.FAR else "quick")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a browser that waits for dice to settle leaves its core to others."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep compiled tables and solved games apart from those of the person who runs the tests, once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGATTA_CACHE", str(folder / "cache"))
        yield
