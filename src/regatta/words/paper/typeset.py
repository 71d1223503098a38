"""A score sheet as a PDF. The page goes to Typst as data, so that names are only ever text."""

from __future__ import annotations

import json
from importlib.resources import files

from regatta.errors import Invalid
from regatta.words.paper.pad import Pad

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
    template = files(__package__).joinpath("sheet.typ").read_bytes()
    inputs = {"page": json.dumps(data)}
    # Only the fonts that come with Typst: the same page on every machine.
    found: bytes = typst.compile(template, format="pdf", sys_inputs=inputs, ignore_system_fonts=True)
    return found
