"""The text of a model file with its words marked: names, numbers, quoted text, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

_TOKEN = re.compile(
    r"""
    (?P<comment>(?:(?<=\s)|^)\#.*$)
  | (?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')
  | (?P<key>[^\s{}\[\],:\#"'-][^\s{}\[\],:\#"']*+(?:[ \t]++[^\s{}\[\],:\#"']++)*+(?=\s*+:(?:\s|$)))
  | (?P<number>(?<![\w.])-?\d+(?![\w.]))
  | (?P<sign>[{}\[\],:]|-(?=\s)|[>|][-+]?(?=\s*$))
  | (?P<text>[^\s{}\[\],:]+|\s+)
    """,
    re.VERBOSE,
)
_BLOCK = re.compile(r"(?:^|[\s:-])[>|][-+]?\s*(?:\#.*)?$")


def highlighted(source: str) -> Iterator[Markup]:
    """Yield the lines of a YAML file as markup."""
    block: int | None = None  # the indent of the name whose text runs over several lines
    for line in source.splitlines():
        indent = len(line) - len(line.lstrip())
        if block is not None and (not line.strip() or indent > block):
            yield Markup('<span class="y-text">%s</span>') % line
            continue
        block = indent if _BLOCK.search(line) else None
        yield Markup().join(_marked(line))


def _marked(line: str) -> Iterator[Markup]:
    for found in _TOKEN.finditer(line):
        kind = found.lastgroup or "text"
        yield (
            escape(found[0]) if kind == "text" else Markup('<span class="y-%s">%s</span>') % (kind, found[0])
        )
