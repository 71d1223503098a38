"""axe finds nothing wrong with the table in any of its states."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from at_browser import PHONE, roll, write
from at_site import loaded, served

__all__ = ["loaded"]

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = pytest.mark.skipif(
    not AXE.is_file(), reason="axe is a package of the front end: npm ci in frontend/ brings it"
)


@pytest.fixture
def site_with_dice(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path) as address:
        yield address


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_every_state_of_the_table(
    page: Page, site_with_dice: str, loaded: list[tuple[int, ...]], scheme: Any, size: Any
) -> None:
    page.set_viewport_size(size)
    page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
    page.goto(f"{site_with_dice}/new/yahtzee")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    loaded += [(5, 5, 5, 5, 5), (6, 6, 6, 6, 6)]
    roll(page)
    page.locator("#write-yahtzee").click()
    found = {"chosen": faults(page)}
    page.locator("#write-button").click()
    page.wait_for_selector("#back-button")
    found["written"] = faults(page)
    page.wait_for_timeout(600)
    roll(page)
    page.locator("#die-2").click()
    found["joker"] = faults(page)
    page.wait_for_timeout(400)
    write(page, "sixes")
    found["chips"] = faults(page)
    for _ in range(11):
        page.wait_for_timeout(520)
        roll(page)
        write(page, (page.locator("#sheet .pencil").first.get_attribute("id") or "").removeprefix("write-"))
    assert page.locator("#result").count() == 1
    found["end"] = faults(page)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
