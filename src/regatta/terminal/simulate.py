"""``regatta simulate``: a bot plays many games alone; the mean of its totals and how sure that mean is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from regatta import engine, players
from regatta.terminal import position
from regatta.terminal.parser import bot_kind, number
from regatta.terminal.shell import GOOD, INTERRUPTED

if TYPE_CHECKING:
    from regatta.players import Player
    from regatta.tables import Tables
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1
MAX_WAYS = 10_000
"""Up to so many ordered ways of falling are held in memory."""

REPORT_EVERY = 0.25
"""Seconds between two words about how far it is."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.add_argument(
        "--player",
        type=bot_kind(parser.shell),
        metavar=_("BOT"),
        default="greedy",
        help=_("which bot plays (%(default)s)") + ": " + ", ".join(players.names()),
    )
    parser.add_argument(
        "--games",
        type=number(_, 1, MAX_GAMES),
        default=1000,
        metavar="N",
        help=_("how many games (%(default)s)"),
    )
    parser.add_argument(
        "--seed",
        type=number(_, -MAX_SEED, MAX_SEED),
        default=0,
        metavar="S",
        help=_("the same seed gives the same dice and the same games (%(default)s)"),
    )
    parser.facts()
    parser.epilog = _("Ctrl-C ends it early: the games that were played are counted.")


class Tally:
    """Adds up totals exactly, in memory that does not grow."""

    def __init__(self) -> None:
        self.games = 0
        self._sum = 0
        self._squares = 0

    def add(self, total: int) -> None:
        self.games += 1
        self._sum += total
        self._squares += total * total

    @property
    def mean(self) -> float | None:
        return self._sum / self.games if self.games else None

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean; None for less than two games."""
        if self.games < 2:
            return None
        spread = self.games * self._squares - self._sum * self._sum
        return sqrt(spread / (self.games - 1)) / self.games


def run(args: Namespace, shell: Shell) -> int:
    tables = position.tables_for(args)
    prepare(args.player, tables, shell)
    tally = Tally()
    began = time.perf_counter()
    code = GOOD
    progress = _Progress(args.games, shell)
    try:
        for total in totals(tables, players.player(args.player), args.games, args.seed):
            tally.add(total)
            progress.show(tally.games)
    except KeyboardInterrupt:
        code = INTERRUPTED
    progress.wipe()
    seconds = time.perf_counter() - began
    facts = {"mean": tally.mean, "stderr": tally.stderr, "games": tally.games, "seconds": round(seconds, 6)}
    if args.json:
        shell.json(facts)
    else:
        shell.say(_sentence(facts, shell))
    return code


def totals(tables: Tables, player: Player, games: int, seed: int) -> Iterator[int]:
    """Yield the total of each game. Dice and player have a stream of chance each."""
    dice, mind = Random(f"dice {seed}"), Random(f"player {seed}")  # noqa: S311 - no game that people play
    start = engine.start(tables, seats=tables.seats[0])
    throws = [_thrower(number, tables.faces, dice) for number in range(tables.count + 1)]
    for _ in range(games):
        now = start
        while now.phase != "over":
            if now.phase == "roll":
                now = engine.advance(now, throws[tables.count - len(now.kept)]())
            else:
                now = engine.advance(now, player.choose(now, mind))
        yield engine.total(tables, now.sheets[0])


def prepare(player: str, tables: Tables, shell: Shell) -> None:
    """Solve the game where the player needs that and nobody did before, and say so."""
    if players.ready(player, tables):
        return
    from regatta.terminal.solve import Progress

    shell.complain(shell.gettext("This player needs the game solved: that happens now, once."))
    with Progress(shell) as progress:
        players.prepare(player, tables, progress.show)


def _thrower(number: int, faces: int, dice: Random) -> Callable[[], engine.Roll]:
    """Return a function that throws ``number`` dice: one draw among all ordered ways where these are few."""
    sides = range(1, faces + 1)
    if faces**number > MAX_WAYS:
        return lambda: engine.Roll(tuple(sorted(dice.choices(sides, k=number))))
    ways = [engine.Roll(tuple(sorted(way))) for way in product(sides, repeat=number)]
    return lambda: ways[int(dice.random() * len(ways))]


class _Progress:
    """How far it is, on stderr and only for people: one line that is written over."""

    def __init__(self, games: int, shell: Shell) -> None:
        self._games = games
        self._shell = shell
        self._wide = 0
        watched = sys.stderr.isatty()
        self._next = time.monotonic() + REPORT_EVERY if watched else float("inf")

    def show(self, done: int) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + REPORT_EVERY
        text = self._shell.gettext("%(done)d of %(games)d games") % {"done": done, "games": self._games}
        self._wide = max(self._wide, len(text))
        sys.stderr.write(f"\r{text:<{self._wide}}")
        sys.stderr.flush()

    def wipe(self) -> None:
        if self._wide:
            sys.stderr.write(f"\r{'':<{self._wide}}\r")
            sys.stderr.flush()


def _sentence(facts: dict[str, Any], shell: Shell) -> str:
    _ = shell.gettext
    if facts["mean"] is None:
        return _("No game was played to its end.")
    if facts["stderr"] is None:
        return _("Total %(mean)g in one game.") % facts
    return _("Mean %(mean).3f ± %(stderr).3f over %(games)d games in %(seconds).1f s.") % facts
