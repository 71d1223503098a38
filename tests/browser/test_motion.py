"""What moves at the table and what does not: the tumble, the glide, the celebration, nothing before the dice lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from at_browser import (
    PATIENCE,
    PHONE,
    a_move,
    hear,
    play_on,
    quiet,
    roll,
    said,
    sit_down,
    state,
    still_open,
    write,
)
from at_site import loaded, served

__all__ = ["loaded"]

WATCH = """() => {
  window.seen = [];
  const note = (what) => window.seen.push({
    what,
    at: performance.now(),
    version: document.getElementById("table").dataset.version,
    pencils: [...document.querySelectorAll("#sheet .pencil")].filter((box) => box.checkVisibility({visibilityProperty: true})).length,
    live: record.bare(document.getElementById("live").textContent),
    moving: document.getAnimations().length,
    labels: [...document.querySelectorAll("#dice .die")].map((die) => die.ariaLabel).join(),
  });
  for (const name of ["rolling", "landed", "settled", "wrote", "won"]) {
    document.addEventListener(`regatta:${name}`, () => note(name));
  }
  document.addEventListener("regatta:shown", () => note("page"));
  const look = () => {
    if (document.querySelector("#table.rolling")) note("in the air");
    requestAnimationFrame(look);
  };
  look();
}"""


@contextmanager
def held_back(page: Page, act: str) -> Iterator[None]:
    """Keep the answers to one kind of move from the page until the block ends; the server has made the move by then."""
    answers: list[tuple[Route, APIResponse]] = []
    page.route(f"**/{act}", lambda route: answers.append((route, route.fetch())))
    yield
    while not answers:
        page.wait_for_timeout(10)
    for route, answer in answers:
        route.fulfill(response=answer)
    page.unroute(f"**/{act}")


def test_a_roll_tumbles_at_once_and_shows_nothing_before_the_dice_lie(page: Page) -> None:
    sit_down(page, "yacht", "Ana")
    roll(page)
    heard = hear(page, "Roll 1 of 3")
    page.evaluate(WATCH)
    roll(page)
    page.wait_for_function("() => seen.some(({what}) => what === 'page')")
    seen = page.evaluate("window.seen")
    order = [moment["what"] for moment in seen if moment["what"] != "in the air"]
    assert order == ["rolling", *["landed"] * 5, "settled", "page"]
    air = [moment for moment in seen if moment["what"] in ("in the air", "landed")]
    assert air
    first, last = seen[0]["at"], next(moment["at"] for moment in seen if moment["what"] == "settled")
    assert last - first >= 450
    for moment in air:
        assert (moment["pencils"], moment["live"], moment["version"]) == (0, heard, air[0]["version"])
        assert moment["labels"] == air[0]["labels"]
    assert max(moment["moving"] for moment in air) == 5


def test_dice_are_in_the_air_before_the_server_has_answered(page: Page) -> None:
    sit_down(page, "yacht", "Ana")
    with a_move(page), held_back(page, "roll"):
        page.locator("#roll-button").click()
        expect(page.locator("#table.rolling")).to_have_count(1)
        page.wait_for_timeout(600)  # longer than a throw takes at least
        expect(page.locator("#table.rolling")).to_have_count(1)
    expect(page.locator("#dice button.die")).to_have_count(5)
    faces = [die["face"] for die in state(page)["dice"]]
    pips = page.locator("#dice .die").evaluate_all(
        "dice => dice.map((die) => die.querySelectorAll('.pip').length)"
    )
    assert pips == faces


def test_fl_04_a_press_during_the_tumble_is_ignored_not_queued(page: Page) -> None:
    sit_down(page, "yacht", "Ana")
    page.evaluate(
        """() => {
          window.press = () => document.getElementById("roll-button").click();
          for (const name of ["rolling", "landed", "settled"]) document.addEventListener(`regatta:${name}`, press);
        }"""
    )
    with a_move(page), held_back(page, "roll"):
        page.evaluate("() => { press(); press(); }")
        expect(page.locator("#table.rolling")).to_have_count(1)
        page.evaluate("press()")
    quiet(page)
    assert state(page)["number"] == 1
    with a_move(page), held_back(page, "roll"):
        page.locator("#roll-button").click()
        page.locator("#die-2").click()
        page.keyboard.press("r")
    quiet(page)
    found = state(page)
    assert (found["number"], [die["held"] for die in found["dice"]]) == (2, [False] * 5)
    expect(page.locator("#dice [aria-pressed=true]")).to_have_count(0)


def test_a_double_tap_on_a_box_writes_once(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "crag", "Ana", "Ben")
    roll(page)
    # Both halves at once, whatever the machine has to do in between.
    page.evaluate(
        """() => {
          window.twice = (id) => [1, 2].forEach((detail) => document.getElementById(id)
            ?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, detail})));
        }"""
    )
    page.evaluate("twice('write-ones')")
    quiet(page)
    expect(page.locator("#sheet .chosen")).to_have_attribute("id", "write-ones")
    assert state(page)["turns"] == []
    with a_move(page):
        page.evaluate("twice('write-button')")
    quiet(page)
    assert [turn["box"] for turn in state(page)["turns"]] == ["ones"]


def test_kept_dice_glide_and_nothing_is_laid_out_anew(page: Page) -> None:
    sit_down(page, "yacht", "Ana")
    roll(page)
    page.evaluate(
        """() => {
          window.shift = 0;
          new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
            .observe({type: "layout-shift", buffered: false});
        }"""
    )
    die = page.locator("#die-2")
    before = die.bounding_box()
    # Pressed and looked at in one go: a glance from outside may come when all lies still again.
    assert die.evaluate("(die) => { die.click(); return document.getAnimations().length; }") > 0
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => 0)")
    after = die.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["x"] - before["x"]) < 8
    assert abs(after["y"] - before["y"]) > 40
    assert page.evaluate("window.shift") == 0


STRIP = """() => {
  const [places, movers] = [new Set(), new Set()];
  const look = () => {
    const names = [...document.querySelectorAll("#strip .name, #strip .total")].map((tag) => tag.getBoundingClientRect());
    places.add(JSON.stringify(names.map(({x, y, width}) => [x, y, width])));
    movers.add(document.querySelector("#strip .to-move")?.textContent.trim().slice(0, 3));
    [window.places, window.movers] = [places.size, [...movers]];
    requestAnimationFrame(look);
  };
  look();
}"""
"""Watches where names and totals stand, and who is to move."""


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_nothing_shifts_while_one_plays(page: Page, size: dict[str, int]) -> None:
    """Cumulative layout shift under 0.02 in every round, bots included, and the strip of players stands still."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    sit_down(page, "crag", "Ana", bots=1)
    page.evaluate(
        """() => {
          window.worst = 0;
          let [sum, first, last] = [0, 0, 0];
          new PerformanceObserver((list) => {
            for (const {hadRecentInput, startTime, value} of list.getEntries()) {
              if (hadRecentInput) continue;
              if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
              [sum, last] = [sum + value, startTime];
              window.worst = Math.max(window.worst, sum);
            }
          }).observe({type: "layout-shift", buffered: false});
        }"""
    )
    page.evaluate(STRIP)
    for box in ("ones", "crag"):
        roll(page)
        page.locator("#die-1").click()
        roll(page)
        write(page, box)
    assert page.evaluate("window.worst") < 0.02
    assert len(page.evaluate("window.movers")) == 2, "the bot has moved, and the strip has shown it"
    assert page.evaluate("window.places") == 1


