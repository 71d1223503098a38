"""The sound part of a model that does not read well, so that its other faults show at the same time."""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from regatta.errors import Fault
from regatta.model.checks import check
from regatta.model.document import Node, Path
from regatta.model.spec import Spec, is_section

_STAND_INS = {"players": {"to": Node(1, 1, 1, "")}, "flow": "one roll"}
"""What a faulty part of the model may be replaced by without bringing faults of its own."""

_FROM_THE_CUT = ("model.order_incomplete", "model.sheet_empty")


def other_faults(root: Node, found: list[Fault], *, names: bool) -> list[Fault]:
    """Return the faults that ``check`` sees in what is left when the parts with the ``found`` ones are cut out.

    A fault that only comes from what was cut out, such as a name that it would have made known, is left out.
    """
    lost: set[str] = set()
    rest = root
    for path in {_part(fault.path, root) for fault in found}:
        if not path:
            return []
        lost |= set(map(str, path))
        rest = _cut(rest, path)
    try:
        game = Spec.model_validate(rest.plain())
    except ValidationError:
        return []
    return [
        fault
        for fault in check(game, rest, names=names)
        if str(fault.params.get("name")).partition(".")[0] not in lost and fault.code not in _FROM_THE_CUT
    ]


def _part(path: Path, root: Node) -> Path:
    """Return the smallest part around ``path`` that a model can do without; nothing where there is none."""
    if not path:
        return ()
    if path[0] == "sheet":
        inside = root.find(path[:2])[0].plain()
        flat = not isinstance(inside, dict) or ("points" in inside and not is_section(inside))
        return path[:2] if flat and len(path) > 1 else path[:3] if len(path) > 2 else ()
    if path[0] in ("bonuses", "extra", "options", "words", "components"):
        return path[:2]
    return path[:1] if path[0] not in ("game", "dice") else ()


def _cut(node: Node, path: Path) -> Node:
    """Return ``node`` without what stands at ``path``, or with its stand-in."""
    step, *others = path
    if not isinstance(node.value, dict) or step not in node.value:
        return node
    inside = dict(node.value)
    if others:
        inside[step] = _cut(inside[step], tuple(others))
    elif step in _STAND_INS:
        inside[step] = replace(inside[step], value=_STAND_INS[step])
    else:
        del inside[step]
    return replace(node, value=inside)
