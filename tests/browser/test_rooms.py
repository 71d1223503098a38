"""A room in two browsers: found by its link, filled while its host looks on, played to the end, and once more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from at_browser import NO_SIDEWAYS, PATIENCE, PHONE, RECORD, axe, hear

GAME = "crag"


@pytest.fixture
def contexts(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[list[BrowserContext]]:
    """Two browsers, a desktop and a phone, in which nothing moves."""
    still = {**browser_context_args, "reduced_motion": "reduce"}
    both = [browser.new_context(**still), browser.new_context(**still, viewport=PHONE)]
    for context in both:
        context.add_init_script(f"({RECORD})()")
    yield both
    for context in both:
        context.close()


def turn(page: Page) -> None:
    """Roll once, and write into the first box."""
    page.locator("#roll-button").click()
    page.locator("#sheet .pencil").first.click(timeout=PATIENCE)
    page.locator("#write-button").click()


def hurry(pages: list[Page], turns: int) -> None:
    """Play so many turns as a program would; the pages look on."""
    for number in range(turns):
        for page in pages:
            state = page.request.get(f"{page.url}.json").json()
            if state["yours"]:
                send(page, state, "roll", f"roll{number}")
                state = page.request.get(f"{page.url}.json").json()
                send(page, state, "write", f"write{number}", box=next(iter(state["preview"]["points"])))
                break


def send(page: Page, state: dict[str, Any], act: str, key: str, **fields: str) -> None:
    head = {"token": state["token"], "version": state["version"], "seat": state["seat"], "key": key}
    answer = page.request.post(
        f"{page.url}/{act}", data=head | fields, headers={"accept": "application/json"}
    )
    assert answer.ok, answer.text()


def play_out(pages: list[Page]) -> None:
    """Each plays when its page says that it may, without being loaded anew."""
    hurry(pages, 2 * 13 - 3)
    for page in pages:
        version = page.request.get(f"{page.url}.json").json()["version"]
        expect(page.locator("#dice [name=version]")).to_have_value(str(version), timeout=PATIENCE)
    for _ in range(3):
        moves = next_to_move(pages)
        turn(moves)
        expect(moves.locator("#roll-button:enabled")).to_have_count(0, timeout=PATIENCE)
    for page in pages:
        expect(page.locator("#result")).to_be_visible(timeout=PATIENCE)


def next_to_move(pages: list[Page]) -> Page:
    for _ in range(PATIENCE // 50):
        for page in pages:
            if page.locator("#roll-button:enabled").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody can move")


def test_two_browsers_play_a_room_to_the_end_and_again(contexts: list[BrowserContext], base_url: str) -> None:
    host, guest = (context.new_page() for context in contexts)
    faults: list[str] = []
    for page in (host, guest):
        page.on("pageerror", lambda error: faults.append(str(error)))
    # One tap on the page of the rules, which is the same for everybody, opens a room.
    host.goto(f"{base_url}/games/{GAME}")
    host.get_by_role("link", name="Play online").click()
    host.wait_for_url("**/matches/*")
    room = host.url
    expect(host.locator("#begin-button")).to_be_disabled()
    assert axe(host) == []
    link = host.locator("#room-link").get_attribute("href")
    assert link is not None
    # While the host changes the name, somebody sits down: the page follows, and what is typed stays.
    host.locator("#rename-more summary").click()
    host.locator("#rename").fill("Ana")
    guest.goto(link)
    assert axe(guest) == []
    assert guest.evaluate(NO_SIDEWAYS)
    guest.locator("#sit-name").fill("Bo")
    guest.locator("#sit-button").click()
    expect(host.locator(".room-seats")).to_contain_text("Bo", timeout=PATIENCE)
    expect(host.locator("#rename")).to_have_value("Ana")
    expect(host.locator("#rename-more")).to_have_attribute("open", "")
    host.locator("#rename-more button").click()
    expect(guest.locator(".room-seats")).to_contain_text("Ana", timeout=PATIENCE)
    hear(guest, "Ana")
    # The beginning turns both rooms into tables.
    host.locator("#begin-button").click()
    for page in (host, guest):
        expect(page.locator("#strip")).to_be_visible(timeout=PATIENCE)
    # Who leaves is played by a bot, and plays on.
    waits = guest if host.locator("#roll-button:enabled").count() else host
    waits.locator("#players .sure summary").first.click()
    waits.locator("#players .sure[open] button").click()
    expect(waits.locator("#slip-button")).to_have_text("Play on")
    waits.locator("#slip-button").click()
    expect(waits.get_by_text("A bot plays for you.")).to_have_count(0)
    play_out([host, guest])
    # One asks for another game; the other finds it.
    host.locator("#again-button").click()
    host.wait_for_url(lambda url: url != room)
    expect(guest.locator("#next-game a")).to_be_visible(timeout=PATIENCE)
    expect(guest.locator("#again-button")).to_be_hidden()  # which would lead to the same room
    guest.locator("#next-game a").click()
    guest.wait_for_url(host.url)
    host.locator("#begin-button").click()
    for page in (host, guest):
        expect(page.locator("#strip")).to_be_visible(timeout=PATIENCE)
    turn(next_to_move([host, guest]))
    assert faults == []


def test_the_clock_runs_warns_in_words_and_writes(contexts: list[BrowserContext], base_url: str) -> None:
    host, guest = (context.new_page() for context in contexts)
    host.goto(f"{base_url}/new/{GAME}")
    host.locator("#online-button").click()
    host.wait_for_url("**/matches/*")
    host.locator("#arrange-more summary").click()
    host.locator("#clock").select_option(
        "180"
    )  # so long that the server's clock does not end this test on a busy machine
    host.locator("#arrange-button").click()
    link = host.locator("#room-link").get_attribute("href")
    guest.goto(link or "")
    guest.locator("#sit-button").click()
    expect(host.locator("#begin-button")).to_be_enabled(timeout=PATIENCE)
    host.clock.install()
    guest.clock.install(time=datetime.now(UTC) + timedelta(hours=1))  # one machine is wrong
    host.locator("#begin-button").click()
    for page in (host, guest):
        expect(page.locator("#clock-left")).to_have_text(re.compile(r"3:00|2:\d\d"), timeout=PATIENCE)
    moves = next_to_move([host, guest])
    other = guest if moves is host else host
    for page in (moves, other):
        page.clock.run_for(171_000)
    expect(moves.locator("#warns")).to_be_visible()
    hear(moves, "20 seconds are left for your turn")
    expect(moves.locator("#clock")).to_have_class("clock late")
    expect(other.locator("#warns")).to_have_count(0)


def test_lobby_and_watch_page_are_accessible(page: Page) -> None:
    page.goto("/watch")
    assert axe(page) == []
    page.get_by_role("link").filter(has=page.locator(".row-of-dice")).or_(
        page.locator("a.watched")
    ).first.click()
    page.wait_for_url("**/matches/*")
    expect(page.locator("#table form")).to_have_count(0)
    version = page.locator("#table").get_attribute("data-version") or ""
    expect(page.locator("#table")).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    page.goto("/")
    page.locator("#code").fill("aaa aaa")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#code")).to_be_focused()
    assert axe(page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_what_a_browser_cannot_do_is_not_shown(
    browser: Browser, browser_context_args: dict, base_url: str, scripts: bool
) -> None:
    """Sharing and copying need a browser that has them; printing by a button needs scripts."""
    with browser.new_context(
        **{**browser_context_args, "base_url": base_url}, java_script_enabled=scripts
    ) as context:
        page = context.new_page()
        page.goto(f"/online/{GAME}")
        page.locator("#online button[type=submit]").click()
        page.wait_for_url("**/matches/*")
        room = page.url
        page.goto(f"/pad/{GAME}")
        page.locator("main form button[type=submit]").last.click()
        page.wait_for_url("**/matches/*")
        found = 0
        for path in (room, page.url, "/", f"/new/{GAME}", f"/games/{GAME}"):
            page.goto(path)
            hidden = page.locator("[hidden]")
            found += hidden.count()
            for number in range(hidden.count()):
                expect(hidden.nth(number)).to_be_hidden()
        assert found > 3
        page.goto(room)
        expect(page.get_by_role("button", name="Share")).to_have_count(0)
        expect(page.get_by_role("button", name="Copy link")).to_have_count(1 if scripts else 0)
