"""Matches that last: through restarts, two hands at once, two programs on one file, a disk that is full."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from at_desk import played, send
from at_table import ANA, STRANGER, any_command, seats
from loops import run
from regatta.errors import Illegal, Invalid, Missing, RegattaError, Stale
from regatta.match.authority import Answer
from regatta.match.commands import Begin, Command, Envelope, Hold, Roll, Salt, Write
from regatta.match.events import Finished, Opened, Salted, Wrote
from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.model import catalogue
from regatta.storage import log
from regatta.storage.desk import Desk
from regatta.storage.transaction import Notice


def rows(path: str, statement: str) -> list[tuple[object, ...]]:
    """Ask the file itself."""
    connection = sqlite3.connect(path.removeprefix("sqlite:///"))
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


# -------------------------------------------------------------------------------------------- what lasts


def test_ON_08_ON_23_a_restart_in_mid_turn_changes_nothing(url: str) -> None:
    with Desk(url) as desk:
        match = desk.open("yahtzee", seats("Ana", "greedy", "Bo"), ANA)
        other = played(desk, desk.open("yacht", seats("Ana"), ANA), 5)
        match = played(desk, match, 7)
        seat = match.seat
        assert seat is not None
        if match.position is not None and match.position.phase != "roll":
            match = send(desk, match, Write(seat, next(iter(match.view(ANA).preview.points)))).match  # type: ignore[union-attr]
        seat = match.seat
        assert seat is not None
        match = send(desk, match, Roll(seat)).match
        match = send(desk, match, Hold(seat, (1, 4))).match
    with Desk(url) as desk:
        again = desk.match(match.id)
        assert again == match
        assert (again.dice, again.held, again.view(ANA).json()) == (
            match.dice,
            (1, 4),
            match.view(ANA).json(),
        )
        assert desk.match(other.id) == other
        done = played(desk, again)
        assert verify(desk.record(match.id)) == []
    with Desk(url) as desk:
        assert desk.match(match.id) == done


def test_the_dice_to_come_are_the_same_after_a_restart(url: str, tmp_path: Path) -> None:
    """A match that goes on after a restart throws what it would have thrown without."""
    with Desk(url) as desk:
        match = send(desk, desk.open("yacht", seats("Ana"), ANA), Roll(0)).match
    copy = tmp_path / "copy.db"
    copy.write_bytes((tmp_path / "of a test.db").read_bytes())
    dice = []
    for each in (url, f"sqlite:///{copy}"):
        with Desk(each) as desk:
            dice.append(send(desk, match, Roll(0)).match.dice)
    assert dice[0] == dice[1]


def test_a_repeated_key_answers_as_the_first_did_even_after_a_restart(url: str) -> None:
    with Desk(url) as desk:
        match = desk.open("yacht", seats("Ana", "greedy"), ANA)
        seen = match
        match = send(desk, match, Roll(0), key="roll").match
        first = send(desk, match, Write(0, "choice"), key="write")
        assert len(first.events) >= 3  # the write, and at least one roll and a write of the bot
        again = send(desk, match, Write(0, "choice"), key="write")
        assert again.repeated
        assert again[1:4] == first[1:4]
        now = played(desk, first.match, 4)
    with Desk(url) as desk:
        for key, command, before in (("write", Write(0, "choice"), first), ("roll", Roll(0), None)):
            later = send(desk, seen, command, key=key)
            assert later.repeated
            assert later.match == now
            if before is not None:
                assert later[1:4] == before[1:4]
        with pytest.raises(Stale) as caught:
            send(desk, now, Roll(0, (0,)), key="roll")
        assert caught.value.code == "command.key_used"
        assert desk.match(now.id) == now


def test_a_repeated_key_is_known_to_one_who_saw_the_later_version(url: str) -> None:
    with Desk(url) as desk:
        match = send(desk, desk.open("yacht", seats("Ana"), ANA), Roll(0)).match
        first = send(desk, match, Write(0, "choice"), key="write")
        again = send(desk, first.match, Write(0, "choice"), key="write")
        assert again.repeated
        assert again[1:4] == first[1:4]
        with pytest.raises(Illegal) as caught:
            send(desk, first.match, Write(0, "choice"), key="another")
        assert caught.value.code == "move.roll_first"


def test_FL_26_a_finished_match_is_counted_once(url: str) -> None:
    with Desk(url) as desk:
        match = played(desk, desk.open("yacht", seats("Ana"), ANA))
    for _ in range(3):
        with Desk(url) as desk:
            assert desk.match(match.id).view(ANA).result == match.view(ANA).result
            assert [listed.status for listed in desk.matches_of(ANA)] == ["finished"]
            assert sum(isinstance(event, Finished) for event in desk.events(match.id)) == 1


def test_a_match_keeps_the_rules_it_was_opened_under(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Desk(url) as desk:
        match = played(desk, desk.open("yahtzee", seats("Ana"), ANA, options={"upper_first": "yes"}), 20)
        assert match.opened.options["upper_first"] == "yes"
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    catalogue.ids.cache_clear()
    try:
        with Desk(url) as desk:
            again = desk.match(match.id)
            assert again.position is not None
            assert match.position is not None
            assert again.position.sheets == match.position.sheets
            played(desk, again)
            assert verify(desk.record(match.id)) == []
            with pytest.raises(Missing):
                desk.open("yahtzee", seats("Ana"), ANA)
    finally:
        catalogue.ids.cache_clear()


def test_FA_06_the_seed_is_in_no_event_before_the_last(url: str) -> None:
    with Desk(url) as desk:
        match = played(desk, desk.open("yacht", seats("Ana", "random"), ANA))
    seed = match.private.seed
    assert seed is not None
    bodies = [str(body) for (body,) in rows(url, "SELECT body FROM event ORDER BY version")]
    assert [seed.hex() in body for body in bodies] == [False] * (len(bodies) - 1) + [True]


def test_FA_15_the_log_tells_seat_roll_and_dice(url: str) -> None:
    with Desk(url) as desk:
        match = played(desk, desk.open("yacht", seats("Ana", "Bo"), ANA))
        assert desk.events(match.id)[-1] == match.finished
        assert desk.events(match.id, since=match.version) == []
        assert desk.events("nowhere") == []
    versions = rows(url, "SELECT version FROM event ORDER BY version")
    assert versions == [(number,) for number in range(1, match.version + 1)]
    bodies = [json.loads(str(body)) for (body,) in rows(url, "SELECT body FROM event WHERE kind = 'rolled'")]
    assert all(set(body) == {"seat", "number", "places", "dice", "k"} for body in bodies)


# --------------------------------------------------------------------------------------------- opening


def test_a_match_is_opened_once_for_a_key(url: str) -> None:
    with Desk(url) as desk:
        first = desk.open("yacht", seats("Ana"), ANA, key="form")
        first = send(desk, first, Roll(0)).match
        assert desk.open("yacht", seats("Ana"), ANA, key="form") == first
        assert desk.open("yacht", seats("Ana"), ANA, key="other").id != first.id
        assert desk.open("yacht", seats("Ana"), STRANGER, key="form").id != first.id
    with Desk(url) as desk:
        assert desk.open("yacht", seats("Ana"), ANA, key="form") == first


def test_FA_05_two_matches_have_two_seeds(desk: Desk) -> None:
    first, second = (desk.open("yacht", seats("Ana"), ANA) for _ in range(2))
    assert first.id != second.id
    assert first.private.seed != second.private.seed
    assert first.opened.commitment != second.opened.commitment


def test_a_match_may_wait_for_salts(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana", "Bo"), ANA, begin=False)
    assert match.view(ANA).phase == "waiting"
    assert match.view(ANA).commitment
    assert [listed.status for listed in desk.matches_of(ANA)] == ["waiting"]
    match = send(desk, match, Salt(0, "mine")).match
    match = send(desk, match, Begin()).match
    assert match.seat is not None
    assert next(event for event in desk.events(match.id) if isinstance(event, Salted)) == Salted(
        0, "mine", own=True
    )
    assert isinstance(desk.events(match.id)[0], Opened)


@pytest.mark.parametrize("holder", ["", "x" * 65, "ä", "a\n", None])
def test_a_guest_has_a_plain_id(desk: Desk, holder: object) -> None:
    with pytest.raises(Invalid) as caught:
        desk.open("yacht", seats("Ana"), holder)  # type: ignore[arg-type]
    assert caught.value.code == "guest.id"


@pytest.mark.parametrize("name", ["nowhere", "", "x" * 5000, "' OR 1=1 --", "\0"])
def test_ON_17_ON_18_an_unknown_match_is_missing_and_not_made(desk: Desk, name: str) -> None:
    for ask in (desk.match, desk.record, lambda name: desk.submit(Envelope(name, ANA, 1, "k", Roll(0)))):
        with pytest.raises(Missing) as caught:
            ask(name)
        assert caught.value.code == "match.unknown"
    assert desk.matches_of(ANA) == []


# ------------------------------------------------------------------------------------- many hands at once


def test_ON_26_of_two_writes_at_once_one_takes_effect(desk: Desk) -> None:
    for _ in range(10):
        opened = desk.open("yahtzee", seats("Ana", "Bo"), ANA)
        seat = opened.seat
        assert seat is not None
        rolled = send(desk, opened, Roll(seat)).match
        gate = threading.Barrier(2)

        def write(
            box: str, rolled: Match = rolled, seat: int = seat, gate: threading.Barrier = gate
        ) -> object:
            gate.wait()
            try:
                return send(desk, rolled, Write(seat, box), key=f"write {box}")
            except Stale as error:
                return error

        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(write, ("chance", "sixes")))
        assert sorted(type(result).__name__ for result in results) == ["Answer", "Stale"]
        after = desk.match(opened.id)
        assert sum(sheet.filled.bit_count() for sheet in after.sheets) == 1
        assert after.seat == 1 - seat


def test_one_key_sent_by_many_hands_acts_once(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana"), ANA)

    async def hands() -> list[Answer]:
        envelope = Envelope(match.id, ANA, match.version, "once", Roll(0))
        return list(await asyncio.gather(*(desk.asubmit(envelope) for _ in range(50))))

    answers = run(hands())
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 49
    assert len({answer[1:4] for answer in answers}) == 1
    assert desk.match(match.id).version == match.version + 1


def test_a_refused_command_does_not_hurt_its_batch(desk: Desk) -> None:
    async def crowd() -> list[object]:
        matches = [await desk.aopen("yacht", seats("Ana"), ANA) for _ in range(20)]
        wrong: list[Command] = [
            Write(0, "nothing"),
            Hold(0, (9,)),
            Roll(5),
            Roll(0, (99,)),
            Write(0, "choice"),
        ]
        sending = []
        for nth, match in enumerate(matches):
            command = wrong[nth % 5] if nth % 2 else Roll(0)
            sending.append(desk.asubmit(Envelope(match.id, ANA, match.version, "k", command)))
        results: list[object] = list(await asyncio.gather(*sending, return_exceptions=True))
        for match, result in zip(matches, results, strict=True):
            now = await desk.amatch(match.id)
            assert now.version == match.version + isinstance(result, Answer)
        return results

    results = run(crowd())
    assert all(isinstance(result, Answer) for result in results[::2])
    assert sum(isinstance(result, RegattaError) for result in results) >= 8


def test_a_whole_crowd_plays_to_the_end(desk: Desk) -> None:
    async def play(number: int) -> Match:
        rng = Random(number)
        match = await desk.aopen("yahtzee", seats("Ana", "random"), ANA)
        while match.finished is None:
            envelope = Envelope(match.id, ANA, match.version, f"{match.version}", any_command(match, rng))
            match = (await desk.asubmit(envelope)).match
        return match

    async def crowd() -> list[Match]:
        return list(await asyncio.gather(*map(play, range(8))))

    for match in run(crowd()):
        assert verify(desk.record(match.id)) == []
        assert desk.match(match.id) == match


def test_a_fault_in_one_command_is_its_own(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = desk.open("yacht", seats("Ana"), ANA)
    monkeypatch.setattr("regatta.match.authority.check_key", lambda key: 1 / (key != "broken"))
    with caplog.at_level(logging.CRITICAL), pytest.raises(ZeroDivisionError):
        send(desk, match, Roll(0), key="broken")
    assert send(desk, match, Roll(0)).match.version == match.version + 1


# ---------------------------------------------------------------------------------------- publishing


def test_what_is_published_is_committed(desk: Desk, url: str) -> None:
    heard: list[Notice] = []
    stored: list[object] = []

    def listen(notices: object) -> None:
        heard.extend(notices)  # type: ignore[call-overload]
        stored.append(rows(url, "SELECT count(*) FROM event")[0][0])

    stop = desk.subscribe(listen)
    match = desk.open("yacht", seats("Ana", "greedy"), ANA)
    answer = send(desk, match, Roll(0))
    with pytest.raises(RegattaError):
        send(desk, answer.match, Write(0, "nothing"))
    assert [notice.match for notice in heard] == [match, answer.match]
    assert [len(notice.events) for notice in heard] == [match.version, 1]
    assert stored == [match.version, answer.last]
    stop()
    send(desk, answer.match, Roll(0))
    assert len(heard) == 2


def test_a_subscriber_that_fails_stops_nobody(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[object] = []
    desk.subscribe(lambda notices: 1 / 0)  # type: ignore[arg-type, return-value]
    desk.subscribe(heard.append)
    with caplog.at_level(logging.CRITICAL):
        match = desk.open("yacht", seats("Ana"), ANA)
    assert send(desk, match, Roll(0)).match.dice
    assert len(heard) == 2


# ------------------------------------------------------------------------------------------- failures


def test_a_commit_that_fails_leaves_nothing_behind(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a full disk: everybody of the batch is told, nothing is half done, and then it goes on."""
    matches = [desk.open("yacht", seats("Ana"), ANA) for _ in range(5)]
    update = log.update_matches

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    def broken(connection: Connection, *_: object) -> None:
        try:
            full()
        except sqlite3.OperationalError as error:
            from sqlalchemy.exc import OperationalError

            raise OperationalError("COMMIT", {}, error) from error

    async def crowd() -> list[object]:
        sending = (desk.asubmit(Envelope(match.id, ANA, match.version, "k", Roll(0))) for match in matches)
        return list(await asyncio.gather(*sending, return_exceptions=True))

    monkeypatch.setattr(log, "update_matches", broken)
    with caplog.at_level(logging.CRITICAL):
        results = run(crowd())
    assert [getattr(result, "code", "") for result in results] == ["storage.failed"] * 5
    assert [desk.match(match.id) for match in matches] == matches
    monkeypatch.setattr(log, "update_matches", update)
    for match in matches:
        assert send(desk, match, Roll(0), key="k").match.dice


