"""How far the property tests look: briefly and always at the same examples, or far and wide (``make proof``)."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

FAR = os.environ.get("HYPOTHESIS_PROFILE") == "search"
FURTHER = 20
"""So many times as many examples."""

# Examples are drawn from a fixed seed, so that a change fails for its own sake and not by the luck of the day. No
# deadline: two busy cores are slow at times.
settings.register_profile("quick", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=100 * FURTHER, print_blob=True)


def examples(number: int, **more: Any) -> settings:
    """Return the settings of a test that looks at so many examples in the quick run."""
    return settings(max_examples=number * (FURTHER if FAR else 1), **more)
