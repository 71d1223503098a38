"""Rooms in a real database: found by their code, looked after by the clock, alive after a restart."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from random import Random
from secrets import token_hex
from typing import Any, Never, Self, TypeVar

import pytest

from at_table import any_command, seats
from loops import run
from regatta.errors import Denied, Illegal, Invalid, Missing, Stale
from regatta.match import ports
from regatta.match.commands import (
    ANY_VERSION,
    Begin,
    Command,
    Envelope,
    Leave,
    Move,
    Roll,
    Sit,
    SitBot,
    StandIn,
    Write,
)
from regatta.match.events import HandedOver, Seat, Terms
from regatta.match.match import CLOCK, House, Match
from regatta.match.ports import Clock, SystemClock
from regatta.match.rooms import PATIENCE
from regatta.match.verify import verify
from regatta.players.random import Uniform
from regatta.storage import rooms as module
from regatta.storage.desk import Desk
from regatta.storage.rooms import FORGOTTEN, GRACE, OPEN_FOR, Rooms

T = TypeVar("T")

ANA, BO, CY = "a" * 32, "b" * 32, "c" * 32


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def now(self) -> int:
        return self.at


class Guests:
    """A desk with rooms, and what guests do there; every command with a key of its own."""

    def __init__(self, url: str, time: Time | None = None, *, clock: Clock | None = None) -> None:
        self.time = time or Time()
        self.desk = Desk(url, clock=clock or self.time)
        self.rooms = Rooms(self.desk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.desk.close()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return run(work)

    def opens(self, terms: Terms, game: str = "crag", key: str = "open") -> Match:
        return self.wait(self.rooms.aopen(game, ANA, "Ana", terms, key=key))

    def send(self, match: Match, command: Command, actor: str) -> Match:
        match = self.desk.match(match.id)
        version = None if isinstance(command, ANY_VERSION) else match.version
        return self.desk.submit(Envelope(match.id, actor, version, token_hex(8), command)).match

    def begun(self, terms: Terms, key: str = "open") -> Match:
        room = self.opens(terms, key=key)
        self.send(room, Sit("Bo"), BO)
        return self.send(room, Begin(), ANA)

    def mover(self, match: Match) -> tuple[int, str]:
        """Return the seat to move, and who holds it."""
        match = self.desk.match(match.id)
        assert match.seat is not None
        holder = match.private.holders[match.seat]
        assert isinstance(holder, str)
        return match.seat, holder

    def play(self, match: Match) -> Match:
        """Play one turn."""
        seat, holder = self.mover(match)
        rolled = self.send(match, Roll(seat), holder)
        return self.send(match, Write(seat, rolled.tables.boxes[0]), holder)

    def played(self, match: Match) -> Match:
        """Return the match at its end, played at random by those who hold the seats."""
        rng = Random(1)
        while match.finished is None:
            seat = match.seat
            assert seat is not None
            holder = match.private.holders[seat]
            assert isinstance(holder, str)
            match = self.send(match, any_command(match, rng), holder)
        return match


def test_a_room_is_found_by_its_code_and_asked_for_again_is_the_same(url: str) -> None:
    with Guests(url) as guests:
        room = guests.opens(Terms(4))
        assert guests.opens(Terms(4)).id == room.id
        other = guests.opens(Terms(4), key="another")
        code = guests.wait(guests.rooms.acode(room.id))
        assert code is not None
        assert code != guests.wait(guests.rooms.acode(other.id))
        for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
            assert guests.wait(guests.rooms.afind(typed)) == room.id
        for typed in ("", "AAAAAA", "x" * 10_000, "'; drop table match", "\ud800"):
            with pytest.raises(Missing, match=r"room\.unknown"):
                guests.wait(guests.rooms.afind(typed))
        assert len(guests.desk.matches_of(ANA)) == 2  # ON-18: looking for a room makes none


def test_ON_23_rooms_and_their_clocks_survive_a_restart(url: str) -> None:
    with Guests(url) as guests:
        time = guests.time
        waiting = guests.opens(Terms(4), key="waits")
        guests.send(waiting, Sit("Bo"), BO)
        playing = guests.begun(Terms(2, clock=60))
        seat = playing.seat
        assert seat is not None
        rolled = guests.send(playing, Roll(seat), (ANA, BO)[seat])
    with Guests(url, time) as guests:
        assert guests.desk.match(waiting.id).seats == guests.desk.match(waiting.id).seats
        assert [each.name for each in guests.desk.match(waiting.id).seats] == ["Ana", "Bo"]
        again = guests.desk.match(playing.id)
        assert again == rolled
        assert (again.deadline, again.private) == (rolled.deadline, rolled.private)
        assert guests.wait(guests.rooms.atime_out()) == 0
        time.at += 60_000
        assert guests.wait(guests.rooms.atime_out()) == 1
        late = guests.desk.match(playing.id)
        assert (late.turns[-1].by, late.seat) == (CLOCK, 1 - seat)
        assert guests.wait(guests.rooms.atime_out()) == 0


def test_the_clock_of_the_machine_may_be_set_while_a_turn_runs(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, passed = 1_700_000_000 * 10**9, 0
    monkeypatch.setattr(ports.time, "time_ns", lambda: wall)
    monkeypatch.setattr(ports, "_passed", lambda: passed)
    with Guests(url, clock=SystemClock()) as guests:
        room = guests.begun(Terms(2, clock=30))
        for jump in (86_400, -2 * 86_400, 10 * 86_400, 0):
            wall = (1_700_000_000 + jump) * 10**9
            passed += 7 * 10**9
            assert guests.wait(guests.rooms.atime_out()) == 0
        wall = 0
        passed += 2 * 10**9
        assert guests.wait(guests.rooms.atime_out()) == 1
        assert guests.desk.match(room.id).turns[-1].by == CLOCK


@pytest.mark.parametrize(
    ("days", "left"), [(0, 40_000), (-1, 40_000), (-400, 40_000), (1, GRACE), (400, GRACE)]
)
def test_the_clock_of_the_machine_may_be_set_while_there_is_no_server(url: str, days: int, left: int) -> None:
    """Set back, a turn has what it had left at the last move; set forward, it is as after a long pause."""
    with Guests(url) as guests:
        room = guests.begun(Terms(2, clock=60))
        guests.time.at += 20_000
        guests.send(room, Roll(guests.mover(room)[0]), guests.mover(room)[1])
    time = Time()
    time.at = guests.time.at + days * 86_400_000
    with Guests(url, time) as guests:
        guests.wait(guests.rooms.awake())
        time.at += left - 1
        assert guests.wait(guests.rooms.atime_out()) == 0
        time.at += 1
        assert guests.wait(guests.rooms.atime_out()) == 1


def test_who_may_ask_for_a_bot_after_a_while_need_not_wait_until_the_clock_comes_there_again(
    url: str,
) -> None:
    """Without a clock, and with that of the machine set back while there was no server."""
    with Guests(url) as guests:
        room = guests.begun(Terms(2))
        turn, _ = guests.mover(room)
        if turn != 0:
            guests.play(room)
    time = Time()
    time.at = guests.time.at - 86_400_000
    with Guests(url, time) as guests:
        guests.wait(guests.rooms.awake())
        time.at += PATIENCE
        assert guests.send(room, StandIn(0, time.at), BO).stands_in(0)


def test_a_start_leaves_what_is_over_as_it_is(url: str) -> None:
    with Guests(url) as guests:
        match = guests.played(guests.begun(Terms(2)))
        ended = guests.desk.finished(match.id)
    time = Time()
    time.at -= 86_400_000
    with Guests(url, time) as guests:
        guests.wait(guests.rooms.awake())
        assert guests.desk.finished(match.id) == ended


def test_a_match_that_is_broken_stops_no_other_clock(url: str) -> None:
    with Guests(url) as guests:
        rooms = [guests.begun(Terms(2, clock=30), key=f"{number}") for number in range(5)]
    with sqlite3.connect(guests.desk._database.path) as connection:
        connection.execute("UPDATE event SET body = '{}' WHERE match = ? AND version = 1", (rooms[2].id,))
    guests.time.at += 30_000
    with Guests(url, guests.time) as guests:
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever; it is told
            guests.wait(guests.rooms.atime_out())
        for room in rooms[:2] + rooms[3:]:
            assert len(guests.desk.match(room.id).turns) == 1


def test_a_clock_that_waits_for_a_bot_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its solved game was lost: nobody would have it worked out again where the one to move is away."""
    waiting: list[str] = []

    def not_ready(*_: object) -> Never:
        raise Illegal("player.not_ready", game="crag")

    with Guests(url) as guests:
        guests.rooms = Rooms(guests.desk, lambda match: waiting.append(match.id))
        room = guests.opens(Terms(3, clock=30))
        guests.send(room, Sit("Bo"), BO)
        guests.send(room, SitBot("Bot", "random"), ANA)
        match = guests.send(room, Begin(), ANA)
        while match.seat != 1:
            guests.time.at += 30_000
            guests.wait(guests.rooms.atime_out())
            match = guests.desk.match(room.id)
        guests.time.at += 30_000
        with monkeypatch.context() as lost:
            lost.setattr(Uniform, "choose", not_ready)
            guests.wait(guests.rooms.atime_out())
        assert (waiting, guests.desk.match(room.id).seat) == ([room.id], 1)
        guests.wait(guests.rooms.atime_out())
        assert guests.desk.match(room.id).seat == 0


