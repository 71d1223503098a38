"""The JSON Schema of the model language, for editors: draft 7, generated from ``spec``."""

from __future__ import annotations

from typing import Any

from regatta.model.meanings import MEANINGS
from regatta.model.spec import Spec

_WHOLE = MEANINGS["Spec"]
_BASED = {
    "based on": {"type": "string", "description": _WHOLE["based on"]},
    "with": {"type": "object", "description": _WHOLE["with"]},
}


def schema() -> dict[str, Any]:
    """Return the schema as JSON data.

    Of a game that is based on another only the top words are checked: what a change must hold depends on what
    it is laid over.
    """
    whole = Spec.model_json_schema(by_alias=True, ref_template="#/definitions/{model}")
    definitions = whole.pop("$defs")
    anything: dict[str, Any] = {name: {} for name in whole["properties"]}
    changes = {**anything, "game": whole["properties"]["game"], **_BASED}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Regatta game model",
        "type": "object",
        "required": ["game"],
        "properties": {**anything, **_BASED},
        "if": {"required": ["based on"]},
        "then": {"properties": changes, "additionalProperties": False},
        "else": {"$ref": "#/definitions/Game"},
        "definitions": {
            "Game": _told(_closed(whole), _WHOLE),
            **{name: _told(_closed(part), MEANINGS[name]) for name, part in definitions.items()},
        },
    }


def _told(part: dict[str, Any], meanings: dict[str, str]) -> dict[str, Any]:
    """Return a mapping in which each word has its meaning."""
    words = {name: {**word, "description": meanings[name]} for name, word in part["properties"].items()}
    return {**part, "properties": words}


def _closed(part: Any) -> Any:
    """Return ``part`` in which a name that fits no pattern is a fault, as it is in a model."""
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _closed(item) for name, item in part.items()}
    if "patternProperties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed
