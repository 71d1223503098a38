"""The page that looks back on a match: figures that add up, a line and a table with the same facts, progress and a stop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from at_site import Tag, Visitor, refused
from regatta import solver
from regatta.tables import tables_of
from regatta.web import coaching
from regatta.web.jobs import Job, State

Visitors = Callable[[], Visitor]


@pytest.fixture(scope="module", autouse=True)
def worked_out() -> None:
    """The game is solved beforehand, so that the tests need not wait for the worker process."""
    strategy = solver.strategy_of(tables_of("crag"))
    solver.distribution_of(strategy)


@pytest.fixture(scope="module")
def played(address: str) -> str:
    """A finished match of two people, the first of whom wrote the worst."""
    visitor = Visitor(address)
    path = visitor.open("crag", "Ana", "Bo")
    visitor.play_out()
    visitor.close()
    return path


def value(text: str) -> float:
    return float(
        text.replace("\N{MINUS SIGN}", "-").replace("–", "0").replace("= ", "").replace(" ", "") or 0
    )


def test_the_figures_add_up_in_the_sum_in_the_table_and_in_the_line(visitor: Visitor, played: str) -> None:
    assert visitor.get(f"{played}/review?seat=2").status_code == 200
    page = visitor.page
    facts = visitor.http.get(f"{played}/review?seat=2", headers={"accept": "application/json"}).json()
    assert facts["name"] == "Bo"
    assert facts["final"] == pytest.approx(facts["start_value"] + facts["luck"] - facts["loss"], abs=1e-6)
    total, start, luck, loss = (value(tag.text) for tag in page.one("dl", class_="balance-sum").all("dd"))
    assert total == facts["final"]
    assert total == pytest.approx(start + luck + loss, abs=1e-9)
    assert start == pytest.approx(facts["start_value"], abs=0.051)
    assert -loss == pytest.approx(facts["loss"], abs=0.051)
    rows = page.one("div", class_="course-table").one("tbody").all("tr")
    assert len(rows) == 13
    before = start
    for row in rows:
        luck, lost, after = (value(cell.text) for cell in row.all("td", class_="right"))
        assert after == pytest.approx(before + luck + lost, abs=1e-9)
        before = after
    assert before == facts["final"]
    assert len(page.one("svg", class_="chart").all("path", class_="chart-luck")) == 13
    falls = page.one("svg", class_="chart").all("path", class_="chart-loss")
    assert len(falls) == sum(value(row.all("td", class_="right")[1].text) < 0 for row in rows)


def test_the_worst_decisions_come_first_with_dice_drawn_and_a_link_to_the_replay(
    visitor: Visitor, played: str
) -> None:
    visitor.get(f"{played}/review?seat=1")
    facts = visitor.http.get(f"{played}/review", headers={"accept": "application/json"}).json()
    lost = sorted((each["loss"] for each in facts["decisions"]), reverse=True)
    shown = visitor.page.all("li", class_="mistake")
    assert [value(each.one("span", class_="mistake-loss").text) for each in shown] == pytest.approx(
        [-each for each in lost[:5]], abs=0.051
    )
    for each in shown:
        assert len(each.one("p", class_="mistake-dice").all("svg")) == 3
        link = each.one("div", class_="mistake-head").one("a")
        assert visitor.http.get(link.attributes["href"]).status_code == 200
        assert [tag.text for tag in each.all("dt")] == ["Done", "Better"]
    assert re.search(r"Accuracy \d", visitor.page.text)
    assert re.search(
        r"Better than [\d.]+% of perfect games; half of these bring \d+ or more", visitor.page.text
    )
    assert facts["beats"] == solver.distribution_of(solver.strategy_of(tables_of("crag"))).below(
        round(facts["final"])
    )


def test_whose_game_is_shown_and_who_may_look(visitors: Visitors, played: str) -> None:
    stranger = visitors()
    assert "Ana · Crag" in _lead(stranger, f"{played}/review")
    assert "Bo · Crag" in _lead(stranger, f"{played}/review?seat=2")
    for asked in ("3", "0", "x", "-1"):
        refused(stranger.get(f"{played}/review?seat={asked}"), 404)
    refused(stranger.get("/matches/nothing/review"), 404)
    going = visitors()
    path = going.open("crag", "Ana")
    assert "not over" in refused(going.get(f"{path}/review"), 404)


def test_the_result_links_to_it(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana")
    visitor.play_out()
    (link,) = [tag for tag in visitor.page.all("a") if tag.attributes["href"] == f"{path}/review"]
    assert link.text == "Looking back"
    assert visitor.get(link.attributes["href"]).status_code == 200
    assert not visitor.page.all("nav", class_="review-seats")


def test_while_the_game_is_worked_out_the_page_tells_how_far_it_is_and_can_be_stopped(
    visitor: Visitor, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job("solve", print, ())
    job.state, job.share = State.WORKING, 0.42

    async def strategy(*_: object, **__: object) -> Job:
        return job

    monkeypatch.setattr(coaching.Coaching, "strategy", strategy)
    answer = visitor.get(f"{played}/review")
    assert answer.status_code == 202
    bar = visitor.page.one("progress")
    assert bar.attributes["value"] == "42"
    assert "42 %" in visitor.page.text
    assert not visitor.page.all("svg", class_="chart")
    again = visitor.page.one("div", id="review").attributes["hx-get"]
    assert visitor.http.get(again, headers={"hx-request": "true"}).text.startswith("<div")
    told = visitor.http.get(f"{played}/review", headers={"accept": "application/json"})
    assert (told.status_code, told.json()) == (202, {"working": "working", "share": 0.42})
    job.share = None
    visitor.get(f"{played}/review")
    assert "value" not in visitor.page.one("progress").attributes
    assert visitor.send("/review/stop").status_code == 200
    assert visitor.path == played


def test_stopping_needs_a_form_of_ours(visitor: Visitor, played: str) -> None:
    visitor.get(played)
    refused(visitor.post(f"{played}/review/stop", key="x"), 403)


def _lead(visitor: Visitor, path: str) -> str:
    assert visitor.get(path).status_code == 200
    lead: Tag = visitor.page.one("p", class_="lead")
    return lead.text
