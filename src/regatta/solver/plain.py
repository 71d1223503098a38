"""The kernels once more in plain numpy, slow and easy to read: the twin that tests compare them with."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from regatta.solver.program import Lattice, Program
from regatta.solver.space import MISSED, Ints, Space
from regatta.tables import bits

Values = npt.NDArray[np.float64]


def solve(program: Program, slots: Ints, earns: int, values: Values) -> None:
    """Find the values of some slots, as ``kernels.solve``."""
    space = program.space
    for slot in slots.tolist():
        for index in np.ndindex(*space.size[slot].tolist()):
            counts = [int(low) + step for low, step in zip(space.low[slot], index, strict=True)]
            values[space.place(slot, counts)] = _turn(program, slot, counts, earns, values)


def _turn(program: Program, slot: int, counts: list[int], earns: int, values: Values) -> float:
    lattice, rolls = program.lattice, program.rolls
    value = _written(program, rolls, slot, counts, earns=earns, values=values)
    for number in range(rolls - 1, 0, -1):
        keeps = _means(lattice, value)
        for keep in range(1, len(keeps)):
            inside = [
                keeps[parent] for parent in lattice.parents[lattice.first[keep] : lattice.first[keep + 1]]
            ]
            if keep >= len(lattice.child):
                # To keep the whole roll is to stop: it is worth what it gives now.
                keeps[keep] = -np.inf
            keeps[keep] = max(keeps[keep], *inside)
        value = np.maximum(
            _written(program, number, slot, counts, earns=earns, values=values), keeps[len(lattice.child) :]
        )
    return float(value @ lattice.chance)


def _means(lattice: Lattice, value: Values) -> Values:
    inner = len(lattice.child)
    keeps = np.concatenate([np.zeros(inner), value])
    for keep in range(inner - 1, -1, -1):
        keeps[keep] = keeps[lattice.child[keep]].mean()
    return keeps


def _written(
    program: Program, number: int, slot: int, counts: list[int], *, earns: int, values: Values
) -> Values:
    """Return what each roll is worth when it is written as roll ``number`` of the turn."""
    space, choices, specials = program.space, program.choices, program.specials
    whole = len(program.lattice.chance)
    number = min(number, program.numbers)
    flags = sum(
        1 << bit
        for bit, (tally, count) in enumerate(zip(space.tallies, counts, strict=True))
        if tally.kind == MISSED and count
    )
    found = np.empty(whole)
    for roll in range(whole):
        special = int(choices.special[number - 1, roll])
        if special < 0:
            allowed, row, paid = int(space.writable[slot]), (number - 1) * whole + roll, 0
        else:
            of = (slot, flags, special)
            allowed, row, paid = (
                int(specials.allowed[of]),
                int(specials.row[of]),
                int(specials.paid[of]),
            )
        found[roll] = max(
            _offer(
                space,
                slot,
                counts,
                write=(box, int(choices.points[choices.choice[row, box]]), paid),
                earns=earns,
                values=values,
            )
            for box in bits(allowed)
        )
    return found


def _offer(
    space: Space, slot: int, counts: list[int], *, write: tuple[int, int, int], earns: int, values: Values
) -> float:
    """Return what a write (box, points, paid on top) is worth: its points, and the sheet after it."""
    box, points, paid = write
    after = [
        count + tally.amount(box, points, paid) for tally, count in zip(space.tallies, counts, strict=True)
    ]
    return float(values[space.place(int(space.after[slot, box]), after)]) + (points + paid) * earns
