"""What a chase for a total looks its chances up in: of every sheet, for every number of points that is still needed.

A chance is kept in 16 bits: evenly spaced in the logarithm of the odds, with codes of their own for none and for
certainty. So a chance *p* is off by at most 0.00033 *p* (1 - *p*), a small one by no more than a small part of itself.
Those below a million millionth (``FAINT``) count as none, those that lack less than a millionth (``SURE``) as certain.

One file for each number of filled boxes: for each slot the least number of points needed and how many follow; for
each of its sheets which of these is the first that is not certain, and how many more can be reached, all in 32 bits; then
their codes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from regatta.errors import RegattaError
from regatta.solver import store
from regatta.solver.layers import Progress
from regatta.solver.space import NEEDED, Ints, Space, Tally, space_of
from regatta.solver.store import Notice
from regatta.solver.strategy import State, Strategy
from regatta.solver.targets import FAINT, Chances, Layer, chances
from regatta.tables import Tables

BEST = "chances"
"""The name of the best chances of all totals, among what is stored."""

SURE = 1 - 1e-6

_NONE, _CERTAIN = 0, 65535
_LEAST, _MOST = -28.0, 14.0
"""The logarithms of the odds that the codes between stand for; a bit beyond those of ``FAINT`` and ``SURE``."""
_STEPS = (_CERTAIN - 2) / (_MOST - _LEAST)
Codes = npt.NDArray[np.uint16]


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
    """What the file of a layer holds: for each slot, for each of its sheets, and the codes of all sheets."""

    low: Ints
    size: Ints
    sure: Ints
    open: Ints
    codes: Codes


class _Files:
    """The chances of all sheets, looked up as if each had one at every place of its slot; one look is into one layer.

    ``base`` are the places of the slots, ``size`` how many places a sheet of each has.
    """

    def __init__(self, base: Ints, size: Ints, layers: tuple[int, ...], parts: list[_Part]) -> None:
        self._base, self._size, self._layers = base, size, layers
        self._sheets = np.concatenate([[0], np.cumsum(np.diff(base) // size)])
        self._sure = np.concatenate([part.sure for part in parts])
        self._open = np.concatenate([part.open for part in parts])
        self._start = np.concatenate([np.cumsum(part.open) - part.open for part in parts])
        self._codes = [part.codes for part in parts]
        self._chance = decoded()

    def __getitem__(self, places: Any) -> Any:
        slot = np.searchsorted(self._base, places, side="right") - 1
        within = places - self._base[slot]
        sheet = self._sheets[slot] + within // self._size[slot]
        lane = within % self._size[slot] - self._sure[sheet]
        layer = int(np.searchsorted(self._layers, np.asarray(slot).flat[0], side="right")) - 1
        codes = self._codes[layer]
        at = self._start[sheet] + np.clip(lane, 0, np.maximum(self._open[sheet] - 1, 0))
        inner = codes[np.minimum(at, len(codes) - 1)] if len(codes) else _NONE
        return self._chance[np.where(lane < 0, _CERTAIN, np.where(lane < self._open[sheet], inner, _NONE))]


def encoded(values: npt.NDArray[np.floating]) -> Codes:
    """Return the codes of chances."""
    chance = np.clip(values, 1e-13, SURE, dtype=np.float32)
    odds = np.log(chance) - np.log(1 - chance)
    codes: Codes = np.clip(np.rint((odds - _LEAST) * _STEPS) + 1, 1, _CERTAIN - 1).astype(np.uint16)
    codes[values <= FAINT["float32"]] = _NONE
    codes[values >= SURE] = _CERTAIN
    return codes


def decoded() -> npt.NDArray[np.float64]:
    """float64[codes]: the chance that each code stands for."""
    chance = 1 / (1 + np.exp(-(_LEAST + (np.arange(_CERTAIN + 1) - 1) / _STEPS)))
    chance[_NONE], chance[_CERTAIN] = 0.0, 1.0
    return np.asarray(chance, dtype=np.float64)


def chase_is_kept(tables: Tables) -> bool:
    """Whether the chances of a game lie on the disk; nothing is read."""
    numbers = range(len(tables.boxes) + 1)
    return all(store.path_of(tables, name).exists() for name in (BEST, *map(_name, numbers)))


def stored_chase(tables: Tables, *, notice: Notice | None = None) -> Chase | None:
    """Return what was kept of a game, or None; needs no kernels. Raises as ``count``."""
    space = space_of(tables)
    parts = [_part(space, number, notice) for number in range(len(space.layers) - 1)]
    if any(part is None for part in parts):
        return None
    found = [part for part in parts if part is not None]
    low, size = (np.concatenate(of) for of in zip(*((part.low, part.size) for part in found), strict=True))
    sizes = np.column_stack([space.size, size]).astype(np.int32)
    base = np.concatenate([[0], np.cumsum(np.prod(sizes, axis=1, dtype=np.int64))])
    whole = replace(
        space,
        tallies=(*space.tallies, Tally(NEEDED, tables.all_boxes, 0, 0)),
        low=np.column_stack([space.low, low]).astype(np.int32),
        size=sizes,
        base=base,
    )
    return Chase(whole, _Files(base, size, space.layers, found))


def stored_chances(tables: Tables, *, notice: Notice | None = None) -> Chances | None:
    """Return the best chances of all totals that were kept, or None."""
    best = store.find(tables, BEST, notice=notice) if chase_is_kept(tables) else None
    return None if best is None else Chances(np.asarray(best))


def chances_of(tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None) -> Chances:
    """Return the best chances of all totals from disk, else compute them and keep them; raises as ``chances``."""
    return stored_chances(tables, notice=notice) or chances_and_keep(tables, progress=progress)


def chase_of(tables: Tables, *, progress: Progress | None = None, notice: Notice | None = None) -> Chase:
    """Return what a chase needs from disk, else compute and keep it; raises as ``chances``.

    Raises:
        RegattaError: ``coach.not_kept`` where the disk cannot keep it.
    """
    found = stored_chase(tables, notice=notice) if chase_is_kept(tables) else None
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
        store.keep(self._tables, _name(layer.number), _cut(self._space, layer))
        number = np.array([layer.number], dtype=layer.values.dtype)
        store.keep(self._tables, self.NAME, np.concatenate([number, layer.values]))

    def forget(self) -> None:
        store.path_of(self._tables, self.NAME).unlink(missing_ok=True)


def _cut(space: Space, layer: Layer) -> Codes:
    """Return the file of a layer."""
    slots, sheets, codes = [], [], []
    at = 0
    outer = np.prod(space.size[layer.slots], axis=1, dtype=np.int64)
    for low, size, rows in zip(layer.low.tolist(), layer.size.tolist(), outer.tolist(), strict=True):
        values = layer.values[at : at + rows * size].reshape(rows, size)
        at += values.size
        open_ones = (values > FAINT["float32"]) & (values < SURE)
        # Needed points that are certain come first, those out of reach last.
        slots.append((low, size))
        sheets.append(np.column_stack([(values >= SURE).sum(axis=1), open_ones.sum(axis=1)]))
        codes.append(encoded(values[open_ones]))
    heads = [np.array(slots).reshape(-1), np.concatenate(sheets).reshape(-1)]
    return np.concatenate([*(head.astype("<i4").view("<u2") for head in heads), *codes])


def _part(space: Space, number: int, notice: Notice | None = None) -> _Part | None:
    found = store.find(space.tables, _name(number), notice=notice)
    if found is None:
        return None
    start, stop = space.layers[number : number + 2]
    rows = int(np.prod(space.size[start:stop], axis=1, dtype=np.int64).sum())
    values: Codes = np.asarray(found).view(np.uint16)
    first, second = 4 * (stop - start), 4 * (stop - start + rows)
    slots = values[:first].view("<i4").reshape(-1, 2).astype(np.int64)
    sheets = values[first:second].view("<i4").reshape(-1, 2).astype(np.int64)
    part = _Part(slots[:, 0], slots[:, 1], sheets[:, 0], sheets[:, 1], values[second:])
    return part if int(part.open.sum()) == len(part.codes) else None


def _name(number: int) -> str:
    return f"chase-{number:02}"
