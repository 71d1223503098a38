"""The replay in a real browser: steps by link, key and play; the address follows; each is told once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from at_browser import NO_SIDEWAYS, PATIENCE, axe, hear
from browser.test_proof import over

__all__ = ["over"]


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def at(page: Page) -> int:
    return int(page.evaluate("Number(new URL(location).searchParams.get('at'))"))


def test_steps_by_key_and_link_and_play(page: Page, over: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    page.goto(over)
    page.locator("#result").get_by_role("link", name="Replay").click()
    step = page.locator(".film-step")
    expect(step).to_contain_text("Step 0 of")
    page.evaluate("window.loaded = 1")
    assert page.evaluate(NO_SIDEWAYS)
    assert axe(page) == []
    for key, told in [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("ArrowRight", "2")]:
        page.keyboard.press(key)
        expect(step).to_contain_text(f"Step {told} of")
        assert at(page) == version(page)
    hear(page, "wrote")
    page.locator("#film-on").click()
    expect(step).to_contain_text("Step 3 of")
    hear(page, "rolls")
    page.keyboard.press("End")
    expect(page.locator("#dock-title")).to_contain_text("win")
    expect(page.locator("#film-on")).to_have_attribute("aria-disabled", "true")
    last = version(page)
    page.keyboard.press("Home")
    expect(step).to_contain_text("Step 0 of")

    # Play goes on by itself until it is paused; the space bar does both.
    page.locator("#table").click(position={"x": 5, "y": 300})
    page.keyboard.press("Space")
    expect(page.locator("#table")).to_have_class("table replay seats-2 playing")
    expect(step).to_contain_text(
        re.compile(r"Step ([2-9]|\d\d) of"), timeout=PATIENCE
    )  # each only for a moment
    page.keyboard.press("Space")
    expect(page.locator("#film-play")).to_have_attribute("aria-label", "Play the steps")
    paused = version(page)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert version(page) == paused < last

    # A turn of the list, on a desktop; the address is a link to what is seen.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("a.film-turn").nth(9).click()
    expect(page.locator("a.film-turn[aria-current=step]")).to_contain_text("10")
    assert axe(page) == []
    shown, address = page.locator("#sheet").inner_text(), page.url
    assert page.evaluate("window.loaded") == 1
    page.goto(address)
    assert page.locator("#sheet").inner_text() == shown


def test_dice_tumble_onto_what_was_rolled_unless_they_shall_not(page: Page, over: str) -> None:
    page.goto(f"{over}/replay")
    rolling = page.evaluate_handle(
        """() => {
          const seen = [];
          document.addEventListener("regatta:rolling", () => seen.push("rolling"));
          document.addEventListener("regatta:settled", () => seen.push("settled"));
          return seen;
        }"""
    )
    page.locator("#film-on").click()
    expect(page.locator(".film-step")).to_contain_text("Step 1 of")
    assert rolling.json_value() == ["rolling", "settled"]
    labels = [die.get_attribute("aria-label") or "" for die in page.locator("#dice .die").all()]
    assert all("free" in label for label in labels)
    page.locator("#film-back").click()
    expect(page.locator(".film-step")).to_contain_text("Step 0 of")
    page.locator("#film-tumble").uncheck()
    page.locator("#film-on").click()
    expect(page.locator(".film-step")).to_contain_text("Step 1 of")
    assert rolling.json_value() == ["rolling", "settled"]
    page.reload()
    expect(page.locator("#film-tumble")).not_to_be_checked()
