"""What the tests of matches and storage share: a table that is set, dice that are known, a log in memory."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from regatta import players
from regatta.errors import Missing
from regatta.match import authority
from regatta.match.commands import Begin, Command, Hold, Roll, Write
from regatta.match.events import Event, Seat
from regatta.match.evolve import evolve
from regatta.match.match import Match
from regatta.match.ports import Answered
from regatta.model import Model, load, parse
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile

ANA = "guest-ana"
"""The guest who holds every seat of a person."""

STRANGER = "guest-stranger"


class Known:
    """Entropy that is the same in every run: numbered by draws, from ``name``."""

    def __init__(self, name: str = "known") -> None:
        self.name = name
        self.drawn = 0

    def token(self, size: int) -> bytes:
        self.drawn += 1
        return sha256(f"{self.name} {self.drawn}".encode()).digest()[:size]


def seats(*names: str) -> list[Seat]:
    """Return seats of persons, and of bots where the name is that of a bot."""
    return [Seat(name, name) if name in players.names() else Seat(name) for name in names]


def catalogue_game(game: str, **options: str) -> tuple[Model, Tables]:
    """Return a game of the catalogue with its tables."""
    model = load(game, options)
    return model, compile(model)


def opened(game: str, *names: str, entropy: Known | None = None, source: bytes = b"") -> authority.Outcome:
    """Return a match that waits to begin. ``source`` is the text of a model that is not in the catalogue."""
    model = parse(source, f"{game}.yaml") if source else load(game)
    return authority.open_match(
        model, compile(model), seats(*names or ("Ana",)), holder=ANA, entropy=entropy or Known()
    )


def begun(game: str, *names: str, name: str = "known", source: bytes = b"") -> authority.Outcome:
    """Return a match in which somebody is to roll, with its events."""
    entropy = Known(name)
    match, events = opened(game, *names, entropy=entropy, source=source)
    match, more = authority.act(match, Begin(), ANA, entropy)
    return authority.Outcome(match, events + more)


def sent(match: Match, *commands: Command, actor: str = ANA) -> Match:
    """Return the match after some commands."""
    for command in commands:
        match, _ = authority.act(match, command, actor, Known())
    return match


def any_command(match: Match, rng: Random) -> Command:
    """Return a command that the rules allow to the seat to move."""
    seat = match.seat
    assert seat is not None
    assert match.position is not None
    if match.position.phase == "roll":
        return Roll(seat)
    preview = match.view(match.private.holders[seat]).preview
    assert preview is not None
    count = match.tables.count
    if match.position.phase == "keep" and rng.random() < 0.7:
        held = tuple(place for place in range(count) if rng.random() < 0.5)[: count - 1]
        return Roll(seat, held) if rng.random() < 0.7 else Hold(seat, held)
    return Write(seat, rng.choice(list(preview.points)))


def whole(game: str, *names: str, seed: int = 1, source: bytes = b"") -> tuple[Match, list[Event]]:
    """Return a match played to its end at random, with its events."""
    rng = Random(seed)
    match, events = begun(game, *names, name=f"seed {seed}", source=source)
    while match.finished is None:
        match, more = authority.act(match, any_command(match, rng), ANA, Known())
        events += more
    return match, events


class Memory:
    """A log that forgets when it is gone; commits at once. Its time stands still until it is set."""

    now = 0

    def __init__(self, first: authority.Outcome) -> None:
        self.start = first.match
        self.rows: list[tuple[Event, str, str]] = [(event, "", "") for event in first.events]

    def load(self, match: str) -> Match:
        if match != self.start.id:
            raise Missing("match.unknown", match=match)
        found = self.start
        for event, _, _ in self.rows[found.version :]:
            found = evolve(found, event)
        return found

    def events(self, match: str, first: int, last: int) -> list[Event]:
        return [event for event, _, _ in self.rows[first - 1 : last]]

    def answered(self, match: Match, key: str, seen: int) -> Answered | None:
        for index, (_, known, mark) in enumerate(self.rows):
            if known == key:
                last = index + 1
                while last < len(self.rows) and not self.rows[last][1]:
                    last += 1
                return Answered(index + 1, last, mark)
        return None

    def append(self, match: Match, events: Sequence[Event], key: str, fingerprint: str) -> None:
        self.rows += [
            (event, "" if nth else key, "" if nth else fingerprint) for nth, event in enumerate(events)
        ]
