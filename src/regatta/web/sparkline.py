"""A line as small as a word: how the last totals went. The figures stand beside it as text."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT, EDGE = 64, 20, 3
"""Measures of the drawing, and its margin, in its own units."""


def draw(totals: Sequence[int]) -> Markup:
    """Return the line through some totals, the last one marked; nothing for fewer than two."""
    if len(totals) < 2:
        return Markup()
    low, spread = min(totals), max(totals) - min(totals)
    step = (WIDTH - 2 * EDGE) / (len(totals) - 1)
    points = [
        (
            EDGE + nth * step,
            HEIGHT / 2 if not spread else HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (total - low) / spread,
        )
        for nth, total in enumerate(totals)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = points[-1]
    return Markup(
        '<svg class="spark" viewBox="0 0 %d %d" width="%d" height="%d" aria-hidden="true" focusable="false">'
        '<polyline points="%s" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>'
        '<circle cx="%.1f" cy="%.1f" r="2.5" fill="currentColor"/></svg>'
    ) % (WIDTH, HEIGHT, WIDTH, HEIGHT, line, x, y)
