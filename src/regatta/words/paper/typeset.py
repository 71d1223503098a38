"""A score sheet as a PDF. The page goes to Typst as data, so that names are only ever text."""

from __future__ import annotations

import json
from pathlib import Path

from regatta.errors import Invalid
from regatta.words.paper.pad import Pad

HERE = Path(__file__).parent

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper, each with Typst's name for it."""


def typeset(pad: Pad, *, paper: str = "a4") -> bytes:
    """Return the PDF of one page; raises Invalid ``sheet.paper`` (found, known)."""
    import typst

    if paper not in PAPERS:
        raise Invalid("sheet.paper", found=paper[:20], known=", ".join(PAPERS))
    data = {
        "paper": PAPERS[paper],
        "language": pad.language,
        "title": pad.title.text,
        "line": pad.line.text if pad.line else "",
        "players": pad.players,
        "games": [pad.words["game"] % {"number": number + 1} for number in range(pad.games)],
        "words": pad.words,
        "rows": [
            {"kind": row.kind, "label": row.label.text, "how": row.how, "chip": row.chip} for row in pad.rows
        ],
    }
    inputs = {"page": json.dumps(data)}
    # Only the fonts that come with Typst: the same page on every machine. The root is told, for the folder that
    # Typst would take, the one that the program was started in, may be gone.
    found: bytes = typst.compile(
        HERE / "sheet.typ", root=HERE, format="pdf", sys_inputs=inputs, ignore_system_fonts=True
    )
    return found
