"""The page that recomputes every roll, in a real browser: a good match, one that was tampered with, and no Web Crypto."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from at_browser import NO_SIDEWAYS, axe, state
from at_site import Visitor

NO_WEB_CRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"


@pytest.fixture(scope="module")
def over(site: str) -> Iterator[str]:
    """A match of two people that was played to its end; gives its path."""
    visitor = Visitor(site)
    path = visitor.open("crag", "Ana", "Ben")
    visitor.play_out()
    yield path
    visitor.close()


def tampered(page: Page, path: str, change: Callable[[str], str]) -> None:
    """Open the page as a server that lies would send it."""

    def answer(route: Route) -> None:
        found = route.fetch()
        body = change(found.text())
        assert body != found.text()
        route.fulfill(response=found, body=body)

    page.route(f"**{path}/dice", answer)
    page.goto(f"{path}/dice")
    page.unroute(f"**{path}/dice")


def marks(page: Page) -> list[str]:
    expect(page.locator("#verdict")).to_have_class(re.compile("proved|refuted"))
    return [mark.strip() for mark in page.locator("#proof .mark").all_inner_texts()]


def test_a_good_match_is_proved_with_and_without_web_crypto(
    page: Page, over: str, browser: Browser, base_url: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(over)
    page.locator("#result").get_by_role("link", name="Check the dice").click()
    rows = page.locator("#proof tbody tr").count()
    assert rows > 25
    assert marks(page) == ["✓ agrees"] * rows
    expect(page.locator("#verdict-line")).to_contain_text(f"Every roll is proved: {rows} of {rows}")
    expect(page.locator("#verdict-how")).to_contain_text("Web Crypto of your browser")
    expect(page.locator("#commitment-mark")).to_have_text("✓ agrees")
    assert page.locator("#recomputed").inner_text() == page.locator("#commitment").inner_text()
    cells = page.locator("#proof tbody tr").first.locator("th, td")
    assert len(set(cells.evaluate_all("cells => cells.map((cell) => cell.offsetTop)"))) == 1, (
        "a row is one line"
    )
    assert page.evaluate(NO_SIDEWAYS)
    assert axe(page) == []

    page.add_init_script(NO_WEB_CRYPTO)
    page.reload()
    assert page.evaluate("crypto.subtle === undefined")
    assert marks(page) == ["✓ agrees"] * rows
    expect(page.locator("#verdict-how")).to_contain_text("a SHA-256 of its own")

    plain = browser.new_page(java_script_enabled=False, base_url=base_url)
    plain.goto(f"{over}/dice")
    expect(plain.locator("#verdict-line")).to_contain_text("Without JavaScript")
    expect(plain.locator(".command")).to_have_text(f"regatta verify {over.rpartition('/')[2]}.json")
    assert plain.locator("#proof tbody tr").count() == rows
    assert len(plain.locator("#seed").inner_text()) == 64
    plain.close()


@pytest.mark.parametrize("crypto", ["web", "own"])
def test_a_tampered_match_fails_at_exactly_what_was_changed(page: Page, over: str, crypto: str) -> None:
    if crypto == "own":
        page.add_init_script(NO_WEB_CRYPTO)
    cell = re.compile(r'(<th scope="row" class="k">7</th>.*?<td class="faces">)(\d)(.*?</td>)')

    def another_face(text: str) -> str:
        return cell.sub(lambda found: f"{found[1]}{int(found[2]) % 6 + 1}{found[3]}", text)

    tampered(page, over, another_face)
    found = marks(page)
    assert [row for row, mark in enumerate(found) if mark != "✓ agrees"] == [7]
    assert found[7] == "✗ differs"
    row = page.locator("#proof tbody tr").nth(7)
    expect(row).to_have_class("wrong")
    recorded, again = row.locator(".faces").all_inner_texts()
    assert recorded != again
    expect(page.locator("#verdict-line")).to_contain_text(f"1 of {len(found)} rolls are not")

    if crypto == "own":
        return
    # A roll that is left out: what follows is not where it belongs.
    tampered(
        page, over, lambda text: re.sub(r'<tr><th scope="row" class="k">9</th>.*?</tr>', "", text, count=1)
    )
    found = marks(page)
    assert found[:9] == ["✓ agrees"] * 9
    assert found[9:] == ["✗ differs"] * (len(found) - 9)

    # Another seed that nobody promised.
    seed = page.locator("#seed").inner_text()
    tampered(page, over, lambda text: text.replace(seed, "0" * 64))
    assert marks(page).count("✓ agrees") < 5
    expect(page.locator("#commitment-mark")).to_have_text("✗ differs")
    expect(page.locator("#verdict-line")).to_contain_text("the seed is not the one that was promised")
    assert axe(page) == []


def test_words_of_ones_own_prove_too(page: Page) -> None:
    """Folded on the form, shown with the commitment before the first roll, and all of it checked in the end."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/new/crag")
    page.locator("#name-1").fill("Ana")
    page.get_by_text("Words of your own for the dice").click()
    page.locator("#own-salt").check()
    assert axe(page) == []
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    commitment = page.locator("#dock .commitment").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", commitment)
    assert page.evaluate(NO_SIDEWAYS)
    assert axe(page) == []
    page.get_by_label("Ana").fill("plum jam, 17 spoons")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#roll-button")).to_be_enabled()
    now = state(page)
    assert (now["commitment"], now["seats"][0]["salt"]) == (commitment, "plum jam, 17 spoons")
