"""Two people at one table, each in a browser of their own, and one who looks on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from at_browser import RECORD, a_move, hear, heard_out, roll, said, state, write

FELL = """() => {
  window.fell = 0;
  document.addEventListener("regatta:settled", () => { window.fell += 1; });
}"""


CALLED = """() => {
  window.called = {};
  const box = (tag) => { const {x, y, width, height} = tag.getBoundingClientRect(); return {x, y, width, height}; };
  const look = () => {
    for (const slip of document.querySelectorAll("#calls .reaction")) {
      window.called[slip.textContent.trim()] = [box(slip), box(document.querySelector("#strip .seat"))];
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes what is called and where it was seen last, beside where the first seat stands: slips stay for a moment only."""


class Table:
    """A room with two players, who have sat down and begun."""

    def __init__(self, browser: Browser, args: dict[str, Any], game: str = "yacht") -> None:
        self.contexts: list[BrowserContext] = []
        self._new = lambda: browser.new_context(**args)
        host, other = self.page(), self.page()
        host.goto(f"/online/{game}")
        host.get_by_role("button", name="Play online").click()
        host.wait_for_url("**/matches/*")
        self.path: str = host.evaluate("location.pathname")
        other.goto(self.path)
        other.locator("#sit-name").fill("Bo")
        other.locator("#sit-button").click()
        expect(other.locator("#sit")).to_have_count(0)
        expect(host.locator(".room-seat", has_text="Bo")).to_be_visible()  # told by the stream
        host.locator("#begin-button").click()
        for page in (host, other):
            expect(page.locator("#roll-button")).to_be_visible()
        self.players = [host, other]

    def page(self) -> Page:
        context = self._new()
        context.add_init_script(f"({RECORD})()")
        self.contexts.append(context)
        return context.new_page()

    @property
    def mover(self) -> Page:
        return self.players[state(self.players[0])["seat"]]

    @property
    def other(self) -> Page:
        return self.players[1 - state(self.players[0])["seat"]]

    def agree(self, *watchers: Page) -> None:
        """Wait until all show the present version, at rest."""
        version = str(state(self.players[0])["version"])
        for page in (*self.players, *watchers):
            expect(page.locator("#table")).to_have_attribute("data-version", version)
            expect(page.locator("#table.rolling")).to_have_count(0)


@contextmanager
def table(browser: Browser, args: dict[str, Any]) -> Iterator[Table]:
    made = Table(browser, args)
    try:
        yield made
    finally:
        for context in made.contexts:
            context.close()


def dice(page: Page) -> list[str]:
    return page.locator("#dice .die").evaluate_all(
        "dice => dice.map(die => die.querySelectorAll('.pip').length)"
    )


def test_a_table_on_three_screens(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    """A roll falls on every screen; previews and buttons are the mover's; titles call whose turn it is."""
    with table(browser, browser_context_args) as room:
        watcher = room.page()
        watcher.goto(room.path)
        mover, other = room.mover, room.other
        expect(mover).to_have_title("Your turn · Yacht · Regatta")
        expect(other).to_have_title("Yacht · Regatta")
        for page in (mover, other, watcher):
            page.evaluate(FELL)
        roll(mover)
        room.agree(watcher)
        expect(mover).to_have_title("Yacht · Regatta")
        faces = [die["face"] for die in state(mover)["dice"]]
        for page in (mover, other, watcher):
            assert dice(page) == faces
            assert page.evaluate("window.fell") == 1
            hear(page, "Roll 1 of 3")
        expect(mover.locator("#sheet .pencil")).to_have_count(12)
        for page in (other, watcher):
            expect(page.locator("#sheet .pencil")).to_have_count(0)
            expect(page.locator("#dice button:enabled, #roll-button:enabled")).to_have_count(0)

        with a_move(mover):
            mover.locator("#die-2").click()
        expect(other.locator("#dice .slot.held")).to_have_count(1)
        expect(watcher.locator("#dice .slot").nth(1)).to_have_class("slot held")
        roll(mover)
        room.agree(watcher)
        assert [page.evaluate("window.fell") for page in (mover, other, watcher)] == [2, 2, 2]

        write(mover, "choice")
        room.agree(watcher)
        expect(other).to_have_title("Your turn · Yacht · Regatta")
        expect(other.locator("#roll-button")).to_be_enabled()
        for page in (mover, other, watcher):
            found = heard_out(page)
            assert sum(each.startswith("Roll 1 of 3") for each in found) == 1
            assert sum("into Choice" in each for each in found) == 1
            assert "is to roll" in found[-1]
            expect(page.locator("#sheet .ink").first).to_be_visible()
        roll(other)
        room.agree(watcher)
        assert mover.evaluate("window.fell") == 3


def test_what_players_call_to_each_other(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    with table(browser, browser_context_args) as room:
        first, second = room.players
        name = state(first)["seats"][0]["name"]
        for page in (first, second):
            page.evaluate(CALLED)
        before = len(said(second))
        first.locator("#call-menu summary").click()
        first.get_by_role("button", name="Nice roll!").click()
        for page in (first, second):
            page.wait_for_function("() => 'Nice roll!' in called")
            box, seat = page.evaluate("called['Nice roll!']")
            assert box["y"] >= seat["y"] + seat["height"] - 8
            assert box["x"] < seat["x"] + seat["width"]
        hear(second, "Nice roll!")
        assert said(second)[before:] == [f"{name}: Nice roll!"]
        assert first.url == second.url
        second.evaluate("document.documentElement.dataset.calls = 'no'")
        first.locator("#call-menu summary").click()
        first.get_by_role("button", name="Wow!").click()
        first.wait_for_function("() => 'Wow!' in called")
        assert list(second.evaluate("called")) == ["Nice roll!"]


def test_two_tabs_of_a_seat_show_the_same_without_telling_each_other(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """ON-13: by the stream alone, as on two devices."""
    with table(browser, browser_context_args) as room:
        mover = room.mover
        second = mover.context.new_page()
        second.add_init_script("delete window.BroadcastChannel")
        second.goto(room.path)
        roll(mover)
        room.agree(second)
        expect(second.locator("#roll-button")).to_contain_text("2 left")
        roll(second)
        room.agree(second)
        expect(mover.locator("#roll-button")).to_contain_text("1 left")
        assert state(mover)["number"] == 2


@pytest.mark.parametrize("way", ["no EventSource", "held back"])
def test_who_cannot_stream_asks(browser: Browser, browser_context_args: dict[str, Any], way: str) -> None:
    with table(browser, browser_context_args) as room:
        watcher = room.page()
        if way == "no EventSource":
            watcher.add_init_script("delete window.EventSource")
        else:
            watcher.route("**/stream**", lambda route: route.abort())
        watcher.goto(room.path)
        roll(room.mover)
        room.agree(watcher)
        expect(watcher.locator("#connection")).to_be_empty()


def test_a_fifth_of_all_answers_is_lost_and_all_agree_in_the_end(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """Cut after the server has done what was asked: each move is made once, each page gets there."""
    rng = Random(5)
    lost = 0

    def cut(route: Route) -> None:
        nonlocal lost
        if rng.random() < 0.2:
            lost += 1
            if route.request.method == "POST":
                route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    with table(browser, browser_context_args) as room:
        for page in room.players:
            page.route("**/matches/**", cut)
        for _ in range(4):
            mover = room.mover
            before = state(mover)["version"]
            mover.locator("#roll-button:enabled").click(timeout=20_000)
            expect(mover.locator("#sheet .pencil").first).to_be_visible(timeout=20_000)
            mover.locator("#sheet .pencil").first.click()
            mover.locator("#write-button").click()
            expect(mover.locator("#sheet .pencil")).to_have_count(0, timeout=20_000)
            room.agree()
            assert state(mover)["version"] == before + 2
        assert lost > 0


def test_a_hidden_tab_of_one_who_looks_on_lets_its_stream_go(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    with table(browser, browser_context_args) as room:
        watcher = room.page()
        streams: list[str] = []
        watcher.on(
            "request", lambda request: streams.append(request.url) if "/stream" in request.url else None
        )
        watcher.goto(room.path)
        expect(watcher.locator("#table")).to_be_visible()
        hide = """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
        watcher.wait_for_function("() => document.getElementById('table').dataset.version")
        watcher.evaluate(hide, True)
        roll(room.mover)
        room.agree()
        version = str(state(room.mover)["version"])
        assert watcher.locator("#table").get_attribute("data-version") != version
        watcher.evaluate(hide, False)
        room.agree(watcher)
        assert len(streams) == 2
