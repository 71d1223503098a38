"""What the tests in a browser share: a table to sit at, and what lies behind it on the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PHONE = {"width": 360, "height": 740}

PATIENCE = 20_000
"""How long a move may take that bots answer at their own pace, on a machine that has much else to do, in ms."""

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"

TOO_LOW = """(least) => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const under = (tag) => {
    for (let at = tag; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll("body *")]
    .filter((tag) => [...tag.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((tag) => !tag.closest("svg, .hidden, .skip, [hidden]") && tag.getBoundingClientRect().width > 1)
    .map((tag) => {
      const [a, b] = [light(rgb(getComputedStyle(tag).color)), light(under(tag))];
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), tag.outerHTML.slice(0, 80)];
    })
    .filter(([ratio]) => ratio < least);
}"""
"""Text whose contrast with what lies under it is less than so much to 1."""


def sit_down(page: Page, game: str = "yacht", *names: str) -> str:
    """Open a match; gives its path."""
    page.goto(f"/new/{game}")
    for number, name in enumerate(names, 1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    return page.evaluate("location.pathname")


def state(page: Page) -> dict[str, Any]:
    """The match as the server has it."""
    return page.request.get(page.url.partition("?")[0] + ".json").json()


AXE = Path(__file__).parents[1] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


def axe(page: Page) -> list[str]:
    """What axe finds wrong with a page as it stands."""
    if not AXE.is_file():
        pytest.skip("axe is a package of the front end: npm ci in frontend/ brings it")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]


@contextmanager
def a_move(page: Page) -> Iterator[None]:
    """Wait until the page shows another version than before, and nothing moves any more."""
    table = page.locator("#table")
    version = table.get_attribute("data-version") or ""
    yield
    expect(table).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    expect(page.locator("#table.rolling")).to_have_count(0)


def roll(page: Page) -> None:
    """Press the button, and wait for the dice."""
    with a_move(page):
        page.locator("#roll-button").click()


def write(page: Page, box: str) -> None:
    """Tap a box twice: choose it and write it."""
    with a_move(page):
        page.locator(f"#write-{box}").click()
        page.locator("#write-button").click()
