"""Takes the pictures of docs/screens: ``make screens``.

The site runs in this process, on one day, with dice that fall as they are told, so that a picture changes only when
the page does. Each state is taken on a phone and on a desktop, in light and in dark.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from at_site import served  # noqa: E402
from browser.conftest import find_chromium  # noqa: E402
from regatta.match.fair import Fair  # noqa: E402

OUT = ROOT / "docs" / "screens"
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
SCHEMES = ("light", "dark")
GAME = "yahtzee"
DAY = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()) * 10**9
"""When all of it happens, in ns since 1970; each look at the clock is a millisecond later."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
]

TURNS = [
    ("fours", (4, 4, 1, 4, 6)),
    ("threes", (3, 3, 3, 2, 5)),
    ("yahtzee", (5, 5, 5, 5, 5)),
    ("small_straight", (2, 3, 4, 5, 5)),
    ("sixes", (6, 6, 1, 6, 6)),
    ("full_house", (2, 2, 6, 6, 6)),
    ("chance", (6, 5, 5, 4, 6)),
    ("four_of_a_kind", (1, 1, 1, 1, 5)),
    ("three_of_a_kind", (6, 6, 6, 4, 1)),
    ("twos", (2, 2, 2, 1, 6)),
    ("large_straight", (2, 3, 4, 5, 6)),
    ("ones", (1, 1, 1, 4, 4)),
    ("fives", (5, 5, 5, 1, 6)),
]
"""What is written, turn by turn, with the dice that are; a second player goes the other way round."""


class Told:
    """Dice that fall as they are told; where nothing is told, as the seed has it."""

    def __init__(self) -> None:
        self.rolls: list[tuple[int, ...]] = []
        self.honest = Fair.roll

    def roll(self, fair: Fair, k: int, number: int, faces: int) -> tuple[int, ...]:
        return self.rolls.pop(0)[:number] if self.rolls else self.honest(fair, k, number, faces)


class Table:
    """A match, moved by the JSON that a program would send."""

    def __init__(self, page: Page, told: Told, address: str) -> None:
        self.page, self.told, self.address = page, told, address
        self.keys = count()
        self.path = ""

    def open(self, *names: str) -> None:
        self.page.goto(f"{self.address}/new/{GAME}")
        token = self.page.locator("form.new input[name=token]").input_value()
        people = {f"name-{number}": name for number, name in enumerate(names, 1)}
        if len(names) > 1:
            self.told.rolls += [(6, 6, 6, 6, 6), *[(1, 1, 1, 1, 1)] * (len(names) - 1)]
        fields = {"token": token, "key": f"open-{next(self.keys)}", **people}
        # Whoever has seen the help for the first visit does not see it again.
        seen = {"token": token, "back": "/", "help_seen": "yes"}
        self.page.request.post(f"{self.address}/settings", form=seen, max_redirects=0)
        answer = self.page.request.post(f"{self.address}/new/{GAME}", form=fields, max_redirects=0)
        self.path = answer.headers["location"]

    def act(self, act: str, **fields: Any) -> None:
        state = self.page.request.get(f"{self.address}{self.path}.json").json()
        known = {"token": state["token"], "version": state["version"], "seat": state["seat"]}
        sent = {**known, "key": f"key-{next(self.keys)}", **fields}
        headers = {"accept": "application/json"}
        answer = self.page.request.post(f"{self.address}{self.path}/{act}", data=sent, headers=headers)
        assert answer.ok, answer.text()

    def roll(self, *dice: int) -> None:
        self.told.rolls.append(dice)
        self.act("roll")

    def turn(self, box: str, dice: tuple[int, ...]) -> None:
        self.roll(*dice)
        self.act("write", box=box)


def states(table: Table) -> Iterator[str]:
    """Bring the site into each state in turn; yields the name of the picture to take of the page then open."""
    page = table.page

    def look(path: str) -> None:
        page.goto(f"{table.address}{path}")
        page.wait_for_timeout(250)

    table.open("Ana", "Ben")
    look(table.path)
    yield "fresh"
    for number in range(6):
        table.turn(*TURNS[number])
        table.turn(*TURNS[12 - number])
    table.roll(1, 1, 5, 1, 3)
    table.act("hold", held=[0, 1, 3])
    look(table.path)
    yield "middle"
    table.open("Ana")
    for turn in TURNS[:3]:
        table.turn(*turn)
    table.roll(6, 6, 6, 6, 6)
    look(table.path)
    yield "joker"
    table.open("Ana", "Ben")
    for number in range(13):
        table.turn(*TURNS[number])
        box, dice = TURNS[12 - number]
        table.turn(box, (2, 3, 5, 5, 6) if box == "small_straight" else dice)
    look(table.path)
    yield "end"
    table.open("Ana")
    for turn in TURNS:
        table.turn(*turn)
    look("/")
    yield "lobby"


@contextmanager
def context(browser: Browser, size: str, scheme: str) -> Iterator[BrowserContext]:
    width, height = SIZES[size]
    made = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        has_touch=size == "phone",
        locale="en-GB",
        service_workers="block",
    )
    yield made
    made.close()


def main() -> None:
    told = Told()

    def fall(fair: Fair, k: int, number: int, faces: int) -> tuple[int, ...]:
        return told.roll(fair, k, number, faces)

    Fair.roll = fall  # type: ignore[method-assign]
    time.time_ns = count(DAY, 1_000_000).__next__
    OUT.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("REGATTA_CACHE", tempfile.mkdtemp())
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for size in SIZES:
            for scheme in SCHEMES:
                with context(browser, size, scheme) as made:
                    for name in states(Table(made.new_page(), told, address)):
                        made.pages[0].screenshot(path=OUT / f"{name}-{size}-{scheme}.png")
                        print(f"{name}-{size}-{scheme}.png", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
