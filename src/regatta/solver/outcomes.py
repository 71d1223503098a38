"""Kernels that follow the best play of a solved game: how likely each total is.

The best play is walked through turn by turn, one sheet at a time: which keep each roll leads to, how likely each
roll is then, and what is written in the end. Ties, of values no further apart than ``TIE``: of boxes the one with
more points now, then the first on the sheet; of keeps the first: that with fewest dice, then the lowest faces.
"""

from __future__ import annotations

import numpy as np

from regatta.solver.kernels import (
    choose,
    desk,
    kernel,
    offer,
    open_block,
    open_sheet,
    open_slot,
    outers,
    part,
    roll_on,
    source,
    write,
)
from regatta.solver.lanes import BYTES
from regatta.solver.strategy import TIE


@kernel
def spread(slots, choices, sheets, specials, lattice, rolls, values, spans, after, here):
    """Find how likely each number of points to come is, for some slots.

    ``spans`` int64[places, 3]: where the chances of a sheet begin (in ``after`` for those with one box more, in
    ``here`` for those of ``slots``), the points of the first of them, and how many there are.
    """
    lanes = BYTES // values.itemsize
    numbers, whole = choices.special.shape
    keeps = lattice.first.shape[0] - 1
    boxes = choices.choice.shape[1]
    plain = choices.points.shape[0]
    kinds = specials.row.shape[2]
    own = desk(choices, sheets, lattice, values)
    # What may come of a turn: each choice, and each box with each roll that an extra rule is about.
    ends = plain + kinds * boxes
    end_place = np.zeros((ends, 3), np.int64)
    end_gain = np.zeros(ends, np.int64)
    likely = np.zeros(ends, np.float64)
    chosen = np.zeros((numbers, whole, lanes), np.int64)
    written = np.zeros((numbers, whole, lanes), np.float64)
    ahead = np.zeros((rolls, keeps, lanes), np.float64)
    way = np.zeros(keeps, np.int64)
    best = np.zeros(keeps, np.float64)
    chance = np.zeros(keeps, np.float64)
    for slot in slots:
        opened = open_slot(own, choices, sheets, slot, lanes)
        size = sheets.size[slot, -1]
        for outer in range(outers(sheets, slot)):
            flags = open_sheet(own, choices, sheets, slot, outer, opened)
            for choice in range(plain):
                for column in range(3):
                    end_place[choice, column] = own.places[choice, column]
                end_gain[choice] = choices.points[choice]
            for lane in range(0, size, lanes):
                open_block(own, choices, opened, lane, 1, values)
                for number in range(numbers):
                    pick_boxes(
                        own, choices, sheets, specials, number, slot, flags, opened, lane, values,
                        end_place, end_gain, chosen, written,
                    )  # fmt: skip
                look_ahead(
                    own, choices, sheets, specials, lattice, rolls, slot, flags, opened, lane, values, ahead
                )
                for i in range(min(lanes, size - lane)):
                    walk(lattice, rolls, ahead, chosen, written, i, way, best, chance, likely)
                    place = sheets.base[slot] + outer * size + lane + i
                    gather(likely, end_place, end_gain, lane + i, spans, place, after, here)


@part
def walk(lattice, rolls, ahead, chosen, written, i, way, best, chance, likely):
    """Tell how likely each end of a turn is in lane ``i``: ``likely`` float64[ends]; ``way``, ``best``, ``chance``: room."""
    inner = lattice.child.shape[0]
    numbers, whole = chosen.shape[0], chosen.shape[1]
    clear(likely, likely.shape[0])
    for roll in range(whole):
        chance[inner + roll] = lattice.chance[roll]
    for number in range(rolls):
        stop = min(number, numbers - 1)
        if number == rolls - 1:
            for roll in range(whole):
                likely[chosen[stop, roll, i]] += chance[inner + roll]
            break
        pick_keeps(lattice, ahead, number, written, stop, i, way, best)
        clear(chance, inner)
        for roll in range(whole):
            keep = way[inner + roll]
            if keep == inner + roll:
                likely[chosen[stop, roll, i]] += chance[keep]
            else:
                chance[keep] += chance[inner + roll]
            chance[inner + roll] = 0
        throw(lattice.child, chance)


