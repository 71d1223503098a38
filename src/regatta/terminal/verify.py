"""``regatta verify``: whether a record tells the truth, from the first roll to the last point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.errors import Illegal, Invalid, RegattaError
from regatta.terminal import source
from regatta.terminal.shell import GOOD, NEGATIVE

if TYPE_CHECKING:
    from regatta.match.record import Record
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell


def arguments(parser: Parser, _: Gettext) -> None:
    parser.add_argument(
        "record",
        metavar=_("RECORD"),
        help=_("the record of a game, as play --save writes it, or - for standard input"),
    )
    parser.facts()
    parser.epilog = _(
        "Replays the record under the rules that stand in it, and computes every roll anew from the seed.\n"
        "Exit code 1: it is no record, something in it is not so, or the seed is still hidden."
    )


def run(args: Namespace, shell: Shell) -> int:
    from regatta.match.record import MAX_BYTES, read
    from regatta.match.verify import verify

    data = source.content(args.record, MAX_BYTES + 1)
    record = None
    try:
        record = read(data)
        findings = verify(record)
    except Invalid as error:
        findings = [error]
    sentences = [explained(finding, shell) for finding in findings]
    if args.json:
        told = zip(findings, sentences, strict=True)
        found = [{"code": finding.code, "message": sentence} for finding, sentence in told]
        commitment = record.dice.commitment if record else None
        ours = record is not None and _is_ours(record)
        shell.json({"valid": not findings, "findings": found, "commitment": commitment, "catalogue": ours})
    else:
        for sentence in sentences or _proven(record, shell):
            shell.say(sentence)
    return NEGATIVE if findings else GOOD


def explained(finding: RegattaError, shell: Shell) -> str:
    """Return what is wrong; where the rules do not allow a move, also why."""
    params = dict(finding.params)
    reason = params.pop("reason", None)
    said = shell.words.sentence(finding)
    return f"{said} {shell.words.sentence(Illegal(reason, **params))}" if reason else said


def _proven(record: Record | None, shell: Shell) -> list[str]:
    """Return what was found true, and the two things that only the reader can compare."""
    if record is None:
        return []
    _ = shell.gettext
    rolls = sum(len(turn.rolls) for turn in record.turns) + sum(map(len, record.roll_off))
    true = _("All is true: %(rolls)d rolls follow from the seed, %(turns)d turns from the rules.") % {
        "rolls": rolls,
        "turns": len(record.turns),
    }
    shown = _(
        "The commitment, to compare with the one that you saw before the first roll: %(commitment)s"
    ) % {"commitment": record.dice.commitment}
    rules = (
        _("The rules are those of %(game)s as this program has them.")
        if _is_ours(record)
        else _(
            "The rules are those that stand in the record; they are not those of %(game)s in this program."
        )
    )
    return [true, shown, rules % {"game": shell.short(record.game)}]


def _is_ours(record: Record) -> bool:
    """Whether the record was played by the rules of the catalogue as they are today."""
    from regatta.model import load
    from regatta.model.catalogue import ids

    try:
        return record.game in ids() and load(record.game, record.options).digest == record.rules_digest
    except RegattaError:
        return False
