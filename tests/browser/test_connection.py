"""A lost connection: the page says so, keeps what was done, and comes back by itself; a move is applied once."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from at_browser import hear, said, sit_down, state, wait_for_holds


def keys(route: Route) -> str:
    return parse_qs(route.request.post_data or "")["key"][0]


def test_the_page_says_at_once_that_the_connection_is_lost(page: Page, context: BrowserContext) -> None:
    sit_down(page)
    region = page.locator("#connection")
    assert region.get_attribute("role") == "status"
    expect(region).to_be_empty()
    page.evaluate(
        """() => {
          const place = () => document.getElementById("sheet").getBoundingClientRect().top;
          window.places = [place()];
          const look = () => window.places.push(place());
          // After the page's own listeners: what they do about it is done by then.
          window.addEventListener("offline", () => { window.at_once = document.getElementById("connection").textContent; });
          for (const name of ["regatta:lost", "regatta:found"]) document.addEventListener(name, () => queueMicrotask(look));
        }"""
    )
    context.set_offline(True)
    hear(page, "No connection", "connection")
    assert "No connection" in page.evaluate("window.at_once")
    context.set_offline(False)
    hear(page, "The connection is back.", "connection")
    expect(region).to_be_empty()
    assert [sentence.split(".")[0] for sentence in said(page, "connection")] == [
        "No connection",
        "The connection is back",
    ]
    places = page.evaluate("[...window.places, document.getElementById('sheet').getBoundingClientRect().top]")
    assert places == [places[0]] * 4


def test_on_28_a_move_waits_for_the_connection_and_is_applied_once(
    page: Page, context: BrowserContext
) -> None:
    sit_down(page)
    context.set_offline(True)
    page.locator("#roll-button").click()
    expect(page.locator("#connection")).to_contain_text("Your move is kept")
    with page.expect_event("requestfailed"):  # it is tried again
        page.locator("#roll-button").click()  # an impatient second press
    expect(page.locator("#roll-button")).to_contain_text("3 left")  # nothing is shown as done
    expect(page.locator("#dice button.die")).to_have_count(0)
    context.set_offline(False)
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    assert state(page)["number"] == 1


def test_an_answer_that_was_lost_is_asked_for_with_the_same_key(page: Page) -> None:
    sit_down(page)
    seen: list[str] = []

    def lose(route: Route) -> None:
        seen.append(keys(route))
        if len(seen) < 3:
            route.fetch()  # it arrives; only its answer does not
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/roll", lose)
    page.locator("#roll-button").click()
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    assert len(seen) == 3
    assert len(set(seen)) == 1
    assert state(page)["number"] == 1


def test_a_server_that_starts_anew_is_waited_for(page: Page) -> None:
    sit_down(page)
    answers = [502, 503]
    page.route(
        "**/roll",
        lambda route: route.fulfill(status=answers.pop(0), body="gone") if answers else route.continue_(),
    )
    page.locator("#roll-button").click()
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    hear(page, "No connection", "connection")
    assert state(page)["number"] == 1


def test_holds_survive_the_loss(page: Page, context: BrowserContext) -> None:
    sit_down(page)
    page.locator("#roll-button").click()
    page.wait_for_selector("#dice button.die")
    context.set_offline(True)
    page.locator("#die-2").click()
    expect(page.locator("#die-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#connection")).to_contain_text("No connection")
    context.set_offline(False)
    hear(page, "The connection is back.", "connection")
    wait_for_holds(page, 1)
    assert [die["held"] for die in state(page)["dice"]] == [False, True, False, False, False]
    expect(page.locator("#die-2")).to_have_attribute("aria-pressed", "true")


def test_two_tabs_of_a_match_show_the_same(page: Page, context: BrowserContext) -> None:
    sit_down(page)
    other = context.new_page()
    other.goto(page.url)
    page.locator("#roll-button").click()
    for tab in (page, other):
        expect(tab.locator("#roll-button")).to_contain_text("2 left")
    version = page.locator("#table").get_attribute("data-version") or ""
    expect(other.locator("#table")).to_have_attribute("data-version", version)
    other.locator("#roll-button").click()
    for tab in (page, other):
        expect(tab.locator("#roll-button")).to_contain_text("1 left")
        expect(tab.locator("#notice")).to_have_count(0)


def test_a_page_that_comes_into_view_asks_how_it_stands(page: Page, context: BrowserContext) -> None:
    page.add_init_script("delete window.BroadcastChannel; delete window.EventSource")
    sit_down(page)
    other = context.new_page()
    other.goto(page.url)
    other.locator("#roll-button").click()
    expect(other.locator("#roll-button")).to_contain_text("2 left")
    expect(page.locator("#roll-button")).to_contain_text("3 left")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#roll-button")).to_contain_text("2 left")


# --------------------------------------------------------------------------------------------- service worker


def installed(browser: Browser, args: dict[str, Any]) -> tuple[BrowserContext, Page]:
    """A browser in which the service worker runs."""
    context = browser.new_context(**{**args, "service_workers": "allow"})
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return context, page


KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


def test_a_page_that_cannot_be_reached(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    context, page = installed(browser, browser_context_args)
    path = sit_down(page)
    page.locator("#roll-button").click()
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert all(name == "/offline" or name.startswith("/static/") for name in kept), kept

    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    assert page.url.endswith(path)
    assert page.locator("#table").count() == 0, "no old table is shown as if it were there"
    colour = "getComputedStyle(document.querySelector('.primary')).backgroundColor"
    assert page.evaluate(colour) == "rgb(240, 180, 60)"
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    page.go_back()
    context.set_offline(False)
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    context.close()


def test_a_form_that_is_sent_in_vain_comes_back(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    context, page = installed(browser, browser_context_args)
    page.goto("/new/yacht")
    context.set_offline(True)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    assert page.url.endswith("/new/yacht")
    context.set_offline(False)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    context.close()


def test_a_new_build_takes_the_place_of_the_old_one(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    context, page = installed(browser, browser_context_args)
    page.evaluate("caches.open('regatta-of-before').then(() => caches.open('not-ours'))")
    first = page.evaluate("caches.keys()")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.unregister())")
    page.reload()
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => caches.has('regatta-of-before').then((there) => !there)")
    assert page.evaluate("caches.keys()") == [name for name in first if name != "regatta-of-before"]
    context.close()
