"""The loops that solve a game, compiled by Numba. They know no game: they see the arrays of ``program``.

A turn is a walk over the lattice of keeps. Row ``k`` of ``worth`` is what keep ``k`` is worth, for as many
neighbouring values of the last tally as a vector has lanes; whole rolls start with the best that can be
written. A keep below a whole roll is worth the mean of its children; the best keep of a roll is the maximum
that comes up from its parents. Both once for each roll that is left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np

from regatta.solver.lanes import BYTES, add, larger, load, splat, store, times
from regatta.solver.space import ADDS, MISSED, NEEDED


def kernel(function: Any) -> Any:
    """Compile a loop once, keep it on disk, and let other threads run meanwhile."""
    return numba.njit(cache=True, nogil=True)(function)


def is_compiled(function: Any) -> bool:
    """Whether a kernel was compiled here before, since this file was written."""
    written = Path(__file__).stat().st_mtime
    kept = Path(function.stats.cache_path).glob(f"{Path(__file__).stem}.{function.__name__}-*.nbc")
    return any(file.stat().st_mtime >= written for file in kept)


@kernel
def solve(slots, choices, sheets, specials, lattice, rolls, earns, values):
    """Find the values of some slots; those of all that may come after them must be there.

    ``earns`` is 1 where points count as they are written, 0 where only the end counts.
    """
    lanes = BYTES // values.itemsize
    real = values.dtype.type
    last = sheets.size.shape[1] - 1
    numbers = choices.special.shape[0]
    worth = room(lattice.first.shape[0] - 1, lanes, values)
    # One row for each choice, and one more for what extra rules make of a roll.
    offers = room(choices.points.shape[0] + 1, lanes, values)
    places = np.empty((choices.points.shape[0], 3), np.int64)
    pick = np.empty((choices.choice.shape[0], choices.choice.shape[1]), np.int64)
    boxes = np.empty(choices.choice.shape[1], np.int64)
    count = np.empty(last + 1, np.int64)
    for slot in slots:
        size = sheets.size[slot, last]
        opened = boxes[: open_boxes(sheets.writable[slot], boxes)]
        for row in range(numbers * lattice.chance.shape[0]):
            for at, box in enumerate(opened):
                pick[row, at] = choices.choice[row, box] * lanes
        for outer in range((sheets.base[slot + 1] - sheets.base[slot]) // size):
            flags = read(sheets, choices, slot, outer, count)
            for box in opened:
                for choice in range(choices.first[box], choices.first[box + 1]):
                    place = source(choices, sheets, count, slot, box, choices.points[choice], 0)
                    places[choice, 0], places[choice, 1], places[choice, 2] = place
            for lane in range(0, size, lanes):
                for box in opened:
                    for choice in range(choices.first[box], choices.first[box + 1]):
                        place = places[choice, 0], places[choice, 1], places[choice, 2]
                        reward = real(choices.points[choice] * earns)
                        offer(offers, choice * lanes, values, place, lane, reward)
                for step in range(rolls):
                    number = min(rolls - 1 - step, numbers - 1)
                    if step > 0:
                        roll_on(worth, lattice.child, lanes)
                    if step == 0 or numbers > 1:
                        write(
                            worth, lattice, number, slot, flags, count, opened, pick, lane,
                            offers, choices, sheets, specials, earns, values,
                        )  # fmt: skip
                    if step > 0:
                        choose(worth, lattice.first, lattice.parents, lanes)
                mean(worth, lattice, lanes, offers)
                at = sheets.base[slot] + outer * size + lane
                for i in range(min(lanes, size - lane)):
                    values[at + i] = offers[i]


@kernel
def room(rows, lanes, values):
    """Return a flat array for so many vectors that begins with a line of the cache."""
    space = np.zeros((rows + 1) * lanes, values.dtype)
    start = (-space.ctypes.data % BYTES) // values.itemsize
    return space[start : start + rows * lanes]


@kernel
def open_boxes(writable, boxes):
    """Put the boxes of a set into ``boxes`` and return how many there are."""
    found = 0
    for box in range(boxes.shape[0]):
        if writable >> box & 1:
            boxes[found] = box
            found += 1
    return found


@kernel
def read(sheets, choices, slot, outer, count):
    """Put the tallies of a sheet into ``count``, the last at its least, and return which say missed, as bits."""
    flags = 0
    last = count.shape[0] - 1
    count[last] = sheets.low[slot, last]
    for back in range(last):
        tally = last - 1 - back
        count[tally] = sheets.low[slot, tally] + outer % sheets.size[slot, tally]
        outer //= sheets.size[slot, tally]
        if choices.kind[tally] == MISSED and count[tally] > 0:
            flags |= 1 << tally
    return flags


@kernel
def added(kind, mask, box, points, paid):
    """Return what writing adds to a tally, as ``Tally.amount``."""
    if kind == NEEDED:
        return -points - paid
    if not mask >> box & 1:
        return 0
    if kind == ADDS:
        return points
    return 1 if points <= 0 else 0


@kernel
def source(choices, sheets, count, slot, box, points, paid):
    """Return where the values after writing begin, by how many lanes they are shifted, and how many there are."""
    after = sheets.after[slot, box]
    last = count.shape[0] - 1
    at = 0
    for tally in range(last):
        now = count[tally] + added(choices.kind[tally], choices.mask[tally], box, points, paid)
        size = sheets.size[after, tally]
        at = at * size + min(max(now - sheets.low[after, tally], 0), size - 1)
    size = sheets.size[after, last]
    now = count[last] + added(choices.kind[last], choices.mask[last], box, points, paid)
    return sheets.base[after] + at * size, now - sheets.low[after, last], np.int64(size)


@kernel
def offer(offers, row, values, place, lane, reward):
    """Fill a row with the values after writing plus ``reward``; a lane out of range is the outermost."""
    base, shift, size = place
    start = shift + lane
    lanes = BYTES // values.itemsize
    if start >= 0 and start + lanes <= size:
        store(offers, row, add(load(values, base + start), splat(reward)))
    else:
        for i in range(lanes):
            offers[row + i] = values[base + min(max(start + i, 0), size - 1)] + reward


@kernel
def write(
    worth, lattice, number, slot, flags, count, opened, pick, lane,
    offers, choices, sheets, specials, earns, values,
):  # fmt: skip
    """Fill the whole rolls with the best that can be written."""
    lanes = BYTES // values.itemsize
    whole = lattice.chance.shape[0]
    spare = choices.points.shape[0] * lanes
    at = lattice.child.shape[0] * lanes
    for roll in range(whole):
        special = choices.special[number, roll]
        if special < 0:
            row = number * whole + roll
            best = load(offers, pick[row, 0])
            for j in range(1, opened.shape[0]):
                best = larger(best, load(offers, pick[row, j]))
        else:
            row = specials.row[slot, flags, special]
            paid = specials.paid[slot, flags, special]
            best = splat(values.dtype.type(-1e30))
            for box in opened:
                if specials.allowed[slot, flags, special] >> box & 1:
                    points = choices.points[choices.choice[row, box]]
                    place = source(choices, sheets, count, slot, box, points, paid)
                    offer(offers, spare, values, place, lane, values.dtype.type((points + paid) * earns))
                    best = larger(best, load(offers, spare))
        store(worth, at + roll * lanes, best)


@kernel
def roll_on(worth, child, lanes):
    """Fill the keeps below a whole roll with the mean of their children."""
    inner, faces = child.shape
    wide = np.uint64(lanes)
    share = splat(worth.dtype.type(1 / faces))
    for step in range(inner):
        keep = np.uint64(inner - 1 - step)
        total = load(worth, child[keep, np.uint64(0)] * wide)
        for face in range(np.uint64(1), np.uint64(faces)):
            total = add(total, load(worth, child[keep, face] * wide))
        store(worth, keep * wide, times(total, share))


@kernel
def choose(worth, first, parents, lanes):
    """Raise every keep to the best that lies within it."""
    wide = np.uint64(lanes)
    for keep in range(np.uint64(1), np.uint64(first.shape[0] - 1)):
        best = load(worth, keep * wide)
        for edge in range(first[keep], first[keep + np.uint64(1)]):
            best = larger(best, load(worth, parents[edge] * wide))
        store(worth, keep * wide, best)


@kernel
def mean(worth, lattice, lanes, into):
    """Put the mean over all rolls at the beginning of ``into``."""
    at = lattice.child.shape[0] * lanes
    total = splat(worth.dtype.type(0))
    for roll in range(lattice.chance.shape[0]):
        share = splat(worth.dtype.type(lattice.chance[roll]))
        total = add(total, times(load(worth, at + roll * lanes), share))
    store(into, 0, total)
