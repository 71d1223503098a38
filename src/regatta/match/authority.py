"""The authority over a match: who may open one, and what a command from outside does to it.

Bots act here, through the same ``decide`` as people, before a person's command is answered.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from regatta import engine, players
from regatta.errors import Denied, Illegal, Invalid, RegattaError, Stale
from regatta.match.clock import timed
from regatta.match.commands import ANY_VERSION, Arrange, Begin, Command, Envelope, Roll, Step, Write
from regatta.match.decide import decide
from regatta.match.events import BY_HAND, Event, Opened, Seat, Seated, Series, Terms
from regatta.match.evolve import evolve, start
from regatta.match.fair import PROTOCOL, SEED_BYTES, commit
from regatta.match.match import Actor, House, Match, Private, begun
from regatta.match.rooms import check_name, check_terms

if TYPE_CHECKING:
    from regatta.match.by_hand import Pad
    from regatta.match.ports import Entropy, Log
    from regatta.model import Model
    from regatta.tables import Tables

MAX_KEY = 100
ID_CHARACTERS = 16


class Outcome(NamedTuple):
    """The match after a command, and the events that it caused."""

    match: Match
    events: list[Event]


class Answer(NamedTuple):
    """What became of a command: its events have the versions ``first`` to ``last``.

    ``match`` is the match now, which may have moved on where the command was ``repeated``.
    """

    match: Match
    first: int
    last: int
    events: tuple[Event, ...]
    repeated: bool


def open_match(
    model: Model,
    tables: Tables,
    seats: Sequence[Seat],
    *,
    holder: Actor,
    entropy: Entropy,
    match: str = "",
    series: Series | None = None,
) -> Outcome:
    """Set the table: every seat of a person belongs to ``holder``, a guest, or the house where only bots play.

    ``match`` is the id to give it; left empty, a new one is drawn. Without a ``series`` it is the first game of a new
    one.

    Raises:
        Invalid: ``seats.number`` (found, low, high), ``seats.no_person``, ``name.empty``, ``name.too_long``.
        Missing: ``player.unknown`` (player, known).
    """
    engine.start(tables, seats=len(seats))
    for seat in seats:
        check_name(seat.name)
        if seat.bot:
            players.player(seat.player)
    if all(seat.bot for seat in seats) and isinstance(holder, str):
        raise Invalid("seats.no_person")
    holders = tuple(House.BOTS if seat.bot else holder for seat in seats)
    opened, seed = _opened(model, entropy, match, series, seats=tuple(seats))
    return Outcome(start(opened, tables, Private(seed, holders)), [opened])


def open_pad(
    model: Model,
    tables: Tables,
    seats: Sequence[Seat],
    pad: Pad,
    *,
    holder: str,
    entropy: Entropy,
    match: str = "",
    series: Series | None = None,
) -> Outcome:
    """Open and begin a match whose dice are thrown by hand: all seats are persons around one screen.

    Raises:
        Invalid: as ``open_match``; ``seats.by_hand`` (name) for a bot, ``seats.unknown`` for who is to start.
    """
    engine.start(tables, seats=len(seats), first=pad.starter)
    for seat in seats:
        check_name(seat.name)
        if seat.bot:
            raise Invalid("seats.by_hand", name=seat.name)
    match = match or new_id(entropy.token(SEED_BYTES))
    opened = Opened(
        match=match,
        game=model.id,
        file_digest=model.file_digest,
        rules_digest=model.digest,
        options=dict(model.options),
        seats=tuple(seats),
        method=BY_HAND,
        commitment=None,
        series=series or Series(match, 1),
        starter=pad.starter,
        hints=pad.hints,
    )
    waiting = start(opened, tables, Private(None, (holder,) * len(seats)))
    after, events = act(waiting, Begin(), holder, entropy)
    return Outcome(after, [opened, *events])


def open_room(
    model: Model,
    tables: Tables,
    terms: Terms,
    seats: Sequence[tuple[Seat, Actor]],
    *,
    entropy: Entropy,
    match: str = "",
    series: Series | None = None,
    starter: int | None = None,
) -> Outcome:
    """Open a room in which ``seats`` are taken, each with who holds it; the first person is its host.

    ``starter`` is the seat that has the first turn, where there is to be no roll-off. Otherwise as ``open_match``.

    Raises:
        Invalid: as ``rooms.check_terms`` and ``rooms.check_name``.
    """
    check_terms(terms, *tables.seats)
    opened, seed = _opened(model, entropy, match, series, terms=terms, starter=starter)
    room = start(opened, tables, Private(seed, ()))
    events: list[Event] = [opened]
    for seat, holder in seats:
        check_name(seat.name)
        events.append(Seated(seat.name, seat.player, holder if isinstance(holder, str) else None))
        room = evolve(room, events[-1])
    return Outcome(room, events)


def open_show(
    model: Model, tables: Tables, seats: Sequence[Seat], *, entropy: Entropy, series: Series
) -> Outcome:
    """Open and begin a match that only bots play, which everybody may look at; raises as ``open_match``."""
    match, events = open_match(model, tables, seats, holder=House.BOTS, entropy=entropy, series=series)
    after, more = act(match, Begin(), House.BOTS, entropy)
    return Outcome(after, events + more)


def _opened(
    model: Model,
    entropy: Entropy,
    match: str,
    series: Series | None,
    *,
    seats: tuple[Seat, ...] = (),
    terms: Terms | None = None,
    starter: int | None = None,
) -> tuple[Opened, bytes]:
    """Return the first event of a match, and its seed."""
    seed = entropy.token(SEED_BYTES)
    match = match or new_id(entropy.token(SEED_BYTES))
    opened = Opened(
        match=match,
        game=model.id,
        file_digest=model.file_digest,
        rules_digest=model.digest,
        options=dict(model.options),
        seats=seats,
        method=PROTOCOL,
        commitment=commit(seed),
        series=series or Series(match, 1),
        terms=terms,
        starter=starter,
    )
    return opened, seed


def new_id(secret: bytes) -> str:
    """Return the id of a match, 16 letters and digits (80 bits), from bytes nobody can foresee."""
    return base64.b32encode(sha256(secret).digest()).decode().lower()[:ID_CHARACTERS]


def check_key(key: object) -> None:
    """Raise Invalid ``command.key`` (most) unless ``key`` is 1 to 100 printable ASCII characters."""
    if not isinstance(key, str) or not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable():
        raise Invalid("command.key", most=MAX_KEY)


def fingerprint(envelope: Envelope) -> str:
    """Return what tells a command from another one with the same key: who wants what of which match."""
    command = envelope.command
    told = repr((envelope.match, envelope.actor, command))
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def answer(log: Log, envelope: Envelope, entropy: Entropy) -> Answer:
    """Take a command in: a known key is answered as the first time, any other is judged and its events are added.

    Raises:
        Missing: ``match.unknown``.
        Invalid: ``command.key`` (most), and what ``receive`` raises.
        Stale: ``command.key_used`` (key) where the key stood for another command, ``match.stale``.
    """
    check_key(envelope.key)
    match = log.load(envelope.match)
    mark = fingerprint(envelope)
    known = log.answered(match, envelope.key, envelope.version)
    if known is None:
        try:
            after, events_now = receive(match, envelope, entropy, log.now)
        except RegattaError:
            # What was done under this key may be the reason: a log that spared itself the search must look now.
            known = log.answered(match, envelope.key, 0)
            if known is None:
                raise
        else:
            log.append(after, events_now, envelope.key, mark)
            return Answer(after, match.version + 1, after.version, tuple(events_now), repeated=False)
    if known.fingerprint != mark:
        raise Stale("command.key_used", key=envelope.key)
    events = tuple(log.events(match.id, known.first, known.last))
    return Answer(match, known.first, known.last, events, repeated=True)


def receive(match: Match, envelope: Envelope, entropy: Entropy, now: int) -> Outcome:
    """Return what a command does that was not seen before: version, seat, rule, in this order.

    Raises:
        Stale: ``match.stale`` (seen, version).
        Invalid: ``command.version`` for one that no match had yet, and what ``decide`` raises.
    """
    seen: object = envelope.version
    command = envelope.command
    if seen is not None or not isinstance(command, ANY_VERSION):
        if type(seen) is not int or not 0 <= seen <= match.version:
            raise Invalid("command.version", version=match.version)
        if seen != match.version:
            raise Stale("match.stale", seen=seen, version=match.version)
    after, events = act(match, command, envelope.actor, entropy)
    return Outcome(timed(after, events, now), events)


def act(match: Match, command: Command, actor: Actor, entropy: Entropy) -> Outcome:
    """Return what ``command`` does, with the turns of the bots that follow it; raises as ``decide``.

    Bots follow while a person plays. Where only bots do, each ``Step`` lets the one to move do one thing.
    """
    events: list[Event] = []
    if isinstance(command, Step):
        if actor is not House.BOTS or match.attended or match.seat is None:
            raise Denied("match.watching")
        return Outcome(_step(match, bot_command(match), House.BOTS, entropy, events), events)
    match = _step(match, command, actor, entropy, events)
    if isinstance(command, Arrange):
        match = replace(match, tables=command.tables)
    # A bot's turn has at most a hold and a roll for each roll, and a write; then the next seat moves.
    most = len(match.seats) * (2 * match.tables.rolls + 1) * len(match.tables.boxes)
    for _ in range(most + 1):
        seat = match.seat
        if seat is None or not match.seats[seat].bot or not match.attended:
            return Outcome(match, events)
        match = _step(match, bot_command(match), House.BOTS, entropy, events)
    raise RuntimeError("a bot does not come to an end")


def _step(match: Match, command: Command, actor: Actor, entropy: Entropy, events: list[Event]) -> Match:
    for event in decide(match, command, actor, entropy):
        match = evolve(match, event, engine.advance)
        events.append(event)
    return match


def bot_command(match: Match) -> Command:
    """Return what the bot to move does next.

    It sees what everybody sees. Its chance comes from the match and the version, never from the dice.
    """
    position = begun(match)
    seat = position.seat
    if position.phase == "roll":
        return Roll(seat)
    # Not a secret: a bot may be foreseen, the dice may not.
    rng = random.Random(f"{match.id} {match.version}")  # noqa: S311
    player = players.player(match.seats[seat].player)
    action = player.choose(position, rng)
    if isinstance(action, engine.Keep) and len(action.faces) == match.tables.count:
        position, _ = engine.apply(position, action)
        action = player.choose(position, rng)
    if isinstance(action, engine.Keep):
        return Roll(seat, places_of(match, action.faces))
    if isinstance(action, engine.Write):
        return Write(seat, action.box)
    raise Illegal("command.unknown")


def places_of(match: Match, faces: Sequence[int]) -> tuple[int, ...]:
    """Return places that show ``faces``: those that are held already come first."""
    wanted, places = list(faces), []
    for place in sorted(range(len(match.dice)), key=lambda place: place not in match.held):
        if match.dice[place] in wanted:
            wanted.remove(match.dice[place])
            places.append(place)
    return tuple(sorted(places))
