"""What a chase for a total looks its chances up in: of every sheet, for every number of points that is still needed.

One file for each number of filled boxes: for each slot the least number of points needed and how many follow; for
each block of the chances how many bytes it takes, all in 32 bits; then the blocks, packed as ``codes`` says. A look
unpacks the blocks it falls into, and no others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.errors import RegattaError
from regatta.solver import store
from regatta.solver.codes import BLOCK, Codes, decoded, encoded, packed, unpacked
from regatta.solver.layers import Progress
from regatta.solver.space import NEEDED, Ints, Space, Tally, space_of
from regatta.solver.store import Notice
from regatta.solver.strategy import State, Strategy
from regatta.solver.targets import Chances, Layer, chances
from regatta.tables import Tables

BEST = "chances"
"""The name of the best chances of all totals, among what is stored."""

BLOCKS_AT_HAND = 256
"""Unpacked blocks that are remembered: 8 MB of them."""


class Chase(Strategy):
    """The best play for a total: values are chances, and the last count of a ``State`` is how many points it takes."""

    earns = 0

    def state_of(self, points: Any, needed: int) -> State:
        """Return the state of a sheet (points of each box, None: open) from which ``needed`` points are to come.

        Raises:
            Illegal: ``sheet.impossible_order``.
        """
        state = self.state(points)
        return state._replace(counts=(*state.counts[:-1], needed))


class _Part(NamedTuple):
    """What the file of a layer holds: for each slot, for each block where it ends, and the blocks."""

    low: Ints
    size: Ints
    ends: Ints
    blocks: npt.NDArray[np.uint8]


class _Files:
    """The chances at all places of a space, looked up as if they were in one array; one look is into one layer.

    ``starts`` are the first places of the layers.
    """

    def __init__(self, starts: Ints, parts: list[_Part]) -> None:
        self._starts, self._parts = starts, parts
        self._chance = decoded()
        self._block = lru_cache(BLOCKS_AT_HAND)(self._unpacked)

    def __getitem__(self, places: Any) -> Any:
        layer = int(np.searchsorted(self._starts, np.asarray(places).flat[0], side="right")) - 1
        block, within = np.divmod(places - self._starts[layer], BLOCK)
        needed, which = np.unique(block, return_inverse=True)
        # All are as long as each other, but for the last one of the layer, which comes last here too.
        codes = np.concatenate([self._block(layer, number) for number in needed.tolist()])
        return self._chance[codes[which.reshape(np.shape(block)) * BLOCK + within]]

    def _unpacked(self, layer: int, number: int) -> Codes:
        part = self._parts[layer]
        start = int(part.ends[number - 1]) if number else 0
        return unpacked(part.blocks[start : int(part.ends[number])])


def chase_is_kept(tables: Tables) -> bool:
    """Whether the chances of a game lie on the disk, as far as can be told at once: see ``store.are_kept``."""
    return store.are_kept(tables, [BEST, *map(_name, range(len(tables.boxes) + 1))])


def stored_chase(tables: Tables, *, notice: Notice | None = None) -> Chase | None:
    """Return what was kept of a game, or None; needs no kernels. Raises as ``count``."""
    space = space_of(tables)
    parts = []
    for number in range(len(space.layers) - 1):
        part = _part(space, number, notice)
        if part is None:
            return None
        parts.append(part)
    low, size = (np.concatenate(of) for of in zip(*((part.low, part.size) for part in parts), strict=True))
    sizes = np.column_stack([space.size, size]).astype(np.int32)
    base = np.concatenate([[0], np.cumsum(np.prod(sizes, axis=1, dtype=np.int64))])
    whole = replace(
        space,
        tallies=(*space.tallies, Tally(NEEDED, tables.all_boxes, 0, 0)),
        low=np.column_stack([space.low, low]).astype(np.int32),
        size=sizes,
        base=base,
    )
    return Chase(whole, _Files(base[np.array(space.layers[:-1])], parts))


def stored_chances(tables: Tables, *, notice: Notice | None = None) -> Chances | None:
    """Return the best chances of all totals that were kept, or None; also where those of a sheet cannot be trusted."""
    if stored_chase(tables, notice=notice) is None:
        return None
    best = store.find(tables, BEST, notice=notice)
    return None if best is None else Chances(np.asarray(best))


def chances_of(tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None) -> Chances:
    """Return the best chances of all totals from disk, else compute them and keep them; raises as ``chances``."""
    return stored_chances(tables, notice=notice) or chances_and_keep(tables, progress=progress)


def chase_of(tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None) -> Chase:
    """Return what a chase needs from disk, else compute and keep it; raises as ``chances``.

    Raises:
        RegattaError: ``coach.not_kept`` where the disk cannot keep it.
    """
    found = stored_chase(tables, notice=notice)
    if found is None:
        chances_and_keep(tables, progress=progress)
        found = stored_chase(tables, notice=notice)
    if found is None:
        raise RegattaError("coach.not_kept")
    return found


def chances_and_keep(tables: Tables, *, progress: Progress | None = None, again: bool = False) -> Chances:
    """Compute the best chances of all totals, and keep those of all sheets too.

    What an interrupted run has finished lies on the disk: the next one goes on from there, unless it is to begin
    ``again``. Raises as ``chances``.
    """
    run = _Run(tables)
    if again:
        run.forget()
    best = chances(tables, progress=progress, done=run.keep, begun=run.begun)
    store.keep(tables, BEST, best.best)
    run.forget()
    return best


class _Run:
    """A run that may be interrupted: the last layer with all its digits, so that the next run can go on."""

    NAME = "chances-layer"

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._space = space_of(tables)

    def begun(self) -> tuple[int, npt.NDArray[np.floating]] | None:
        """Return the last finished layer, where it and the codes of all before it are there."""
        kept = store.find(self._tables, self.NAME)
        if kept is None or not 0 < int(kept[0]) <= len(self._tables.boxes):
            return None
        number = int(kept[0])
        done = range(number, len(self._space.layers) - 1)
        if any(_part(self._space, layer) is None for layer in done):
            return None
        return number, np.asarray(kept[1:])

    def keep(self, layer: Layer) -> None:
        store.keep(self._tables, _name(layer.number), _file(layer))
        number = np.array([layer.number], dtype=layer.values.dtype)
        store.keep(self._tables, self.NAME, np.concatenate([number, layer.values]))

    def forget(self) -> None:
        store.path_of(self._tables, self.NAME).unlink(missing_ok=True)


def _file(layer: Layer) -> npt.NDArray[np.uint8]:
    """Return the file of a layer."""
    starts = range(0, len(layer.values), BLOCK)
    # Block by block: for a whole layer at once the logarithms would take as much memory as the work itself.
    blocks = [packed(encoded(layer.values[start : start + BLOCK])) for start in starts]
    slots = np.column_stack([layer.low, layer.size])
    heads = (np.asarray(head, dtype="<i4").tobytes() for head in (slots, list(map(len, blocks))))
    return np.frombuffer(b"".join([*heads, *blocks]), dtype=np.uint8)


def _part(space: Space, number: int, notice: Notice | None = None) -> _Part | None:
    found = store.find(space.tables, _name(number), notice=notice)
    if found is None:
        return None
    start, stop = space.layers[number : number + 2]
    values: npt.NDArray[np.uint8] = np.asarray(found).view(np.uint8)
    first = 8 * (stop - start)
    slots = values[:first].view("<i4").reshape(-1, 2).astype(np.int64)
    rows = np.prod(space.size[start:stop], axis=1, dtype=np.int64)
    second = first + 4 * -(-int(rows @ slots[:, 1]) // BLOCK)
    ends = np.cumsum(values[first:second].view("<i4"), dtype=np.int64)
    blocks = values[second:]
    return _Part(slots[:, 0], slots[:, 1], ends, blocks) if ends[-1] == len(blocks) else None


def _name(number: int) -> str:
    return f"chase-{number:02}"
