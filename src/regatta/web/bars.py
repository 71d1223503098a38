"""A bar for each face, with a line where all would be if dice were as even as can be. A table beside it has the figures."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

STEP, BAR, HEIGHT, FOOT = 48, 30, 120, 20
"""Width of a face's place and of its bar, height of the highest bar, room for the labels, in the drawing's own units."""


def draw(counts: Sequence[int]) -> Markup:
    """Return the bars of how often each face, from 1, fell; at least one did."""
    width, most = STEP * len(counts), max(counts)
    even = HEIGHT * (1 - sum(counts) / len(counts) / most)
    bars = Markup().join(
        Markup(
            '<rect class="bar-of" x="%d" y="%.1f" width="%d" height="%.1f"/><text class="bar-face" x="%d" y="%d">%d</text>'
        )
        % (
            index * STEP + (STEP - BAR) // 2,
            HEIGHT * (1 - count / most),
            BAR,
            HEIGHT * count / most,
            index * STEP + STEP // 2,
            HEIGHT + FOOT - 4,
            index + 1,
        )
        for index, count in enumerate(counts)
    )
    line = Markup('<path class="bar-even" d="M0 %.1fH%d"/>') % (even, width)
    return Markup(
        '<svg class="bars" viewBox="0 -4 %d %d" aria-hidden="true" focusable="false">%s%s</svg>'
    ) % (width, HEIGHT + FOOT + 4, bars, line)
