"""What the tests of storage share: commands that are sent to a desk."""

from __future__ import annotations

from random import Random

from at_table import ANA, any_command
from regatta.match.authority import Answer
from regatta.match.commands import Command, Envelope
from regatta.match.match import Match
from regatta.storage.desk import Desk


def send(desk: Desk, match: Match, command: Command, *, key: str = "", actor: str = ANA) -> Answer:
    """Send a command that saw ``match``; without a ``key`` one of its own."""
    return desk.submit(Envelope(match.id, actor, match.version, key or f"{match.version}", command))


def played(desk: Desk, match: Match, commands: int = 10**6, seed: int = 1) -> Match:
    """Return the match after some random commands, or at its end."""
    rng = Random(seed)
    for _ in range(commands):
        if match.finished is not None:
            break
        match = send(desk, match, any_command(match, rng)).match
    return match
