"""A tap is answered within 50 ms of the server's time, the page included."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from random import Random

import httpx
import pytest

from at_site import KEY, read
from at_table import any_command, seats
from loops import run
from regatta.match.commands import Envelope
from regatta.match.match import Match
from regatta.storage.desk import Desk
from regatta.web.app import create_app
from regatta.web.guests import Guest, Guests

GUEST = "0123456789abcdef0123456789abcdef"
MOST = 0.050
"""Seconds that a tap may cost."""


def set_up(url: str, names: tuple[str, ...], games: int) -> Match:
    """Open the last of some games of a series, and play it to its middle."""
    rng = Random(1)
    with Desk(url) as desk:
        match = desk.open("yahtzee", seats(*names), GUEST)
        for game in range(games, 0, -1):
            turns = 10**6 if game > 1 else len(names) * 6
            while match.finished is None and (
                game > 1 or sum(s.filled.bit_count() for s in match.sheets) < turns
            ):
                command = any_command(match, rng)
                match = desk.submit(
                    Envelope(match.id, GUEST, match.version, f"{match.version}", command)
                ).match
            match = desk.again(match.id, GUEST)
    return match


async def taps(url: str, match: Match) -> list[float]:
    """Roll and write by turns as htmx does; gives the time that all threads worked for each."""
    app = create_app(url, key=KEY)
    cookie = Guests(KEY).cookie(Guest(GUEST, "", fresh=False), secure=False)
    headers = {"hx-request": "true", "cookie": cookie.partition(";")[0]}
    spent = []
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers) as client:
        page = read((await client.get(f"/matches/{match.id}")).text)
        rows = [row for table in page.all("table", id="series-totals") for row in table.all("tr")]
        assert len(rows) == (len(match.seats) + 1 if match.series.number > 1 else 0)
        for _ in range(12):
            form = page.one("form", id="roll")
            if "disabled" in form.one("button", id="roll-button").attributes or page.all(
                "button", name="box"
            ):
                form = page.one(id="sheet")
            fields = {tag.attributes["name"]: tag.attributes["value"] for tag in form.all("input")}
            if form.attributes["id"] == "sheet":
                fields["box"] = page.all("button", name="box")[0].attributes["value"]
            began = time.process_time()
            answer = await client.post(form.attributes["action"], data=fields)
            spent.append(time.process_time() - began)
            assert answer.status_code == 200, answer.text
            # The answer holds what has changed; the next forms stand on the page.
            page = read((await client.get(f"/matches/{match.id}")).text)
    return spent


@pytest.mark.parametrize(
    ("names", "games"),
    [
        (("Ana",), 1),
        (("Ana", "Bo"), 4),
        (tuple("ABCDEFGHIJ"), 3),
        (("Ana", *["greedy"] * 9), 1),
    ],
    ids=["alone", "a series of two", "a series of ten", "nine bots"],
)
def test_a_tap_is_answered_at_once(tmp_path: Path, names: tuple[str, ...], games: int) -> None:
    url = f"sqlite:///{tmp_path / 'speed.db'}"
    spent = run(taps(url, set_up(url, names, games)))
    assert statistics.median(spent) < MOST
    assert sorted(spent)[-2] < 2 * MOST
