"""A YAML file as a tree of nodes that remember where they stand.

The file is hostile until proven otherwise: size, depth and number of nodes are bounded before anything
is built, and aliases, anchors, tags and a second document are refused, so that nothing can expand.
Scalars follow the core schema of YAML 1.2, without floating point numbers: ``yes`` and ``no`` are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StringMark
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from regatta.errors import Fault, ModelFaults

MAX_BYTES = 64_000
MAX_DEPTH = 24
MAX_NODES = 8_000
MAX_FAULTS = 50

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff]")

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its place: ``value`` is a scalar, a list of nodes, or a dict of name to node."""

    value: Any
    line: int
    column: int
    file: str
    key: tuple[int, int] = (0, 0)
    """Line and column of the name under which the node stands, where it has one."""

    def plain(self) -> Any:
        """Return the value as plain Python data."""
        if isinstance(self.value, dict):
            return {name: node.plain() for name, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    @property
    def size(self) -> int:
        """How many nodes there are, this one included."""
        inside = self.value.values() if isinstance(self.value, dict) else self.value
        return 1 + (sum(node.size for node in inside) if isinstance(self.value, dict | list) else 0)

    def find(self, path: Path) -> tuple[Node, Path, Path]:
        """Walk down ``path``, passing over steps that do not exist in the file.

        Return the deepest node reached, the steps taken, and the steps left over after it.
        """
        node, taken, last = self, [], 0
        for position, step in enumerate(path):
            inside = node.value
            if isinstance(inside, dict):
                known = step in inside
            else:
                known = isinstance(inside, list) and isinstance(step, int) and 0 <= step < len(inside)
            if not known:
                continue
            node = inside[step]
            taken.append(step)
            last = position + 1
        return node, tuple(taken), path[last:]

    def merged(self, patch: Node) -> Node:
        """Return this node with ``patch`` laid over it: mappings merge, ``null`` removes, all else replaces."""
        if not (isinstance(self.value, dict) and isinstance(patch.value, dict)):
            return patch
        merged = dict(self.value)
        for name, node in patch.value.items():
            if node.value is None:
                merged.pop(name, None)
            elif name in merged:
                merged[name] = merged[name].merged(node)
            else:
                merged[name] = node
        return replace(self, value=merged)

    def missed(self, patch: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Yield where a ``null`` of ``patch`` removes nothing, with the node in which that name is missing."""
        for name, node in patch.value.items():
            own = self.value.get(name) if isinstance(self.value, dict) else None
            if node.value is None and own is None:
                yield (*path, name), self
            elif isinstance(node.value, dict) and own is not None:
                yield from own.missed(node, (*path, name))

    def without(self, *names: str) -> Node:
        """Return this mapping without some of its names."""
        return replace(self, value={name: node for name, node in self.value.items() if name not in names})


def read(source: bytes, file: str) -> Node:
    """Read a model file into its tree.

    Raises:
        ModelFaults: with the place of what cannot be read.
    """
    if len(source) > MAX_BYTES:
        raise ModelFaults(file, [Fault("file.too_large", 1, 1, params={"limit": MAX_BYTES}, file=file)])
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise ModelFaults(file, [Fault("file.not_utf8", line, 1, file=file)]) from None
    if found := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        raise ModelFaults(file, [Fault("file.unprintable", line, column, file=file)])
    return _Builder(file).build(text)


def _events(text: str) -> Iterator[Event]:
    """Yield the events of YAML; whatever the parser stumbles over is an error with a mark."""
    mark = None
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            mark = event.end_mark
            yield event
    except MarkedYAMLError:
        raise
    except Exception as error:
        # Bytes made to break a parser break it in many ways.
        raise MarkedYAMLError(problem_mark=mark) from error


def _joined(text: str) -> str:
    """Return ``text`` with the halves of characters joined that JSON writes as two escapes."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.nodes = 0
        self.faults: list[Fault] = []

    def fail(self, code: str, mark: Any, **params: Any) -> ModelFaults:
        return ModelFaults(self.file, [self.fault(code, mark, **params)])

    def fault(self, code: str, mark: Any, **params: Any) -> Fault:
        return Fault(code, mark.line + 1, mark.column + 1, params=params, file=self.file)

    def build(self, text: str) -> Node:
        events = _events(text)
        try:
            for event in events:
                if isinstance(event, DocumentStartEvent):
                    root = self.node(next(events), events, 1)
                    break
            else:
                raise ModelFaults(self.file, [Fault("file.empty", 1, 1, file=self.file)])
            for event in events:
                if isinstance(event, DocumentStartEvent):
                    raise self.fail("file.second_document", event.start_mark)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark or StringMark("", 0, 0, 0, "", 0)
            rest = "".join(text.split("\n")[mark.line : mark.line + 1])[mark.column :]
            raise self.fail("file.tab" if rest.startswith("\t") else "file.not_yaml", mark) from None
        if self.faults:
            raise ModelFaults(self.file, self.faults[:MAX_FAULTS])
        if not isinstance(root.value, dict):
            raise ModelFaults(
                self.file, [Fault("file.not_a_mapping", root.line, root.column, file=self.file)]
            )
        return root

    def node(self, event: Event, events: Iterator[Event], depth: int) -> Node:
        mark = event.start_mark
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.fail("file.too_many_nodes", mark, limit=MAX_NODES)
        if depth > MAX_DEPTH:
            raise self.fail("file.too_deep", mark, limit=MAX_DEPTH)
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None):
            raise self.fail("file.alias", mark)
        tag = getattr(event, "tag", None)
        if tag is not None and str(tag) != "!":
            raise self.fail("file.tag", mark, tag=str(tag))
        value: Any
        if isinstance(event, ScalarEvent):
            value = self.scalar(event)
        elif isinstance(event, SequenceStartEvent):
            value = list(self.items(events, depth))
        elif isinstance(event, MappingStartEvent):
            value = self.mapping(events, depth)
        else:  # pragma: no cover - the parser gives nothing else here
            raise self.fail("file.not_yaml", mark)
        return Node(value, mark.line + 1, mark.column + 1, self.file)

    def items(self, events: Iterator[Event], depth: int) -> Iterator[Node]:
        while type(event := next(events)).__name__ != "SequenceEndEvent":
            yield self.node(event, events, depth + 1)

    def mapping(self, events: Iterator[Event], depth: int) -> dict[str, Node]:
        found: dict[str, Node] = {}
        while type(event := next(events)).__name__ != "MappingEndEvent":
            key = self.node(event, events, depth + 1)
            value = self.node(next(events), events, depth + 1)
            if isinstance(key.value, list | dict) or key.value is None:
                raise self.fail("file.bad_name", event.start_mark)
            name = str(key.value).lower() if isinstance(key.value, bool) else str(key.value)
            if name in found:
                self.faults.append(
                    self.fault("file.named_twice", event.start_mark, name=name, first=found[name].key[0])
                )
            found[name] = replace(value, key=(key.line, key.column))
        return found

    def scalar(self, event: Any) -> Any:
        text = _joined(event.value)
        if _UNPRINTABLE.search(text):
            raise self.fail("file.unprintable", event.start_mark)
        if event.style is not None and event.style != "":
            return text
        return unquoted(text)


def unquoted(text: str) -> bool | int | str | None:
    """Return what a word means that stands in a file without quotes."""
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    if _INTEGER.fullmatch(text):
        return int(text)
    return text
