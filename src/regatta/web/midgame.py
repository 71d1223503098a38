"""A game in its middle, always the same one: what the picture of a table shows."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import TYPE_CHECKING

from regatta import engine, players
from regatta.match import authority
from regatta.match.authority import places_of
from regatta.match.commands import Begin, Hold, Roll, Write
from regatta.match.events import PERSON, Seat

if TYPE_CHECKING:
    from regatta.match.commands import Command
    from regatta.match.match import Match
    from regatta.model import Model
    from regatta.tables import Tables

HOLDER = "holder"
PLAYER = "greedy"
"""How all seats play."""

SEATS = 2


class Fixed:
    """Entropy that is the same every time."""

    def __init__(self) -> None:
        self._drawn = 0

    def token(self, size: int) -> bytes:
        self._drawn += 1
        return sha256(f"picture {self._drawn}".encode()).digest()[:size]


def midgame(model: Model, tables: Tables, names: tuple[str, str]) -> Match:
    """Return a match whose first seat has half of its boxes written and some dice kept.

    ``names`` are those of the first seat and of all others.
    """
    low, high = tables.seats
    count = min(max(SEATS, low), high)
    seats = [Seat(names[0] if seat == 0 else names[1], PERSON) for seat in range(count)]
    entropy = Fixed()
    match, _ = authority.open_match(model, tables, seats, holder=HOLDER, entropy=entropy)
    match, _ = authority.act(match, Begin(), HOLDER, entropy)
    half = (len(tables.boxes) + 1) // 2
    half_way = None  # for a game in which nobody ever keeps some dice
    while match.finished is None and not _is_right(match, half):
        if half_way is None and match.dice and match.sheets[0].filled.bit_count() >= half:
            half_way = match
        match, _ = authority.act(match, _command(match), HOLDER, entropy)
    if match.finished is not None:
        return half_way or match
    match, _ = authority.act(match, _hold(match), HOLDER, entropy)
    return match


def _is_right(match: Match, half: int) -> bool:
    """Whether the first seat has written half of its sheet, has just rolled, and keeps some dice but not all."""
    position = match.position
    assert position is not None  # noqa: S101 - it has begun
    if match.seat != 0 or match.sheets[0].filled.bit_count() < half or position.phase != "keep":
        return False
    action = _action(match)
    return isinstance(action, engine.Keep) and 1 < len(action.faces) < match.tables.count


def _action(match: Match) -> engine.Action:
    assert match.position is not None  # noqa: S101 - it has begun
    rng = random.Random(match.version)  # noqa: S311 - a picture, no game
    return players.player(PLAYER).choose(match.position, rng)


def _command(match: Match) -> Command:
    position, seat = match.position, match.seat
    assert position is not None  # noqa: S101 - it has begun
    assert seat is not None  # noqa: S101 - it is not over
    if position.phase == "roll":
        return Roll(seat)
    action = _action(match)
    if isinstance(action, engine.Keep) and len(action.faces) == match.tables.count:
        position, _ = engine.apply(position, action)
        action = players.player(PLAYER).choose(position, random.Random(1))  # noqa: S311 - a picture
    if isinstance(action, engine.Keep):
        return Roll(seat, places_of(match, action.faces))
    assert isinstance(action, engine.Write)  # noqa: S101 - what is left to choose
    return Write(seat, action.box)


def _hold(match: Match) -> Command:
    """Keep what the player would keep."""
    action, seat = _action(match), match.seat
    assert isinstance(action, engine.Keep)  # noqa: S101 - see _is_right
    assert seat is not None  # noqa: S101 - it is not over
    return Hold(seat, places_of(match, action.faces))
