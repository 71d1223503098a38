"""The loops that solve a game, compiled by Numba. They know no game: they see the arrays of ``program``.

A turn is a walk over the lattice of keeps. ``w`` [keeps, LANES] holds what each keep is worth for as many
neighbouring values of the last tally; whole rolls start with the best that can be written. A keep below a
whole roll is worth the mean of its children; the best keep of a roll is the maximum that comes up from its
parents. Both once for each roll that is left.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from regatta.solver.program import LANES

B = LANES
_FAST = {"nnan", "ninf", "nsz", "contract", "arcp"}


def kernel(function: Any) -> Any:
    """Compile a loop once, keep it on disk, and let other threads run meanwhile."""
    return numba.njit(cache=True, nogil=True, fastmath=_FAST)(function)


@kernel
def roll_on(w, child, inner):
    """Fill the keeps below a whole roll with the mean of their children."""
    faces = child.shape[1]
    share = w.dtype.type(1.0 / faces)
    for step in range(inner):
        keep = np.uint32(inner - 1 - step)
        for i in range(B):
            total = w[child[keep, 0], i]
            for face in range(1, faces):
                total += w[child[keep, face], i]
            w[keep, i] = total * share


@kernel
def choose(w, first, parents):
    """Raise every keep to the best that lies within it."""
    for keep in range(np.uint32(1), np.uint32(first.shape[0] - 1)):
        for edge in range(first[keep], first[keep + 1]):
            parent = parents[edge]
            for i in range(B):
                w[keep, i] = max(w[keep, i], w[parent, i])


@kernel
def amount(kind, mask, box, points, paid):
    """Return what writing adds to a tally."""
    if kind == 2:
        return -points - paid
    if not mask >> box & 1:
        return 0
    if kind == 1:
        return 1 if points <= 0 else 0
    return points


@kernel
def source(choices, sheets, count, slot, box, points, paid):
    """Return (place of the first lane, shift of the lanes) after writing; ``count`` are the tallies before."""
    after = sheets.after[slot, box]
    last = count.shape[0] - 1
    at = 0
    for t in range(last):
        now = count[t] + amount(choices.kind[t], choices.mask[t], box, points, paid) - sheets.low[after, t]
        size = sheets.size[after, t]
        at = at * size + min(max(now, 0), size - 1)
    size = sheets.size[after, last]
    shift = count[last] + amount(choices.kind[last], choices.mask[last], box, points, paid)
    return sheets.base[after] + at * size, shift - sheets.low[after, last], size


@kernel
def fetch(into, row, values, place, shift, size, lane, reward):
    """Fill ``into[row]`` with the values of neighbouring lanes plus ``reward``; lanes out of range are the outermost."""
    start = shift + lane
    if start >= 0 and start + B <= size:
        for i in range(B):
            into[row, i] = values[place + start + i] + reward
    else:
        for i in range(B):
            into[row, i] = values[place + min(max(start + i, 0), size - 1)] + reward


@kernel
def solve(slots, choices, sheets, specials, lattice, rolls, numbers, earns, values):
    """Find the values of some slots; those of all that may come after them must be there.

    ``earns`` is 1 where points count as they are written, 0 where only the end counts.
    """
    real = values.dtype.type
    keeps = lattice.first.shape[0] - 1
    inner = lattice.child.shape[0]
    whole = keeps - inner
    tallies = sheets.size.shape[1]
    last = tallies - 1
    boxes = sheets.after.shape[1]
    w = np.empty((keeps, B), values.dtype)
    offers = np.empty((choices.points.shape[0] + 1, B), values.dtype)
    spare = choices.points.shape[0]
    place = np.empty(choices.points.shape[0], np.int64)
    shift = np.empty(choices.points.shape[0], np.int64)
    size = np.empty(choices.points.shape[0], np.int64)
    open_boxes = np.empty(boxes, np.int64)
    count = np.empty(tallies, np.int64)
    chance = lattice.chance
    for slot in slots:
        lanes = sheets.size[slot, last]
        outer = (sheets.base[slot + 1] - sheets.base[slot]) // lanes
        n = 0
        for box in range(boxes):
            if sheets.writable[slot] >> box & 1:
                open_boxes[n] = box
                n += 1
        for o in range(outer):
            rest = o
            flags = 0
            for t in range(last - 1, -1, -1):
                count[t] = sheets.low[slot, t] + rest % sheets.size[slot, t]
                rest //= sheets.size[slot, t]
                if choices.kind[t] == 1 and count[t] > 0:
                    flags |= 1 << t
            count[last] = sheets.low[slot, last]
            for j in range(n):
                box = open_boxes[j]
                for v in range(choices.first[box], choices.first[box + 1]):
                    place[v], shift[v], size[v] = source(
                        choices, sheets, count, slot, box, choices.points[v], 0
                    )
            for lane in range(0, lanes, B):
                for j in range(n):
                    box = open_boxes[j]
                    for v in range(choices.first[box], choices.first[box + 1]):
                        reward = real(choices.points[v] * earns)
                        fetch(offers, v, values, place[v], shift[v], size[v], lane, reward)
                for step in range(rolls):
                    number = rolls - 1 - step if numbers > 1 else 0
                    if step > 0:
                        roll_on(w, lattice.child, inner)
                    if step == 0 or numbers > 1:
                        write(
                            w, inner, number, slot, flags, count, open_boxes[:n], lane, offers, spare,
                            choices, sheets, specials, earns, values,
                        )  # fmt: skip
                    if step > 0:
                        choose(w, lattice.first, lattice.parents)
                at = sheets.base[slot] + o * lanes + lane
                for i in range(min(B, lanes - lane)):
                    total = real(0)
                    for roll in range(whole):
                        total += w[inner + roll, i] * real(chance[roll])
                    values[at + i] = total


@kernel
def write(
    w,
    inner,
    number,
    slot,
    flags,
    count,
    open_boxes,
    lane,
    offers,
    spare,
    choices,
    sheets,
    specials,
    earns,
    values,
):
    """Fill the whole rolls with the best that can be written."""
    real = w.dtype.type
    whole = w.shape[0] - inner
    for roll in range(whole):
        row = number * whole + roll
        at = inner + roll
        special = choices.special[number, roll]
        if special < 0:
            v = choices.choice[row, open_boxes[0]]
            for i in range(B):
                w[at, i] = offers[v, i]
            for j in range(1, open_boxes.shape[0]):
                v = choices.choice[row, open_boxes[j]]
                for i in range(B):
                    w[at, i] = max(w[at, i], offers[v, i])
        else:
            allowed = specials.allowed[slot, flags, special]
            row = specials.row[slot, flags, special]
            paid = specials.paid[slot, flags, special]
            for i in range(B):
                w[at, i] = real(-1e30)
            for box in open_boxes:
                if allowed >> box & 1:
                    points = choices.points[choices.choice[row, box]]
                    place, shift, size = source(choices, sheets, count, slot, box, points, paid)
                    reward = real((points + paid) * earns)
                    fetch(offers, spare, values, place, shift, size, lane, reward)
                    for i in range(B):
                        w[at, i] = max(w[at, i], offers[spare, i])
