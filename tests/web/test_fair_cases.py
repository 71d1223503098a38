"""The cases of fairness as a player meets them: over HTTP, with everything that a server sends or writes down."""

from __future__ import annotations

import base64
import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from at_site import Visitor, served
from at_table import ANA, STRANGER, Known, begun, opened, whole
from regatta.errors import Denied, Illegal
from regatta.match import authority
from regatta.match.commands import Begin, Hold, Roll, Salt
from regatta.match.events import Finished
from regatta.match.fair import Fair
from regatta.match.record import Record
from regatta.match.record import read as read_record
from regatta.match.verify import verify

JSON = {"accept": "application/json"}


def seeds(folder: Path) -> dict[str, bytes]:
    """The seeds of all matches, as they lie in the database."""
    connection = sqlite3.connect(folder / "regatta.sqlite")
    found = dict(connection.execute("SELECT id, seed FROM match").fetchall())
    connection.close()
    return found


def forms_of(seed: bytes) -> list[bytes]:
    """A secret as somebody could write it down."""
    plain = base64.b64encode(seed)
    return [
        seed,
        seed.hex().encode(),
        seed.hex().upper().encode(),
        plain.rstrip(b"="),
        base64.urlsafe_b64encode(seed).rstrip(b"="),
        repr(seed)[2:-1].encode(),
        json.dumps(list(seed)).encode(),
        str(int.from_bytes(seed, "big")).encode(),
        str(int.from_bytes(seed, "little")).encode(),
    ]


