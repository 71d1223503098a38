"""The authority over a match: who may open one, and what a command from outside does to it.

Bots act here, through the same ``decide`` as people, before a person's command is answered.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from regatta import engine, players
from regatta.errors import Illegal, Invalid, RegattaError, Stale
from regatta.match.commands import Command, Envelope, Roll, Write
from regatta.match.decide import decide
from regatta.match.events import Event, Opened, Seat, Series
from regatta.match.fair import PROTOCOL, SEED_BYTES, commit
from regatta.match.match import Actor, House, Match, Private, begun, evolve, start

if TYPE_CHECKING:
    from regatta.match.ports import Entropy, Log
    from regatta.model import Model
    from regatta.tables import Tables

MAX_NAME = 1_000
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
    holder: str,
    entropy: Entropy,
    match: str = "",
    series: Series | None = None,
) -> Outcome:
    """Set the table: every seat of a person belongs to the guest ``holder``.

    ``match`` is the id to give it; left empty, a new one is drawn. Without a ``series`` it is the first game of a new
    one.

    Raises:
        Invalid: ``seats.number`` (found, low, high), ``seats.no_person``, ``name.empty``, ``name.too_long``.
        Missing: ``player.unknown`` (player, known).
    """
    engine.start(tables, seats=len(seats))
    for seat in seats:
        if not seat.name.strip():
            raise Invalid("name.empty")
        if len(seat.name) > MAX_NAME:
            raise Invalid("name.too_long", limit=MAX_NAME)
        if seat.bot:
            players.player(seat.player)
    if all(seat.bot for seat in seats):
        raise Invalid("seats.no_person")
    seed = entropy.token(SEED_BYTES)
    match = match or new_id(entropy.token(SEED_BYTES))
    opened = Opened(
        match=match,
        game=model.id,
        file_digest=model.file_digest,
        rules_digest=model.digest,
        options=dict(model.options),
        seats=tuple(seats),
        method=PROTOCOL,
        commitment=commit(seed),
        series=series or Series(match, 1),
    )
    holders = tuple(House.BOTS if seat.bot else holder for seat in seats)
    return Outcome(start(opened, tables, Private(seed, holders)), [opened])


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
            after, events_now = receive(match, envelope, entropy)
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


def receive(match: Match, envelope: Envelope, entropy: Entropy) -> Outcome:
    """Return what a command does that was not seen before: version, seat, rule, in this order.

    Raises:
        Stale: ``match.stale`` (seen, version).
        Invalid: ``command.version`` for one that no match had yet, and what ``decide`` raises.
    """
    seen: object = envelope.version
    if type(seen) is not int or not 0 <= seen <= match.version:
        raise Invalid("command.version", version=match.version)
    if seen != match.version:
        raise Stale("match.stale", seen=seen, version=match.version)
    return act(match, envelope.command, envelope.actor, entropy)


def act(match: Match, command: Command, actor: Actor, entropy: Entropy) -> Outcome:
    """Return what ``command`` does, with the turns of the bots that follow it; raises as ``decide``."""
    events: list[Event] = []
    match = _step(match, command, actor, entropy, events)
    # A bot's turn has at most a hold and a roll for each roll, and a write; then the next seat moves.
    for _ in range(len(match.seats) * (2 * match.tables.rolls + 1) * len(match.tables.boxes)):
        seat = match.seat
        if seat is None or not match.seats[seat].bot:
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
