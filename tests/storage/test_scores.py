"""Own bests: from the log alone, each match once, whoever opens it however often."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from at_table import ANA, STRANGER, any_command, seats
from regatta.match.commands import Envelope
from regatta.match.match import Match
from regatta.storage.desk import Desk
from regatta.storage.scores import LATEST, Best
from search import examples


def played(desk: Desk, match: Match, seed: int, actor: str = ANA) -> int:
    """Play a match to its end; gives the total of the first seat."""
    rng = Random(seed)
    while match.finished is None:
        envelope = Envelope(match.id, actor, match.version, f"{match.version}", any_command(match, rng))
        match = desk.submit(envelope).match
    return match.finished.totals[0]


def test_bests_are_told_by_game_and_options(url: str) -> None:
    with Desk(url) as desk:
        totals = [played(desk, desk.open("crag", seats("Ana"), ANA), seed) for seed in range(7)]
        upper = played(desk, desk.open("yahtzee", seats("Ana"), ANA, options={"upper_first": "yes"}), 1)
        plain = played(desk, desk.open("yahtzee", seats("Ana", "random"), ANA), 2)
        played(desk, desk.open("crag", seats("Ana"), STRANGER), 9, STRANGER)
    with Desk(url) as desk:
        bests = {(best.game, best.options.get("upper_first")): best for best in desk.bests(ANA)}
        assert set(bests) == {("crag", None), ("yahtzee", "yes"), ("yahtzee", "no")}
        crag = bests["crag", None]
        assert crag == Best("crag", {}, 7, max(totals), sum(totals) / 7, tuple(totals[-LATEST:]))
        assert bests["yahtzee", "yes"][2:] == (1, upper, upper, (upper,))
        assert bests["yahtzee", "no"][2:] == (1, plain, plain, (plain,))
        assert [best.played for best in desk.bests(STRANGER)] == [1]
        assert desk.bests("nobody") == []


def test_who_holds_several_seats_has_no_score(desk: Desk) -> None:
    match = desk.open("crag", seats("Ana", "Bo"), ANA)
    played(desk, match, 1)
    assert desk.bests(ANA) == []
    assert desk.standing(match.id, ANA) is None


def test_FL_26_a_match_counts_once(url: str) -> None:
    with Desk(url) as desk:
        match = desk.open("crag", seats("Ana"), ANA)
        assert desk.standing(match.id, ANA) is None
        played(desk, match, 1)
    for _ in range(3):
        with Desk(url) as desk:
            assert desk.match(match.id).finished is not None
            assert desk.standing(match.id, ANA) is not None
            assert [best.played for best in desk.bests(ANA)] == [1]


def test_a_match_that_is_not_over_does_not_count(desk: Desk) -> None:
    desk.open("crag", seats("Ana"), ANA)
    assert desk.bests(ANA) == []


def test_a_game_has_its_place_among_ones_own(desk: Desk) -> None:
    matches, totals = [], []
    for seed in range(6):
        match = desk.open("crag", seats("Ana"), ANA)
        totals.append(played(desk, match, seed))
        matches.append(match.id)
        standing = desk.standing(match.id, ANA)
        assert standing is not None
        assert standing.record == (seed > 0 and totals[-1] > max(totals[:-1]))
    for name, total in zip(matches, totals, strict=True):
        standing = desk.standing(name, ANA)
        assert standing is not None
        assert (standing.total, standing.place) == (total, 1 + sum(other > total for other in totals))
        assert standing.best.played == 6
        assert desk.standing(name, STRANGER) is None


@examples(10)
@given(st.lists(st.tuples(st.sampled_from([("Ana",), ("Ana", "Bo"), ("Ana", "random")]), st.integers(0, 99))))
def test_scores_are_what_the_matches_say(games: list[tuple[tuple[str, ...], int]]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, Desk(f"sqlite:///{folder}/x.db") as desk:
        totals = []
        for names, seed in games[:6]:
            total = played(desk, desk.open("crag", seats(*names), ANA), seed)
            if names != ("Ana", "Bo"):
                totals.append(total)
        found = desk.bests(ANA)
        assert [best.played for best in found] == ([len(totals)] if totals else [])
        if totals:
            assert (found[0].best, found[0].average) == (max(totals), sum(totals) / len(totals))
