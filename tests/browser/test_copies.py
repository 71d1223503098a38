"""Copies of games without the editor's script, and the pages about them to who sees little."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from at_browser import NO_SIDEWAYS, PATIENCE, PHONE, axe, sit_down, too_low

TINY = """\
game: tiny
players: {to: 3}
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum: {points: sum}
words:
  en: {title: Tiny}
"""


def test_from_a_game_to_a_copy_without_scripts(
    browser: Browser, browser_context_args: dict[str, Any], site: str
) -> None:
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False, "viewport": PHONE})
    page = context.new_page()
    page.goto("/games/crag")
    page.get_by_role("link", name="Edit a copy").click()
    text = page.get_by_role("textbox", name="The rules of the game, as a model")
    whole = text.input_value()
    assert "points: 50" in whole

    # A number that is none comes back with its line, and nothing that was typed is lost.
    text.fill(whole.replace("points: 50", "points: fifty"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-state]")).to_have_text("Faults: 1", timeout=PATIENCE)
    fault = page.locator("[data-faults] li")
    expect(fault).to_contain_text("fifty stands here; expected is a whole number")
    number = next(at for at, line in enumerate(whole.splitlines(), 1) if "points: 50" in line)
    expect(fault).to_contain_text(f"Line {number}:")
    assert "points: fifty" in text.input_value()

    # Mended, it is told in words beside the text, kept, and played.
    text.fill(whole.replace("points: 50", "points: 55"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-state]")).to_have_text("No faults", timeout=PATIENCE)
    expect(page.locator("[data-preview]")).to_contain_text("Gives 55 points.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".done")).to_have_text("Saved.")
    page.get_by_role("link", name="About this copy").click()
    expect(page.locator(".changes .now")).to_contain_text("Gives 55 points.")
    page.get_by_role("link", name="Edit", exact=True).click()
    text.fill(text.input_value().replace("points: 55", "points: 60"))
    page.get_by_role("button", name="Save and play").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Roll").click()
    expect(page.locator("#dice-row .die")).to_have_count(3)
    page.goto(page.locator("a[href^='/games/c']").first.get_attribute("href") or "")
    expect(page.locator(".rules-head")).to_contain_text("About this copy")
    context.close()


def test_the_pages_about_copies(page: Page) -> None:
    token = page.request.get("/copies", headers={"accept": "application/json"}).json()["token"]

    def keep(path: str, text: str, **more: str) -> str:
        answer = page.request.post(path, form={"token": token, "text": text, **more})
        assert answer.ok, answer.text()
        return answer.url.split("/")[4]

    copy = keep("/copies", TINY, game="yacht")
    keep(f"/copies/{copy}", TINY.replace("points: 10", "points: 20"))
    found: dict[str, list[Any]] = {}
    match = sit_down(page, f"{copy}.2")
    for path in ("/copies", f"/copies/{copy}", f"/copies/{copy}/effect", "/", f"/new/{copy}.2", match):
        page.goto(path)
        for size in (PHONE, {"width": 1440, "height": 900}):
            page.set_viewport_size(size)
            assert page.evaluate(NO_SIDEWAYS), path
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found[f"{path} {size['width']} {scheme}"] = [*axe(page), *too_low(page, 4.5)]
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
