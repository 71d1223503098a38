"""Settings and help as people use them: in the menu of the table, with and without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from at_browser import NO_SIDEWAYS, PHONE, axe, sit_down, too_low
from regatta.words.languages import SOURCE, languages

PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK = "rgb(251, 247, 238)", "rgb(30, 36, 44)"


@pytest.mark.parametrize(("system", "paper"), [("light", LIGHT), ("dark", DARK)])
def test_colours_follow_the_device_until_the_guest_chooses(page: Page, system: Any, paper: str) -> None:
    page.emulate_media(color_scheme=system)
    sit_down(page)
    assert page.evaluate(PAPER) == paper
    page.locator("#menu > summary").click()
    for theme, wanted in (("dark", DARK), ("light", LIGHT), ("auto", paper), ("dark", DARK)):
        with page.expect_response("**/settings"):
            page.get_by_label("Colours").select_option(theme)
        assert page.evaluate(PAPER) == wanted
        shown = "() => [...document.querySelectorAll('meta[name=theme-color]')].filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)"
        assert page.evaluate(shown) == [{LIGHT: "#fbf7ee", DARK: "#1e242c"}[wanted]]
    page.reload()
    assert page.evaluate(PAPER) == DARK
    page.goto("/")
    assert page.evaluate(PAPER) == DARK


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast_is_aaa(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce", contrast="more")
    sit_down(page, "yahtzee", "Ana", "Ben")
    page.locator("#menu > summary").click()
    assert too_low(page, 7) == []
    page.emulate_media(contrast="no-preference")
    assert too_low(page, 7) != []
    page.get_by_label("Contrast").select_option("high")
    assert too_low(page, 7) == []
    for path in ("/", "/settings", "/help", "/offline"):
        page.goto(path)
        page.emulate_media(contrast="more")
        assert too_low(page, 7) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_contrast(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    for path in ("/settings", "/help", "/offline"):
        page.goto(path)
        assert too_low(page, 4.5) == [], path
    sit_down(page)
    page.locator("#menu > summary").click()
    assert too_low(page, 4.5) == []
    page.locator("#help-link").click()
    assert too_low(page, 4.5) == []


def test_axe_finds_nothing_wrong_with_menu_help_and_settings(page: Page) -> None:
    page.set_viewport_size(PHONE)
    for path in ("/settings", "/help", "/offline"):
        page.goto(path)
        assert axe(page) == [], path
    sit_down(page)
    assert axe(page) == []
    page.locator("#menu > summary").click()
    assert axe(page) == []
    page.locator("#help-link").click()
    assert axe(page) == []


@pytest.mark.parametrize("size", [PHONE, {"width": 740, "height": 360}, {"width": 1000, "height": 700}])
def test_large_text_leaves_menu_and_help_usable(page: Page, size: Any) -> None:
    page.set_viewport_size(size)
    for path in ("/settings", "/help", "/offline"):
        page.goto(path)
        enlarge(page)
        assert page.evaluate(NO_SIDEWAYS), path
    sit_down(page)
    enlarge(page)
    page.locator("#menu > summary").click()
    page.get_by_label("Contrast").select_option("high")
    page.locator("#help-link").click()
    page.get_by_role("dialog").get_by_text("Single keys can be").scroll_into_view_if_needed()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate(NO_SIDEWAYS)


def enlarge(page: Page) -> None:
    """Text of twice the size, as a browser sets it: by a sheet of its own, which the policy of the site allows."""
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("html { font-size: 200% !important; }");
          document.adoptedStyleSheets = [sheet];
        }"""
    )


def test_dice_can_be_seen_in_forced_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active", color_scheme="dark")
    sit_down(page)
    page.locator("#roll-button").click()
    page.wait_for_selector("#dice button.die .pip")
    fill = "(name) => getComputedStyle(document.querySelector(`#dice ${name}`)).fill"
    assert page.evaluate(fill, ".pip") != page.evaluate(fill, ".bone-face")


