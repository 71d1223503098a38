"""The door: key, version, seat, rule, in this order; no order of deliveries makes the log and the match differ."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from at_table import ANA, STRANGER, Known, Memory, any_command, begun, opened
from regatta.errors import Denied, Invalid, Missing, RegattaError, Stale
from regatta.match import authority
from regatta.match.authority import Answer
from regatta.match.commands import Begin, Command, Envelope, Hold, Roll, TakeBack, Write
from regatta.match.events import Rolled, TookBack, Wrote
from regatta.match.evolve import replay
from search import examples


def door(game: str, *names: str) -> tuple[Memory, Callable[..., Answer]]:
    """Return a log and a way to send commands to it; ``key`` and ``version`` are as they should be unless given."""
    log = Memory(begun(game, *names))
    counter = iter(range(10**6))

    def send(
        command: Command, *, actor: str = ANA, version: int | None = None, key: str | None = None
    ) -> Answer:
        seen = log.load(log.start.id).version if version is None else version
        return authority.answer(
            log, Envelope(log.start.id, actor, seen, key or f"key-{next(counter)}", command), Known()
        )

    return log, send


def test_a_repeated_key_answers_as_the_first_did() -> None:
    log, send = door("yacht", "Ana", "greedy")
    version = log.load(log.start.id).version
    first = send(Roll(0), key="one", version=version)
    assert not first.repeated
    again = send(Roll(0), key="one", version=version)
    assert again.repeated
    assert again[1:4] == first[1:4]
    send(Hold(0, (1,)))
    wrote = send(Write(0, "choice"), key="two")
    assert len(wrote.events) > 3
    for key, command, before in (("one", Roll(0), first), ("two", Write(0, "choice"), wrote)):
        later = send(command, key=key, version=version)
        assert later[1:4] == before[1:4]
        assert later.match.version == log.load(log.start.id).version
    assert sum(isinstance(event, Wrote) and event.seat == 0 for event, _, _ in log.rows) == 1


def test_a_key_stands_for_one_command() -> None:
    log, send = door("yacht")
    send(Roll(0), key="one")
    rows = list(log.rows)
    for command, actor in ((Hold(0, (1,)), ANA), (Roll(0, (1,)), ANA), (Roll(0), STRANGER)):
        with pytest.raises(Stale) as caught:
            send(command, key="one", actor=actor)
        assert caught.value.code == "command.key_used"
    assert log.rows == rows


def test_a_refused_command_leaves_its_key_free() -> None:
    _, send = door("yacht")
    with pytest.raises(RegattaError):
        send(Hold(0, (1,)), key="one")
    send(Roll(0))
    assert not send(Hold(0, (1,)), key="one").repeated


@pytest.mark.parametrize("key", ["", "x" * 101, "ä", "a\nb", None, 7, b"k"])
def test_a_key_is_short_plain_text(key: object) -> None:
    log, _ = door("yacht")
    with pytest.raises(Invalid) as caught:
        authority.answer(log, Envelope(log.start.id, ANA, 1, key, Roll(0)), Known())  # type: ignore[arg-type]
    assert caught.value.code == "command.key"


def test_ON_13_a_stale_view_changes_nothing() -> None:
    log, send = door("yacht")
    old = log.load(log.start.id).version
    send(Roll(0))
    rows = list(log.rows)
    for command in (Roll(0), Hold(0, ()), Write(0, "choice"), Begin()):
        with pytest.raises(Stale) as caught:
            send(command, version=old)
        assert caught.value.params == {"seen": old, "version": old + 1}
    assert log.rows == rows


@pytest.mark.parametrize("version", [-1, 10**9, None, "3", 3.0, True])
def test_a_version_is_one_that_was(version: object) -> None:
    log, _ = door("yacht")
    with pytest.raises(Invalid) as caught:
        authority.answer(log, Envelope(log.start.id, ANA, version, "k", Roll(0)), Known())  # type: ignore[arg-type]
    assert caught.value.code == "command.version"


def test_the_version_is_looked_at_before_the_seat_and_the_seat_before_the_rule() -> None:
    _, send = door("yacht")
    with pytest.raises(Stale):
        send(Write(0, "nothing"), version=1, actor=STRANGER)
    with pytest.raises(Denied):
        send(Write(0, "nothing"), actor=STRANGER)


def test_an_unknown_match_is_missing() -> None:
    log, _ = door("yacht")
    with pytest.raises(Missing) as caught:
        authority.answer(log, Envelope("nowhere", ANA, 1, "k", Roll(0)), Known())
    assert caught.value.code == "match.unknown"


def test_ON_20_a_match_begins_once() -> None:
    log = Memory(opened("yacht", "Ana", "Bo"))
    envelope = Envelope(log.start.id, ANA, 1, "begin", Begin())
    first = authority.answer(log, envelope, Known())
    assert authority.answer(log, envelope, Known()).repeated
    with pytest.raises(RegattaError):
        authority.answer(log, Envelope(log.start.id, ANA, first.last, "again", Begin()), Known())
    assert sum(event.kind == "started" for event, _, _ in log.rows) == 1


class Deliveries(RuleBasedStateMachine):
    """Two tabs and a bad line: commands arrive late, twice and out of order; the log stays the only truth."""

    def __init__(self) -> None:
        super().__init__()
        self.log = Memory(begun("yahtzee", "Ana", "greedy", "Bo"))
        self.name = self.log.start.id
        self.match = self.log.load(self.name)
        self.rng = Random(0)
        self.sent: list[Envelope] = []
        self.answers: dict[str, Answer] = {}
        self.late: list[Envelope] = []

    def deliver(self, envelope: Envelope) -> None:
        before = list(self.log.rows)
        try:
            answer = authority.answer(self.log, envelope, Known())
        except RegattaError:
            assert self.log.rows == before
            assert envelope not in self.sent
            return
        known = self.answers.get(envelope.key)
        if known is None:
            assert not answer.repeated
            assert self.log.rows[: len(before)] == before
            assert tuple(event for event, _, _ in self.log.rows[len(before) :]) == answer.events
            self.answers[envelope.key] = answer
            self.sent.append(envelope)
        else:
            assert answer.repeated
            assert answer[1:4] == known[1:4]
            assert self.log.rows == before
        self.match = answer.match

    @precondition(lambda self: self.match.finished is None)
    @rule(seed=st.integers(0, 10**6), late=st.booleans(), old=st.integers(0, 3), stranger=st.booleans())
    def command(self, seed: int, late: bool, old: int, stranger: bool) -> None:
        back = self.match.view(ANA).take_back
        command = TakeBack(back) if back is not None and seed % 2 else any_command(self.match, Random(seed))
        actor = STRANGER if stranger and seed % 5 == 0 else ANA
        envelope = Envelope(self.name, actor, self.match.version - old, f"k{self.rng.random()}", command)
        if late:
            self.late.append(envelope)
        else:
            self.deliver(envelope)

    @precondition(lambda self: self.late)
    @rule(which=st.integers(0, 10**6))
    def what_was_late_arrives(self, which: int) -> None:
        self.deliver(self.late.pop(which % len(self.late)))

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 10**6))
    def what_was_accepted_arrives_again(self, which: int) -> None:
        self.deliver(self.sent[which % len(self.sent)])

    @rule(
        seat=st.integers(-2, 4),
        places=st.lists(st.integers(-1, 6), max_size=6),
        box=st.sampled_from(["chance", "ones", "nothing", ""]),
        which=st.integers(0, 3),
    )
    def nonsense(self, seat: int, places: list[int], box: str, which: int) -> None:
        acts = Hold(seat, tuple(places)), Roll(seat, tuple(places)), Write(seat, box), TakeBack(seat)
        command = acts[which]
        self.deliver(Envelope(self.name, ANA, self.match.version, f"k{self.rng.random()}", command))

    @invariant()
    def the_log_replays_to_the_match(self) -> None:
        events = [event for event, _, _ in self.log.rows]
        again = replay(events, self.match.tables, self.match.private)
        assert again == self.log.load(self.name)
        assert again.version == len(events)
        rolls = [event.k for event in events if isinstance(event, Rolled)]
        assert rolls == sorted(set(rolls))
        filled = sum(sheet.filled.bit_count() for sheet in again.sheets)
        taken = sum(isinstance(event, TookBack) for event in events)
        assert filled == sum(isinstance(event, Wrote) for event in events) - taken


TestDeliveries = Deliveries.TestCase
TestDeliveries.settings = examples(25, stateful_step_count=30)
