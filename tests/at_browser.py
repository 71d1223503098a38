"""What the tests in a browser share: a table to sit at, and what lies behind it on the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from at_site import form_of, read

PHONE = {"width": 360, "height": 740}

PATIENCE = 20_000
"""How long a move may take that bots answer at their own pace, on a machine that has much else to do, in ms."""

NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= window.innerWidth"

AT_REST = """() => Promise.allSettled(
  document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity).map((each) => each.finished)
).then(() => undefined)"""
"""Waits for colours and places that are on their way to where they shall be."""

TOO_LOW = """(least) => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const under = (tag) => {
    for (let at = tag; at; at = at.parentElement ?? at.getRootNode().host) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const inside = (root) => [...root.querySelectorAll("*")].flatMap((tag) => [tag, ...tag.shadowRoot ? inside(tag.shadowRoot) : []]);
  return inside(document.body)
    .filter((tag) => [...tag.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((tag) => !tag.closest("svg, .hidden, .skip, [hidden]") && tag.getBoundingClientRect().width > 1)
    .map((tag) => {
      const [a, b] = [light(rgb(getComputedStyle(tag).color)), light(under(tag))];
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), tag.outerHTML.slice(0, 80)];
    })
    .filter(([ratio]) => ratio < least);
}"""


def too_low(page: Page, least: float) -> list[Any]:
    """Return the texts whose contrast with what lies under them is less than so much to 1."""
    page.evaluate(AT_REST)
    return page.evaluate(TOO_LOW, least)


def sit_down(page: Page, game: str = "yacht", *names: str, site: str = "", bots: int = 0) -> str:
    """Open a match as the form of a new game does, without drawing that form, and show it; gives its path.

    The form itself is filled in by the tests of whole games, of phones and of keys.
    """
    new = f"/new/{game}"
    action, fields = form_of(read(page.request.get(site + new).text()), new)
    fields |= {f"name-{number}": name for number, name in enumerate(names, 1)} | {"bots-greedy": str(bots)}
    answer = page.request.post(site + action, form=fields, max_redirects=0)
    assert answer.status == 303, answer.text()
    path = answer.headers["location"]
    page.goto(site + path)
    return path


def state(page: Page) -> dict[str, Any]:
    """The match as the server has it."""
    return page.request.get(page.url.partition("?")[0] + ".json").json()


# ------------------------------------------------------------------------------------------- what is said and shown

RECORD = """() => {
  if (window.record) return;
  const record = window.record = [];
  const bare = record.bare = (text) => text.replace(/[\\u2066-\\u2069]/g, "").trim();
  const regions = {
    live: (tag) => tag.textContent,
    connection: (tag) => tag.textContent,
    cheer: (tag) => tag.hidden ? "" : document.getElementById("cheer-word").textContent,
  };
  const watch = () => {
    for (const [id, text] of Object.entries(regions)) {
      const tag = document.getElementById(id);
      if (!tag) continue;
      const note = () => text(tag).trim() && record.push([id, bare(text(tag))]);
      new MutationObserver(note).observe(tag, {childList: true, characterData: true, subtree: true, attributeFilter: ["hidden"]});
      note();
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
  else watch();
}"""
"""Writes down all that is said for a moment only: by the region that readers listen to, of the connection, as a cheer.

Every page of the fixtures ``page`` and ``context`` has it. A test that asks what such a region holds now is asking how
fast the machine is; ask ``said``, or ``hear``.
"""


def said(page: Page, region: str = "live") -> list[str]:
    """Return what a region (``live``, ``connection`` or ``cheer``) has said since the page was opened, in order."""
    return [text for place, text in page.evaluate("record") if place == region]


def hear(page: Page, text: str, region: str = "live") -> str:
    """Wait until a region has said something with this text in it, even if other news stands there by now."""
    found = page.wait_for_function(
        "([region, text]) => record.find(([place, said]) => place === region && said.includes(text))",
        arg=[region, text],
    )
    return found.json_value()[1]


def heard_out(page: Page) -> list[str]:
    """Return all that a reader has heard once nothing waits to be said any more.

    Sentences are said in turn. So one is added at the end, how things stand (key S); what comes before it is all.
    """
    page.keyboard.press("s")
    page.wait_for_function(
        """() => record.filter(([place]) => place === "live").at(-1)?.[1]
          .endsWith(record.bare(document.getElementById("table").dataset.standing).replace(/\\.?$/, "."))"""
    )
    return said(page)[:-1]


def quiet(page: Page) -> None:
    """Let the page do what it has still to do: what is due now, and what that asks of the server."""
    for _ in range(2):  # a press is sent in the frame after the one that shows it
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator("#table.rolling, .htmx-request")).to_have_count(0)


# ------------------------------------------------------------------------------------------------------------ axe

AXE = Path(__file__).parents[1] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"

FAULTS = """async () => (await axe.run({resultTypes: ["violations"]})).violations.map((fault) => `${fault.id}: ${fault.nodes[0].html}`)"""


def axe(page: Page) -> list[str]:
    """What axe finds wrong with a page as it stands."""
    assert AXE.is_file(), (
        "axe is a package of the front end: `make develop` (or `npm ci` in frontend/) brings it"
    )
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(AT_REST)
    return page.evaluate(FAULTS)


# ---------------------------------------------------------------------------------------------------------- moves


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


def wait_for_holds(page: Page, *places: int) -> None:
    """Wait until the server knows that exactly these dice (places from 0) are held, and the page that it does."""
    held = ",".join(map(str, places))
    expect(page.locator("#dice-row")).to_have_attribute("data-held", held)
    assert [die["place"] for die in state(page)["dice"] if die["held"]] == list(places)


def still_open(found: dict[str, Any]) -> int:
    """How many boxes the people at this screen have to write."""
    lines = [line for seat in found["seats"] if seat["yours"] for line in seat["lines"]]
    return sum("box" in line and line["points"] is None for line in lines)


def play_on(
    page: Page,
    until: Callable[[dict[str, Any]], bool] = lambda now: now["result"] is not None,
    pick: Callable[[dict[str, int]], str] = lambda points: next(iter(points)),
) -> None:
    """Play as a program does, one roll a turn and into the box that ``pick`` names; then open the table anew."""
    path, now = page.url.partition("?")[0], state(page)
    while not until(now):
        act = "write" if now["dice"] else "roll"
        fields = {name: now[name] for name in ("token", "version", "seat")} | {"key": f"k{now['version']}"}
        if act == "write":
            fields["box"] = pick(now["preview"]["points"])
        answer = page.request.post(f"{path}/{act}", data=fields, headers={"accept": "application/json"})
        assert answer.ok, answer.text()
        now = answer.json()
    page.goto(path)
