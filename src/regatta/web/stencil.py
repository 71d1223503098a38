"""Markup that is drawn once with holes, which are filled for each who is to see it: much quicker than drawing it again."""

from __future__ import annotations

import re

from markupsafe import Markup

_HOLE = re.compile("\0([a-z]+)\0")


Filling = dict[str, str | int]
"""What goes into the holes: numbers, and text that is markup or was escaped."""


def hole(name: str) -> Markup:
    """Return what stands for a value that is not known yet; no text that a guest sends can hold it."""
    return Markup(f"\0{name}\0")  # noqa: S704 - a name of ours


class Stencil:
    """See the module."""

    def __init__(self, drawn: str) -> None:
        # In a stream each line would be a line of its own.
        self._form = _HOLE.sub(r"%(\1)s", drawn.replace("%", "%%").replace("\n", " "))

    def fill(self, values: Filling) -> str:
        """Return the markup with these values in its holes."""
        return self._form % values
