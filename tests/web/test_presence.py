"""Who is there: holders of seats who follow the match or asked for something a moment ago; nobody else counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from at_site import Visitor, read
from at_table import ANA, STRANGER, Known, opened
from regatta.match.match import Match
from regatta.web import presence as module
from regatta.web.guests import Guest
from regatta.web.presence import KEPT, STEPS, Presence
from web.test_live import stream


class Clock:
    now = 5000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    return Presence(clock)


@pytest.fixture
def match() -> Match:
    return opened("yacht", "Ana", "greedy")[0]


def guest(name: str) -> Guest:
    return Guest(name, "", fresh=False)


def test_who_was_never_seen_is_not_called_away(presence: Presence, match: Match, clock: Clock) -> None:
    """Else all would be away after a start of the server."""
    clock.now += 10**6
    assert presence.away(match) == (0, 0)


def test_who_has_gone_is_away_step_by_step(presence: Presence, match: Match, clock: Clock) -> None:
    presence.see(match, guest(ANA))
    began, told = clock.now, []
    for clock.now in (began + seconds for seconds in range(0, STEPS[-1] + 100, 5)):
        away, bot = presence.away(match)
        assert bot == 0
        if away not in told:
            told.append(away)
            assert away <= clock.now - began < away + 5
    assert told == [0, *STEPS]
    presence.see(match, guest(ANA))
    assert presence.away(match) == (0, 0)


def test_who_follows_the_match_is_there_until_the_last_tab_is_closed(
    presence: Presence, match: Match, clock: Clock
) -> None:
    with presence.stay(match, guest(ANA)):
        with presence.stay(match, guest(ANA)):
            clock.now += 500
            assert presence.away(match) == (0, 0)
        clock.now += 500
        assert presence.away(match) == (0, 0)
    clock.now += STEPS[0]
    assert presence.away(match) == (STEPS[0], 0)


def test_SE_02_nobody_else_can_be_there_for_a_seat(presence: Presence, match: Match, clock: Clock) -> None:
    presence.see(match, guest(ANA))
    clock.now += STEPS[0]
    presence.see(match, guest(STRANGER))
    with presence.stay(match, guest(STRANGER)):
        assert presence.away(match) == (STEPS[0], 0)
    assert presence.away(opened("yacht", "Ana", entropy=Known("other"))[0]) == (0,), (
        "in another match nothing is known"
    )


def test_no_more_is_remembered_than_there_is_memory_for(presence: Presence, match: Match) -> None:
    for number in range(KEPT + 50):
        with presence.stay(match, guest(f"{number}")):
            pass
    assert len(presence._seen) == KEPT
    assert not presence._open


def test_all_who_look_on_are_told_who_has_gone_and_come_back(
    visitor: Visitor, visitors: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STEPS", (1,))
    path = visitor.open("yacht", "Ana")
    watcher, stranger = visitors(), visitors()
    watcher.get(path)
    with stream(watcher, path) as reader:
        reader.next(beats=True)
        with stream(visitor, path) as own:
            own.next(beats=True)
        gone = reader.next()
        assert gone.event == "away"
        assert read(gone.data).one(class_="away").text
        stranger.http.get(f"{path}/news")
        visitor.http.get(f"{path}/news")
        back = reader.next()
        assert back.event == "away"
        assert read(back.data).one(class_="away").text == ""
