"""``regatta review``: what a game owed to luck and what to its players, decision by decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine
from regatta.coach import facts, review
from regatta.errors import Missing
from regatta.terminal import source
from regatta.terminal.advise import strategy_for
from regatta.terminal.parser import number
from regatta.terminal.shell import GOOD, NEGATIVE
from regatta.terminal.verify import explained

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.coach import Decision, Review
    from regatta.engine import Action
    from regatta.match.record import Record
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

SHOWN = 5
"""How many of the worst decisions people are shown."""
MAX_SEATS = 64


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "record",
        metavar=_("RECORD"),
        help=_("the record of a game, as play --save writes it, or - for standard input"),
    )
    parser.add_argument(
        "--seat", type=number(_, 1, MAX_SEATS), metavar="N", help=_("only this seat, from 1 (all seats)")
    )
    parser.facts()
    parser.epilog = _(
        "Each seat is looked at alone: a position is worth the mean of its final total under the best play for that,\n"
        "whatever the others do; the roll-off is not part of it. Final total = value at the start + luck - loss.\n"
        "Accuracy = 1 - loss / (what choosing every option as often as any other would lose on the same dice).\n"
        "With --json the facts of the seat (of the first one without --seat) stand on top, all seats under seats.\n"
        "A game that was not solved yet is solved first. Exit code 1: it is no record, or something in it is not so\n"
        "(regatta verify says what; dice by hand and a seed that is still hidden do no harm here)."
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.match.record import MAX_BYTES, read
    from regatta.match.verify import UNPROVEN, verify

    record = read(source.content(args.record, MAX_BYTES + 1))
    untrue = [finding for finding in verify(record) if finding.code not in UNPROVEN]
    if untrue:
        for finding in untrue:
            shell.complain(explained(finding, shell))
        return NEGATIVE
    if args.seat is not None and args.seat > len(record.seats):
        raise Missing("seats.unknown", seat=args.seat)
    reviews = review(record, strategy_for(record.tables(), shell))
    shown = reviews if args.seat is None else reviews[args.seat - 1 : args.seat]
    if args.json:
        every = [facts.of_review(found, record.seats[found.seat].name) for found in shown]
        shell.json({**every[0], "seats": every})
        return GOOD
    names = _names(record, shell)
    for found in shown:
        _print(found, record, names, shell)
    return GOOD


def _names(record: Record, shell: Shell) -> Mapping[str, str]:
    """Return what people call the boxes of a record."""
    from regatta.model import from_rules
    from regatta.words.naming import GameWords

    words = GameWords(shell.words, from_rules(record.game, record.rules))
    return {box: words.names(box) for box in record.tables().boxes}


def _print(found: Review, record: Record, names: Mapping[str, str], shell: Shell) -> None:
    _ = shell.gettext
    told = {
        "name": shell.printable(record.seats[found.seat].name),
        "final": found.final,
        "start": found.start_value,
        "luck": found.luck,
        "loss": found.loss,
        "accuracy": 100 * found.accuracy,
    }
    if found.over:
        shell.say(
            _(
                "%(name)s: %(final).0f = %(start).2f at the start %(luck)+.2f luck - %(loss).2f lost. Accuracy %(accuracy).1f %%."
            )
            % told
        )
    else:
        shell.say(
            _(
                "%(name)s, so far: %(final).2f = %(start).2f at the start %(luck)+.2f luck - %(loss).2f lost. Accuracy %(accuracy).1f %%."
            )
            % told
        )
    if found.gaps:
        shell.say(
            shell.words.ngettext(
                "  In %(count)d turn not every roll was entered: what was decided between counts as luck.",
                "  In %(count)d turns not every roll was entered: what was decided between counts as luck.",
                found.gaps,
            )
            % {"count": found.gaps}
        )
    worst = sorted((each for each in found.decisions if each.loss), key=lambda each: -each.loss)[:SHOWN]
    for each in worst:
        params = {
            "turn": each.turn,
            "roll": each.number,
            "dice": " ".join(map(str, each.dice)),
            "chosen": _said(each.chosen, each, names, _),
            "best": _said(each.best, each, names, _),
            "loss": each.loss,
        }
        line = (
            _("  turn %(turn)d, roll %(roll)d, %(dice)s: %(chosen)s lost %(loss).2f; better: %(best)s")
            % params
        )
        shell.say(f"{line} [{shell.printable(each.by)}]" if each.by else line)


def _said(action: Action, decision: Decision, names: Mapping[str, str], _: Gettext) -> str:
    if isinstance(action, engine.Write):
        return _("write %(box)s") % {"box": names[action.box]}
    if not isinstance(action, engine.Keep) or action.faces == decision.dice:
        return _("stop and write")
    return _("keep %(dice)s") % {"dice": " ".join(map(str, action.faces))} if action.faces else _("roll all")
