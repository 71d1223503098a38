"""Bots that know everything: offered to everybody, ready before the match begins, and never solved for in the writer."""

from __future__ import annotations

from pathlib import Path

import pytest

from at_site import Visitor, refused
from regatta import players, solver
from regatta.players import solved
from regatta.tables import tables_of
from regatta.web import coaching
from regatta.web.jobs import Job


def offered(visitor: Visitor, game: str) -> list[str]:
    visitor.get(f"/new/{game}")
    fields = [select.attributes["name"] for select in visitor.page.all("select")]
    return [name.removeprefix("bots-") for name in fields if name.startswith("bots-")]


def test_every_bot_is_offered_the_weakest_first_and_that_which_takes_long_once_it_is_worked_out(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    solved.chases.clear()
    quick = [bot for bot in players.BY_STRENGTH if bot not in players.LONG]
    assert offered(visitor, "crag") == quick
    assert sorted(players.BY_STRENGTH) == list(players.names())
    answer = visitor.send("/new/crag", name_1="Ana", bots_record="1")
    assert "regatta solve crag --targets" in refused(answer, 422)
    solver.chances_of(tables_of("crag"))
    assert offered(visitor, "crag") == list(players.BY_STRENGTH)


def test_the_bot_that_chases_a_total_is_told_to_beat_ones_own_best(visitor: Visitor) -> None:
    game = tables_of("crag")
    solver.strategy_of(game)
    solver.chances_of(game)
    path = visitor.open("crag", "Ana", bots_record="1")
    visitor.play_out()
    assert visitor.http.get(f"{path}/record.json").json()["seats"][1] == {
        "name": "Record",
        "player": "record",
    }
    best = visitor.state(path)["standing"]["total"]
    again = visitor.open("crag", "Ana", bots_record="1")
    visitor.play_out()
    assert visitor.http.get(f"{again}/record.json").json()["seats"][1] == {
        "name": f"Record {best + 1}",
        "player": f"record:{best + 1}",
    }


def test_a_match_with_the_perfect_bot_plays_to_its_end(visitor: Visitor) -> None:
    solver.strategy_of(tables_of("crag"))
    path = visitor.open("crag", "Ana", bots_optimal="1")
    visitor.play_out()
    facts = visitor.http.get(f"{path}/review", headers={"accept": "application/json"}).json()
    assert facts["seats"][1]["name"] == "Perfect"
    assert facts["seats"][1]["loss"] == pytest.approx(0, abs=1e-6)


def test_where_the_game_is_not_worked_out_in_time_the_form_says_so_and_nothing_is_opened(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "at_hand", lambda _: None)

    async def strategy(*_: object, **__: object) -> Job:
        return Job("solve", print, ())

    monkeypatch.setattr(coaching.Coaching, "strategy", strategy)
    visitor.get("/new/crag")
    answer = visitor.send("/new/crag", name_1="Ana", bots_optimal="1")
    assert "worked out" in refused(answer, 422)
    assert visitor.send("/new/crag", name_1="Ana", bots_optimal="0", bots_greedy="1").status_code == 200


def test_a_bot_whose_game_was_lost_is_waited_for_and_the_game_goes_on(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver.strategy_of(tables_of("crag"))
    path = visitor.open("crag", "Ana", bots_optimal="1")
    begun = []
    monkeypatch.setattr(
        coaching.Coaching, "begin", lambda _, tables, guest, needed: begun.append(tables.game)
    )
    if not visitor.state(path)["dice"]:
        visitor.roll()
    with monkeypatch.context() as lost:
        lost.setattr(solved, "at_hand", lambda _: None)
        before = visitor.state(path)["version"]
        assert "worked out" in refused(visitor.write(), 422)
        assert visitor.state(path)["version"] == before, "nothing was written"
        assert begun == ["crag"]
    visitor.get(path)
    assert visitor.write().status_code == 200
    assert visitor.state(path)["version"] > before
