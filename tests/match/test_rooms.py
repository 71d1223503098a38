"""Rooms: who sits where, who is host, what a bot plays meanwhile, and what the clock does."""

from __future__ import annotations

from random import Random

import pytest

from at_table import Known, any_command, catalogue_game
from regatta.errors import Denied, Illegal, Invalid, RegattaError
from regatta.match import authority
from regatta.match.clock import MISSED
from regatta.match.code import CHARACTERS, draw, normal
from regatta.match.commands import (
    ANY_VERSION,
    Begin,
    Command,
    Envelope,
    Leave,
    Move,
    Rename,
    Return,
    Roll,
    Salt,
    Sit,
    SitBot,
    StandIn,
    Step,
    TakeBack,
    TimeOut,
    Write,
)
from regatta.match.events import PERSON, Event, HandedOver, Seat, Series, Started, Terms, Wrote
from regatta.match.evolve import replay
from regatta.match.match import CLOCK, Actor, House
from regatta.match.record import record
from regatta.match.rooms import PATIENCE, check_sight
from regatta.match.verify import verify

ANA, BO, CY, DEE = "a" * 32, "b" * 32, "c" * 32, "d" * 32


class Room:
    """A room with its log and its time."""

    def __init__(self, game: str = "yacht", terms: Terms | None = None) -> None:
        self.model, self.tables = catalogue_game(game)
        opened = authority.open_room(
            self.model, self.tables, terms or Terms(4), [(Seat("Ana", PERSON), ANA)], entropy=Known()
        )
        self.match, self.events = opened.match, list(opened.events)
        self.now = 1_000_000

    def send(self, command: Command, actor: Actor) -> list[Event]:
        version = None if isinstance(command, ANY_VERSION) else self.match.version
        envelope = Envelope(self.match.id, actor, version, "key", command)
        self.match, events = authority.receive(self.match, envelope, Known(), self.now)
        self.events += events
        return events

    def refuses(self, command: Command, actor: Actor) -> str:
        before = self.match
        with pytest.raises(RegattaError) as caught:
            self.send(command, actor)
        assert self.match is before
        return caught.value.code

    def play(self, turns: int = 1) -> None:
        """Have whoever is to move play turns at random."""
        rng = Random(self.match.version)
        for _ in range(turns):
            seat = self.match.seat
            assert seat is not None
            version = len(self.events)
            while not any(isinstance(event, Wrote) for event in self.events[version:]):
                holder = self.match.private.holders[seat]
                assert holder is not None
                self.send(any_command(self.match, rng), holder)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.match.seats]


def room_of(*guests: str, **changes: object) -> Room:
    """A room that has begun, with Ana and others."""
    room = Room(terms=Terms(6)._replace(**changes))
    for guest in guests:
        room.send(Sit(guest[:1].upper()), guest)
    room.send(Begin(), ANA)
    return room


# ------------------------------------------------------------------------------------------------ before


def test_seats_are_taken_one_by_one() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(SitBot("greedy", "greedy"), ANA)
    assert room.names == ["Ana", "Bo", "greedy"]
    assert room.match.private.holders == (ANA, BO, House.BOTS)
    assert room.match.host == 0
    view = room.match.view(BO)
    assert [seat.yours for seat in view.seats] == [False, True, False]
    assert (view.phase, view.hosting, view.commitment is not None) == ("waiting", False, True)


def test_ON_16_nine_people_join_one_room() -> None:
    room = Room(terms=Terms(10))
    for number in range(9):
        room.send(Sit("Guest"), f"{number}" * 32)
    assert len(room.names) == len(set(room.names)) == 10
    assert room.names[1:3] == ["Guest", "Guest (2)"]
    assert room.refuses(Sit("One more"), "x" * 32) == "room.full"


def test_ON_24_leaving_and_joining_again_is_one_row() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(Sit("Cy"), CY)
    room.send(Leave(1), BO)
    assert room.names == ["Ana", "Cy"]
    room.send(Sit("Bo"), BO)
    assert room.names == ["Ana", "Cy", "Bo"]
    assert room.refuses(Sit("Bo"), BO) == "room.seated"


