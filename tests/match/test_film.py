"""The film of a match stands still where something is to be seen, and shows what the log says."""

from __future__ import annotations

from at_table import ANA, Known, begun, whole
from regatta.match import authority
from regatta.match.commands import Hold, Roll, TakeBack, Write
from regatta.match.events import Event, Finished, Rolled, Started, TookBack, Wrote
from regatta.match.evolve import replay
from regatta.match.film import Film
from regatta.match.match import Match


def moved(
    match: Match, events: list[Event], *commands: Hold | Roll | TakeBack | Write
) -> tuple[Match, list[Event]]:
    for command in commands:
        match, more = authority.act(match, command, ANA, Known())
        events = [*events, *more]
    return match, events


def test_it_stands_still_at_each_roll_and_write_of_a_whole_match() -> None:
    match, events = whole("crag", "Ana", "greedy", seed=4)
    film = Film(match, events)
    seen = [type(stop.event) for stop in film.stops]
    told = [type(event) for event in events if isinstance(event, Started | Rolled | Wrote | TookBack)]
    assert seen == told
    assert film.stops[-1].version == match.version
    assert isinstance(events[film.stops[-1].version - 1], Finished)
    for index, stop in enumerate(film.stops):
        still = film.still(index)
        assert still.match == replay(events[: stop.version], match.tables, match.private)
        assert still.match.version == stop.version
        if isinstance(stop.event, Wrote):
            assert still.dice.seat == stop.event.seat
            assert len(still.dice.dice) == match.tables.count
        else:
            assert still.dice == still.match
    assert film.still(len(film.stops) - 1).match == match


def test_any_version_and_turn_finds_a_stop() -> None:
    match, events = whole("crag", "Ana", "Bo", seed=5)
    film = Film(match, events)
    versions = [stop.version for stop in film.stops]
    assert [film.find(version) for version in versions] == list(range(len(versions)))
    assert film.find(0) == film.find(1) == 0
    assert film.find(10**9) == len(versions) - 1
    turns = 2 * len(match.tables.boxes)
    for number in range(1, turns + 1):
        stop = film.stops[film.turn(number)]
        assert isinstance(stop.event, Wrote)
        assert stop.turn == number
    assert film.turn(0) == 0
    assert film.turn(10**9) == len(versions) - 1


def test_a_write_that_was_taken_back_belongs_to_its_turn() -> None:
    first = begun("yacht", "Ana")
    match, events = moved(
        first.match,
        first.events,
        Roll(0),
        Write(0, "choice"),
        TakeBack(0),
        Roll(0, (0, 1)),
        Write(0, "ones"),
        Roll(0),
    )
    film = Film(match, events)
    kinds = [(stop.event.kind, stop.turn) for stop in film.stops]
    assert kinds == [
        ("started", 0),
        ("rolled", 1),
        ("wrote", 1),
        ("took_back", 1),
        ("rolled", 1),
        ("wrote", 1),
        ("rolled", 2),
    ]
    back = film.still(3)
    assert back.match.dice == film.still(1).match.dice
    assert back.match.sheets[0].filled == 0
    assert film.still(4).match.held == (0, 1)
