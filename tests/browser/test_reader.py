"""What a screen reader hears of a turn: each thing once, in order, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from at_browser import a_move, roll, write
from at_site import loaded, served

__all__ = ["loaded"]

LISTEN = """() => {
  window.heard = [];
  const live = document.getElementById("live");
  new MutationObserver(() => live.textContent && window.heard.push(live.textContent.replace(/[\\u2068\\u2069]/g, "")))
    .observe(live, {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture
def site_with_dice(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path) as address:
        yield address


def open_match(page: Page, site: str, game: str, *names: str, bots: int = 0) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/new/{game}")
    for number, name in enumerate(names, 1):
        page.locator(f"#name-{number}").fill(name)
    if bots:
        page.locator("#bots-greedy").select_option(str(bots))
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    page.evaluate(LISTEN)


def heard(page: Page, number: int) -> list[str]:
    page.wait_for_function("number => window.heard.length >= number", arg=number)
    page.wait_for_timeout(450)
    return page.evaluate("window.heard")


def test_ui_02_a_whole_turn(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    loaded += [(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)]
    open_match(page, site_with_dice, "yahtzee", "Ana", "Ben")
    loaded += [(2, 4, 4, 6, 1), (4, 3)]
    roll(page)
    page.locator("#die-2").click()
    page.locator("#die-3").click()
    page.locator("#die-4").click()
    page.wait_for_timeout(500)  # the server is told of them
    assert page.locator("#dice [aria-pressed=true]").evaluate_all(
        "dice => dice.map((die) => die.ariaLabel)"
    ) == [
        "die 2: four, held",
        "die 3: four, held",
        "die 4: six, held",
    ]
    roll(page)
    write(page, "three_of_a_kind")
    assert heard(page, 5) == [
        "Roll 1 of 3: two, four, four, six, one.",
        "Roll 2 of 3: four, three.",
        "Chosen. Press again to write.",
        "Ana wrote 21 into Three of a kind.",
        "Ben is to roll.",
    ]


def test_the_turns_of_bots_one_by_one(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    loaded += [(6, 6, 6), (5, 5, 5), (1, 1, 1)]
    open_match(page, site_with_dice, "crag", "Ana", bots=2)
    names = [name.replace("▸ ", "") for name in page.locator(".seats .name").all_inner_texts()]
    loaded += [(1, 1, 3), (5, 5, 3), (6, 6, 1)]
    roll(page)
    write(page, "ones")
    found = heard(page, 6)
    assert found[:3] == [
        "Roll 1 of 2: one, one, three.",
        "Chosen. Press again to write.",
        "Ana wrote 2 into Ones.",
    ]
    assert [sentence.split(" wrote ")[0] for sentence in found[3:5]] == names[1:]
    assert found[5:] == ["Ana is to roll."]


def test_a_joker_says_why(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    open_match(page, site_with_dice, "yahtzee", "Ana")
    loaded += [(5, 5, 5, 5, 5), (6, 6, 6, 6, 6)]
    roll(page)
    write(page, "yahtzee")
    heard(page, 4)
    roll(page)
    page.locator("#die-1").click()
    page.wait_for_timeout(500)
    said = heard(page, 6)[4:]
    assert said[0] == "Roll 1 of 3: six, six, six, six, six."
    assert said[1:] == [page.locator("#why").inner_text()]
    assert "only into Sixes" in said[1]


def test_the_end_is_said_with_the_last_write(page: Page, site_with_dice: str) -> None:
    open_match(page, site_with_dice, "crag", "Ana")
    for _ in range(13):
        roll(page)
        with a_move(page):
            page.locator("#sheet .pencil").first.click()
            page.locator("#write-button").click()
    heard(page, 4 * 13)
    page.wait_for_timeout(1500)
    found = page.evaluate("window.heard")[-2:]
    total = page.locator("#sheet .total .ink").inner_text()
    assert found[0].startswith("Ana wrote ")
    assert found[1] == f"{total} points."


def test_s_says_how_things_stand(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    open_match(page, site_with_dice, "crag", "Ana")
    loaded += [(1, 4, 3)]
    roll(page)
    page.locator("#die-2").click()
    page.keyboard.press("s")
    said = heard(page, 2)[-1]
    assert said.endswith("die 1: one, free; die 2: four, held; die 3: three, free. Ana 0. 1 roll left.")
