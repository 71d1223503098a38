"""The match that bots play among themselves: one game of the catalogue after the other, while somebody looks on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from regatta import players
from regatta.errors import RegattaError
from regatta.match.events import Seat
from regatta.model import catalogue
from regatta.storage.rooms import SHOW
from regatta.tables import tables_of
from regatta.web import names
from regatta.web.library import model_of
from regatta.words import Words
from regatta.words.bots import bot_name

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.storage.rooms import Rooms

LOOKED_AT = 60.0
"""Seconds for which it goes on after somebody asked for it."""

PACE = 1.4
"""Seconds from one step to the next."""

PAUSE = 15.0
"""Seconds for which a finished match stays on the table."""

LEAST = 2
MOST = 3
"""Bots at the table."""


class Show:
    """Steps the match of the bots, while it is looked at."""

    def __init__(
        self,
        rooms: Rooms,
        followed: Callable[[str], bool] = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``followed`` says of a match whether somebody has its page open."""
        self._rooms = rooms
        self._followed = followed
        self._clock = clock
        self._until = 0.0
        self._next = 0.0
        self._seen = ""
        self._over: str | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody looks on."""
        return self._clock() >= self._until and not self._followed(self._seen)

    def see(self, match: Match) -> None:
        """Note that somebody asked for a match, which may be the one of the bots."""
        if match.series.id == SHOW:
            self._seen = match.id
            self._until = self._clock() + LOOKED_AT

    async def look(self) -> Match | None:
        """Return the match that is played now: somebody looks on. None where no game can be played by bots."""
        self._until = self._clock() + LOOKED_AT
        last = await self._rooms.ashown()
        return last if last is not None else await self._open(0)

    async def step(self) -> None:
        """Do what is due, if somebody looks on."""
        now = self._clock()
        if self.idle or now < self._next:
            return
        self._next = now + PACE
        last = await self._rooms.ashown()
        if last is None:
            await self._open(0)
        elif last.finished is None:
            await self._rooms.astep(last)
        elif self._over == last.id:
            await self._open(last.series.number)
        else:
            self._over, self._next = last.id, now + PAUSE

    async def _open(self, played: int) -> Match | None:
        """Open the next game, after so many."""
        games = catalogue.ids()
        for turn in range(len(games)):
            game = games[(played + turn) % len(games)]
            try:
                return await self._rooms.ashow(game, bots(game))
            except RegattaError:
                continue
        return None


def bots(game: str) -> list[Seat]:
    """Return who plays a game: each kind of bot that can at once, at least as many as the game needs."""
    low, high = model_of(game).spec.players.from_, model_of(game).spec.players.to
    tables = tables_of(game)
    kinds = [kind for kind in players.names() if players.ready(kind, tables)]
    count = min(high, max(low, LEAST, min(MOST, len(kinds))))
    chosen = [kinds[number % len(kinds)] for number in range(count)]
    # Under the names of the sources: who looks on may speak any language.
    shown = names.distinct(bot_name(kind, Words()) for kind in chosen)
    return [Seat(name, kind) for name, kind in zip(shown, chosen, strict=True)]
