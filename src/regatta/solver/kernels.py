"""The loops that solve a game, compiled by Numba. They know no game: they see the arrays of ``program``.

A turn is a walk over the lattice of keeps. Row ``k`` of ``worth`` is what keep ``k`` is worth, for as many
neighbouring values of the last tally as a vector has lanes; whole rolls start with the best that can be
written. A keep below a whole roll is worth the mean of its children; the best keep of a roll is the maximum
that comes up from its parents. Both once for each roll that is left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from regatta.solver.lanes import BYTES, add, larger, load, splat, store, times
from regatta.solver.space import ADDS, MISSED, NEEDED


def kernel(function: Any) -> Any:
    """Compile a loop that Python calls: once, kept on disk; other threads run meanwhile."""
    return numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(function)


def part(function: Any) -> Any:
    """Compile a loop that only kernels call, which then hold it: no door for Python, which takes longest."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def is_compiled(function: Any) -> bool:
    """Whether a kernel was compiled here before, since this file was written."""
    source = Path(function.py_func.__code__.co_filename)
    written = source.stat().st_mtime
    kept = Path(function.stats.cache_path).glob(f"{source.stem}.{function.__name__}-*.nbc")
    return any(file.stat().st_mtime >= written for file in kept)


class Desk(NamedTuple):
    """What a kernel works on. A block is as many neighbouring values of the last tally as a vector has lanes.

    ``worth``: what each keep is worth, a vector each. ``offers``: what each choice is worth, a vector each, and
    one more for what extra rules make of a roll. ``places`` [choices, 3]: where a choice leads, as ``source``
    says. ``pick`` [rows, boxes]: the offer of each open box for a row. ``boxes``: the open ones come first.
    ``count``: the tallies of a sheet.
    """

    worth: Any
    offers: Any
    places: Any
    pick: Any
    boxes: Any
    count: Any


@part
def desk(choices, sheets, lattice, values):
    """Return the room for one thread."""
    lanes = BYTES // values.itemsize
    return Desk(
        room(lattice.first.shape[0] - 1, lanes, values),
        room(choices.points.shape[0] + 1, lanes, values),
        np.empty((choices.points.shape[0], 3), np.int64),
        np.empty(choices.choice.shape, np.int64),
        np.empty(choices.choice.shape[1], np.int64),
        np.empty(sheets.size.shape[1], np.int64),
    )


@kernel
def solve(slots, choices, sheets, specials, lattice, rolls, earns, faint, values):
    """Find the best means of some slots; those of all that may come after them must be there.

    ``earns`` is 1 where points count as they are written, 0 where only the end counts: then values are chances
    of more and more points, and from the first on that is not above ``faint`` they are 0.
    """
    lanes = BYTES // values.itemsize
    numbers = choices.special.shape[0]
    own = desk(choices, sheets, lattice, values)
    for slot in slots:
        opened = open_slot(own, choices, sheets, slot, lanes)
        size = sheets.size[slot, -1]
        for outer in range(outers(sheets, slot)):
            flags = open_sheet(own, choices, sheets, slot, outer, opened)
            at = sheets.base[slot] + outer * size
            for lane in range(0, size, lanes):
                open_block(own, choices, opened, lane, earns, values)
                for step in range(rolls):
                    number = min(rolls - 1 - step, numbers - 1)
                    if step > 0:
                        roll_on(own.worth, lattice.child, lanes)
                    if step == 0 or numbers > 1:
                        write(
                            own,
                            choices,
                            sheets,
                            specials,
                            lattice,
                            number,
                            slot,
                            flags,
                            opened,
                            lane,
                            earns,
                            values,
                        )
                    if step > 0:
                        choose(own.worth, lattice.first, lattice.parents, lanes)
                mean(own.worth, lattice, lanes, own.offers)
                for i in range(min(lanes, size - lane)):
                    values[at + lane + i] = own.offers[i]
                if earns == 0 and own.offers[0] <= faint:
                    # What is out of reach stays so when more is needed.
                    for i in range(lane, size):
                        values[at + i] = 0
                    break


@kernel
def greatest(slots, choices, sheets, specials, lattice, values):
    """Find the most points that can still come, for some slots, as ``solve``: the dice fall as one likes."""
    lanes = BYTES // values.itemsize
    own = desk(choices, sheets, lattice, values)
    for slot in slots:
        opened = open_slot(own, choices, sheets, slot, lanes)
        size = sheets.size[slot, -1]
        for outer in range(outers(sheets, slot)):
            flags = open_sheet(own, choices, sheets, slot, outer, opened)
            at = sheets.base[slot] + outer * size
            for lane in range(0, size, lanes):
                open_block(own, choices, opened, lane, 1, values)
                most = splat(values.dtype.type(-1e30))
                for number in range(choices.special.shape[0]):
                    write(
                        own, choices, sheets, specials, lattice, number, slot, flags, opened, lane, 1, values
                    )
                    for roll in range(lattice.chance.shape[0]):
                        most = larger(most, load(own.worth, (lattice.child.shape[0] + roll) * lanes))
                store(own.offers, 0, most)
                for i in range(min(lanes, size - lane)):
                    values[at + lane + i] = own.offers[i]


