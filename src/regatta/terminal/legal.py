"""``regatta legal``: where some dice may be written, and for how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regatta import engine
from regatta.terminal import position
from regatta.terminal.shell import GOOD, WRONG_USE
from regatta.terminal.source import STANDARD

if TYPE_CHECKING:
    from regatta.engine import Position
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game(
        help=_("a game of regatta games, the path of a model file, or - to answer positions from stdin")
    )
    position.arguments(parser)
    parser.facts()
    parser.epilog = _(
        "Exit code 1: no such position can be (dice that the game does not have, a score that no roll gives,\n"
        "a sheet that is full). Exit code 2: there is no such game, file or option, or the text cannot be read.\n"
        "\n"
        "With - for GAME each line of stdin is a position, and each line of stdout its answer, in the same order:\n"
        '  {"game": ..., "dice": [5, 5, 5, 2, 1], "sheet": "ones=3", "roll": 3, "extra": 0, "options": {}}\n'
        "Only game and dice are needed. A line that has no answer gets an error and the next one is read;\n"
        "the exit code is then 1. Empty lines are skipped."
    )


def run(args: Namespace, shell: Shell) -> int:
    _ = shell.gettext
    if args.game == STANDARD:
        from regatta.terminal.stream import answer_all

        if args.sheet or args.dice or args.option or args.roll or args.extra:
            shell.complain(_("regatta legal: with - for GAME the position stands in the lines of stdin."))
            return WRONG_USE
        return answer_all(shell)
    if args.dice is None:
        shell.complain(_("regatta legal: --dice is needed, such as --dice 5,5,5,2,1."))
        return WRONG_USE
    given = position.given(args)
    if args.json:
        shell.json(facts(given))
    else:
        _print(given, args, shell)
    return GOOD


def facts(given: Position) -> dict[str, Any]:
    """Return the answer as JSON data: the boxes in the order of the sheet."""
    writes = engine.previews(given)
    boxes = given.game.boxes
    return {
        "game": given.game.game,
        "boxes": {boxes[box]: points for box, points in writes.points.items()},
        "extra": writes.extra,
    }


def _print(given: Position, args: Namespace, shell: Shell) -> None:
    from regatta.terminal.names import names_of

    game = given.game
    names = names_of(game, args.game, dict(args.option), shell.language)
    writes = engine.previews(given)
    rows = [(names[game.boxes[box]], f"{points:>4}") for box, points in writes.points.items()]
    if writes.extra:
        paid = ", ".join(names[game.extras[index].chip] for index in writes.paid)
        rows.append((paid, f"{writes.extra:>+4}"))
    if writes.rule is not None and len(writes.points) < len(game.writable(given.sheets[0].filled)):
        rule = {"rule": names[writes.rule[0]]}
        shell.say(shell.gettext("%(rule)s: only these boxes may be written.") % rule)
    wide = max(len(name) for name, _ in rows)
    for name, points in rows:
        shell.say(f"{name:<{wide}}  {points}")
