"""A match as a film: the versions at which it stands still, and what is to be seen at each.

It stands still when somebody begins, after each roll, each write and each take-back. Dice that are held are part of the
roll after them; the end is part of the last write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regatta import engine
from regatta.match.events import Event, Finished, Rolled, Started, TookBack, Wrote
from regatta.match.evolve import evolve, start
from regatta.match.match import Match


class Stop(NamedTuple):
    """A place where the film stands still. ``turn`` counts from 1; it is 0 before the first roll."""

    version: int
    turn: int
    event: Started | Rolled | Wrote | TookBack


class Still(NamedTuple):
    """What a stop shows: the match then, and the match whose dice lie on the table.

    After a write these are the dice that were written, though the turn is over.
    """

    stop: Stop
    match: Match
    dice: Match


class Film:
    """The film of a match, from all its events."""

    def __init__(self, match: Match, events: Sequence[Event]) -> None:
        self._match = match
        self._events = events
        self.stops = tuple(_stops(events))

    def find(self, version: int) -> int:
        """Return the index of the last stop up to ``version``; the first one where there is none before."""
        return max((index for index, stop in enumerate(self.stops) if stop.version <= version), default=0)

    def turn(self, number: int) -> int:
        """Return the index of the last stop of a turn; of the last turn before where there is none."""
        return max((index for index, stop in enumerate(self.stops) if stop.turn <= number), default=0)

    def still(self, index: int) -> Still:
        """Return what the stop with this index shows."""
        stop = self.stops[index]
        match = start(self._events[0], self._match.tables, self._match.private)
        dice = match
        for version, event in enumerate(self._events[1 : stop.version], start=2):
            if isinstance(event, Wrote):
                dice = match
            match = evolve(match, event, engine.advance)
            if version == stop.version and not isinstance(stop.event, Wrote):
                dice = match
        return Still(stop, match, dice)


def _stops(events: Sequence[Event]) -> list[Stop]:
    stops: list[Stop] = []
    turn, over = 0, True
    before: list[tuple[int, bool]] = []
    for version, event in enumerate(events, start=1):
        match event:
            case Started():
                stops.append(Stop(version, 0, event))
            case Rolled():
                before.append((turn, over))
                turn, over = turn + over, False
                stops.append(Stop(version, turn, event))
            case Wrote():
                before.append((turn, over))
                stops.append(Stop(version, turn, event))
                over = True
            case TookBack():
                turn, over = before.pop()
                stops.append(Stop(version, turn, event))
            case Finished():
                stops[-1] = stops[-1]._replace(version=version)
            case _:
                pass
    return stops
