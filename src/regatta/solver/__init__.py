"""The exact solver: tables in, values out.

    size = solver.count(tables)            # how large the game is, before anything is computed
    strategy = solver.strategy_of(tables)  # every value: those on disk, else solved and kept there
    strategy.start                         # the best mean total of a whole game

Values are **points to come**, counting every bonus of the sheet (also one that is certain) and nothing that is
written: *points written + extras paid + value* is the mean final total. Between two turns they depend on a
``State``, which the points of a sheet give; within a turn on the dice and the number of the roll:

    state = strategy.state(points)         # points of each box in sheet order, None where it is open
    strategy.value(state)                  # before the first roll of a turn; of a full sheet: its bonuses
    turn = strategy.turn(state)
    turn.boxes(roll, number)               # {index of box: value, the points of the write included}
    turn.keeps(roll, number)               # {kept faces: value}; keeping all is to stop and write
    turn.best_box(roll, number), turn.best_keep(roll, number)
    turn.value(roll, number)               # of a roll, before anything is decided
    turn.kept(keep, number)                # while the other dice are in the air
    strategy.after(state, box, points, paid)   # once they are written; what was written is not in it


    spread = solver.distribution_of(strategy)   # of the best play's totals: from disk, else computed and kept
    spread.deviation, spread.median, spread.percentile(90), spread.at_least(300), spread.below(300)
    solver.averages_of(strategy).boxes          # what each box brings on average, in sheet order
    solver.greatest_total(tables)               # however the dice fall
    solver.chances(tables, most=640).at_least(500)   # the best chance of 500 or more, by play that wants just that
    solver.chances_of(tables).at_least(500)          # all totals: from disk, else computed (minutes) and kept
    chase = solver.chase_of(tables)                  # as a strategy; its values are chances
    chase.turn(chase.state_of(points, needed))       # of ``needed`` points and more that are still to come

``solve`` always computes, ``stored`` only looks on the disk. All three raise ``Illegal`` (``solve.boxes``,
``solve.too_large``) for a game that is too large. Rolls and keeps are ascending tuples of faces, ``number`` counts the rolls of the turn from 1. Looking values
up needs no kernels. Names are found when first used: numba is loaded by solving alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regatta.solver.chase import (
        Chase,
        chances_and_keep,
        chances_of,
        chase_is_kept,
        chase_of,
        stored_chances,
        stored_chase,
    )
    from regatta.solver.layers import Progress, Size, count, solve, solve_and_keep, stored, strategy_of
    from regatta.solver.parts import Averages, averages, averages_of, stored_averages
    from regatta.solver.space import Space, space_of
    from regatta.solver.strategy import TIE, State, Strategy, Turn
    from regatta.solver.targets import Chances, chances, size_of_targets
    from regatta.solver.totals import (
        Distribution,
        distribution,
        distribution_and_keep,
        distribution_of,
        greatest_total,
    )

__all__ = [
    "TIE",
    "Averages",
    "Chances",
    "Chase",
    "Distribution",
    "Progress",
    "Size",
    "Space",
    "State",
    "Strategy",
    "Turn",
    "averages",
    "averages_of",
    "chances",
    "chances_and_keep",
    "chances_of",
    "chase_is_kept",
    "chase_of",
    "count",
    "distribution",
    "distribution_and_keep",
    "distribution_of",
    "greatest_total",
    "size_of_targets",
    "solve",
    "solve_and_keep",
    "space_of",
    "stored",
    "stored_averages",
    "stored_chances",
    "stored_chase",
    "strategy_of",
]

_HOMES = {
    **dict.fromkeys(("Averages", "averages", "averages_of", "stored_averages"), "parts"),
    **dict.fromkeys(("Chances", "chances", "size_of_targets"), "targets"),
    **dict.fromkeys(
        (
            "Chase",
            "chances_and_keep",
            "chances_of",
            "chase_is_kept",
            "chase_of",
            "stored_chances",
            "stored_chase",
        ),
        "chase",
    ),
    **dict.fromkeys(
        ("Distribution", "distribution", "distribution_and_keep", "distribution_of", "greatest_total"),
        "totals",
    ),
    **dict.fromkeys(
        ("Progress", "Size", "count", "solve", "solve_and_keep", "stored", "strategy_of"), "layers"
    ),
    **dict.fromkeys(("Space", "space_of"), "space"),
    **dict.fromkeys(("TIE", "State", "Strategy", "Turn"), "strategy"),
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"regatta.solver.{_HOMES[name]}"), name)
    raise AttributeError(name)
