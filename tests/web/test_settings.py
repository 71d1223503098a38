"""Settings: kept per guest, told to the page, and robust against what is stored or sent; ways back stay here."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from at_site import Visitor, served
from regatta.web.guests import COOKIE
from regatta.web.settings import DEFAULT, NAME, VALUES, Settings
from regatta.web.ways import local, referring


def told(visitor: Visitor) -> dict[str, str]:
    """What the page tells style sheets and scripts."""
    (page,) = visitor.page.all("html")
    return {name: page.attributes[f"data-{name}"] for name in VALUES if f"data-{name}" in page.attributes}


def test_every_setting_has_values_and_a_default_among_them() -> None:
    assert {field.name for field in fields(Settings)} == {*VALUES, NAME}
    for name in VALUES:
        assert DEFAULT.json()[name] in VALUES[name]


def test_a_first_visit_has_the_defaults(visitor: Visitor) -> None:
    for path in ("/", "/settings", "/help", "/new/yacht", "/nowhere"):
        visitor.http.cookies.clear()
        visitor.get(path)
        assert told(visitor) == {
            "confirm": "yes",
            "keys": "yes",
            "digits": "no",
            "big": "no",
            "sound": "no",
            "theme": "auto",
            "contrast": "auto",
            "bots": "steps",
            "calls": "yes",
            "notify": "no",
        }


def test_settings_are_kept_and_lead_back(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yacht")
    visitor.get(f"/settings?back={path}")
    visitor.send("/settings", theme="dark", sound="yes", keys="no", bots="at-once")
    assert visitor.path == path
    changed = {"theme": "dark", "sound": "yes", "keys": "no", "bots": "at-once"}
    assert {name: told(visitor)[name] for name in changed} == changed
    assert told(visitor)["contrast"] == "auto"
    visitor.get("/settings")
    assert "selected" in visitor.page.one("option", value="dark").attributes
    assert "checked" in visitor.page.one("input", id="set-sound").attributes
    assert "checked" not in visitor.page.one("input", id="set-keys").attributes
    other = visitors()
    other.get("/")
    assert told(other)["theme"] == "auto"


def test_settings_outlive_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        visitor = Visitor(address)
        visitor.get("/settings")
        visitor.send("/settings", contrast="high")
        cookie = visitor.http.cookies[COOKIE]
        visitor.close()
    with served(tmp_path) as address:
        visitor = Visitor(address)
        visitor.http.cookies.set(COOKIE, cookie)
        visitor.get("/")
        assert told(visitor)["contrast"] == "high"
        visitor.close()


DAMAGED = [
    "",
    "{",
    "null",
    "[1, 2]",
    '"x"',
    "7",
    '{"theme": 7, "sound": ["yes"], "contrast": null}',
    '{"theme": "</html>", "sound": "YES", "nothing": "x", "help_seen": {}}',
    "\ufffd\x00",
]


def test_damaged_settings_are_the_defaults(tmp_path: Path) -> None:
    cookies = []
    with served(tmp_path) as address:
        for _ in DAMAGED:
            visitor = Visitor(address)
            visitor.get("/settings")
            visitor.send("/settings", theme="dark")
            cookies.append(visitor.http.cookies[COOKIE])
            visitor.close()
    with sqlite3.connect(tmp_path / "regatta.sqlite") as database:
        guests = database.execute("select id from guest order by rowid").fetchall()
        rows = [(body, *guest) for body, guest in zip(DAMAGED, guests, strict=True)]
        database.executemany("update guest set settings = ? where id = ?", rows)
    database.close()
    with served(tmp_path) as address:
        for cookie in cookies:
            visitor = Visitor(address)
            visitor.http.cookies.set(COOKIE, cookie)
            assert visitor.get("/").status_code == 200
            assert told(visitor)["theme"] == "auto"
            visitor.get("/settings")
            visitor.send("/settings", theme="light")
            assert told(visitor)["theme"] == "light"
            visitor.close()


def test_part_of_the_settings_can_be_sent(visitor: Visitor) -> None:
    visitor.get("/settings")
    token = visitor.form("/settings")[1]["token"]
    visitor.post("/settings", token=token, theme="dark", big="yes")
    visitor.post("/settings", token=token, big="no")
    visitor.get("/")
    assert (told(visitor)["theme"], told(visitor)["big"]) == ("dark", "no")
    answer = visitor.http.post("/settings", json={"sound": "yes"}, headers={"x-csrf-token": token})
    assert answer.status_code == 200
    assert answer.json() == {**DEFAULT.json(), "theme": "dark", "sound": "yes"}


@pytest.mark.parametrize("change", [{"theme": "pink"}, {"sound": "on"}, {"help_seen": ""}, {"bots": "🎲"}])
def test_values_that_do_not_exist_are_refused(visitor: Visitor, change: dict[str, str]) -> None:
    visitor.get("/settings")
    path, form = visitor.form("/settings")
    answer = visitor.http.post(path, data=form | change, headers={"accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "option.value"
    for odd in (7, None, ["yes"], {"a": 1}):
        body = json.dumps({"token": form["token"], next(iter(change)): odd})
        headers = {"content-type": "application/json", "accept": "application/json"}
        answer = visitor.http.post(path, content=body, headers=headers)
        assert answer.status_code == 400
        assert f" be {json.dumps(odd)}" in answer.json()["error"]["message"]
    visitor.get("/settings")
    assert told(visitor) == {name: DEFAULT.json()[name] for name in VALUES if name != "help_seen"}


def test_settings_from_elsewhere_are_refused(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    visitor.get("/settings")
    stranger = visitors()
    stranger.get("/settings")
    token = stranger.form("/settings")[1]["token"]
    for sent in ("", "x", token):
        assert visitor.http.post("/settings", data={"token": sent, "theme": "dark"}).status_code == 403
    fresh = visitors()
    assert fresh.http.post("/settings", data={"token": token, "theme": "dark"}).status_code == 403
    visitor.get("/")
    assert told(visitor)["theme"] == "auto"


# ------------------------------------------------------------------------------------------------------ ways back

FOREIGN = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\evil.example",
    "https://evil.example/",
    "https:evil.example",
    "HTTPS:/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\n/evil.example",
    "/x\r\nset-cookie: a=b",
    "/x\0",
    "evil.example",
    "?back=x",
    "@evil.example",
    "/é",
    "/" + "x" * 600,
    "",
]


@pytest.mark.parametrize("asked", [*FOREIGN, None, 7, ["/x"]])
def test_ways_that_lead_elsewhere_lead_to_the_first_page(asked: object) -> None:
    assert local(asked) == "/"


@pytest.mark.parametrize("asked", ["/", "/matches/abc", "/matches/abc?sheet=2", "/new/yacht", "/a//b"])
def test_ways_of_this_site(asked: str) -> None:
    assert local(asked) == asked


def test_no_form_leads_elsewhere(visitor: Visitor) -> None:
    visitor.get("/settings")
    path, form = visitor.form("/settings")
    for asked in FOREIGN:
        answer = visitor.http.post(path, data=form | {"back": asked}, follow_redirects=False)
        if "\0" in asked:
            assert answer.status_code == 400
            continue
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "set-cookie" not in answer.headers
        page = visitor.http.get("/settings", params={"back": asked})
        assert 'name="back" value="/"' in page.text
        assert 'href="/"' in visitor.http.get("/help", params={"back": asked}).text


def test_the_page_of_a_form_is_known_by_its_referrer() -> None:
    assert referring("http://here/matches/a?sheet=1", "here") == "/matches/a?sheet=1"
    for referer in (
        "",
        "http://there/x",
        "http://here.evil/x",
        "http://here//evil",
        "ftp://here/x",
        "http://[x",
        "x",
    ):
        assert referring(referer, "here") == "/"


# ----------------------------------------------------------------------------------------------------------- help


def test_help_is_put_away_for_good(visitor: Visitor) -> None:
    path = visitor.open("yacht")
    card = visitor.page.one("section", id="welcome")
    assert len(card.all("li")) == 3
    visitor.post("/settings", token=visitor.form("/roll")[1]["token"], help_seen="yes", back=path)
    assert visitor.path == path
    assert visitor.page.all("section", id="welcome") == []
    visitor.open("yacht")
    assert visitor.page.all("section", id="welcome") == []


def test_help_is_in_nobodys_way(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yacht")
    watcher = visitors()
    watcher.get(path)
    assert watcher.page.all("section", id="welcome") == []
    visitor.roll()
    assert visitor.page.all("section", id="welcome") == []
    visitor.write()
    assert visitor.page.all("section", id="welcome") == []


def test_help_can_be_read_later_and_leads_back(visitor: Visitor) -> None:
    path = visitor.open("yacht")
    visitor.get(visitor.page.one("a", id="help-link").attributes["href"])
    assert visitor.page.one("h1").text == "How to play"
    assert [key.text for key in visitor.page.one("table", class_="keys").all("kbd")][:3] == ["1", "9", "R"]
    assert path in [link.attributes["href"] for link in visitor.page.one("main").all("a")]
