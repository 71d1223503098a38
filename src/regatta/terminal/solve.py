"""``regatta solve``: the best mean total of a game, exactly; how large the game is comes first."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Self

from regatta import solver
from regatta.terminal import position
from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD, INTERRUPTED

if TYPE_CHECKING:
    from regatta.errors import RegattaError
    from regatta.solver.store import Notice
    from regatta.tables import Tables
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

MAX_PLAYERS = 1
LEAST_TOLD = 1e-8
"""Smaller chances than this are not told to people."""
MOST_TOLD = 20
STEPS = tuple(step * 10**power for power in range(9) for step in (1, 2, 5))
"""How far the totals may lie apart whose chances are told, at most ``MOST_TOLD`` of them."""
WIDE = 30
"""Letters of the bar that shows how far it is."""
REPORT_EVERY = 0.25
"""Seconds between two words about how far it is."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.add_argument(
        "--players",
        type=number(_, 1, MAX_PLAYERS),
        default=1,
        metavar="N",
        help=_("how many players (%(default)s): games against others are not solved"),
    )
    parser.add_argument(
        "--distribution",
        action="store_true",
        help=_("tell also how the totals are spread: deviation, median, the chance of each"),
    )
    parser.add_argument(
        "--targets",
        action="store_true",
        help=_(
            "tell also the best chance of every total; takes minutes, and goes on where it was interrupted"
        ),
    )
    parser.add_argument("--again", action="store_true", help=_("compute it, even where it was solved before"))
    parser.facts()
    parser.epilog = _(
        "The value is the mean total of a player alone who wants the highest mean and never errs.\n"
        "What was computed is kept for the next time, and for advice. Ctrl-C ends it.\n"
        "The best chance of a total is that of a player who wants this total or more, and nothing else; the bot\n"
        "record plays so.\n"
        "Of equal boxes the one with more points now is written, then the first on the sheet; of equal keeps the\n"
        "one with fewest dice. The distribution depends on that, the mean does not.\n"
        "Exit code 1: the game is too large to be solved."
    )


def run(args: Namespace, shell: Shell) -> int:
    tables = position.tables_for(args)
    began = time.perf_counter()

    def notice(error: RegattaError) -> None:
        shell.complain(shell.sentence(error))

    facts: dict[str, Any] = {"game": tables.game}
    try:
        size = solver.count(tables)
        _announce(size, shell)
        strategy = _strategy(tables, shell, notice, again=args.again)
        facts |= {"value": strategy.start, "states": size.states}
        spread = _spread(strategy, shell, notice, again=args.again) if args.distribution else None
    except KeyboardInterrupt:
        shell.complain(shell.gettext("Interrupted: nothing of it is kept."))
        return INTERRUPTED
    try:
        best = _best(tables, shell, notice, again=args.again) if args.targets else None
    except KeyboardInterrupt:
        shell.complain(
            shell.gettext("Interrupted: what is done is kept, and the same command goes on from there.")
        )
        return INTERRUPTED
    if spread is not None:
        chances = {str(total): spread.chance_of(total) for total in spread.totals.tolist()}
        facts |= {"deviation": spread.deviation, "median": spread.median, "distribution": chances}
    if best is not None:
        facts["targets"] = {str(total): chance for total, chance in enumerate(best.best.tolist())}
    facts["seconds"] = round(time.perf_counter() - began, 6)
    if args.json:
        shell.json(facts)
        return GOOD
    shell.say(shell.gettext("Best mean total: %(value).6f") % facts)
    if spread is not None:
        _tell(spread, shell)
    if best is not None:
        _tell_best(best, shell)
    return GOOD


def _strategy(tables: Tables, shell: Shell, notice: Notice, *, again: bool) -> solver.Strategy:
    found = None if again else solver.stored(tables, notice=notice)
    if found is None:
        with Progress(shell) as progress:
            found = solver.solve_and_keep(tables, progress=progress.show)
    return found


def _spread(strategy: solver.Strategy, shell: Shell, notice: Notice, *, again: bool) -> solver.Distribution:
    with Progress(shell) as progress:
        if again:
            return solver.distribution_and_keep(strategy, progress=progress.show)
        return solver.distribution_of(strategy, progress=progress.show, notice=notice)


def _best(tables: Tables, shell: Shell, notice: Notice, *, again: bool) -> solver.Chances:
    if not again and (found := solver.stored_chances(tables, notice=notice)) is not None:
        return found
    size = solver.size_of_targets(tables)
    facts = {
        "values": shell.words.number(size.places),
        "memory": f"{size.memory / 1e6:.0f}",
        "seconds": f"{size.seconds:.0f}",
    }
    shell.complain(
        shell.gettext(
            "Chances of all totals: %(values)s values, %(memory)s MB, about %(seconds)s s of one core."
        )
        % facts
    )
    with Progress(shell) as progress:
        return solver.chances_and_keep(tables, progress=progress.show, again=again)


def _tell(spread: solver.Distribution, shell: Shell) -> None:
    """Print how the totals are spread: some percentiles, and the largest."""
    _ = shell.gettext
    shell.say(_("Standard deviation: %(deviation).4f") % {"deviation": spread.deviation})
    for percent in (1, 5, 10, 25, 50, 75, 90, 95, 99):
        facts = {"percent": percent, "total": spread.percentile(percent)}
        shell.say(_("%(percent)d %% of games end with %(total)d or less") % facts)
    shell.say(_("Largest total: %(total)d") % {"total": spread.greatest})


def _tell_best(best: solver.Chances, shell: Shell) -> None:
    """Print the best chance of some totals: about as many as fit on a screen, none that nobody will ever see."""
    line = shell.gettext("At least %(total)d: %(percent).4g %%")
    chances = best.best.tolist()
    most = max((total for total, chance in enumerate(chances) if chance >= LEAST_TOLD), default=0)
    step = next(step for step in STEPS if most // step <= MOST_TOLD)
    shell.say(shell.gettext("The best chance of a total, where one wants nothing else:"))
    for total in range(step, most + 1, step):
        shell.say(line % {"total": total, "percent": 100 * chances[total]})


def _announce(size: solver.Size, shell: Shell) -> None:
    _ = shell.gettext
    facts = {
        "states": shell.words.number(size.states),
        "memory": f"{size.memory / 1e6:.1f}",
        "seconds": f"{size.seconds:.1f}",
    }
    shell.complain(
        _("%(states)s sheets must be told apart: %(memory)s MB, about %(seconds)s s of one core.") % facts
    )


class Progress:
    """How far it is, on stderr: for people a bar that is written over, else a line when it begins to compile."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._wide = 0
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + REPORT_EVERY

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._wide:
            sys.stderr.write(f"\r{'':<{self._wide}}\r")
            sys.stderr.flush()

    def show(self, share: float | None) -> None:
        """Tell the share that is done, or (None) that the kernels are being compiled."""
        _ = self._shell.gettext
        if share is None:
            self._shell.complain(_("Compiling the solver for this machine: once, it takes some seconds."))
        elif self._watched and time.monotonic() >= self._next:
            self._next = time.monotonic() + REPORT_EVERY
            done = "#" * int(WIDE * share)
            text = f"[{done:<{WIDE}}] " + _("%(percent)d %% solved") % {"percent": int(100 * share)}
            self._wide = max(self._wide, len(text))
            sys.stderr.write(f"\r{text:<{self._wide}}")
            sys.stderr.flush()
