"""Two hundred matches on bad lines: what is in the database is what the players were told, and replays to it.

One request of five loses its answer, others come twice at once, again much later, or on an old view; each seat is
played from two tabs. The log must hold exactly the moves that were accepted, each once, and every record must verify.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

from at_site import served
from crowd import Guest, Line, Told, kept, play, room
from regatta.match.verify import verify
from regatta.storage.desk import Desk
from regatta.web.hosting import DEFAULT

MATCHES = 200
AT_ONCE = 20
LINE = Line(cut=0.2, twice=0.1, later=0.1, stale=0.15)
GAMES = ("crag", "yahtzee", "yatzy", "kismet")


async def one(base: str, told: Told, number: int) -> str:
    """Play one match of two people, each with two tabs, and return it."""
    rng = random.Random(number)
    guests = [Guest(base, told, LINE, random.Random(rng.random())) for _ in range(2)]
    for guest in guests:
        await guest.enter()
    match = await room(guests, GAMES[0] if number % 8 else rng.choice(GAMES[1:]))
    tabs = []
    for guest in guests:
        tab = Guest(base, told, LINE, random.Random(rng.random()))
        tab.http.cookies, tab.token = guest.http.cookies, guest.token
        tabs.append(tab)
    last = await play(match, [*guests, *tabs])
    views = [await guest.see(match) for guest in guests]
    assert {(view["version"], str(view["result"])) for view in views} == {
        (last["version"], str(last["result"]))
    }
    for guest in (*guests, *tabs):
        await guest.close()
    return match


async def all_of_them(base: str, told: Told) -> list[str]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def gated(number: int) -> str:
        async with gate:
            return await one(base, told, number)

    return await asyncio.gather(*(gated(number) for number in range(MATCHES)))


def test_what_is_stored_is_what_was_told_and_replays_to_it(tmp_path: Path) -> None:
    told = Told()
    with served(tmp_path, hosting=replace(DEFAULT, limits=0)) as base:
        matches = asyncio.run(all_of_them(base, told))
    found = kept(tmp_path / "regatta.sqlite")
    assert {match: found[match] for match in matches} == {match: told.accepted[match] for match in matches}
    with Desk(f"sqlite:///{tmp_path / 'regatta.sqlite'}") as desk:
        for match in matches:
            assert desk.match(match).finished is not None
            assert verify(desk.record(match)) == []
    print(
        f"\n{len(matches)} matches, {told.moves} moves accepted, {told.refused} refused; {told.sent} requests, "
        f"of which {told.cuts} lost their answer and {told.doubles} came twice at once"
    )
    assert told.refused > MATCHES
    assert told.cuts > told.sent / 8
