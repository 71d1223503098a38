"""Games of a series, matches that were given up."""

from __future__ import annotations

from random import Random

import pytest

from at_table import ANA, STRANGER, any_command, seats
from regatta.errors import Denied, Missing
from regatta.match.by_hand import Pad
from regatta.match.commands import Begin, Command, Enter, Envelope, Roll, TakeBack, Write
from regatta.match.events import Opened, Series, from_json, to_json
from regatta.match.match import Match
from regatta.storage.desk import Desk
from regatta.storage.series import PAD


def send(desk: Desk, match: Match, command: Command) -> Match:
    return desk.submit(Envelope(match.id, ANA, match.version, f"{match.version}", command)).match


def played(desk: Desk, match: Match, *, back: bool = False, seed: int = 1) -> Match:
    """Return the match at its end; with ``back`` every third write is taken back first."""
    rng = Random(seed)
    while match.finished is None:
        command = any_command(match, rng)
        match = send(desk, match, command)
        taken = match.view(ANA).take_back
        if back and isinstance(command, Write) and taken is not None and rng.random() < 0.3:
            match = send(desk, match, TakeBack(taken))
    return match


def test_a_match_is_the_first_game_of_its_own_series(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana"), ANA)
    assert match.series == Series(match.id, 1)
    assert desk.series(match) == ()
    assert match.view().json()["series"] == {"id": match.id, "number": 1}


def test_a_log_that_knows_no_series_is_read(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana"), ANA)
    old = to_json(match.opened)
    del old["series"]
    old["seats"] = [list(seat) for seat in old["seats"]]
    event = from_json("opened", old)
    assert isinstance(event, Opened)
    assert event.series is None


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Bo"), ("Ana", "greedy", "Bo")])
def test_again_is_the_next_game_of_the_series(url: str, names: tuple[str, ...]) -> None:
    with Desk(url) as desk:
        first = played(desk, desk.open("yahtzee", seats(*names), ANA, options={"upper_first": "yes"}))
        second = played(desk, desk.again(first.id, ANA, key="second"), back=True, seed=2)
        third = desk.again(second.id, ANA, key="third")
        for number, match in enumerate((first, second, third), 1):
            assert match.series == Series(first.id, number)
            assert (match.seats, match.opened.options) == (first.seats, first.opened.options)
    with Desk(url) as desk:
        games = desk.series(desk.match(third.id))
        assert [(game.match, game.number) for game in games] == [(first.id, 1), (second.id, 2)]
        for game, match in zip(games, (first, second), strict=True):
            assert match.finished is not None
            assert game.totals == match.finished.totals
            assert game.sheets == match.sheets
        assert [game.match for game in desk.series(second)] == [first.id]
        assert desk.series(first) == ()


def test_whatever_was_taken_back_by_hand_the_sheets_are_those_of_the_end(desk: Desk) -> None:
    """Rolls as well as writes, also the very first; the sheets are read from the log, without the rest of the match."""
    match = desk.open_pad("yahtzee", seats("Ana", "Bo"), ANA, Pad())
    for seed in range(4):
        rng, kinds = Random(seed), set[str]()
        while match.finished is None:
            seat, taken = match.seat, match.view(ANA).take_back
            assert seat is not None
            if taken is not None and (rng.random() < 0.4 or not kinds):
                kinds.add("write" if match.view(ANA).phase == "roll" else "roll")
                command: Command = TakeBack(taken)
            elif match.dice:
                preview = match.view(ANA).preview
                assert preview is not None
                command = Write(seat, rng.choice(list(preview.points)))
            else:
                command = Enter(seat, tuple(rng.randrange(1, 7) for _ in range(5)))
            match = send(desk, match, command)
        assert kinds == {"roll", "write"}
        sheets, match = match.sheets, desk.again(match.id, ANA)
        assert desk.series(match)[-1].sheets == sheets


def test_FL_11_a_new_game_has_nothing_of_the_last(desk: Desk) -> None:
    match = desk.again(played(desk, desk.open("yahtzee", seats("Ana"), ANA)).id, ANA)
    view = match.view(ANA)
    assert (view.number, view.dice, view.take_back, view.turns) == (0, (), None, ())
    assert match.held == ()
    assert match.sheets[0] == match.sheets[0].empty(match.tables)
    assert view.seats[0].total == 0


def test_again_in_two_tabs_is_one_game(desk: Desk) -> None:
    first = played(desk, desk.open("yacht", seats("Ana"), ANA))
    second = desk.again(first.id, ANA, key="a")
    assert desk.again(first.id, ANA, key="b").id == second.id
    assert desk.again(first.id, ANA, key="a").id == second.id
    second = played(desk, second)
    assert desk.again(first.id, ANA, key="a").id == second.id
    third = desk.again(first.id, ANA, key="c")
    assert third.series.number == 3


def test_only_whose_seats_they_are_goes_on_with_a_series(desk: Desk) -> None:
    match = desk.open("yacht", seats("Ana", "greedy"), ANA)
    for who in (STRANGER, "bots", ""):
        with pytest.raises(Denied):
            desk.again(match.id, who)
    with pytest.raises(Missing):
        desk.again("nowhere", ANA)
    assert desk.again(match.id, ANA).id == match.id


def test_a_long_series_keeps_all_totals_and_the_last_sheets(desk: Desk) -> None:
    match = desk.open("crag", seats("Ana"), ANA)
    for seed in range(PAD + 2):
        match = desk.again(played(desk, match, seed=seed).id, ANA)
    games = desk.series(match)
    assert [game.number for game in games] == list(range(1, PAD + 3))
    assert [bool(game.sheets) for game in games] == [False, False] + [True] * PAD


def test_a_match_that_was_given_up_leaves_the_list_and_stays(url: str) -> None:
    with Desk(url) as desk:
        match = send(desk, desk.open("yacht", seats("Ana"), ANA), Roll(0))
        other = desk.open("yacht", seats("Ana"), ANA)
        with pytest.raises(Denied):
            desk.leave(match.id, STRANGER)
        with pytest.raises(Denied):
            desk.leave("nowhere", ANA)
        desk.leave(match.id, ANA)
        desk.leave(match.id, ANA)
        assert [listed.match for listed in desk.matches_of(ANA, unfinished=True)] == [other.id]
    with Desk(url) as desk:
        assert [listed.match for listed in desk.matches_of(ANA, unfinished=True)] == [other.id]
        assert {listed.match for listed in desk.matches_of(ANA)} == {match.id, other.id}
        assert desk.match(match.id) == match
        fresh = desk.again(match.id, ANA, key="k")
        assert fresh.series == Series(match.id, 2)
        assert desk.series(fresh) == ()


def test_a_finished_match_is_none_to_go_on_with(desk: Desk) -> None:
    match = played(desk, desk.open("crag", seats("Ana"), ANA))
    waiting = desk.open("crag", seats("Ana"), ANA, begin=False)
    assert [listed.match for listed in desk.matches_of(ANA, unfinished=True)] == [waiting.id]
    send(desk, waiting, Begin())
    assert {listed.match for listed in desk.matches_of(ANA)} == {match.id, waiting.id}


def test_a_game_that_was_given_up_and_ends_late_is_counted(desk: Desk) -> None:
    """What is kept of a series in memory is read anew when one of its games ends."""
    first = desk.open("crag", seats("Ana"), ANA)
    desk.leave(first.id, ANA)
    second = desk.again(first.id, ANA)
    assert desk.series(second) == ()
    first = played(desk, first)
    assert [game.match for game in desk.series(second)] == [first.id]
    assert desk.series(second) is desk.series(second)