def test_nobody_waits_for_ever(url: str) -> None:
    """Both go away: each is late twice, then nobody plays, and the clock has nothing to do."""
    with Guests(url) as guests:
        room = guests.begun(Terms(2, clock=30))
        for _ in range(6):
            guests.time.at += 30_000
            guests.wait(guests.rooms.atime_out())
        match = guests.desk.match(room.id)
        assert not match.attended
        assert sum(isinstance(event, HandedOver) for event in guests.desk.events(room.id)) == 2
        assert match.deadline is None


def test_two_hands_of_the_clock_end_a_turn_once(url: str) -> None:
    with Guests(url) as guests:
        room = guests.begun(Terms(2, clock=30))
        guests.time.at += 30_000

        async def both() -> None:
            await asyncio.gather(guests.rooms.atime_out(), guests.rooms.atime_out(), guests.rooms.atime_out())

        guests.wait(both())
        assert len(guests.desk.match(room.id).turns) == 1


def test_who_holds_a_seat_is_known_to_the_lists(url: str) -> None:
    with Guests(url) as guests:
        room = guests.opens(Terms(3))
        guests.send(room, Sit("Bo"), BO)
        assert [each.match for each in guests.desk.matches_of(BO)] == [room.id]
        guests.send(room, Leave(1), BO)
        assert guests.desk.matches_of(BO) == []
        guests.send(room, Sit("Bo"), BO)
        match = guests.send(room, Begin(), ANA)
        guests.send(match, Move(CY), BO)
        assert guests.desk.matches_of(BO) == []
        guests.desk.leave(room.id, CY)
        guests.send(match, Leave(0), ANA)
        assert guests.desk.matches_of(CY, unfinished=True) == []
        assert [each.match for each in guests.desk.matches_of(ANA)] == [room.id]


