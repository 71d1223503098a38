"""Where long work fails, every page that waited for it says so and when it is tried again; who asks then gets it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest

from at_site import Visitor, served
from regatta.web import coaching, effect, site
from regatta.web.hosting import DEFAULT
from regatta.web.jobs import Job, Jobs
from web import work
from web.test_copies import TINY, keep

SAID = "something broke on the server. Ask again in 1 second, and it is tried anew."


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that tries again after a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "Jobs", partial(Jobs, pause=1))
        with served(tmp_path_factory.mktemp("impatient"), hosting=replace(DEFAULT, limits=0)) as address:
            yield address


@pytest.fixture
def visitor(impatient: str) -> Iterator[Visitor]:
    visitor = Visitor(impatient)
    yield visitor
    visitor.close()


def hint(visitor: Visitor, copy: str) -> Callable[[], httpx.Response]:
    path = visitor.open(f"{copy}.1", "Ana")
    visitor.roll()
    visitor.send("/hint")
    return lambda: visitor.get(path)


def review(visitor: Visitor, copy: str) -> Callable[[], httpx.Response]:
    path = visitor.open(f"{copy}.1", "Ana")
    visitor.play_out()
    return lambda: visitor.get(f"{path}/review")


def average(visitor: Visitor, copy: str) -> Callable[[], httpx.Response]:
    def ask() -> httpx.Response:
        visitor.get(f"/copies/{copy}")
        return visitor.send("/effect")

    return ask


def bot(visitor: Visitor, copy: str) -> Callable[[], httpx.Response]:
    def ask() -> httpx.Response:
        visitor.get(f"/new/{copy}.1")
        return visitor.send(f"/new/{copy}.1", name_1="Ana", bots_optimal="1")

    return ask


@pytest.mark.parametrize(("points", "way"), [(611, hint), (612, review), (613, average), (614, bot)])
def test_the_page_says_that_it_failed_and_who_asks_again_gets_it(
    visitor: Visitor,
    points: int,
    way: Callable[[Visitor, str], Callable[[], httpx.Response]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy, pause = keep(visitor, TINY.replace("points: 10", f"points: {points}")), threading.Event()
    with monkeypatch.context() as broken:
        for module in (coaching, effect):
            broken.setattr(module, "work_out", work.break_down)
        ask = way(visitor, copy)
        answer = ask()
        while SAID not in visitor.page.text:  # the process that it fails in may take a while to begin
            assert "worked out" in visitor.page.text
            assert not pause.wait(0.1)
            answer = ask()
        if answer.status_code != 200:
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    while "worked out" in visitor.page.text or SAID in visitor.page.text:
        assert not pause.wait(0.1)
        assert ask().status_code in (200, 202, 422, 503)
    assert visitor.answer is not None
    assert visitor.answer.status_code == 200


@pytest.mark.parametrize(
    ("points", "way", "needed"),
    [(621, hint, True), (622, review, False), (623, average, False), (624, bot, True)],
)
def test_what_a_table_waits_for_is_told_from_what_somebody_looks_at(
    visitor: Visitor,
    points: int,
    way: Callable[[Visitor, str], Callable[[], httpx.Response]],
    needed: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = keep(visitor, TINY.replace("points: 10", f"points: {points}"))
    started: list[Job] = []
    start = Jobs.start

    def told(*args: Any, **said: Any) -> Job:
        started.append(start(*args, **said))
        return started[-1]

    monkeypatch.setattr(Jobs, "start", told)
    for module in (coaching, effect):
        monkeypatch.setattr(module, "work_out", work.break_down)
    way(visitor, copy)()
    assert {job.needed for job in started} == {needed}


def test_a_review_says_why_nobody_knows_how_perfect_games_are_spread(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = review(visitor, keep(visitor, TINY.replace("points: 10", "points: 609")))
    monkeypatch.setattr(coaching, "work_out_spread", work.break_down)
    while not visitor.page.all("p", class_="perfect") or "being worked out" in visitor.page.text:
        assert ask().status_code in (200, 202)
    assert SAID in visitor.page.one("p", class_="perfect").text