@part
def open_slot(own, choices, sheets, slot, lanes):
    """Make the desk ready for a set of filled boxes and return the open ones."""
    opened = own.boxes[: open_boxes(sheets.writable[slot], own.boxes)]
    for row in range(choices.special.shape[0] * choices.special.shape[1]):
        for at, box in enumerate(opened):
            own.pick[row, at] = choices.choice[row, box] * lanes
    return opened


@part
def outers(sheets, slot):
    """Return how many values all tallies but the last have together."""
    number = 1
    for tally in range(sheets.size.shape[1] - 1):
        number *= sheets.size[slot, tally]
    return number


@part
def open_sheet(own, choices, sheets, slot, outer, opened):
    """Make the desk ready for a sheet but for its last tally; return which tallies say missed, as bits."""
    flags = read(sheets, choices, slot, outer, own.count)
    for box in opened:
        for choice in range(choices.first[box], choices.first[box + 1]):
            place = source(choices, sheets, own.count, slot, box, choices.points[choice], 0)
            own.places[choice, 0], own.places[choice, 1], own.places[choice, 2] = place
    return flags


@part
def open_block(own, choices, opened, lane, earns, values):
    """Fill in what each choice is worth for the lanes from ``lane`` on."""
    lanes = BYTES // values.itemsize
    for box in opened:
        for choice in range(choices.first[box], choices.first[box + 1]):
            place = own.places[choice, 0], own.places[choice, 1], own.places[choice, 2]
            reward = values.dtype.type(choices.points[choice] * earns)
            offer(own.offers, choice * lanes, values, place, lane, reward)


@part
def room(rows, lanes, values):
    """Return a flat array for so many vectors that begins with a line of the cache."""
    space = np.zeros((rows + 1) * lanes, values.dtype)
    start = (-space.ctypes.data % BYTES) // values.itemsize
    return space[start : start + rows * lanes]


@part
def open_boxes(writable, boxes):
    """Put the boxes of a set into ``boxes`` and return how many there are."""
    found = 0
    for box in range(boxes.shape[0]):
        if writable >> box & 1:
            boxes[found] = box
            found += 1
    return found


@part
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


@part
def added(kind, mask, box, points, paid):
    """Return what writing adds to a tally, as ``Tally.amount``."""
    if kind == NEEDED:
        return -points - paid
    if not mask >> box & 1:
        return 0
    if kind == ADDS:
        return points
    return 1 if points <= 0 else 0


@part
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


@part
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


@part
def write(own, choices, sheets, specials, lattice, number, slot, flags, opened, lane, earns, values):
    """Fill the whole rolls with the best that can be written as roll ``number``, from 0."""
    lanes = BYTES // values.itemsize
    whole = lattice.chance.shape[0]
    spare = choices.points.shape[0] * lanes
    at = lattice.child.shape[0] * lanes
    for roll in range(whole):
        special = choices.special[number, roll]
        if special < 0:
            row = number * whole + roll
            best = load(own.offers, own.pick[row, 0])
            for j in range(1, opened.shape[0]):
                best = larger(best, load(own.offers, own.pick[row, j]))
        else:
            row = specials.row[slot, flags, special]
            paid = specials.paid[slot, flags, special]
            best = splat(values.dtype.type(-1e30))
            for box in opened:
                if specials.allowed[slot, flags, special] >> box & 1:
                    points = choices.points[choices.choice[row, box]]
                    place = source(choices, sheets, own.count, slot, box, points, paid)
                    offer(own.offers, spare, values, place, lane, values.dtype.type((points + paid) * earns))
                    best = larger(best, load(own.offers, spare))
        store(own.worth, at + roll * lanes, best)


@part
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


@part
def choose(worth, first, parents, lanes):
    """Raise every keep to the best that lies within it."""
    wide = np.uint64(lanes)
    for keep in range(np.uint64(1), np.uint64(first.shape[0] - 1)):
        best = load(worth, keep * wide)
        for edge in range(first[keep], first[keep + np.uint64(1)]):
            best = larger(best, load(worth, parents[edge] * wide))
        store(worth, keep * wide, best)


@part
def mean(worth, lattice, lanes, into):
    """Put the mean over all rolls at the beginning of ``into``."""
    at = lattice.child.shape[0] * lanes
    total = splat(worth.dtype.type(0))
    for roll in range(lattice.chance.shape[0]):
        share = splat(worth.dtype.type(lattice.chance[roll]))
        total = add(total, times(load(worth, at + roll * lanes), share))
    store(into, 0, total)
