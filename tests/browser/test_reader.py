"""What a screen reader hears of a turn: each thing once, in order, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from at_browser import hear, heard_out, play_on, roll, sit_down, still_open, wait_for_holds, write
from at_site import loaded, served

__all__ = ["loaded"]


@pytest.fixture
def site_with_dice(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path) as address:
        yield address


def open_match(page: Page, site: str, game: str, *names: str, bots: int = 0) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, game, *names, site=site, bots=bots)


def test_ui_02_a_whole_turn(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    loaded += [(6, 6, 6, 6, 6), (1, 1, 1, 1, 1)]
    open_match(page, site_with_dice, "yahtzee", "Ana", "Ben")
    loaded += [(2, 4, 4, 6, 1), (4, 3)]
    roll(page)
    page.locator("#die-2").click()
    page.locator("#die-3").click()
    page.locator("#die-4").click()
    wait_for_holds(page, 1, 2, 3)
    assert page.locator("#dice [aria-pressed=true]").evaluate_all(
        "dice => dice.map((die) => die.ariaLabel)"
    ) == [
        "die 2: four, held",
        "die 3: four, held",
        "die 4: six, held",
    ]
    roll(page)
    write(page, "three_of_a_kind")
    assert heard_out(page) == [
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
    found = heard_out(page)
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
    before = len(heard_out(page)) + 1  # how things stand was asked for
    roll(page)
    page.locator("#die-1").click()
    wait_for_holds(page, 0)
    found = heard_out(page)[before:]
    assert found[0] == "Roll 1 of 3: six, six, six, six, six."
    assert found[1:] == [page.locator("#why").inner_text()]
    assert "only into Sixes" in found[1]


def test_the_end_is_said_with_the_last_write(page: Page, site_with_dice: str) -> None:
    open_match(page, site_with_dice, "crag", "Ana")
    play_on(page, lambda now: not now["dice"] and still_open(now) == 1)
    roll(page)
    write(page, (page.locator("#sheet .pencil").get_attribute("id") or "").removeprefix("write-"))
    rolled, chosen, wrote, end = heard_out(page)
    assert (rolled[:9], chosen) == ("Roll 1 of", "Chosen. Press again to write.")
    assert wrote.startswith("Ana wrote ")
    assert end == f"{page.locator('#sheet .total .ink').inner_text()} points."


def test_s_says_how_things_stand(page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]) -> None:
    open_match(page, site_with_dice, "crag", "Ana")
    loaded += [(1, 4, 3)]
    roll(page)
    page.locator("#die-2").click()
    page.keyboard.press("s")
    assert hear(page, "roll left").endswith(
        "die 1: one, free; die 2: four, held; die 3: three, free. Ana 0. 1 roll left."
    )