def test_ON_15_there_is_exactly_one_host() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    assert room.refuses(Begin(), BO) == "room.not_host"
    room.send(Leave(0), ANA)
    assert (room.match.host, room.match.private.holders) == (0, (BO,))
    room.send(Sit("Ana"), ANA)
    assert room.refuses(Begin(), ANA) == "room.not_host"
    room.send(Begin(), BO)
    assert room.match.position is not None


def test_a_room_that_everybody_left_waits_for_the_next() -> None:
    room = Room()
    room.send(Leave(0), ANA)
    assert (room.match.seats, room.match.host) == ((), None)
    assert room.refuses(Begin(), ANA) == "match.watching"
    with pytest.raises(Illegal, match=r"match\.not_begun"):
        record(room.events, room.model.rules())
    room.send(Sit("Bo"), BO)
    assert room.match.host == 0


def test_FL_21_a_match_for_several_needs_two() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(Leave(1), BO)
    assert room.refuses(Begin(), ANA) == "room.too_few"
    room.send(SitBot("random", "random"), ANA)
    room.send(Begin(), ANA)


def test_ON_20_a_second_start_is_refused() -> None:
    room = room_of(BO)
    version = room.match.version
    assert room.refuses(Begin(), ANA) == "match.begun"
    assert room.match.version == version
    assert sum(isinstance(event, Started) for event in room.events) == 1


def test_ON_21_seats_close_at_the_start() -> None:
    room = room_of(BO)
    assert room.refuses(Sit("Cy"), CY) == "room.begun"
    assert room.refuses(Salt(1, "late"), BO) == "match.begun"


def test_who_is_sent_away_stays_away() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    assert room.refuses(Leave(0), BO) == "room.not_host"
    room.send(Leave(1), ANA)
    assert room.refuses(Sit("Bo"), BO) == "room.barred"
    room.send(Sit("Cy"), CY)
    assert room.refuses(Move(BO), CY) == "room.barred"


def test_SE_04_a_seat_that_was_left_is_no_longer_ones_own() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(Leave(1), BO)
    room.send(Sit("Cy"), CY)
    room.send(Begin(), ANA)
    while room.match.seat != 1:
        room.play()
    assert room.refuses(Roll(1), BO) == "match.watching"


def test_SE_19_SE_20_who_holds_no_seat_does_nothing() -> None:
    room = room_of(BO)
    for command in (Begin(), Leave(1), Roll(0), Write(0, "choice"), TakeBack(0), Return(0), Move(CY)):
        assert room.refuses(command, DEE) in ("match.watching", "match.begun", "room.not_host")
    room.play()
    assert room.refuses(TakeBack(room.match.turns[-1].seat), ANA) in ("back.shared", "seat.not_yours")


def test_SE_09_a_seat_is_renamed_and_names_stay_distinct() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(Rename(1, "ANA"), BO)
    assert room.names == ["Ana", "ANA (2)"]
    room.send(Rename(1, "ana (2)"), BO)
    assert room.names == ["Ana", "ana (2)"]
    room.send(Rename(1, "Ａｎａ"), BO)
    assert room.names == ["Ana", "Ａｎａ (2)"]
    room.send(Rename(1, "ana (2)"), BO)
    assert room.refuses(Rename(0, "Mallory"), BO) == "seat.not_yours"
    assert room.refuses(Rename(1, " "), BO) == "name.empty"
    assert room.refuses(Rename(1, "Bo"), CY) == "match.watching"
    room.send(Begin(), ANA)
    assert room.refuses(Rename(1, "Late"), BO) == "room.begun"
    told = record(room.events, room.model.rules())
    assert [seat.name for seat in told.seats] == ["Ana", "ana (2)"]


