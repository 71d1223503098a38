"""Whose fault it is: a change that makes a line of the game fail on which the text is based is told at the change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeVar

from regatta.errors import Fault, ModelFaults, RegattaError
from regatta.model.document import Node, Path
from regatta.model.faults import place

T = TypeVar("T")

MAX_TRIES = 40
"""At most so often a text is read again, each time without one of its changes."""

_NO_CHANGES = {"game", "based on", "about", "words"}

_Key = tuple[str, str, int, int]


def at_home(own: Node, work: Callable[[Node], T]) -> T:
    """Do some ``work`` with the tree of a file before anything is laid under it.

    Raises:
        ModelFaults: those of ``work``, each with a place in the file itself.
    """
    try:
        return work(own)
    except ModelFaults as error:
        if all(fault.file == own.file for fault in error.faults):
            raise
        trial = _Trial(own, error.faults, work)
        raise ModelFaults(own.file, [trial.told(fault) for fault in error.faults]) from None


def owned(root: Node, path: Path, fault: Fault) -> Fault:
    """Return a fault that the tables find at ``path`` of a whole game with a place in its own file.

    What rolls bring about in a line of a game below is due to a change within that line, of the dice or of the flow.
    """
    if fault.file == root.file:
        return fault
    changes = (
        change for start in (path, ("dice",), ("flow",)) if (change := _own_part(root, start)) is not None
    )
    return _blamed(root, next(changes, ()), fault)


def _own_part(root: Node, start: Path) -> Path | None:
    """Return the way to the first part at or below ``start`` that stands in the file itself."""
    node, taken, _ = root.find(start)
    if not taken:
        return None
    if node.file == root.file:
        return taken
    inside = node.value if isinstance(node.value, dict) else {}
    return next((found for name in inside if (found := _own_part(root, (*taken, name))) is not None), None)


def _blamed(own: Node, path: Path, fault: Fault) -> Fault:
    """Return a fault at ``path`` of a file which says that this brings ``fault`` about, in a game below."""
    told = place(own, path, "model.breaks_below", at_name=True, file=fault.file, line=fault.line)
    return replace(told, below=fault)


class _Trial:
    """Finds the smallest change without which a fault is gone."""

    def __init__(self, own: Node, faults: list[Fault], work: Callable[[Node], object]) -> None:
        self._own = own
        self._work = work
        self._known = set(map(_key, faults))
        self._tries = 0
        self._faults_without = cache(self._read_without)

    def told(self, fault: Fault) -> Fault:
        return fault if fault.file == self._own.file else _blamed(self._own, self._change(fault), fault)

    def _change(self, fault: Fault) -> Path:
        """Return the way to the smallest change that brings the fault about; where none does alone, to the game below."""
        path: Path = ()
        node: Node | None = self._own
        while node is not None and isinstance(node.value, dict):
            names = [name for name in node.value if path or name not in _NO_CHANGES]
            found = self._one_of([(*path, name) for name in names], fault)
            path = found or path
            node = node.value[found[-1]] if found else None
        return path or ("based on",)

    def _one_of(self, changes: list[Path], fault: Fault) -> Path | None:
        """Return the first change without which the fault is gone, if possible one that only mends.

        A fault of one's own that is new may hide others: then nothing is known of them.
        """
        left = [(change, self._faults_without(change)) for change in changes]
        mends = [(change, faults - self._known) for change, faults in left if _key(fault) not in faults]
        mends = [(change, new) for change, new in mends if all(file != self._own.file for _, file, *_ in new)]
        return min(mends, key=lambda mend: bool(mend[1]), default=(None, set()))[0]

    def _read_without(self, path: Path) -> set[_Key]:
        self._tries += 1
        if self._tries > MAX_TRIES:
            return self._known
        try:
            self._work(_without(self._own, path))
        except ModelFaults as error:
            return set(map(_key, error.faults))
        except RegattaError:
            return self._known
        return set()


def _without(node: Node, path: Path) -> Node:
    step, *others = path
    if not others:
        return node.without(str(step))
    return replace(node, value={**node.value, step: _without(node.value[step], tuple(others))})


def _key(fault: Fault) -> _Key:
    return fault.code, fault.file, fault.line, fault.column
