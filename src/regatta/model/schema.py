"""The JSON Schema of the model language, for editors: draft 7, generated from ``spec``."""

from __future__ import annotations

from typing import Any

from regatta.model.spec import Component, Spec, Step


def schema() -> dict[str, Any]:
    """Return the schema as JSON data."""
    data = Spec.model_json_schema(by_alias=True, ref_template="#/definitions/{model}")
    definitions = data.pop("$defs")
    definitions.setdefault("Component", Component.model_json_schema(by_alias=True))
    definitions.setdefault("Step", Step.model_json_schema(by_alias=True)["$defs"]["Step"])
    properties = data["properties"]
    base = {
        "type": "string",
        "description": "A game of the catalogue that this one changes; then only the changes are written.",
    }
    settles = {"type": "object", "description": "Options of that game which are settled here."}
    data["properties"] = {
        "game": properties.pop("game"),
        "based on": base,
        "with": settles,
        **properties,
    }
    whole = {"required": data.pop("required")}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Regatta game model",
        **{key: value for key, value in data.items() if key != "title"},
        "anyOf": [{"required": ["game", "based on"]}, whole],
        "definitions": definitions,
    }
