"""axe finds nothing wrong with the table in any of its states, in either scheme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from at_browser import PHONE, axe, play_on, roll, sit_down, write
from at_site import loaded, served

__all__ = ["loaded"]


@pytest.fixture
def site_with_dice(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path) as address:
        yield address


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_every_state_of_the_table(
    page: Page, site_with_dice: str, loaded: list[tuple[int, ...]], size: Any
) -> None:
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        """Every rule in both schemes: what stands on the page is the same, and it is opened once."""
        for scheme in ("light", "dark"):
            page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
            found[f"{state}, {scheme}"] = axe(page)

    page.set_viewport_size(size)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "yahtzee", site=site_with_dice)
    loaded += [(5, 5, 5, 5, 5), (6, 6, 6, 6, 6)]
    roll(page)
    page.locator("#write-yahtzee").click()
    look("chosen")
    page.locator("#write-button").click()
    page.wait_for_selector("#back-button")
    look("written")
    roll(page)
    page.locator("#die-2").click()
    look("joker")
    write(page, "sixes")
    look("chips")
    play_on(page)
    assert page.locator("#result").count() == 1
    look("end")
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
    assert len(found) == 2 * 5
