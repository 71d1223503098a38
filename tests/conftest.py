"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Examples are drawn from a fixed seed, so that a change fails for its own sake and not by the luck of the day;
# `HYPOTHESIS_PROFILE=search` looks further. No deadline: two busy cores are slow at times.
settings.register_profile("quick", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep compiled tables apart from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGATTA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
