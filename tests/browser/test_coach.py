"""The coach in a browser: a hint by its key, told once, marked and kept while the dice lie; then the look back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from at_browser import NO_SIDEWAYS, PHONE, a_move, axe, hear, heard_out, roll, said, sit_down, state
from regatta import solver
from regatta.tables import tables_of

TICK = "die => getComputedStyle(die.closest('.slot'), '::after').content"

PLAY_OUT = """async () => {
  const path = location.pathname;
  let state = await (await fetch(`${path}.json`)).json();
  while (!state.result) {
    const [act, more] = state.dice.length ? ["write", {box: Object.keys(state.preview.points)[0]}] : ["roll", {}];
    const body = {token: state.token, version: state.version, seat: state.seat, key: `k${state.version}`, ...more};
    const headers = {"content-type": "application/json", accept: "application/json"};
    state = await (await fetch(`${path}/${act}`, {method: "POST", headers, body: JSON.stringify(body)})).json();
  }
}"""


@pytest.fixture(autouse=True)
def worked_out() -> None:
    """The server finds the game solved on the disk."""
    solver.distribution_of(solver.strategy_of(tables_of("crag")))


def test_a_hint_and_then_the_look_back(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    path = sit_down(page, "crag", "Ana")
    ask = page.locator("#ask-button")
    expect(ask).to_be_disabled()
    page.keyboard.press("h")
    assert state(page)["version"] == int(page.locator("#table").get_attribute("data-version") or 0)
    roll(page)
    expect(ask).to_be_enabled()
    before = len(heard_out(page))
    with a_move(page):
        page.keyboard.press("h")
    expect(ask).to_be_disabled()
    advice = state(page)["advice"]
    hear(page, "Next: ")
    told = [text for text in said(page)[before:] if text.startswith(("Best: ", "Next: "))]
    assert " ".join(told) == " ".join(page.locator("#hint").inner_text().split())
    best = advice["best"]["keep"]
    ticked = page.locator("#dice .die").evaluate_all(
        f"dice => dice.map({TICK}).map((tick) => tick.includes('✓'))"
    )
    assert sum(ticked) == (len(best) if len(best) < 3 else 0)
    assert page.locator(".pencil.advised").count() == (len(best) == 3)
    assert axe(page) == []
    assert page.evaluate(NO_SIDEWAYS)
    with a_move(page):
        page.locator("#die-2").click()
    expect(page.locator("#hint")).to_be_visible()
    again = [text for text in heard_out(page) if text.startswith(("Best: ", "Next: "))]
    assert again == told, "to hold a die says nothing of the hint again"
    roll(page)
    expect(page.locator("#hint")).to_have_count(0)
    page.evaluate(PLAY_OUT)
    page.goto(path)
    page.get_by_role("link", name="Looking back").click()
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.get_by_text("1 decision was made with a hint.")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        assert axe(page) == []
    assert page.evaluate(NO_SIDEWAYS)
    page.set_viewport_size({"width": 1440, "height": 900})
    chart, table = (page.locator(part).bounding_box() for part in ("svg.chart", ".course-table table"))
    assert chart
    assert table
    assert chart["x"] + chart["width"] < table["x"], "the table stands beside the line"
    assert axe(page) == []
