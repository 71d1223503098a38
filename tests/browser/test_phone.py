"""A phone upright and on its side, big text, and many players: what one needs is in sight and in reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from at_browser import NO_SIDEWAYS, PHONE, a_move, roll, sit_down, state, too_low, wait_for_holds
from regatta.words.languages import languages

DESKS = [{"width": 1440, "height": 900}, {"width": 1366, "height": 768}]
SIDE = {"width": 740, "height": 360}
GAMES = ["crag", "kismet", "yacht", "yahtzee", "yahtzee-free-joker", "yahtzee-upper-first", "yatzy"]

NO_LONGER = "() => document.documentElement.scrollHeight <= window.innerHeight"

TOO_SMALL = """() => [...document.querySelectorAll("#table button, #table a, #table summary, .corner-button")]
  .map((tag) => [tag.outerHTML.slice(0, 80), tag.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 43.9 || box.height < 43.9))
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""

ON_TOP = """(id) => {
  const {left, top, width, height} = document.getElementById(id).getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("button")?.id === id;
}"""


def open_match(page: Page, game: str, *names: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    if len(names) <= 2:
        sit_down(page, game, *names)
        return
    page.goto(f"/new/{game}")
    page.get_by_text("More players").click()
    for number, name in enumerate(names, 1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")


def in_reach(page: Page) -> list[str]:
    """The ids of the buttons for dice and rolling, and of open boxes, that cannot be pressed where they are."""
    ids = page.locator("#dice button, #roll-button, #sheet .pencil").evaluate_all(
        "all => all.map((one) => one.id)"
    )
    return [name for name in ids if not page.evaluate(ON_TOP, name)]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_one_needs_is_in_sight_on_a_phone(page: Page, game: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_match(page, game, "Ana")
    roll(page)
    assert in_reach(page) == []
    rows = page.locator("#sheet tr").evaluate_all("rows => rows.map((row) => getComputedStyle(row).display)")
    assert set(rows) == {"table-row"}
    assert page.evaluate(NO_SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]


def test_on_its_side_the_sheet_lies_left_of_the_dice(page: Page) -> None:
    page.set_viewport_size(SIDE)  # type: ignore[arg-type]
    open_match(page, "yahtzee", "Ana", "Ben")
    roll(page)
    sheet, dock = page.locator("#sheet").bounding_box(), page.locator("#dock").bounding_box()
    assert sheet is not None
    assert dock is not None
    assert sheet["x"] + sheet["width"] <= dock["x"] + 1
    for needed in ("#die-1", "#die-5", "#roll-button"):
        expect(page.locator(needed)).to_be_in_viewport(ratio=1)
    expect(page.locator("#sheet .pencil").first).to_be_in_viewport(ratio=1)
    assert page.evaluate(NO_SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    page.locator("#die-2").click()
    expect(page.locator("#die-2")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [PHONE, SIDE], ids=["upright", "side"])
def test_text_twice_as_big(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    open_match(page, "yahtzee", "Ana", "Ben")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    roll(page)
    assert page.evaluate(NO_SIDEWAYS)
    page.locator("#die-1").click()
    wait_for_holds(page, 0)
    page.locator("#sheet .pencil").nth(5).scroll_into_view_if_needed()
    with a_move(page):
        page.locator("#sheet .pencil").nth(5).click()
        page.locator("#write-button").click()
    assert len(state(page)["turns"]) == 1
    cut = """() => [...document.querySelectorAll("#dock button, #dock-title")]
      .filter((tag) => tag.scrollWidth > tag.clientWidth + 1).map((tag) => tag.id)"""
    assert page.evaluate(cut) == []


def test_ten_players(page: Page) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_match(page, "yahtzee", "Ana", "x" * 40, "W" * 40, *"DEFGHIJ")
    for size in (PHONE, SIDE, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(NO_SIDEWAYS)
        expect(page.locator(".seat.focus")).to_be_in_viewport()
        expect(page.locator("#roll-button")).to_be_in_viewport(ratio=1)


def test_by_touch(browser: Browser, browser_context_args: dict, base_url: str) -> None:
    context = browser.new_context(
        **{
            **browser_context_args,
            "viewport": PHONE,
            "has_touch": True,
            "is_mobile": True,
            "base_url": base_url,
        }
    )
    page = context.new_page()
    open_match(page, "crag", "Ana", "Ben")
    for turn in range(4):
        with a_move(page):
            page.locator("#roll-button").tap()
        page.locator("#die-1").tap()
        wait_for_holds(page, 0)
        with a_move(page):
            page.locator("#roll-button").tap()
        page.locator("#sheet .pencil").nth(turn).tap()
        expect(page.locator("#sheet .chosen")).to_have_count(1)
        with a_move(page):
            page.locator("#write-button").tap()
        page.wait_for_timeout(600)  # a second tap there at once would be a slip of the finger, not a roll
    assert [turn["rolls"][1]["places"] for turn in state(page)["turns"]] == [[1, 2]] * 4
    context.close()


def test_a_long_sheet_is_seen_whole_by_mouse_is_hit_by_finger_and_is_printed_whole(
    browser: Browser, page: Page
) -> None:
    page.set_viewport_size(DESKS[0])  # type: ignore[arg-type]
    open_match(page, "kismet", "Ana", "Ben")
    roll(page)
    for size in DESKS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(NO_LONGER), size
        assert page.evaluate(NO_SIDEWAYS), size
    heights = page.locator("#sheet .pencil").evaluate_all("boxes => boxes.map((box) => box.offsetHeight)")
    assert len(heights) == 15
    assert min(heights) >= 24
    finger = browser.new_context(viewport=DESKS[0], has_touch=True)  # type: ignore[arg-type]
    finger.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    touched = finger.new_page()
    touched.goto(page.url)
    expect(touched.locator("#sheet .pencil")).to_have_count(15)
    assert touched.evaluate(TOO_SMALL) == []
    finger.close()

    page.emulate_media(media="print", color_scheme="dark")
    for shown in ("Kismet", "Ana", "Ben"):
        expect(
            page.locator("main").get_by_text(shown, exact=True).and_(page.locator(":visible")).first
        ).to_be_visible()
    for hidden in ("#dock", "#strip", "#history", "#write-ones"):
        expect(page.locator(hidden)).to_be_hidden()
    assert too_low(page, 4.5) == []


@pytest.mark.parametrize(
    "names", [("Ana", "Ben"), ("Ana", "x" * 40, "W" * 40, *"DEFGHIJ")], ids=["two", "ten"]
)
def test_a_long_sheet_is_seen_whole_whatever_lies_beside_it(
    launch_browser: Callable[..., Browser], browser_context_args: dict, base_url: str, names: tuple[str, ...]
) -> None:
    """Names of boxes in two lines; ten who threw for the first turn; a bar to scroll their columns by, as desktops have."""
    with launch_browser(ignore_default_args=["--hide-scrollbars"]) as browser:
        page = browser.new_context(**{**browser_context_args, "base_url": base_url}).new_page()
        open_match(page, "kismet", *names)
        roll(page)
        path = page.url
        for language in languages():
            page.goto(f"{path}?lang={language}")
            for size in DESKS:
                page.set_viewport_size(size)  # type: ignore[arg-type]
                assert page.evaluate(NO_LONGER), (language, size)
                assert page.evaluate(NO_SIDEWAYS), (language, size)
        expect(page.locator("#turns li").first).to_be_in_viewport(ratio=1)
        page.locator("#fair a").last.focus()
        expect(page.locator("#fair a").last).to_be_in_viewport(ratio=1)