def test_a_room_is_arranged_before_it_begins(url: str) -> None:
    with Guests(url) as guests:
        room = guests.opens(Terms(4))
        arranged = guests.wait(
            guests.rooms.aarrange(
                room.id, ANA, "yahtzee", {"upper_first": "yes"}, Terms(3, clock=86_400, listed=True), key="a"
            )
        ).match
        assert (arranged.opened.game, arranged.tables.count) == ("yahtzee", 5)
        assert arranged.opened.commitment == room.opened.commitment
        with pytest.raises(Denied):
            guests.wait(guests.rooms.aarrange(room.id, BO, "yacht", {}, Terms(3), key="b"))
        with pytest.raises(Invalid):
            guests.wait(guests.rooms.aarrange(room.id, ANA, "yacht", {}, Terms(3, clock=5), key="c"))
        guests.send(room, Sit("Bo"), BO)
        match = guests.send(room, Begin(), ANA)
        name, time = match.id, guests.time
    with Guests(url, time) as guests:
        assert guests.desk.match(name).tables.boxes == arranged.tables.boxes
        match = guests.played(guests.desk.match(name))
        told = guests.desk.record(name)
        assert (told.game, told.options["upper_first"], verify(told)) == ("yahtzee", "yes", [])


def test_public_rooms_are_listed_and_others_are_not(url: str) -> None:
    with Guests(url) as guests:
        guests.opens(Terms(4), key="secret")
        room = guests.opens(Terms(4, listed=True), key="public")
        found = guests.wait(guests.rooms.alisted(waiting=True))
        assert [each.id for each in found] == [room.id]
        assert guests.wait(guests.rooms.alisted(waiting=False)) == []
        guests.time.at += OPEN_FOR + 1
        assert guests.wait(guests.rooms.alisted(waiting=True)) == []
        guests.send(room, Sit("Bo"), BO)
        guests.send(room, Begin(), ANA)
        assert [each.id for each in guests.wait(guests.rooms.alisted(waiting=False))] == [room.id]


