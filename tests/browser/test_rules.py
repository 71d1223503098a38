"""The rules page as people use it: the drawn track, the model beside what it makes; small, dark, printed, bare."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from at_browser import NO_SIDEWAYS, PHONE, axe, sit_down, too_low

DESK = {"width": 1440, "height": 900}
STEP = "flow.0.steps.0.steps.1.steps.0"
BOX = "sheet.lower.full_house"


def stop(page: Page, step: str = STEP) -> Locator:
    return page.locator(f'.stop[data-path="{step}"]')


def lit(page: Page) -> list[str]:
    """The parts that are lit, outside the model."""
    return page.locator(".lit[data-path]").evaluate_all("(all) => all.map((each) => each.dataset.path)")


def lit_lines(page: Page) -> list[str]:
    return page.locator(".code li.lit").evaluate_all("(all) => all.map((each) => each.id)")


# --------------------------------------------------------------------------------------------------- the track


def test_a_step_is_told_by_mouse(page: Page) -> None:
    page.set_viewport_size(DESK)
    page.goto("/games/yahtzee")
    expect(page.locator("#told")).to_contain_text("Choose a step")
    stop(page).click()
    expect(page.locator("#told")).to_contain_text("Choose which dice to keep")
    expect(page.locator("#told li")).to_have_count(3)
    expect(stop(page)).to_have_attribute("aria-current", "step")
    stop(page, "flow.0").click()
    expect(page.locator("#told")).to_contain_text("until every sheet is full")
    expect(page.locator(".stop[aria-current]")).to_have_count(1)
    assert "#" not in page.url


def test_a_step_is_told_by_keyboard(page: Page) -> None:
    page.goto("/games/yahtzee")
    stop(page, "flow.0").focus()
    told = []
    for _ in range(page.locator(".stop").count()):
        told.append(page.locator("#told").inner_text())
        page.keyboard.press("Tab")
    assert len(set(told[1:])) == len(told) - 1
    assert "Write the dice" in told[-1]


def test_a_step_is_told_by_touch(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto("/games/yacht")
    stop(page).tap()
    expect(page.locator("#told")).to_contain_text("Choose which dice to keep")
    for each in page.locator(".stop").all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= PHONE["width"]
    context.close()


def test_the_way_runs_from_left_to_right_where_there_is_room(page: Page) -> None:
    page.set_viewport_size(DESK)
    page.goto("/games/yahtzee")
    boxes = [stop(page, f"flow.0.steps.0.steps.{n}").bounding_box() for n in (0, 1, 2)]
    assert [box["x"] for box in boxes if box] == sorted(box["x"] for box in boxes if box)
    page.set_viewport_size(PHONE)
    boxes = [stop(page, f"flow.0.steps.0.steps.{n}").bounding_box() for n in (0, 1, 2)]
    assert [box["y"] for box in boxes if box] == sorted(box["y"] for box in boxes if box)


# --------------------------------------------------------------------------------------------- how it is made


def test_a_line_lights_what_it_makes(page: Page) -> None:
    page.set_viewport_size(DESK)
    page.goto("/games/yahtzee")
    page.get_by_role("button", name="See how it is made").click()
    expect(page.locator("#made-open")).to_have_attribute("aria-expanded", "true")
    line = page.locator(f'.code-line[data-parts^="{BOX}"]')
    line.click()
    assert BOX in lit(page)
    expect(page.locator(f'[id="at-{BOX}"]')).to_be_in_viewport()
    expect(line).to_be_in_viewport()
    assert len(lit_lines(page)) == 1
    page.locator('.code-line[data-parts*="flow.0.steps"]').first.click()
    assert STEP in lit(page)
    assert BOX not in lit(page)


def test_a_part_lights_its_lines(page: Page) -> None:
    page.set_viewport_size(DESK)
    page.goto("/games/yacht")
    page.get_by_role("button", name="See how it is made").click()
    stop(page).click()
    (lines,) = [lit_lines(page)]
    assert lines
    expect(page.locator(f'[id="{lines[0]}"]')).to_be_in_viewport()
    page.locator(".box-card h4").first.click()
    assert lit_lines(page) != lines
    page.keyboard.press("Escape")
    expect(page.locator("#made-open")).to_be_focused()
    assert lit(page) == []


def test_lines_by_keyboard(page: Page) -> None:
    page.set_viewport_size(DESK)
    page.goto("/games/yahtzee")
    page.locator("#made-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".code-line:focus")).to_have_count(1)
    seen = []
    for _ in range(6):
        page.keyboard.press("ArrowDown")
        seen.append(lit_lines(page))
    assert all(len(lines) == 1 for lines in seen)
    assert len({lines[0] for lines in seen}) == 6
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert page.locator('a.code-line[tabindex="0"]').count() == 1


def test_lines_by_touch(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto("/games/yahtzee")
    page.locator(f'[id="at-{BOX}"] .source a').tap()
    assert BOX in lit(page)
    line = page.locator(f'.code-line[data-parts^="{BOX}"]')
    expect(line).to_be_in_viewport()
    page.locator(".code-line", has_text="small_straight").first.tap()
    expect(page.locator('[id="at-sheet.lower.small_straight"]')).to_be_in_viewport()
    assert page.evaluate(NO_SIDEWAYS)
    page.get_by_role("button", name="Close").tap()
    assert lit(page) == []
    context.close()


# ---------------------------------------------------------------------------------------- bare, small, printed


def test_without_a_script_all_are_links(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto("/games/yahtzee")
    expect(page.locator("#told")).to_be_hidden()
    expect(page.locator("#made-open")).to_be_hidden()
    expect(page.locator("#made-close")).to_be_hidden()
    stop(page).click()
    assert page.url.endswith(f"#at-{STEP}")
    page.locator(f'[id="at-{BOX}"] .source a').click()
    assert "#line-yahtzee-" in page.url
    page.locator(f'.code-line[data-parts^="{BOX}"]').click()
    assert page.url.endswith(f"#at-{BOX}")
    page.get_by_label("Further Yahtzees").select_option("none")
    page.get_by_role("button", name="Show these rules").click()
    expect(page.locator("#extra")).to_have_count(0)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_label("Further Yahtzees")).to_have_value("none")
    context.close()


@pytest.mark.parametrize(
    "game",
    ["yahtzee", "yatzy", "crag", "yahtzee?lang=hu", "kismet?lang=sk", "yatzy?lang=pl", "yahtzee?lang=af"],
)
def test_a_phone_needs_no_sideways_scroll(page: Page, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game}")
    assert page.evaluate(NO_SIDEWAYS)
    beyond = """() => [...document.querySelectorAll(".rules *")].filter((each) => !each.closest("svg, .hidden, .picture"))
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 90))"""
    assert page.evaluate(beyond) == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_axe_and_contrast(page: Page, size: Any) -> None:
    page.set_viewport_size(size)
    page.goto("/games/yahtzee")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == [], scheme
    stop(page).click()
    page.locator("#made-open").click()
    page.locator(".code-line[data-parts]").first.click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == [], scheme
        assert too_low(page, 4.5) == [], scheme


def test_paper_has_the_rules_and_nothing_to_press(page: Page) -> None:
    page.goto("/games/yahtzee")
    page.emulate_media(media="print", color_scheme="dark")
    for gone in (".top", ".chapters", "#hood", ".rules-head .act", ".choose", "#told"):
        expect(page.locator(gone).first).to_be_hidden()
    for kept in ("h1", ".track", ".tree", ".box-card", ".forks", ".turn"):
        expect(page.locator(kept).first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert too_low(page, 4.5) == []


def test_the_table_leads_to_its_rules_and_back(page: Page) -> None:
    path = sit_down(page, "crag")
    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_have_text("Crag")
    page.go_back()
    assert page.evaluate("location.pathname") == path
