"""Where the parts of the rules stand in the model file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from regatta.model import Model
from regatta.model.document import Node, Path
from regatta.words.rules.page import Exact, Place


def places(model: Model, paths: Iterable[Path]) -> dict[Path, Place]:
    """Return the place of each path; one that leads out of the file stands where its last step inside does."""
    return {path: _place(model.source.find(path)[0]) for path in dict.fromkeys(paths)}


def _place(node: Node) -> Place:
    line, column = node.key if node.key != (0, 0) else (node.line, node.column)
    return Place(node.file, line, column, max(line, *_lines(node)))


def _lines(node: Node) -> Iterator[int]:
    yield node.line
    inside = node.value.values() if isinstance(node.value, dict) else node.value
    if isinstance(inside, str | int) or inside is None:
        return
    for each in inside:
        if each.file == node.file:
            yield from _lines(each)


def exact(model: Model) -> tuple[Exact, ...]:
    """Return every expression of the game as it stands in the file."""
    return tuple(_expressions(model.source.plain(), ()))


def _expressions(data: Any, path: Path) -> Iterator[Exact]:
    if isinstance(data, dict):
        for name, inside in data.items():
            if path == () and name in ("options", "words"):
                continue
            if name == "expression" and isinstance(inside, str):
                yield Exact((*path, name), inside)
            else:
                yield from _expressions(inside, (*path, name))
    elif isinstance(data, list):
        for position, inside in enumerate(data):
            yield from _expressions(inside, (*path, position))