def test_a_room_without_watchers_is_seen_by_its_players_alone() -> None:
    room = Room(terms=Terms(4, watchers=False))
    room.send(Sit("Bo"), BO)
    check_sight(room.match, DEE)  # may still sit down
    room.send(Begin(), ANA)
    check_sight(room.match, BO)
    with pytest.raises(Denied, match=r"room\.no_watchers"):
        check_sight(room.match, DEE)
    check_sight(room_of(BO).match, DEE)


def test_a_salt_may_come_with_the_one_who_sits_down() -> None:
    room = Room()
    room.send(Sit("Bo", "words of my own"), BO)
    assert room.match.salts == (None, "words of my own")
    assert room.refuses(Salt(1, "other words"), BO) == "salt.given"
    assert room.refuses(Sit("Cy", "x" * 1000), CY) == "salt.text"
    assert room.names == ["Ana", "Bo"]


def test_a_salt_goes_with_its_seat() -> None:
    room = Room()
    room.send(Sit("Bo"), BO)
    room.send(Salt(1, "my own"), BO)
    room.send(Sit("Cy"), CY)
    room.send(Leave(0), ANA)
    assert room.match.salts == ("my own", None)
    room.send(Begin(), BO)
    assert room.match.fair is not None
    assert room.match.fair.salts[0] == "my own"


@pytest.mark.parametrize("terms", [Terms(1), Terms(11), Terms(4, clock=17)])
def test_terms_that_no_room_has(terms: Terms) -> None:
    with pytest.raises(Invalid):
        Room(terms=terms)


# ------------------------------------------------------------------------------------------------ meanwhile


def test_ON_06_ON_10_the_order_stays_when_people_come_and_go() -> None:
    room = room_of(BO, CY, DEE)
    while room.match.seat != 2:
        room.play()
    room.send(Leave(0), ANA)
    assert room.match.seat == 2
    room.send(Leave(2), CY)
    assert room.match.seat == 3
    assert room.match.turns[-1].by == "greedy"
    room.send(Return(2), CY)
    assert room.names == ["Ana", "B", "C", "D"]
    assert [seat.bot for seat in room.match.seats] == [True, False, False, False]
    assert room.match.host == 1


def test_ON_07_the_next_present_seat_moves_and_all_away_ends_at_once() -> None:
    room = room_of(BO, CY, clock=30)
    while room.match.seat != 0:
        room.play()
    room.send(Leave(1), BO)
    room.send(Leave(2), CY)
    room.play()
    assert room.match.seat == 0
    assert [turn.by for turn in room.match.turns[-2:]] == ["greedy", "greedy"]
    events = room.send(Leave(0), ANA)
    assert [event.kind for event in events] == ["handed_over"]
    assert not room.match.attended
    assert room.match.deadline is None
    room.send(Return(0), ANA)
    room.play()


def test_ON_05_a_seat_that_keeps_the_others_waiting_is_played_by_a_bot() -> None:
    room = room_of(BO, CY)
    while room.match.seat != 1:
        room.play()
    assert room.refuses(StandIn(1, room.now), CY) == "stand_in.early"
    assert room.refuses(StandIn(2, room.now), BO) == "stand_in.nobody_waits"
    room.now += PATIENCE
    room.send(StandIn(1, room.now), CY)
    assert room.match.seat == 2
    assert room.refuses(Roll(1), BO) == "move.not_your_turn"
    room.play()
    room.play()
    assert room.match.seat == 2
    assert room.refuses(Leave(1), BO) == "seat.away"
    room.send(Return(1), BO)
    room.play()
    room.play()
    assert room.match.seat == 1


def test_the_host_gives_a_seat_to_a_bot_for_good() -> None:
    room = room_of(BO)
    room.send(Leave(1), ANA)
    assert room.refuses(Return(1), BO) == "match.watching"
    assert room.refuses(Leave(1), ANA) == "seat.bot"


def test_a_seat_moves_to_another_browser() -> None:
    room = room_of(BO)
    assert room.refuses(Move(ANA), BO) == "room.seated"
    room.send(Move(CY), BO)
    assert room.refuses(Move(DEE), BO) == "match.watching"
    while room.match.seat != 1:
        room.play()
    assert room.refuses(Roll(1), BO) == "match.watching"
    room.send(Roll(1), CY)


