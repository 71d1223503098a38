"""QR codes as pictures of a page: one path, coloured by the style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import segno
from markupsafe import Markup

QUIET = 3
"""Empty modules around the code, for readers that need them."""

PICTURE = Markup(
    '<svg class="qr" viewBox="0 0 %s %s" role="img" aria-label="%s" shape-rendering="crispEdges">'
    '<path class="qr-paper" d="M0 0h%sv%sH0z"/><path class="qr-ink" d="%s"/></svg>'
)


@lru_cache(maxsize=256)
def picture(text: str, label: str) -> Markup:
    """Return a drawing of the QR code of ``text``, which is called ``label``; pages that are drawn anew show it again."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=QUIET)]
    size = len(rows)
    path = "".join(_row(y, row) for y, row in enumerate(rows))
    return PICTURE % (size, size, label, size, size, path)


def _row(y: int, row: Sequence[int]) -> str:
    """Return the dark modules of a row, each run of them as one bar."""
    bars, x = "", 0
    while x < len(row):
        run = 0
        while x + run < len(row) and row[x + run]:
            run += 1
        if run:
            bars += f"M{x} {y}h{run}v1h-{run}z"
        x += run + 1
    return bars
