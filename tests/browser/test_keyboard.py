"""The table by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from at_browser import a_move, quiet, sit_down, state

FOCUS = "document.activeElement?.id"


def press(page: Page, key: str) -> None:
    with a_move(page):
        page.keyboard.press(key)


def test_a_whole_game_by_keyboard(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "crag", "Ana")
    for turn in range(13):
        press(page, "r")
        if turn == 0:
            page.keyboard.press("2")
            assert page.evaluate(FOCUS) == "die-2"
            expect(page.locator("#die-2")).to_have_attribute("aria-pressed", "true")
            press(page, "R")
            assert state(page)["dice"][1]["held"] is True
        page.keyboard.press("ArrowDown")
        assert page.locator("#sheet .pencil:focus").count() == 1
        page.keyboard.press("Enter")
        expect(page.locator("#sheet .pencil.chosen:focus")).to_have_count(1)
        press(page, "Enter")
        if turn < 12:
            assert page.evaluate(FOCUS) == "roll-button"
    expect(page.locator("#again-button")).to_be_focused()
    assert state(page)["phase"] == "over"


def test_arrows_go_over_the_open_boxes_as_they_lie(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, "yahtzee", "Ana")
    press(page, "r")
    been = []
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        been.append((page.evaluate(FOCUS) or "").removeprefix("write-"))
    assert been == ["ones", "twos", "four_of_a_kind", "full_house", "threes", "twos", "twos"]
    shown = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(shown) == "solid"


def test_escape_and_a_tap_elsewhere_take_a_choice_back(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "crag", "Ana")
    press(page, "r")
    for back in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#dock-title").click(force=True),
    ):
        page.locator("#write-twos").click()
        expect(page.locator("#write-button")).to_have_text(
            page.locator("#write-twos").get_attribute("aria-label") or ""
        )
        expect(page.locator("#roll-button")).to_be_hidden()
        back()
        expect(page.locator("#sheet .chosen")).to_have_count(0)
        expect(page.locator("#write-button")).to_be_hidden()
        expect(page.locator("#roll-button")).to_be_visible()
    page.locator("#write-twos").click()
    page.locator("#write-threes").click()
    expect(page.locator("#sheet .chosen")).to_have_attribute("id", "write-threes")
    assert state(page)["turns"] == []
    with a_move(page):
        page.locator("#write-threes").click(delay=10)
    assert [turn["box"] for turn in state(page)["turns"]] == ["threes"]


def test_without_confirming_one_tap_writes(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "crag", "Ana")
    page.evaluate("document.documentElement.dataset.confirm = 'no'")
    press(page, "r")
    with a_move(page):
        page.locator("#write-twos").click()
    assert [turn["box"] for turn in state(page)["turns"]] == ["twos"]


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "crag", "Ana")
    page.evaluate("document.documentElement.dataset.keys = 'no'")
    page.keyboard.press("r")
    page.keyboard.press("?")
    quiet(page)
    assert state(page)["number"] == 0
    expect(page.locator("#help")).to_be_hidden()
    page.evaluate("document.documentElement.dataset.keys = 'yes'")
    page.keyboard.press("Alt+r")
    quiet(page)
    assert state(page)["number"] == 0
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    quiet(page)
    assert state(page)["number"] == 0
    press(page, "r")


def test_the_turn_of_a_bot_is_shown_and_can_be_skipped(page: Page) -> None:
    page.goto("/new/crag")
    page.locator("#name-1").fill("Ana")
    page.locator("#bots-greedy").select_option("2")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    press(page, "r")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    # The page itself notes what is shown and when, and who plays skips when the first bot has written: a test that
    # looks and presses from outside may come too late.
    page.evaluate(
        """() => {
          window.shown = [];
          const note = (event) => {
            if (document.getElementById("skip-button").hidden) return;
            const ink = document.querySelector("#sheet td.last .ink");
            window.shown.push({
              what: event.type,
              focus: document.activeElement.id,
              title: document.getElementById("dock-title").textContent,
              ink: Boolean(ink?.checkVisibility()),
            });
            if (event.type !== "regatta:wrote") return;
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}));
          };
          for (const name of ["rolling", "wrote"]) document.addEventListener(`regatta:${name}`, note);
        }"""
    )
    with a_move(page):
        page.keyboard.press("Enter")
    shown = page.evaluate("window.shown")
    assert {moment["focus"] for moment in shown} == {"skip-button"}
    *rolling, wrote = shown
    assert rolling, "the bot was seen to roll"
    assert all(moment["what"] == "regatta:rolling" and "rolls" in moment["title"] for moment in rolling)
    assert (wrote["what"], wrote["ink"]) == ("regatta:wrote", True), "and the second bot was not waited for"
    expect(page.locator("#roll-button")).to_be_focused()
    assert page.locator(".seats .total").all_inner_texts() == [
        str(seat["total"]) for seat in state(page)["seats"]
    ]