@part
def look_ahead(own, choices, sheets, specials, lattice, rolls, slot, flags, opened, lane, values, ahead):
    """Fill ``ahead[n]`` with what each keep below a whole roll is worth after roll ``n + 1``."""
    lanes = BYTES // values.itemsize
    numbers = choices.special.shape[0]
    inner = lattice.child.shape[0]
    for back in range(rolls):
        number = rolls - 1 - back
        if back > 0:
            roll_on(own.worth, lattice.child, lanes)
            for keep in range(inner):
                for i in range(lanes):
                    ahead[number, keep, i] = own.worth[keep * lanes + i]
        if back == 0 or numbers > 1:
            write(
                own, choices, sheets, specials, lattice, min(number, numbers - 1), slot, flags, opened, lane, 1, values
            )  # fmt: skip
        if back > 0:
            choose(own.worth, lattice.first, lattice.parents, lanes)


@part
def pick_boxes(
    own, choices, sheets, specials, number, slot, flags, opened, lane, values,
    end_place, end_gain, chosen, written,
):  # fmt: skip
    """Tell for each roll and lane what is written, as an index into the ends, and what that is worth."""
    lanes = BYTES // values.itemsize
    plain = choices.points.shape[0]
    boxes = choices.choice.shape[1]
    spare = plain * lanes
    whole = chosen.shape[1]
    for roll in range(whole):
        special = choices.special[number, roll]
        row = number * whole + roll
        paid = 0
        allowed = sheets.writable[slot]
        if special >= 0:
            row = specials.row[slot, flags, special]
            paid = specials.paid[slot, flags, special]
            allowed = specials.allowed[slot, flags, special]
        for i in range(lanes):
            written[number, roll, i] = -1e30
        for box in opened:
            if not allowed >> box & 1:
                continue
            choice = np.int64(choices.choice[row, box])
            points = choices.points[choice]
            end, at = choice, choice * lanes
            if special >= 0:
                end, at = plain + special * boxes + box, spare
                place = source(choices, sheets, own.count, slot, box, points, paid)
                end_place[end, 0], end_place[end, 1], end_place[end, 2] = place
                end_gain[end] = points + paid
                offer(own.offers, spare, values, place, lane, values.dtype.type(points + paid))
            for i in range(lanes):
                worth = own.offers[at + i]
                lead = worth - written[number, roll, i]
                if lead > TIE or (lead >= -TIE and end_gain[end] > end_gain[chosen[number, roll, i]]):
                    chosen[number, roll, i] = end
                    written[number, roll, i] = max(worth, written[number, roll, i])


@part
def pick_keeps(lattice, ahead, number, written, stop, i, way, best):
    """Tell for each keep which one within it is best, in lane ``i``: for a whole roll, itself is to stop."""
    inner = lattice.child.shape[0]
    for keep in range(best.shape[0]):
        best[keep] = written[stop, keep - inner, i] if keep >= inner else ahead[number, keep, i]
        way[keep] = keep
        for edge in range(lattice.first[keep], lattice.first[keep + 1]):
            parent = np.int64(lattice.parents[edge])
            lead = best[parent] - best[keep]
            if lead > TIE or (lead >= -TIE and way[parent] < way[keep]):
                way[keep] = way[parent]
                best[keep] = max(best[parent], best[keep])


@part
def throw(child, chance):
    """Let the dice of all keeps below a whole roll fall, one after the other."""
    inner, faces = child.shape
    for keep in range(inner):
        if chance[keep] > 0:
            share = chance[keep] / faces
            for face in range(faces):
                chance[child[keep, face]] += share


@part
def gather(likely, end_place, end_gain, lane, spans, place, after, here):
    """Put together how likely each number of points to come is, from what may come of the turn."""
    first, least, number = spans[place, 0], spans[place, 1], spans[place, 2]
    for x in range(first, first + number):
        here[x] = 0
    for end in range(likely.shape[0]):
        share = likely[end]
        if share > 0:
            base, shift, size = end_place[end, 0], end_place[end, 1], end_place[end, 2]
            following = base + min(max(shift + lane, 0), size - 1)
            there = spans[following, 0]
            start = first + spans[following, 1] + end_gain[end] - least
            for x in range(spans[following, 2]):
                here[start + x] += share * after[there + x]


@part
def clear(chance, number):
    """Put 0 into the first so many."""
    for at in range(number):
        chance[at] = 0