def test_a_preview_belongs_to_who_may_write() -> None:
    room = room_of(BO)
    seat = room.match.seat
    mover, other = (ANA, BO) if seat == 0 else (BO, ANA)
    assert seat is not None
    room.send(Roll(seat), mover)
    assert room.match.view(mover).preview is not None
    assert room.match.view(other).preview is None
    assert room.match.view(None).preview is None


# ------------------------------------------------------------------------------------------------ the clock


@pytest.mark.parametrize("rolls", [0, 1, 2, 3])
@pytest.mark.parametrize("game", ["yahtzee", "crag", "yatzy"])
def test_ON_01_a_time_out_always_finishes_the_turn(game: str, rolls: int) -> None:
    room = Room(game, terms=Terms(2, clock=30))
    room.send(Sit("Bo"), BO)
    room.send(Begin(), ANA)
    seat = room.match.seat
    assert seat is not None
    for _ in range(min(rolls, room.match.tables.rolls)):
        room.send(Roll(seat, () if room.match.dice else None), (ANA, BO)[seat])
    filled = room.match.sheets[seat].filled
    assert room.match.deadline == room.now + 30_000
    room.now += 30_000
    events = room.send(TimeOut(room.now), House.CLOCK)
    assert [event.kind for event in events] == ["timed_out", *(["rolled"] if not rolls else []), "wrote"]
    assert (room.match.sheets[seat].filled ^ filled).bit_count() == 1
    assert room.match.seat == 1 - seat
    assert room.match.turns[-1].by == CLOCK


def test_ON_03_only_the_clock_of_the_server_ends_a_turn() -> None:
    room = room_of(BO, clock=60)
    late = room.now + 60_000
    assert room.refuses(TimeOut(late), ANA) == "match.watching"
    assert room.refuses(TimeOut(late), DEE) == "match.watching"
    assert room.refuses(TimeOut(late - 1), House.CLOCK) == "clock.early"
    room.now = late
    room.send(TimeOut(late), House.CLOCK)
    assert room.refuses(TimeOut(late), House.CLOCK) == "clock.early"


def test_who_is_late_twice_in_a_row_is_played_by_a_bot_until_they_return() -> None:
    room = room_of(BO, clock=60)
    while room.match.seat != 1:
        room.play()

    def late() -> list[Event]:
        room.now += 60_000
        return room.send(TimeOut(room.now), House.CLOCK)

    late()
    room.play()
    assert room.match.missed == (0, 1)
    room.play()  # Bo is in time: the count begins anew
    room.play()
    assert room.match.missed == (0, 0)
    for _ in range(MISSED - 1):
        assert not any(isinstance(event, HandedOver) for event in late())
        room.play()
    events = late()
    assert [event for event in events if isinstance(event, HandedOver)] == [HandedOver(1, "greedy")]
    room.play()
    assert room.match.seat == 0  # the bot has played already
    room.send(Return(1), BO)
    room.play()
    assert room.match.seat == 1
    assert room.match.missed == (0, 0)


def test_the_clock_may_finish_a_whole_match() -> None:
    room = room_of(BO, clock=30)
    while room.match.finished is None and room.match.attended:
        room.now += 30_000
        room.send(TimeOut(room.now), House.CLOCK)
    assert not room.match.attended
    assert room.match.deadline is None
    room.send(Return(0), ANA)
    assert room.match.deadline == room.now + 30_000


def test_others_who_come_and_go_give_no_time() -> None:
    room = room_of(BO, clock=30)
    while room.match.seat != 0:
        room.play()
    deadline = room.match.deadline
    room.now += 20_000
    room.send(Leave(1), BO)
    room.send(Return(1), BO)
    room.send(Roll(0), ANA)
    assert room.match.deadline == deadline


