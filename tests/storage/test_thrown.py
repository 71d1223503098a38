"""How dice fell is counted with each roll, and is what the log says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from at_table import ANA, any_command, seats
from regatta.match.commands import Begin, Envelope, Roll, TakeBack, Write
from regatta.match.events import Event, Rolled, RolledOff
from regatta.match.match import Match
from regatta.match.record import read
from regatta.storage.desk import Desk
from regatta.storage.thrown import Fall, Falls, count_falls


def told(events: list[Event], counts: Counter[tuple[int, int]]) -> None:
    """Count the dice of one match after its log alone."""
    rolls = []
    for event in events:
        if isinstance(event, RolledOff):
            rolls += [throw.dice for throw in event.throws]
        elif isinstance(event, Rolled):
            rolls.append(event.dice)
    dice = [face for roll in rolls for face in roll]
    counts.update(zip([0, *dice], dice, strict=False))


def played(desk: Desk, match: Match, seed: int, moves: int = 10_000) -> Match:
    rng = Random(seed)
    while match.finished is None and moves:
        command = any_command(match, rng)
        match = desk.submit(Envelope(match.id, ANA, match.version, f"{match.version}", command)).match
        moves -= 1
    return match


def test_all_dice_of_people_bots_and_roll_offs_are_counted(desk: Desk) -> None:
    assert desk.falls() == {}
    matches = [
        played(desk, desk.open("crag", seats("Ana", "greedy"), ANA), 1),
        played(desk, desk.open("crag", seats("Ana", "Bo"), ANA), 2, moves=9),
        played(desk, desk.open("yacht", seats("Ana"), ANA), 3, moves=7),
        desk.open("yacht", seats("Ana", "random", "greedy"), ANA),
        desk.open("yacht", seats("Ana"), ANA, begin=False),
    ]
    expected: Counter[tuple[int, int]] = Counter()
    for match in matches:
        told(desk.events(match.id), expected)
    assert desk.falls() == {6: dict(expected)}
    assert sum(count for (before, _), count in expected.items() if before == 0) == 4


def test_writes_that_are_taken_back_and_sent_twice_count_each_roll_once(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana"), ANA, begin=False)
    for command in (Begin(), Roll(0), Write(0, "choice"), TakeBack(0), Roll(0, (0, 1))):
        envelope = Envelope(match.id, ANA, match.version, f"{match.version}", command)
        desk.submit(envelope)
        match = desk.submit(envelope).match
    expected: Counter[tuple[int, int]] = Counter()
    told(desk.events(match.id), expected)
    assert sum(expected.values()) == 8
    assert desk.falls() == {6: dict(expected)}


def test_the_counts_outlive_the_program(url: str) -> None:
    seen: list[dict[int, Falls]] = []
    for seed in (1, 2):
        with Desk(url) as desk:
            if seen:
                assert desk.falls() == seen[0]
            played(desk, desk.open("crag", seats("Ana", "Bo"), ANA), seed)
            seen.append(desk.falls())
    assert sum(seen[1][6].values()) > sum(seen[0][6].values())


def test_dice_thrown_by_hand_are_not_counted() -> None:
    match = read((Path(__file__).parents[1] / "match" / "ana.json").read_text()).replay()
    assert match.rolled > 0
    counts: Counter[Fall] = Counter()
    count_falls(counts, None, match, [Rolled(0, 1, (0, 1), (6, 6), 0)])
    assert not counts
