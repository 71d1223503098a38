"""The rules as JSON data."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from regatta.words.rules.page import Part, RulesInWords
from regatta.words.speech import Name, Sentence


def data(rules: RulesInWords) -> dict[str, Any]:
    """Return the rules as JSON data: sentences and names as text, paths as lists, each part with its id and place."""
    found: dict[str, Any] = _data(rules)
    found["places"] = {
        part.id: {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "last": place.last,
        }
        for part in rules.parts()
        if (place := rules.places.get(part.path))
    }
    return found


def _data(value: Any) -> Any:
    if isinstance(value, Sentence | Name):
        return str(value)
    if is_dataclass(value):
        own = {item.name: _data(getattr(value, item.name)) for item in fields(value) if item.name != "places"}
        return {"id": value.id, **own} if isinstance(value, Part) else own
    if isinstance(value, tuple | list):
        return [_data(each) for each in value]
    if isinstance(value, dict):
        return {name: _data(each) for name, each in value.items()}
    return value