def test_without_a_clock_there_is_no_deadline() -> None:
    room = room_of(BO)
    room.play()
    assert room.match.deadline is None
    assert room.refuses(TimeOut(room.now), House.CLOCK) == "clock.early"


# ------------------------------------------------------------------------------------------------ the record


def test_the_record_of_a_room_is_verified_and_tells_who_played() -> None:
    room = Room(terms=Terms(4, clock=30))
    room.send(Sit("Leaves"), CY)
    room.send(Sit("Bo"), BO)
    room.send(Salt(2, "my own"), BO)
    room.send(Leave(1), CY)
    room.send(SitBot("Robot", "random"), ANA)
    room.send(Begin(), ANA)
    room.now += 30_000
    room.send(TimeOut(room.now), House.CLOCK)
    room.send(Leave(1), BO)
    while room.match.finished is None:
        room.play()
    told = record(room.events, room.model.rules())
    assert verify(told) == []
    assert [seat.name for seat in told.seats] == ["Ana", "Bo", "Robot"]
    assert [seat.player for seat in told.seats] == [PERSON, PERSON, "random"]
    assert told.dice.salts[1] == "my own"
    assert told.turns[0].by == CLOCK or told.turns[1].by == CLOCK
    assert {turn.by for turn in told.turns if turn.seat == 1} <= {CLOCK, "greedy", ""}
    assert any(turn.by == "greedy" for turn in told.turns if turn.seat == 1)
    assert all(guest not in told.text() for guest in (ANA, BO, CY))
    assert replay(room.events, room.tables, room.match.private) == room.match


def test_a_rematch_begins_with_the_next_seat_and_is_verified() -> None:
    model, tables = catalogue_game("yacht")
    seats: list[tuple[Seat, Actor]] = [(Seat("Ana"), ANA), (Seat("Bo"), BO)]
    opened = authority.open_room(model, tables, Terms(2), seats, entropy=Known(), starter=1)
    room = Room()
    room.match, room.events = opened.match, list(opened.events)
    room.send(Begin(), ANA)
    assert room.match.first == 1
    assert not any(event.kind == "rolled_off" for event in room.events)
    while room.match.finished is None:
        room.play()
    told = record(room.events, model.rules())
    assert (told.starter, verify(told)) == (1, [])
    forged = told.model_copy(update={"starter": 0})
    assert [each.code for each in verify(forged)] == ["record.first"]


def test_bots_among_themselves_go_step_by_step() -> None:
    model, tables = catalogue_game("crag")
    seats = [Seat("One", "greedy"), Seat("Two", "random")]
    match, events = authority.open_show(model, tables, seats, entropy=Known(), series=Series("show", 1))
    with pytest.raises(Denied):
        authority.act(match, Step(), ANA, Known())
    while match.finished is None:
        match, more = authority.act(match, Step(), House.BOTS, Known())
        assert 1 <= len(more) <= 2
        events += more
    assert verify(record(events, model.rules())) == []
    room = room_of(BO)
    assert room.refuses(Step(), House.BOTS) == "match.watching"


# ------------------------------------------------------------------------------------------------ codes


class Bytes:
    """All byte values, one after another."""

    def __init__(self) -> None:
        self.next = 0

    def token(self, size: int) -> bytes:
        found = bytes((self.next + nth) % 256 for nth in range(size))
        self.next += size
        return found


def test_FA_16_every_character_of_a_code_is_as_likely() -> None:
    source = Bytes()
    drawn = "".join(draw(source) for _ in range(len(CHARACTERS) * 9))
    counts = {drawn.count(character) for character in CHARACTERS}
    assert max(counts) - min(counts) <= 2
    assert len(set(CHARACTERS)) == len(CHARACTERS)
    assert not set(CHARACTERS) & set("O0I1LSZB")


@pytest.mark.parametrize("typed", ["ac52 8d", "AC5-28D", " acsz bd", "\u00a0AC528D\n"])
def test_ON_16_a_code_is_understood_however_it_is_typed(typed: str) -> None:
    assert normal(typed) == "AC528D"