def test_a_disk_that_is_really_full(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with Desk(url) as desk:
        match = desk.open("yahtzee", seats("Ana", "greedy"), ANA)
        limit = desk._writer.submit(
            lambda unit: unit.connection.exec_driver_sql("PRAGMA page_count").scalar()
        ).result()

        def allow(pages: int) -> None:
            statement = f"PRAGMA max_page_count = {pages}"
            desk._writer.submit(lambda unit: unit.connection.exec_driver_sql(statement).scalar()).result()

        allow(limit + 1)
        rng = Random(1)
        failure = None
        with caplog.at_level(logging.CRITICAL):
            while failure is None:
                before = match
                try:
                    match = send(desk, match, any_command(match, rng)).match
                except RegattaError as error:
                    failure = error
        assert failure.code == "storage.full"
        assert desk.match(match.id) == before
        # The connection was given up with the failed transaction: a new one has no such limit.
        played(desk, before)
        assert verify(desk.record(match.id)) == []


def test_FA_06_no_seed_stands_in_a_log_when_something_fails(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The rows of a new match hold its seed; the report of why they cannot be stored does not."""
    match = desk.open("yacht", seats("Ana"), ANA)
    seed = match.private.seed
    assert seed is not None
    with pytest.raises(RegattaError) as caught:
        desk._writer.submit(lambda unit: unit.open(match, [match.opened], "{}")).result()
    assert caught.value.code == "storage.failed"
    assert "IntegrityError" in caplog.text
    cause: BaseException | None = caught.value
    told = caplog.text
    while cause is not None:
        told += repr(cause) + str(cause)
        cause = cause.__cause__
    for shown in (seed.hex(), repr(seed), repr(seed)[2:-1]):
        assert shown not in told


def test_two_programs_on_one_file_do_not_hurt_a_match(url: str) -> None:
    with Desk(url) as one, Desk(url) as two:
        match = one.open("yacht", seats("Ana", "Bo"), ANA)
        assert two.match(match.id) == match
        seat = match.seat
        assert seat is not None
        rolled = send(one, match, Roll(seat)).match
        with pytest.raises(Stale):
            send(two, match, Roll(seat), key="late")
        assert two.match(match.id) == rolled
        done = send(two, rolled, Write(seat, "choice")).match
        with pytest.raises(Stale):
            send(one, rolled, Write(seat, "ones"), key="other")
        assert send(one, rolled, Write(seat, "choice"), key=f"{rolled.version}").repeated
        assert one.match(match.id) == done
        both = [one, two]
        for turn in range(500):
            if done.finished is not None:
                break
            done = send(both[turn % 2], done, any_command(done, Random(turn))).match
        assert done.finished is not None
        assert verify(one.record(match.id)) == []


def test_two_programs_at_once_agree(url: str) -> None:
    with Desk(url) as one, Desk(url) as two:
        match = one.open("yahtzee", seats("Ana", "Bo"), ANA)
        accepted: list[tuple[int, int]] = []

        def play(desk: Desk, name: int) -> None:
            rng = Random(name)
            found = desk.match(match.id)
            for nth in range(400):
                if found.finished is not None:
                    return
                try:
                    envelope = Envelope(
                        match.id, ANA, found.version, f"{name}.{nth}", any_command(found, rng)
                    )
                    answer = desk.submit(envelope)
                    accepted.append((answer.first, answer.last))
                    found = answer.match
                except Stale:
                    found = desk.match(match.id)

        with ThreadPoolExecutor(2) as pool:
            for future in [pool.submit(play, desk, name) for name, desk in enumerate((one, two))]:
                future.result()
        numbers = sorted(number for first, last in accepted for number in range(first, last + 1))
        assert numbers == list(range(match.version + 1, match.version + 1 + len(numbers)))
        events = one.events(match.id)
        assert sum(isinstance(event, Wrote) for event in events) <= 26


def test_a_closed_desk_says_so(url: str) -> None:
    desk = Desk(url)
    match = desk.open("yacht", seats("Ana"), ANA)
    waiting = [desk._writer.submit(lambda unit: unit.load(match.id)) for _ in range(100)]
    desk.close()
    desk.close()
    assert all(future.result() == match for future in waiting)
    with pytest.raises(RegattaError) as caught:
        send(desk, match, Roll(0))
    assert caught.value.code == "storage.closed"


def test_who_has_gone_does_not_stop_the_writer(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana"), ANA)

    async def leave() -> None:
        task = asyncio.ensure_future(desk.asubmit(Envelope(match.id, ANA, match.version, "k", Roll(0))))
        await asyncio.sleep(0)
        task.cancel()

    run(leave())
    rolled = desk.submit(Envelope(match.id, ANA, match.version, "k", Roll(0)))
    assert rolled.match.version == match.version + 1


# ----------------------------------------------------------------------------------------- memory, lists


def test_only_so_many_matches_stay_in_memory(url: str) -> None:
    with Desk(url, kept=3) as desk:
        matches = [played(desk, desk.open("yacht", seats("Ana"), ANA), 4) for _ in range(10)]
        assert len(desk._cache) == 3
        for match in matches:
            assert desk.match(match.id) == match
            played(desk, match, 2)
        assert len(desk._cache) == 3


def test_a_guest_sees_his_matches_those_that_go_on_first(desk: Desk) -> None:
    class Ticking:
        time = 0

        def now(self) -> int:
            self.time += 1000
            return self.time

    desk._clock = Ticking()
    done = played(desk, desk.open("yacht", seats("Ana"), ANA))
    first = desk.open("yahtzee", seats("Ana", "greedy"), ANA)
    second = desk.open("yacht", seats("Ana", "Bo"), ANA)
    desk.open("yacht", seats("Other"), STRANGER)
    assert [listed.match for listed in desk.matches_of(ANA)] == [second.id, first.id, done.id]
    first = send(desk, first, Roll(0)).match
    listed = desk.matches_of(ANA)
    assert [each.match for each in listed] == [first.id, second.id, done.id]
    assert (listed[0].game, listed[0].version, listed[0].status) == ("yahtzee", first.version, "playing")
    assert len(desk.matches_of(ANA, limit=2)) == 2
    assert desk.matches_of("nobody") == []


def test_a_guest_has_settings(url: str) -> None:
    with Desk(url) as desk:
        assert desk.settings(ANA) == {}
        desk.save_settings(ANA, {"digits": True, "name": "Ána ☂"})
        desk.save_settings(STRANGER, {})
    with Desk(url) as desk:
        assert desk.settings(ANA) == {"digits": True, "name": "Ána ☂"}
        desk.open("yacht", seats("Ana"), ANA)
        assert desk.settings(ANA) == {"digits": True, "name": "Ána ☂"}
        with pytest.raises(Invalid) as caught:
            desk.save_settings(ANA, {"much": "x" * 20_000})
        assert caught.value.code == "guest.settings"


def test_the_loop_side_gives_the_same(desk: Desk) -> None:
    async def ask() -> None:
        match = await desk.aopen("yacht", seats("Ana"), ANA)
        answer = await desk.asubmit(Envelope(match.id, ANA, match.version, "k", Roll(0)))
        assert await desk.amatch(match.id) == answer.match
        assert await desk.aevents(match.id, since=match.version) == list(answer.events)
        assert (await desk.arecord(match.id)).match == match.id
        assert [listed.match for listed in await desk.amatches_of(ANA)] == [match.id]
        await desk.asave_settings(ANA, {"a": 1})
        assert await desk.asettings(ANA) == {"a": 1}
        with pytest.raises(Missing):
            await desk.amatch("nowhere")

    run(ask())