def test_reduced_motion_changes_faces_in_place(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "yacht", "Ana")
    page.evaluate(WATCH)
    roll(page)
    page.wait_for_function("() => seen.some(({what}) => what === 'page')")
    seen = page.evaluate("window.seen")
    assert [moment["what"] for moment in seen if moment["what"] not in ("in the air", "landed")] == [
        "rolling",
        "settled",
        "page",
    ]
    assert max(moment["moving"] for moment in seen) == 0


# ----------------------------------------------------------------------------------------------- celebrations


@pytest.fixture
def site_with_dice(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path) as address:
        yield address


def test_only_the_top_box_is_celebrated(
    page: Page, site_with_dice: str, loaded: list[tuple[int, ...]]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, "yacht", site=site_with_dice)
    loaded += [(2, 3, 4, 5, 6), (4, 4, 4, 4, 4)]
    roll(page)
    write(page, "big_straight")
    roll(page)
    page.evaluate(
        "document.addEventListener('regatta:wrote', (event) => { window.top_box = event.detail.top; })"
    )
    write(page, "yacht")
    hear(page, "Yacht!", "cheer")
    assert page.evaluate("window.top_box") is True
    expect(page.locator("#cheer")).to_be_hidden()
    assert said(page, "cheer") == ["Yacht!"], "and the straight was not celebrated"


HEARD = """window.heard = []; window.wins = 0;
document.addEventListener("regatta:won", () => { window.wins += 1; });
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const source = make.call(this);
  const start = source.start;
  source.start = function (...args) { window.heard.push(Math.round(source.frequency.value)); return start.apply(this, args); };
  return source;
};"""
"""Notes the pitch of every tone that begins, and every win."""

WIN = [262, 330, 392, 523]


def test_a_win_is_cheered_and_heard_once_and_a_defeat_is_not(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(HEARD)
    for bots, wins in ((0, 1), (1, 0)):
        page.goto("/new/crag")
        page.locator("#name-1").fill("Ana")
        if bots:
            page.locator("#bots-greedy").select_option("1")
        else:
            page.locator("#name-2").fill("Ben")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/matches/*")
        play_on(
            page,
            lambda found: bool(found["dice"]) and still_open(found) == 1,
            lambda points: min(points, key=points.__getitem__),
        )
        if page.locator("html").get_attribute("data-sound") == "no":
            page.get_by_role("button", name="Sound").click()
        page.locator("#sheet .pencil").click()
        with page.expect_response("**/write"):
            page.locator("#write-button").click()
        expect(page.locator("#result")).to_be_visible(timeout=PATIENCE)
        assert page.evaluate("window.wins") == wins
        assert page.locator("#result.cheered").count() == wins
        assert (set(WIN) <= set(page.evaluate("window.heard"))) == bool(wins)
        page.reload()
        expect(page.locator("#result")).to_be_visible()
        assert page.evaluate("window.wins") == 0
        assert page.locator("#result.cheered").count() == 0