def test_ON_18_rooms_that_nobody_began_are_forgotten(url: str) -> None:
    with Guests(url) as guests:
        empty = guests.opens(Terms(4), key="empty")
        played = guests.begun(Terms(2))
        guests.time.at += FORGOTTEN + 1
        young = guests.opens(Terms(4), key="young")
        assert guests.wait(guests.rooms.asweep()) == 1
        with pytest.raises(Missing):
            guests.desk.match(empty.id)
        for kept in (played, young):
            assert guests.desk.match(kept.id).id == kept.id
        assert guests.wait(guests.rooms.asweep()) == 0


def test_many_forgotten_rooms_are_swept_a_few_at_a_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are opened by whoever wants to do harm; those who move meanwhile are not to wait for all."""
    monkeypatch.setattr(module, "SWEPT", 2)
    with Guests(url) as guests:
        rooms = [guests.opens(Terms(4), key=f"{number}") for number in range(5)]
        guests.time.at += FORGOTTEN + 1
        batches = count_writes(guests.desk, monkeypatch)
        assert guests.wait(guests.rooms.asweep()) == 5
        assert len(batches) == 4
        for room in rooms:
            with pytest.raises(Missing):
                guests.desk.match(room.id)


def test_a_room_that_was_swept_is_not_kept_in_memory(url: str) -> None:
    with Guests(url) as guests:
        room = guests.opens(Terms(4))
        guests.time.at += FORGOTTEN + 1
        guests.desk._cache.clear()

        async def at_once() -> None:
            """Somebody asks in vain, in the same transaction as the sweep."""
            ask = Envelope(room.id, BO, None, "ask", Leave(0))
            await asyncio.gather(guests.desk.asubmit(ask), guests.rooms.asweep(), return_exceptions=True)

        guests.wait(at_once())
        with pytest.raises(Missing):
            guests.desk.match(room.id)


def count_writes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by each transaction that is asked for."""
    found, write = [], desk.awrite

    async def counted(work: Any) -> Any:
        found.append(1)
        return await write(work)

    monkeypatch.setattr(desk, "awrite", counted)
    return found


def test_all_who_ask_for_a_rematch_get_the_same(url: str) -> None:
    with Guests(url) as guests:
        match = guests.played(guests.begun(Terms(2)))
        with pytest.raises(Denied):
            guests.wait(guests.rooms.aagain(match.id, CY))
        first = guests.wait(guests.rooms.aagain(match.id, ANA))
        second = guests.wait(guests.rooms.aagain(match.id, BO))
        assert first.id == second.id != match.id
        assert first.series.number == 2
        assert [each.name for each in first.seats] == ["Ana", "Bo"]
        assert match.first is not None
        rematch = guests.send(first, Begin(), ANA)
        assert rematch.first == 1 - match.first
        assert verify(guests.desk.record(guests.played(rematch).id)) == []


