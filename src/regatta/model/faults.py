"""From what pydantic reports to faults with a place in the file and a code."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from regatta.errors import Fault
from regatta.model.document import MAX_FAULTS, Node, Path

MAX_SHOWN = 60


def place(root: Node, path: Path, code: str, *, at_name: bool = False, **params: Any) -> Fault:
    """Return a fault at ``path``; where the path leads out of the file, at the last step inside it.

    ``at_name`` puts it on the name rather than on the value.
    """
    node, taken, _ = root.find(path)
    line, column = node.key if at_name and node.key != (0, 0) else (node.line, node.column)
    return Fault(code, line, column, taken, params, node.file)


def shown(value: Any) -> str:
    """Return what stands in the file, short enough for a message."""
    text = str(value) if isinstance(value, str | int) else type(value).__name__
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def faults_of(error: ValidationError, root: Node) -> list[Fault]:
    """Return every fault that ``error`` tells of, at most ``MAX_FAULTS``."""
    found: list[Fault] = []
    for detail in error.errors(include_url=False)[:MAX_FAULTS]:
        fault = _fault(detail, root)
        # A value that may be written in two ways is reported once for each way: the first says enough.
        again = any((fault.line, fault.column) == (other.line, other.column) for other in found)
        if not (again and fault.code not in ("model.missing", "model.unknown_word")):
            found.append(fault)
    return found


def _fault(detail: Any, root: Node) -> Fault:
    kind, path = detail["type"], tuple(detail["loc"])
    context: dict[str, Any] = detail.get("ctx", {})
    found = shown(detail.get("input"))
    name = str(path[-1]) if path else ""
    match kind:
        case "missing":
            return place(root, path, "model.missing", name=name)
        case "extra_forbidden":
            near = get_close_matches(name, _words_of(root, path), 1)
            return place(root, path, "model.unknown_word", at_name=True, name=name, near=near[0] if near else "")
        case "string_pattern_mismatch":
            if path[-1:] == ("[key]",):
                return place(root, path[:-1], "model.bad_id", at_name=True, found=shown(detail["input"]))
            return place(root, path, "model.bad_id", found=found)
        case "int_type" | "int_parsing" | "int_from_float":
            return place(root, path, "model.not_a_number", found=found)
        case "string_type":
            return place(root, path, "model.not_text", found=found)
        case "bool_type" | "bool_parsing":
            return place(root, path, "model.not_yes_or_no", found=found)
        case "list_type" | "tuple_type":
            return place(root, path, "model.not_a_list", found=found)
        case "dict_type" | "model_type" | "model_attributes_type":
            return place(root, path, "model.not_a_mapping", found=found)
        case "greater_than_equal":
            return place(root, path, "model.too_small", found=found, limit=context["ge"])
        case "less_than_equal":
            return place(root, path, "model.too_large", found=found, limit=context["le"])
        case "too_short" | "string_too_short":
            return place(root, path, "model.too_few", limit=context["min_length"])
        case "too_long" | "string_too_long":
            return place(root, path, "model.too_many", limit=context["max_length"])
        case "literal_error":
            return place(root, path, "model.not_one_of", found=found, expected=context["expected"])
        case "one_of":
            return place(root, path, "model.one_of", words=context["words"], given=context["given"])
        case "expression":
            inner = {key[6:]: value for key, value in context.items() if key.startswith("inner_")}
            return place(root, (*path, "expression"), context["inner"], **inner)
    own = {
        "range_order",
        "goes_with",
        "nested",
        "sheet_empty",
        "flow_name",
        "unknown_name",
        "step_number",
        "expression_means",
        "text_control",
    }
    if kind in own:
        return place(root, path, f"model.{kind}", **context)
    return place(root, path, "model.wrong", found=found)


def _words_of(root: Node, path: Path) -> list[str]:
    """Return the words that one could have meant at ``path``: all words of the language."""
    from regatta.model import spec

    parts = [part for part in vars(spec).values() if isinstance(part, type) and issubclass(part, spec.Part)]
    return sorted({field.alias or "" for part in parts for field in part.model_fields.values()})
