"""From what pydantic reports to faults with a place in the file and a code."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from typing import Any

from pydantic import ValidationError

from regatta.errors import Fault
from regatta.model.document import MAX_FAULTS, Node, Path, unquoted

MAX_SHOWN = 60


def place(root: Node, path: Path, code: str, *, at_name: bool = False, **params: Any) -> Fault:
    """Return a fault at ``path``; where the path leads out of the file, at the last step inside it.

    ``at_name`` puts it on the name rather than on the value.
    """
    node, taken, _ = root.find(path)
    line, column = node.key if at_name and node.key != (0, 0) else (node.line, node.column)
    return Fault(code, line, column, taken, params, node.file)


def shown(value: Any) -> str:
    """Return what stands in the file, short enough for a message; text that would be something else without its
    quotes is shown in them.
    """
    match value:
        case None | bool():
            text = {None: "null", True: "true", False: "false"}[value]
        case str() if value == "" or unquoted(value) != value:
            text = json.dumps(value, ensure_ascii=False)
        case str() | int():
            text = str(value)
        case _:
            text = "{…}" if isinstance(value, dict) else "[…]"
    return _short(text)


def _short(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def faults_of(error: ValidationError, root: Node) -> list[Fault]:
    """Return every fault that ``error`` tells of, at most ``MAX_FAULTS``."""
    found: list[Fault] = []
    for detail in error.errors(include_url=False)[:MAX_FAULTS]:
        fault = _fault(detail, root)
        # A value that may be written in two ways is reported once for each way: the first says enough.
        again = any((fault.line, fault.column) == (other.line, other.column) for other in found)
        if not (again and fault.code not in _EACH):
            found.append(fault)
    deeper = {fault.path[:end] for fault in found for end in range(len(fault.path))}
    return [fault for fault in found if fault.code not in _EITHER or fault.path not in deeper]


_EACH = (
    "model.missing",
    "model.unknown_word",
    "model.no_word",
    "model.word_elsewhere",
    "model.colon_without_blank",
)
"""Said of different words at one place."""
_EITHER = ("model.not_text", "model.not_a_mapping")
"""Said of a value that may also be of the other kind: where that kind has faults of its own, these count."""

_WITH_FOUND = {
    "int_type": "not_a_number",
    "int_parsing": "not_a_number",
    "int_from_float": "not_a_number",
    "string_type": "not_text",
    "bool_type": "not_yes_or_no",
    "bool_parsing": "not_yes_or_no",
    "list_type": "not_a_list",
    "tuple_type": "not_a_list",
    "dict_type": "not_a_mapping",
    "model_type": "not_a_mapping",
    "model_attributes_type": "not_a_mapping",
}
_SHORT = {"Points": "not_points", "Component": "not_a_number"}
"""Mappings that may also be written as one word or number, and what else than these is no such thing."""

_BAD_NAMES = {"game": "bad_game_id", "language": "bad_language", "part": "bad_id"}
_WITH_LIMIT = {
    "greater_than_equal": ("too_small", "ge"),
    "less_than_equal": ("too_large", "le"),
    "too_short": ("too_few", "min_length"),
    "string_too_short": ("too_few", "min_length"),
    "too_long": ("too_many", "max_length"),
    "string_too_long": ("too_many", "max_length"),
}
_OURS = frozenset(
    {
        "expression_means",
        "flow_name",
        "goes_with",
        "nested",
        "one_of",
        "range_order",
        "sheet_empty",
        "step_number",
        "text_control",
        "unknown_name",
    }
)
"""Raised by ``spec`` itself, with the parameters of the sentence."""


def _fault(detail: Any, root: Node) -> Fault:
    kind, path = detail["type"], tuple(detail["loc"])
    context: dict[str, Any] = dict(detail.get("ctx", {}))
    found = shown(detail.get("input"))
    name = str(path[-1]) if path else ""
    if kind in _OURS:
        inside = (*path, *context.pop("at", ()))
        return place(root, inside, f"model.{kind}", at_name=kind == "step_number", **context)
    if kind in ("model_type", "model_attributes_type") and context.get("class_name") in _SHORT:
        return place(root, path, f"model.{_SHORT[context['class_name']]}", found=found)
    if kind in _WITH_FOUND:
        return place(root, path, f"model.{_WITH_FOUND[kind]}", found=found)
    if kind in _WITH_LIMIT:
        code, limit = _WITH_LIMIT[kind]
        return place(root, path, f"model.{code}", found=found, limit=context[limit])
    match kind:
        case "missing":
            return place(root, path, "model.missing", name=name)
        case "extra_forbidden":
            return _no_word(name, path, root)
        case "string_pattern_mismatch":
            of_name = path[-1:] == ("[key]",)
            code = _BAD_NAMES[_kind_of_name(context["pattern"])]
            if of_name:
                # A name is text, however it is written.
                return place(root, path[:-1], f"model.{code}", at_name=True, found=_short(detail["input"]))
            return place(root, path, f"model.{code}", found=found)
        case "literal_error":
            return place(root, path, "model.not_one_of", found=found, expected=context["expected"])
        case "expression":
            inner = {key[6:]: value for key, value in context.items() if key.startswith("inner_")}
            return place(root, (*path, "expression"), context["inner"], **inner)
    return place(root, path, "model.wrong", found=found)


def _no_word(name: str, path: tuple[Any, ...], root: Node) -> Fault:
    words = _all_words()
    if name in words:
        return place(root, path, "model.word_elsewhere", at_name=True, name=name)
    if name.partition(":")[0] in words:
        return place(root, path, "model.colon_without_blank", at_name=True, name=name)
    if near := get_close_matches(name, words, 1):
        return place(root, path, "model.unknown_word", at_name=True, name=name, near=near[0])
    return place(root, path, "model.no_word", at_name=True, name=name)


def _kind_of_name(pattern: str) -> str:
    from regatta.model import spec

    return {spec.GAME_ID: "game", spec.LANGUAGE: "language"}.get(pattern, "part")


@cache
def _all_words() -> list[str]:
    """Return every word of the language, for the one that somebody may have meant."""
    from regatta.model import spec

    parts = [part for part in vars(spec).values() if isinstance(part, type) and issubclass(part, spec.Part)]
    return sorted({field.alias or "" for part in parts for field in part.model_fields.values()})
