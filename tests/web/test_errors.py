"""Bad input gets the right status, a page or JSON in words, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from at_site import Visitor, read, refused
from regatta.errors import RegattaError
from regatta.storage.desk import Desk

JSON = {"accept": "application/json"}


@pytest.fixture
def table(visitor: Visitor) -> Visitor:
    """A visitor whose table has dice on it, with all forms."""
    visitor.open("yahtzee", "Ana", "Ben")
    visitor.roll()
    return visitor


ADDRESSES = [
    ("GET", "/nowhere", 404),
    ("GET", "/new/nothing", 404),
    ("GET", "/new/..%2f..%2fetc", 404),
    ("GET", "/new/%00", 404),
    ("GET", "/new/%ff%fe", 404),
    ("GET", "/matches/nothing", 404),
    ("GET", "/matches/%00", 404),
    ("GET", "/matches/%ff", 404),
    ("GET", "/matches/__proto__", 404),
    ("GET", "/matches/" + "x" * 4000, 404),
    ("GET", "/static/nothing.js", 404),
    ("GET", "/static/../app.py", 404),
    ("POST", "/", 405),
    ("DELETE", "/", 405),
    ("PUT", "/new/yacht", 405),
    ("GET", "/matches/nothing/roll", 405),
    ("PATCH", "/matches/nothing", 405),
]


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_addresses_that_lead_nowhere(visitor: Visitor, accept: str) -> None:
    for method, path, status in ADDRESSES:
        answer = visitor.http.request(method, path, headers={"accept": accept})
        refused(answer, status)
        assert answer.headers["content-type"].startswith(accept)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_unknown_match(visitor: Visitor, accept: str) -> None:
    visitor.get("/new/yacht")
    _, fields = visitor.form("/new/yacht")
    data = {"token": fields["token"], "key": "k", "version": "1", "seat": "0", "held": "0", "box": "ones"}
    for act in ("hold", "roll", "write", "again"):
        answer = visitor.http.post(f"/matches/nothing/{act}", data=data, headers={"accept": accept})
        refused(answer, 404, "match.unknown")


MOVES: list[tuple[str, dict[str, str], int, str]] = [
    # Text where a number belongs, and numbers that are none
    ("/roll", {"version": "two"}, 400, "form.not_a_number"),
    ("/roll", {"version": "-1"}, 400, "form.not_a_number"),
    ("/roll", {"version": "1e3"}, 400, "form.not_a_number"),
    ("/roll", {"version": "٣"}, 409, "match.stale"),
    ("/roll", {"version": "9" * 11}, 400, "form.not_a_number"),
    ("/roll", {"version": "9" * 400}, 400, "form.not_a_number"),
    ("/roll", {"version": "999999"}, 400, "command.version"),
    ("/roll", {"seat": "Ana"}, 400, "form.not_a_number"),
    ("/roll", {"seat": "7"}, 404, "seats.unknown"),
    ("/roll", {"key": ""}, 400, "command.key"),
    ("/roll", {"key": "k" * 500}, 400, "command.key"),
    ("/roll", {"key": "ключ"}, 400, "command.key"),
    # Dice that do not exist
    ("/roll", {"held": "5"}, 400, "hold.no_such_die"),
    ("/hold", {"held": "0,9"}, 400, "hold.no_such_die"),
    ("/hold", {"held": "0,0"}, 400, "hold.twice"),
    ("/hold", {"held": "first"}, 400, "form.not_a_number"),
    ("/hold", {"held": ",".join("0" * 500)}, 400, "form.too_many"),
    ("/roll", {"held": "0,1,2,3,4"}, 422, "roll.all_held"),
    # A page that is out of date
    ("/roll", {"version": "1"}, 409, "match.stale"),
    ("/write", {"version": "1", "box": "chance"}, 409, "match.stale"),
    # A form that is not from here
    ("/roll", {"token": ""}, 403, "form.token"),
    ("/roll", {"token": "0" * 64}, 403, "form.token"),
]


def test_a_bad_move_changes_nothing(table: Visitor) -> None:
    before = table.state()
    for act, changes, status, code in MOVES:
        path, fields = table.form(act)
        for accept in ("text/html", "application/json"):
            answer = table.http.post(path, data=fields | changes, headers={"accept": accept})
            refused(answer, status, code)
        assert table.state() == before, (act, changes)


def test_LG_18_unknown_boxes_are_refused(table: Visitor) -> None:
    before = table.state()
    path, fields = table.form("/write")
    for box in ("wat", "CHANCE ", "choice", "Chance", "chance\u00a0", "upper", "0"):
        refused(table.http.post(path, data=fields | {"box": box}, headers=JSON), 400, "box.unknown")
    assert table.state() == before


def test_LG_06_no_box_is_taken_for_none(table: Visitor) -> None:
    before = table.state()
    path, fields = table.form("/write")
    refused(table.http.post(path, data=fields, headers=JSON), 400, "form.missing")
    for box in ("", " ", "s", "small"):
        refused(table.http.post(path, data=fields | {"box": box}, headers=JSON), 400, "box.unknown")
    assert table.state() == before


def test_a_box_that_is_written_and_a_fourth_roll(visitor: Visitor) -> None:
    visitor.open("yacht")
    visitor.roll()
    visitor.write("ones")
    for _ in range(3):
        visitor.roll()
    before = visitor.state()
    path, fields = visitor.form("/write")
    sentence = refused(visitor.http.post(path, data=fields | {"box": "ones"}), 422)
    assert "Ones is written already" in sentence
    path, fields = visitor.form("/roll")
    refused(visitor.http.post(path, data=fields, headers=JSON), 422, "move.no_roll_left")
    path, fields = visitor.form("/hold")
    refused(visitor.http.post(path, data=fields | {"held": "0"}, headers=JSON), 422, "move.no_roll_left")
    assert visitor.state() == before


def test_a_stale_page_gets_the_present_table(table: Visitor) -> None:
    path, fields = table.form("/roll")
    table.roll()
    answer = table.http.post(path, data=fields | {"key": "another"})
    assert "moved on" in refused(answer, 409)
    shown = read(answer.text)
    assert shown.one("div", id="table").attributes["data-version"] == str(table.state()["version"])


def test_a_finished_match_takes_no_move(visitor: Visitor) -> None:
    path = visitor.open("crag")
    visitor.roll()
    _, fields = visitor.form("/roll")
    visitor.write()
    visitor.play_out()
    state = visitor.state(path)
    data = fields | {"version": str(state["version"]), "key": "late"}
    refused(visitor.http.post(f"{path}/roll", data=data, headers=JSON), 422)
    assert visitor.state(path) == state


def test_SE_19_a_watcher_can_only_watch(table: Visitor, visitors: Callable[[], Visitor]) -> None:
    path, before = table.path_of_match, table.state()
    watcher = visitors()
    assert watcher.get(path).status_code == 200
    assert watcher.boxes() == []
    shown = watcher.page.one("div", id="table")
    assert shown.all("form") == shown.all("button") == []
    token = watcher.state(path)["token"]
    fields = {"token": token, "key": "k", "version": str(before["version"]), "seat": "0"}
    for act, more in [
        ("hold", {"held": "0"}),
        ("roll", {}),
        ("write", {"box": "chance"}),
        ("take-back", {}),
    ]:
        refused(watcher.http.post(f"{path}/{act}", data=fields | more, headers=JSON), 403, "match.watching")
    refused(watcher.http.post(f"{path}/again", data={"token": token, "key": "k"}, headers=JSON), 403)
    assert table.state() == before


def test_a_seat_is_moved_only_in_its_turn(table: Visitor) -> None:
    before = table.state()
    path, fields = table.form("/roll")
    other = str(1 - int(fields["seat"]))
    refused(table.http.post(path, data=fields | {"seat": other}, headers=JSON), 422, "move.not_your_turn")
    assert table.state() == before


def test_the_seat_of_a_bot_is_nobodys(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana", bots_greedy="1")
    before = visitor.state()
    path, fields = visitor.form("/roll")
    refused(visitor.http.post(path, data=fields | {"seat": "1"}, headers=JSON), 403, "seat.not_yours")
    assert visitor.state() == before


BODIES = [
    b"null",
    b"true",
    b"7",
    b'"x"',
    b"[]",
    b"{}",
    b"{",
    b"",
    b"\xff\xfe\x00",
    b"[" * 20_000,
    b'{"a":' * 9_000,
]
BODIES += [b'{"version": null}', b'{"version": [1]}', b'{"version": {"a": 1}}', b'{"version": 1e999}', b"NaN"]


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_SE_11_shapeless_bodies_are_refused(table: Visitor, kind: str) -> None:
    before = table.state()
    headers = {"content-type": kind, "x-csrf-token": before["token"], "accept": "application/json"}
    for act in ("roll", "hold", "write", "again"):
        for body in BODIES:
            answer = table.http.post(f"{table.path_of_match}/{act}", content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (act, body)
            refused(answer, answer.status_code)
    assert table.state() == before


def test_SE_11_a_huge_body_is_refused(table: Visitor) -> None:
    before = table.state()
    path, fields = table.form("/roll")
    sentence = refused(table.http.post(path, data=fields | {"held": "0" * 1_000_000}), 413)
    assert "64 kB" in sentence
    refused(table.http.post(path, content=iter([b"x" * 65_000] * 3), headers=JSON), 413, "http.too_large")
    assert table.state() == before


def test_other_kinds_of_bodies_are_refused(table: Visitor) -> None:
    path, _ = table.form("/roll")
    refused(table.http.post(path, files={"version": b"1"}, headers=JSON), 415, "form.type")


def test_moves_as_json(table: Visitor) -> None:
    state = table.state()
    body: dict[str, Any] = {"seat": state["seat"], "version": state["version"], "key": "one", "held": [0, 2]}
    headers = JSON | {"x-csrf-token": state["token"]}
    answer = table.http.post(f"{table.path_of_match}/roll", json=body, headers=headers)
    assert answer.status_code == 200
    after = answer.json()
    assert after["number"] == 2
    assert [die["held"] for die in after["dice"]] == [True, False, True, False, False]
    again = table.http.post(f"{table.path_of_match}/roll", json=body, headers=headers)
    assert again.json() == after


@pytest.mark.parametrize(
    "name",
    [
        "a\0b",
        "\ud800",
        "x" * 10_000,
        "a\nb",
        "\u200b",
        "\u202eevil",
        "\u2800",
        "z" + "\u0301" * 600,
        "x" * 41,
    ],
)
def test_SE_13_names_that_cannot_be_shown_are_refused(visitor: Visitor, name: str) -> None:
    visitor.get("/new/yacht")
    path, fields = visitor.form("/new/yacht")
    form = str(httpx.QueryParams(fields | {"name-1": "NAME"})).encode()
    sent = form.replace(b"NAME", b"".join(b"%%%02X" % byte for byte in name.encode("utf-8", "surrogatepass")))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    refused(visitor.http.post(path, content=sent, headers=headers), 400)
    body = json.dumps(fields | {"name-1": name}).encode()
    headers = JSON | {"content-type": "application/json"}
    refused(visitor.http.post(path, content=body, headers=headers), 400)


@pytest.mark.parametrize("name", ["'\"`", "\\", "%s %(name)s {{7*7}}", "ő" * 40, "👩‍👩‍👧" * 40])
def test_SE_13_odd_names_that_can_be_shown(visitor: Visitor, name: str) -> None:
    visitor.open("yacht", name)
    assert visitor.state()["seats"][0]["name"] == name
    assert visitor.page.one("ol", class_="seats").one("bdi").text == name


BAD_FORMS = [
    ({"bots-greedy": "11"}, "seats.number"),
    ({"bots-greedy": "many"}, "form.not_a_number"),
    ({"bots-greedy": "9", "bots-random": "9"}, "seats.number"),
    ({"option-none": "x"}, "option.unknown"),
    ({"option-upper_first": "perhaps"}, "option.value"),
    ({"key": ""}, "command.key"),
    ({"token": "x"}, "form.token"),
]


def test_bad_forms_open_no_match(visitor: Visitor) -> None:
    visitor.get("/new/yahtzee")
    path, fields = visitor.form("/new/yahtzee")
    for changes, code in BAD_FORMS:
        status = 403 if code == "form.token" else 400
        refused(visitor.http.post(path, data=fields | changes, headers=JSON), status, code)
        refused(visitor.http.post(path, data=fields | changes), status)
    visitor.get("/")
    assert not [link for link in visitor.page.all("a") if "/matches/" in link.attributes["href"]]


SENT = (
    "true",
    "false",
    "NaN",
    "-Infinity",
    "1.5",
    "-1",
    "1e+20",
    "{}",
    "[null]",
    '["a", null]',
    '{"a": [true]}',
)


@pytest.mark.parametrize("sent", [*SENT, "[" * 90 + "]" * 90])
def test_what_a_program_sent_is_shown_as_it_was_sent(table: Visitor, sent: str) -> None:
    state = table.state()
    headers = JSON | {"x-csrf-token": state["token"], "content-type": "application/json"}
    for fields in (f'"version": {sent}', f'"version": {state["version"]}, "held": [{sent}]'):
        body = f'{{"seat": {state["seat"]}, "key": "one", {fields}}}'
        answer = table.http.post(f"{table.path_of_match}/roll", content=body, headers=headers)
        refused(answer, 400, "form.not_a_number")
        assert f" holds {sent[:80]}" in answer.json()["error"]["message"]
    nothing = f'{{"seat": {state["seat"]}, "key": "one", "version": {state["version"]}, "held": [null]}}'
    answer = table.http.post(f"{table.path_of_match}/roll", content=nothing, headers=headers)
    assert " holds null;" in answer.json()["error"]["message"]


def test_what_is_too_deep_to_be_shown_is_refused_all_the_same(table: Visitor) -> None:
    state = table.state()
    headers = JSON | {"x-csrf-token": state["token"], "content-type": "application/json"}
    for depth in (500, 900, 990, 30_000):
        body = f'{{"seat": {state["seat"]}, "key": "one", "version": {"[" * depth}{"]" * depth}}}'
        refused(table.http.post(f"{table.path_of_match}/roll", content=body, headers=headers), 400)


def test_errors_of_a_json_address_are_json(visitor: Visitor) -> None:
    for path in ("/matches/nothing.json", "/matches/nothing/record.json"):
        answer = visitor.http.get(path)
        refused(answer, 404, "match.unknown")
        assert answer.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize("code", ["storage.busy", "storage.failed", "storage.full", "storage.closed"])
def test_what_cannot_be_stored_says_when_to_come_back(
    table: Visitor, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    async def full(*_: object) -> None:
        raise RegattaError(code)

    before = table.state()
    path, fields = table.form("/roll")
    with monkeypatch.context() as broken:
        broken.setattr(Desk, "asubmit", full)
        answers = [table.http.post(path, data=fields, headers=headers) for headers in ({}, JSON)]
    for answer in answers:
        assert "again" in refused(answer, 503)
        assert answer.headers["retry-after"] == "2"
    assert table.state() == before


def test_a_fault_of_the_program_is_a_page_too(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret detail")

    for name in ("lobby", "lobby_json"):
        monkeypatch.setattr(f"regatta.web.lobbyview.{name}", broken)
    for headers in ({}, JSON):
        answer = visitor.http.get("/", headers=headers)
        refused(answer, 500, "http.fault")
        assert "secret" not in answer.text