def test_digits_and_big_dice(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sit_down(page)
    page.locator("#roll-button").click()
    page.wait_for_selector("#dice button.die .pip")
    before = page.locator("#die-1").bounding_box()
    page.locator("#menu > summary").click()
    page.get_by_label("Big dice").check()
    page.get_by_label("Digits on dice").check()
    after = page.locator("#die-1").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    assert page.evaluate(NO_SIDEWAYS)
    expect(page.locator("#die-1 .digit")).to_be_visible()
    expect(page.locator("#die-1 .pip").first).to_be_hidden()


def test_the_menu_closes_as_menus_do(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sit_down(page)
    menu, opener = page.locator("#menu .menu-paper"), page.locator("#menu > summary")
    opener.press("Enter")
    expect(menu).to_be_visible()
    assert page.evaluate(NO_SIDEWAYS)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.mouse.click(20, 700)
    expect(menu).to_be_hidden()


def test_sound_is_off_until_it_is_wanted(page: Page) -> None:
    page.add_init_script(
        """window.made = [];
        const Honest = window.AudioContext;
        window.AudioContext = class extends Honest { constructor(...args) { super(...args); window.made.push(this); } };"""
    )
    sit_down(page)
    page.locator("#roll-button").click()
    rolled = "() => document.querySelector('#table').dispatchEvent(new CustomEvent('regatta:rolling', {bubbles: true, detail: {dice: 5}}))"
    page.evaluate(rolled)
    assert page.evaluate("made.length") == 0
    sound = page.get_by_role("button", name="Sound")
    with page.expect_response("**/settings"):
        sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("made.length") == 1
    page.wait_for_function("() => made[0].state === 'running'")
    for name, detail in (
        ("rolling", "{dice: 5}"),
        ("landed", "{place: 0}"),
        ("wrote", "{top: true}"),
        ("won", "{}"),
    ):
        page.evaluate(
            f"document.querySelector('#table').dispatchEvent(new CustomEvent('regatta:{name}', {{bubbles: true, detail: {detail}}}))"
        )
    with page.expect_response("**/settings"):
        sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("() => made[0].state === 'suspended'")
    page.reload()
    page.evaluate(rolled)
    assert page.evaluate("made.length") == 0


LIES_ON = """(names) => {
  const [one, other] = names.map((name) => document.querySelector(name).getBoundingClientRect());
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}"""
"""Whether two things overlap."""


def test_help_of_the_first_visit(page: Page) -> None:
    page.set_viewport_size(PHONE)
    path = sit_down(page)
    card = page.locator("#welcome")
    expect(card.get_by_role("listitem")).to_have_count(3)
    for needed in ("#roll-button", "#die-1"):
        expect(page.locator(needed)).to_be_in_viewport(ratio=1)
    page.locator("#roll-button").click()
    expect(card).to_have_count(0)
    path = sit_down(page)
    for language in languages():
        page.goto(f"{path}?lang={language}")
        for size in ({"width": 1440, "height": 900}, {"width": 1366, "height": 768}, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate(LIES_ON, ["#welcome", "#roll-button"]) is False, (language, size)
            assert page.evaluate("welcome.scrollHeight <= welcome.clientHeight"), (language, size)
    page.goto(f"{path}?lang={SOURCE}")
    with page.expect_response("**/settings"):
        card.get_by_role("button", name="Got it").click()
    expect(card).to_have_count(0)
    page.goto(path)
    sit_down(page)
    expect(card).to_have_count(0)


def test_help_can_be_opened_at_the_table(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sit_down(page)
    page.locator("#menu > summary").click()
    page.locator("#help-link").click()
    dialog = page.get_by_role("dialog", name="How to play")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading", name="How to play")).to_be_in_viewport()
    expect(dialog.get_by_role("row").filter(has_text="rolls")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.evaluate("document.dispatchEvent(new CustomEvent('regatta:help'))")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_settings_and_help_without_javascript(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False, "viewport": PHONE})
    page = context.new_page()
    path = sit_down_without_script(page)
    page.get_by_role("button", name="Got it").click()
    assert page.url.endswith(path)
    expect(page.locator("#welcome")).to_have_count(0)
    page.locator("#menu > summary").click()
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Single keys").uncheck()
    page.get_by_role("button", name="Save").click()
    assert page.url.endswith(path)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-keys", "no")
    expect(root).to_have_attribute("data-sound", "no")
    page.locator("#menu > summary").click()
    page.locator("#help-link").click()
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    assert page.url.endswith(path)
    page.set_viewport_size({"width": 800, "height": 700})
    page.get_by_role("button", name="Sound").click()
    assert page.url.endswith(path)
    expect(root).to_have_attribute("data-sound", "yes")
    context.close()


def sit_down_without_script(page: Page) -> str:
    page.goto("/new/yacht")
    page.get_by_role("button", name="Play", exact=True).click()
    return "/" + page.url.split("/", 3)[3]
