"""Options: patches that a player chooses before the game, and ``based on``, which settles some of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from regatta.errors import Invalid

if TYPE_CHECKING:
    from regatta.model import spec
    from regatta.model.document import Node

Chosen = dict[str, str]
"""The value of each option, by name."""


def choose(options: Mapping[str, spec.Option], wanted: Mapping[str, object]) -> Chosen:
    """Return a value for every option: the wanted one, else the default.

    Raises:
        Invalid: ``option.unknown`` or ``option.value``.
    """
    chosen = {name: option.default for name, option in options.items()}
    for name, value in wanted.items():
        if name not in options:
            raise Invalid("option.unknown", option=name, known=", ".join(options))
        found = word(value)
        if found not in options[name].choices:
            raise Invalid("option.value", option=name, found=found, known=", ".join(options[name].choices))
        chosen[name] = found
    return chosen


def word(value: object) -> str:
    """Return the value of an option that ``value`` means, however it is spelled: ``Free joker`` is ``free_joker``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).strip().lower().replace(" ", "_").replace("-", "_")


def combinations(options: Mapping[str, spec.Option]) -> Iterator[Chosen]:
    """Yield every combination of values."""
    for values in product(*(option.choices for option in options.values())):
        yield dict(zip(options, values, strict=True))


def patched(root: Node, chosen: Mapping[str, str]) -> Node:
    """Return the model with the patches of the chosen values laid over it, in the order of the options."""
    options = root.value.get("options")
    for name in options.value if options else ():
        if name in chosen:
            patch = options.value[name].value["choices"].value[chosen[name]]
            if patch.value is not None:
                root = root.merged(patch)
    return root


def settled(root: Node, chosen: Mapping[str, str]) -> Node:
    """Return the model with some options decided for good: patched, and no longer offered."""
    result = patched(root, chosen)
    options = result.value.get("options")
    if options:
        left = options.without(*chosen)
        rest = {**result.value, "options": left} if left.value else result.without("options").value
        result = replace(result, value=rest)
    return result