def test_beside_a_rematch_stand_only_games_of_the_same_people_and_the_same_game(url: str) -> None:
    with Guests(url) as guests:

        def again(before: Match, *commands: tuple[Command, str]) -> Match:
            """Play the next game of the series, once people have come and gone."""
            room = guests.wait(guests.rooms.aagain(before.id, ANA))
            guests.desk.series(room)  # what was asked for meanwhile holds for those who sat there then
            for command, actor in commands:
                guests.send(room, command, actor)
            return guests.played(guests.send(room, Begin(), ANA))

        def beside(match: Match) -> list[int]:
            return [game.number for game in guests.desk.series(match)]

        first = guests.played(guests.begun(Terms(3)))
        same = again(first)
        assert beside(same) == [1]
        third = again(same, (Sit("Cy"), CY))
        assert beside(third) == []
        without = again(third, (Leave(1), BO))
        assert beside(without) == [], "another person sits in the second seat"
        assert beside(again(without)) == [4]
        bot = again(without, (Leave(1), CY), (SitBot("Bot", "random"), ANA))
        assert beside(bot) == []
        assert beside(again(bot)) == [6]
        room = guests.wait(guests.rooms.aagain(bot.id, ANA))
        guests.desk.series(room)
        guests.wait(guests.rooms.aarrange(room.id, ANA, "yacht", {}, Terms(3), key="arrange"))
        other = guests.send(room, Begin(), ANA)
        assert (other.opened.game, beside(other)) == ("yacht", [])


def test_the_bots_always_play_one_match(url: str) -> None:
    with Guests(url) as guests:
        bots = seats("greedy", "random")
        show = guests.wait(guests.rooms.ashow("crag", bots))
        assert guests.wait(guests.rooms.ashow("crag", bots)).id == show.id
        assert show.private.holders == (House.BOTS, House.BOTS)
        while (show := guests.desk.match(show.id)).finished is None:
            guests.wait(guests.rooms.astep(show))
        following = guests.wait(guests.rooms.ashow("yacht", bots))
        assert following.series.number == 2
        guests.wait(guests.rooms.astep(show))  # over: nothing happens


def test_a_move_without_a_version_is_refused(url: str) -> None:
    with Guests(url) as guests:
        match = guests.begun(Terms(2))
        seat = match.seat
        assert seat is not None
        with pytest.raises(Invalid):
            guests.desk.submit(Envelope(match.id, (ANA, BO)[seat], None, "k", Roll(seat)))
        with pytest.raises(Stale):
            guests.desk.submit(Envelope(match.id, (ANA, BO)[seat], 3, "k", Roll(seat)))


def test_who_gives_a_room_up_no_longer_finds_it_until_they_return(url: str) -> None:
    with Guests(url) as guests:
        match = guests.begun(Terms(2))

        def listed() -> list[str]:
            return [each.match for each in guests.desk.matches_of(BO, unfinished=True)]

        assert listed() == [match.id]
        guests.wait(guests.rooms.agive_up(match.id, BO, key="up"))
        assert guests.desk.match(match.id).stands_in(1)
        assert listed() == []
        guests.wait(guests.rooms.agive_up(match.id, BO, key="again"))
        with pytest.raises(Denied):
            guests.wait(guests.rooms.agive_up(match.id, CY, key="other"))
        guests.wait(guests.rooms.areturn(match.id, BO, 1, key="back"))
        assert not guests.desk.match(match.id).stands_in(1)
        assert listed() == [match.id]


def test_a_seat_given_up_before_the_beginning_is_free(url: str) -> None:
    with Guests(url) as guests:
        room = guests.opens(Terms(2))
        guests.send(room, Sit("Bo"), BO)
        guests.wait(guests.rooms.agive_up(room.id, BO, key="up"))
        assert [seat.name for seat in guests.desk.match(room.id).seats] == ["Ana"]
        assert guests.desk.matches_of(BO) == []


def test_a_finished_game_knows_the_one_that_followed(url: str) -> None:
    with Guests(url) as guests:
        match = guests.played(guests.begun(Terms(2)))
        assert guests.wait(guests.rooms.afollowing(match)) is None
        following = guests.wait(guests.rooms.aagain(match.id, BO))
        assert guests.wait(guests.rooms.afollowing(match)) == following.id
        assert guests.wait(guests.rooms.afollowing(following)) is None


def test_the_last_show_is_known(url: str) -> None:
    with Guests(url) as guests:
        assert guests.wait(guests.rooms.ashown()) is None
        show = guests.wait(guests.rooms.ashow("crag", [Seat("One", "greedy"), Seat("Two", "random")]))
        last = guests.wait(guests.rooms.ashown())
        assert last is not None
        assert last.id == show.id
