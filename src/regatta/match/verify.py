"""Whether a record tells the truth: every roll from the revealed seed, every point by the rules.

Each thing that is wrong is an error with a code, not raised but returned, in the order of the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from regatta import engine
from regatta.errors import Illegal, ModelFaults, RegattaError
from regatta.match.decide import MAX_ROUNDS, best
from regatta.match.events import BY_HAND, Event, Finished, Rolled, RolledOff, Started, Wrote
from regatta.match.fair import Fair, commit
from regatta.match.match import Match
from regatta.match.moves import write
from regatta.match.record import Record, events_of, forward, opened
from regatta.model import digest_of

MAX_FINDINGS = 50

UNPROVEN = frozenset({"record.by_hand", "record.seed_hidden"})
"""Findings that say only that something cannot be proven; every other one says that something is not so."""


def verify(record: Record) -> list[RegattaError]:
    """Return what is wrong with a record, or what cannot be verified; nothing where all of it is proven.

    Codes: ``record.rules_digest`` (found, expected), ``record.by_hand``, ``record.seed_hidden``,
    ``record.commitment`` (found, expected), ``record.bot_salt`` (seat, name), ``record.salts`` (found, expected),
    ``record.k`` (turn, found, expected), ``record.dice`` (turn, k, found, expected), ``record.roll_off`` (round,
    found, expected), ``record.first`` (found, expected), ``record.points`` (turn, box, found, expected),
    ``record.extra`` (turn, box, found, expected), ``record.totals`` and ``record.ranks`` (found, expected),
    ``record.no_result``; where it cannot be replayed, what ``Record.replay`` raises.
    """
    try:
        match = opened(record)
    except ModelFaults:
        return [Illegal("rules.unreadable", game=record.game)]
    except RegattaError as error:
        return [error]
    findings = list(_heads(record, match))
    fair = _fair(record, match)
    seats: tuple[int, ...] = tuple(range(len(match.seats)))
    try:
        for turn, event in events_of(record, match.tables.count):
            if isinstance(event, RolledOff):
                findings += _round(match, event, seats, fair)
                seats = best(match, event.throws) if event.throws else seats
            else:
                findings += _event(match, event, turn, seats=seats, fair=fair)
            match = forward(match, event, turn)
            if len(findings) >= MAX_FINDINGS:
                return findings[:MAX_FINDINGS]
    except RegattaError as error:
        return [*findings, error]
    if match.position is not None and match.position.phase == "over" and match.finished is None:
        findings.append(Illegal("record.no_result"))
    return findings


def _heads(record: Record, match: Match) -> Iterator[RegattaError]:
    """What stands before the first roll: rules, commitment, salts."""
    # Of the rules as they stand there: a later version of the program may put them in another form.
    if (digest := digest_of(record.rules)) != record.rules_digest:
        yield Illegal("record.rules_digest", found=record.rules_digest, expected=digest)
    if record.dice.method == BY_HAND:
        yield Illegal("record.by_hand")
        return
    if match.private.seed is None:
        yield Illegal("record.seed_hidden")
    elif (expected := commit(match.private.seed)) != record.dice.commitment:
        yield Illegal("record.commitment", found=record.dice.commitment or "", expected=expected)
    if len(record.dice.salts) != len(match.seats):
        yield Illegal("record.salts", found=len(record.dice.salts), expected=len(match.seats))
        return
    for number, (seat, salt) in enumerate(zip(match.seats, record.dice.salts, strict=True)):
        if seat.bot and salt:
            yield Illegal("record.bot_salt", seat=number, name=seat.name)


def _fair(record: Record, match: Match) -> Fair | None:
    """The dice as they must have been; None where that is not known."""
    if match.private.seed is None or record.dice.method == BY_HAND:
        return None
    return Fair(match.private.seed, match.id, tuple(salt or "" for salt in record.dice.salts))


def _round(
    match: Match, event: RolledOff, seats: tuple[int, ...], fair: Fair | None
) -> Iterator[RegattaError]:
    """A round of the roll-off: who threw, and what."""
    threw = tuple(throw.seat for throw in event.throws)
    if threw != seats:
        yield Illegal("record.roll_off", round=event.round, found=list(threw), expected=list(seats))
    for nth, throw in enumerate(event.throws):
        if throw.k != match.rolled + nth:
            yield Illegal("record.k", turn=0, found=throw.k, expected=match.rolled + nth)
        yield from _thrown(fair, match, match.rolled + nth, throw.dice, turn=0)


def _event(
    match: Match, event: Event, turn: int, *, seats: tuple[int, ...], fair: Fair | None
) -> Iterator[RegattaError]:
    match event:
        case Started():
            yield from _started(match, event, seats)
        case Rolled():
            if event.k != match.rolled:
                yield Illegal("record.k", turn=turn, found=event.k, expected=match.rolled)
            yield from _thrown(fair, match, match.rolled, event.dice, turn=turn)
        case Wrote():
            yield from _wrote(match, event, turn)
        case Finished():
            yield from _finished(match, event)
        case _:
            pass


def _thrown(
    fair: Fair | None, match: Match, k: int, dice: tuple[int, ...], *, turn: int
) -> Iterator[RegattaError]:
    """The faces of roll ``k``, where the seed is known."""
    if fair is None:
        return
    expected = fair.roll(k, len(dice), match.tables.faces)
    if dice != expected:
        yield Illegal("record.dice", turn=turn, k=k, found=list(dice), expected=list(expected))


def _started(match: Match, event: Started, seats: tuple[int, ...]) -> Iterator[RegattaError]:
    """Who starts: the only seat left of the roll-off. By hand there may have been none."""
    by_hand = match.opened.method == BY_HAND
    if by_hand and not match.rounds:
        return
    starter = match.opened.starter
    if starter is not None and not match.rounds:
        if event.first != starter:
            yield Illegal("record.first", found=event.first, expected=starter)
        return
    if len(seats) > 1 and len(match.rounds) < MAX_ROUNDS:
        yield Illegal("record.roll_off", round=len(match.rounds) + 1, found=[], expected=list(seats))
    elif event.first != seats[0]:
        yield Illegal("record.first", found=event.first, expected=seats[0])


def _wrote(match: Match, event: Wrote, turn: int) -> Iterator[RegattaError]:
    if match.seat is None or not match.dice or event.box not in match.tables.box_index:
        return  # cannot be replayed: told by ``forward``
    try:
        expected = write(match, event.box)[0]
    except RegattaError:
        return
    if not isinstance(expected, Wrote):
        return
    if event.points != expected.points:
        yield Illegal("record.points", turn=turn, box=event.box, found=event.points, expected=expected.points)
    if (event.extra, event.paid) != (expected.extra, expected.paid):
        yield Illegal("record.extra", turn=turn, box=event.box, found=event.extra, expected=expected.extra)


def _finished(match: Match, event: Finished) -> Iterator[RegattaError]:
    if match.position is None:
        return
    totals, ranks = engine.totals(match.position), engine.ranks(match.position)
    if event.totals != totals:
        yield Illegal("record.totals", found=list(event.totals), expected=list(totals))
    if event.ranks != ranks:
        yield Illegal("record.ranks", found=list(event.ranks), expected=list(ranks))