class Listener:
    """Keeps all that a client was ever sent: status line, headers and body of each answer, redirects too."""

    def __init__(self, visitor: Visitor) -> None:
        self.heard: list[tuple[str, bytes]] = []
        visitor.http.event_hooks["response"].append(self._hear)

    def _hear(self, answer: httpx.Response) -> None:
        answer.read()
        headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        self.heard.append((str(answer.request.url), headers + b"\n\n" + answer.content))

    def find(self, *secrets: bytes) -> list[str]:
        """Return where one of these was to be read."""
        return [url for url, data in self.heard if any(secret in data for secret in secrets)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    with served(tmp_path) as address:
        yield address, tmp_path


def test_fa_05_two_matches_have_two_seeds_and_other_dice(site: tuple[str, Path]) -> None:
    address, folder = site
    visitor = Visitor(address)
    rolls, commitments = [], []
    for _ in range(2):
        path = visitor.open("yacht", "Ana")
        commitments.append(visitor.state()["commitment"])
        visitor.play_out()
        record = visitor.http.get(f"{path}/record.json").json()
        rolls.append([roll["dice"] for turn in record["turns"] for roll in turn["rolls"]])
    first, second = seeds(folder).values()
    assert first != second
    assert len(first) == len(second) == 32
    assert commitments[0] != commitments[1]
    assert rolls[0] != rolls[1]
    visitor.close()


def everywhere(visitor: Visitor, path: str) -> None:
    """Ask for all that there is of a match, rightly and wrongly."""
    ways = [
        path,
        f"{path}.json",
        f"{path}/record.json",
        f"{path}/dice",
        f"{path}/replay",
        f"{path}/replay?at=3",
    ]
    ways += [f"{path}?sheet=1", "/", "/dice", f"{path}x", f"{path}/nothing", f"{path}/roll", "/healthz"]
    for way in ways:
        for headers in ({}, JSON, {"hx-request": "true"}):
            visitor.http.get(way, headers=headers)
    visitor.http.head(path)
    visitor.http.request("DELETE", path)
    token = visitor.state(path)["token"]
    for act in ("hold", "roll", "write", "take-back", "salt", "begin", "again", "leave"):
        for fields in ({}, {"token": token}, {"token": token, "key": "k", "version": "0", "seat": "0"}):
            if act not in ("again", "leave"):
                visitor.http.post(f"{path}/{act}", data=fields, follow_redirects=False)
                visitor.http.post(f"{path}/{act}", json=fields, headers=JSON)


def test_fa_06_no_payload_and_no_log_tells_the_seed_before_the_end(
    site: tuple[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    address, folder = site
    visitor, stranger = Visitor(address), Visitor(address)
    listeners = [Listener(visitor), Listener(stranger)]
    path = visitor.open("crag", "Ana", bots_greedy="1", own_salt="yes")
    everywhere(visitor, path)
    visitor.get(path)
    visitor.send("/begin", salt_1="words")
    rng = Random(6)
    state = visitor.state(path)
    asked = 0
    while state["result"] is None:
        fields: dict[str, Any] = {name: state[name] for name in ("token", "version", "seat")}
        fields["key"] = f"k{state['version']}"
        act = (
            "roll"
            if state["phase"] == "roll" or (state["phase"] == "keep" and rng.random() < 0.5)
            else "write"
        )
        if act == "write":
            fields["box"] = next(iter(state["preview"]["points"]))
        ends = act == "write" and [line["kind"] for line in state["seats"][0]["lines"]].count(
            "box"
        ) == 1 + sum(
            line.get("points") is not None for line in state["seats"][0]["lines"] if line["kind"] == "box"
        )
        if ends or asked == 3:
            for each in (visitor, stranger):
                everywhere(each, path)
            state = visitor.state(path)
            fields["version"] = state["version"]
        asked += 1
        if ends:
            secret = seeds(folder)[path.rpartition("/")[2]]
            log = "\n".join(f"{entry.getMessage()} {entry.__dict__}" for entry in caplog.records).encode()
            for form in forms_of(secret):
                assert [listener.find(form) for listener in listeners] == [[], []]
                assert form not in log
        answer = visitor.http.post(f"{path}/{act}", json=fields, headers=JSON)
        assert answer.status_code == 200, answer.text
        state = answer.json()
    assert ends
    assert state["seed"] == secret.hex()
    assert len(listeners[0].heard) > 100
    assert listeners[0].find(secret.hex().encode()), "the search finds what is there"
    for each in (visitor, stranger):
        each.close()


def test_fa_06_no_event_before_the_last_one_holds_it() -> None:
    match, events = whole("crag", "Ana", "greedy", seed=8)
    assert match.private.seed is not None
    secret = match.private.seed.hex()
    assert [type(event) for event in events if secret in repr(event)] == [Finished]
    assert secret not in repr(match.private)


def test_fa_09_a_roll_is_drawn_when_the_holds_are_fixed(visitor: Visitor) -> None:
    """What is held is in the same command as the roll, and the faces that fall hang on nothing that came before."""
    path = visitor.open("yacht")
    visitor.roll()
    before = visitor.state()
    assert len(before["turn"]["rolls"]) == before["number"] == 1
    fields = {name: before[name] for name in ("token", "version", "seat")} | {"key": "a"}
    sent = fields | {"held": [0, 1], "dice": [6, 6, 6], "faces": [6, 6, 6], "k": 40}
    after = visitor.http.post(f"{path}/roll", json=sent, headers=JSON).json()
    assert [die["face"] for die in after["dice"][:2]] == [die["face"] for die in before["dice"][:2]]
    late = visitor.http.post(f"{path}/roll", json=sent | {"key": "b", "held": [2]}, headers=JSON)
    assert late.status_code == 409
    again = visitor.http.post(f"{path}/roll", json=sent, headers=JSON).json()
    assert again["dice"] == after["dice"]


def test_fa_09_the_client_has_no_dice_of_its_own() -> None:
    """Chance in the front end moves pictures; faces come from the page that the server sent."""
    source = Path(__file__).parents[2] / "frontend" / "src"
    chance = {
        path.name
        for path in source.rglob("*.ts")
        if re.search(r"Math\.random|getRandomValues", path.read_text())
    }
    assert "tumble.ts" in chance
    assert chance <= {"tumble.ts", "sound.ts", "stream.ts"}  # the last spreads who asks again
    assert "faces()" in (source / "tumble.ts").read_text()


def test_fa_09_holds_change_how_many_dice_fall_and_not_which() -> None:
    """No choice of holds is a way to other faces: roll k is the same stream, of which as much is taken as is thrown."""
    fair = Fair(bytes(range(32)), "m", ("a",))
    five = fair.roll(7, 5, 6)
    assert [fair.roll(7, count, 6) for count in range(6)] == [five[:count] for count in range(6)]
    match, _ = begun("yacht", "Ana")
    match, _ = authority.act(match, Roll(0), ANA, Known())
    free = [authority.act(match, Roll(0, held), ANA, Known())[0] for held in [(), (0,), (1, 3)]]
    thrown = [[each.dice[place] for place in each.turn.rolls[-1].places] for each in free]
    assert thrown[1] == thrown[0][:4]
    assert thrown[2] == thrown[0][:3]


def test_fa_11_order_and_binding_of_commit_salt_and_reveal() -> None:
    """The dice here are no joint commit and reveal among the players: one side, the server, commits and reveals, and the
    players add their salts in between. What makes such a protocol fair is asked of it all the same."""
    entropy = Known()
    match, _ = opened("yacht", "Ana", "Bo", entropy=entropy)
    # A second commitment: nothing replaces the first one, and nobody adds twice.
    match, _ = authority.act(match, Salt(0, "mine"), ANA, entropy)
    with pytest.raises(Illegal, match=r"salt\.given"):
        authority.act(match, Salt(0, "other"), ANA, entropy)
    # A stranger adds nothing and begins nothing.
    for command in (Salt(1, "theirs"), Begin()):
        with pytest.raises(Denied):
            authority.act(match, command, STRANGER, entropy)
    # No roll before all shares are in, no share after the first roll.
    for early in (Roll(0), Hold(0, ())):
        with pytest.raises(Illegal, match=r"match\.not_begun"):
            authority.act(match, early, ANA, entropy)
    begun_match, _ = authority.act(match, Begin(), ANA, entropy)
    assert all(begun_match.salts)
    with pytest.raises(Illegal, match=r"match\.begun"):
        authority.act(begun_match, Salt(1, "late"), ANA, entropy)
    # No early reveal.
    assert begun_match.view(ANA).seed is None


@pytest.fixture(scope="module")
def record() -> Record:
    from regatta.match.record import record as made
    from regatta.model import load

    match, events = whole("crag", "Ana", "greedy", seed=9)
    assert match.finished is not None
    return made(events, load("crag").rules())


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("another seed", lambda dice: dice.update(seed="00" * 32), "record.commitment"),
    ("another commitment", lambda dice: dice.update(commitment="00" * 32), "record.commitment"),
    ("too few salts", lambda dice: dice.update(salts=dice["salts"][:1]), "record.salts"),
    ("a salt of a bot", lambda dice: dice.update(salts=[dice["salts"][0], "x"]), "record.bot_salt"),
    ("another salt", lambda dice: dice.update(salts=["x", None]), "record.roll_off"),
]


@pytest.mark.parametrize(("what", "change", "code"), TAMPERED, ids=[what for what, _, _ in TAMPERED])
def test_fa_11_what_is_revealed_must_be_what_was_committed(
    record: Record, what: str, change: Callable[[dict[str, Any]], object], code: str
) -> None:
    assert verify(record) == []
    data = json.loads(record.text())
    change(data["dice"])
    codes = [finding.code for finding in verify(read_record(json.dumps(data)))]
    if code == "record.roll_off":
        assert "record.dice" in codes, what
    else:
        assert code in codes, what


def test_fa_15_past_rolls_can_be_looked_up_and_not_changed(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana", "Bo")
    visitor.roll()
    visitor.send("/roll", held="0")
    visitor.play_out()
    state = visitor.state(path)
    text = visitor.http.get(f"{path}/record.json").text
    told = read_record(text)
    assert verify(told) == []
    replayed = told.replay()
    assert replayed.id == path.rpartition("/")[2]
    sheets = [[line.get("points") for line in seat["lines"]] for seat in state["seats"]]
    assert [[line.points for line in seat.lines] for seat in replayed.view().seats] == sheets  # type: ignore[union-attr]
    numbers = [roll.k for turn in told.turns for roll in turn.rolls]
    first = sum(len(round_) for round_ in told.roll_off)
    assert numbers == list(range(first, first + len(numbers)))
    assert [len(roll.places) for roll in told.turns[0].rolls] == [3, 2]
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for way in (f"{path}/record.json", f"{path}.json", f"{path}/replay", f"{path}/dice", path):
            assert visitor.http.request(method, way, content=b"{}").status_code in (404, 405)
    assert visitor.http.get(f"{path}/record.json").text == text
