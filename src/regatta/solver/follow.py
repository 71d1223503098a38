"""A kernel that follows the best play of a solved game forward: how likely each sheet is, and what is written on the way.

Ties as in ``outcomes``.
"""

from __future__ import annotations

import numpy as np

from regatta.solver.kernels import desk, kernel, open_block, open_sheet, open_slot, outers
from regatta.solver.lanes import BYTES
from regatta.solver.outcomes import look_ahead, pick_boxes, walk


@kernel
def follow(slots, choices, sheets, specials, lattice, rolls, values, reach, means):
    """Hand on how likely each sheet of some slots is to those that follow it, and add up what is written.

    ``reach`` float64[places]: how likely a sheet is to come about; it is known for ``slots``. ``means`` float64[boxes + 1]:
    the mean points of each box, and those on top.
    """
    lanes = BYTES // values.itemsize
    numbers, whole = choices.special.shape
    keeps = lattice.first.shape[0] - 1
    boxes = choices.choice.shape[1]
    plain = choices.points.shape[0]
    ends = plain + specials.row.shape[2] * boxes
    own = desk(choices, sheets, lattice, values)
    end_place = np.zeros((ends, 3), np.int64)
    end_gain = np.zeros(ends, np.int64)
    likely = np.zeros(ends, np.float64)
    chosen = np.zeros((numbers, whole, lanes), np.int64)
    written = np.zeros((numbers, whole, lanes), np.float64)
    ahead = np.zeros((rolls, keeps, lanes), np.float64)
    way = np.zeros(keeps, np.int64)
    best = np.zeros(keeps, np.float64)
    chance = np.zeros(keeps, np.float64)
    box_of = np.zeros(ends, np.int64)
    for box in range(boxes):
        for choice in range(choices.first[box], choices.first[box + 1]):
            box_of[choice] = box
        for special in range(specials.row.shape[2]):
            box_of[plain + special * boxes + box] = box
    for slot in slots:
        opened = open_slot(own, choices, sheets, slot, lanes)
        size = sheets.size[slot, -1]
        for outer in range(outers(sheets, slot)):
            start = sheets.base[slot] + outer * size
            flags = open_sheet(own, choices, sheets, slot, outer, opened)
            for choice in range(plain):
                for part in range(3):
                    end_place[choice, part] = own.places[choice, part]
                end_gain[choice] = choices.points[choice]
            for lane in range(0, size, lanes):
                last = min(lanes, size - lane)
                if not reach[start + lane : start + lane + last].any():
                    continue
                open_block(own, choices, opened, lane, 1, values)
                for number in range(numbers):
                    pick_boxes(
                        own, choices, sheets, specials, number, slot, flags, opened, lane, values,
                        end_place, end_gain, chosen, written,
                    )  # fmt: skip
                look_ahead(
                    own, choices, sheets, specials, lattice, rolls, slot, flags, opened, lane, values, ahead
                )
                for i in range(last):
                    here = reach[start + lane + i]
                    if here == 0:
                        continue
                    walk(lattice, rolls, ahead, chosen, written, i, way, best, chance, likely)
                    for end in range(ends):
                        share = here * likely[end]
                        if share > 0:
                            base, shift, room = end_place[end, 0], end_place[end, 1], end_place[end, 2]
                            reach[base + min(max(shift + lane + i, 0), room - 1)] += share
                            paid = 0
                            if end >= plain:
                                paid = specials.paid[slot, flags, (end - plain) // boxes]
                            means[box_of[end]] += share * (end_gain[end] - paid)
                            means[boxes] += share * paid
