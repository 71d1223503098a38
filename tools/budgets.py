"""Measures what the site costs who plays: ``make budgets``. Ends with 1 where a budget is broken.

A real Chromium plays against the real server, a process of its own, as a phone and as a desktop. Bytes are those on the
wire, with headers. Shifts are summed as Cumulative Layout Shift does, interactions measured as Interaction to Next Paint
does: until the next frame is on the screen, rounded to 8 ms by the browser; that of a server is processor time. What
takes time is the median over all sessions, since a machine has other work too; of bytes and shifts it is the worst one.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from benchmarks import server  # noqa: E402
from benchmarks.timing import markdown  # noqa: E402

from at_browser import PATIENCE, a_move, roll, sit_down  # noqa: E402
from browser.conftest import find_chromium  # noqa: E402

SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
PAGES = {"lobby": "/", "new game": "/new/yahtzee", "rules": "/games/yahtzee"}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
ACTS = ("roll", "keep a die", "choose a box", "write")
SESSIONS = 3
TURNS = 4
SLOW = 4
"""How much slower than this machine the slow phone is."""

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8,
    "uploadThroughput": 0.75 * 1024 * 1024 / 8,
}
"""The network of Lighthouse's phone: ms, and bytes a second."""

OBSERVE = """
window.slowest = 0; window.shift = 0; window.largest = 0;
new PerformanceObserver((list) => {
  for (const {interactionId, duration} of list.getEntries()) {
    if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }
}).observe({type: "event", durationThreshold: 16, buffered: true});
let [sum, first, last] = [0, 0, 0];
new PerformanceObserver((list) => {
  for (const {hadRecentInput, startTime, value} of list.getEntries()) {
    if (hadRecentInput) continue;
    if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
    [sum, last] = [sum + value, startTime];
    window.shift = Math.max(window.shift, sum);
  }
}).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => {
  for (const {startTime} of list.getEntries()) window.largest = startTime;
}).observe({type: "largest-contentful-paint", buffered: true});
"""

SLOWEST = "() => { const most = window.slowest; window.slowest = 0; return most; }"

MOVES = """() => performance.getEntriesByType("resource")
  .filter(({name}) => /\\/matches\\/\\w+\\/(roll|write|hold)$/.test(name)).length"""


@dataclass
class Budget:
    """What something may cost at most, and what it did, time after time."""

    name: str
    most: float
    unit: str
    values: list[float] = field(default_factory=list)
    of: Callable[[Sequence[float]], float] = statistics.median

    @property
    def value(self) -> float:
        return self.of(self.values)

    @property
    def kept(self) -> bool:
        return self.value <= self.most

    def row(self) -> tuple[str, str, str, str]:
        digits = 4 if 0 < self.most < 1 else 0
        value, most = (f"{number:,.{digits}f} {self.unit}".strip() for number in (self.value, self.most))
        return self.name, value, most, "yes" if self.kept else "NO"


@contextmanager
def visit(browser: Browser, address: str, size: str) -> Iterator[tuple[Page, CDPSession]]:
    """Give a page of a browser that has never been here."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        locale="en-GB",
        service_workers="block",
    )
    context.add_init_script(OBSERVE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page, context.new_cdp_session(page)
    context.close()


def first_loads(browser: Browser, address: str) -> list[Budget]:
    """Measure each page as the first one of the site that somebody opens, on a slow phone and a slow network."""
    with visit(browser, address, "phone") as (page, _):
        pages = {**PAGES, "table": sit_down(page, "yahtzee")}
    strangers = Budget("requests to others", 0, "")
    found = [strangers]
    for name, path in pages.items():
        size = Budget(f"first load, {name}", 100_000, "bytes", of=max)
        shown = Budget(f"largest part shown, {name}, slow phone and network", 2500, "ms")
        for _ in range(SESSIONS):
            with visit(browser, address, "phone") as (page, session):
                wire: list[float] = []
                session.on(
                    "Network.loadingFinished", lambda told, wire=wire: wire.append(told["encodedDataLength"])
                )
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", SLOW_4G)
                session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
                asked: list[str] = []
                page.on("request", lambda request, asked=asked: asked.append(request.url))
                answer = page.goto(path, wait_until="networkidle")
                if answer is None or not answer.ok:
                    sys.exit(f"{path} cannot be opened.")
                strangers.values.append(sum(not url.startswith(address) for url in asked))
                size.values.append(sum(wire))
                shown.values.append(page.evaluate("window.largest"))
        found += [size, shown]
    return found


def play(browser: Browser, address: str, size: str, process: int) -> list[Budget]:
    """Measure some turns against a bot: what shifts, and what a move costs the server, the bot's turn included."""
    shift = Budget(f"layout shift during play, {size}", 0.02, "", of=max)
    worked = Budget(f"work of the server for a move, {size}", 50, "ms")
    for _ in range(SESSIONS):
        with visit(browser, address, size) as (page, _):
            sit_down_with_a_bot(page)
            page.evaluate("window.shift = 0")
            began = server.cpu(process)
            for _ in turns(page):
                pass
            spent = server.cpu(process) - began
            shift.values.append(page.evaluate("window.shift"))
            worked.values.append(1000 * spent / page.evaluate(MOVES))
    return [shift, worked]


def slow_taps(browser: Browser, address: str) -> list[Budget]:
    """Measure how soon a slow phone shows anything after each kind of tap."""
    found = {act: Budget(f"{act}, slow phone", 200, "ms") for act in ACTS}
    for _ in range(SESSIONS):
        with visit(browser, address, "phone") as (page, session):
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
            sit_down_with_a_bot(page)
            for act in turns(page):
                page.wait_for_timeout(150)  # the browser tells of an interaction after its frame
                found[act].values.append(page.evaluate(SLOWEST))
    every = [value for budget in found.values() for value in budget.values]
    return [*found.values(), Budget("nine of ten taps, slow phone", 200, "ms", every, of=nine_of_ten)]


def nine_of_ten(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=10)[-1]


def sit_down_with_a_bot(page: Page) -> None:
    page.goto("/new/yahtzee")
    page.locator("#bots-greedy").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    page.evaluate("window.slowest = 0")


def turns(page: Page) -> Iterator[str]:
    """Play some turns by tapping; yields what was tapped, once what came of it is shown."""
    for _ in range(TURNS):
        roll(page)
        yield "roll"
        page.locator("#die-1").click()
        yield "keep a die"
        roll(page)
        yield "roll"
        page.locator("#sheet .pencil").first.click()
        yield "choose a box"
        with a_move(page):
            page.locator("#write-button").click()
        yield "write"


def main() -> None:
    expect.set_options(timeout=PATIENCE)
    with server.running(*server.SITE) as (port, process), sync_playwright() as driver:
        address = f"http://127.0.0.1:{port}"
        browser = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        found = first_loads(browser, address)
        for size in SIZES:
            found += play(browser, address, size, process)
        found += slow_taps(browser, address)
        browser.close()
    print(markdown(("what", "measured", "budget", "kept"), [budget.row() for budget in found]))
    print(f"\nLoad of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    sys.exit(not all(budget.kept for budget in found))


if __name__ == "__main__":
    main()
