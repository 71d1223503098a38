"""What every answer carries; who a guest is; forms that come from elsewhere."""

from __future__ import annotations

import stat
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from at_site import KEY, Visitor
from regatta.errors import Invalid
from regatta.storage.place import default_database
from regatta.web.app import create_app
from regatta.web.guests import COOKIE, Guests
from regatta.web.manners import Manners
from regatta.web.secret import secret_key


def directives(answer: httpx.Response) -> dict[str, str]:
    policy = answer.headers["content-security-policy"]
    return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))


def test_every_answer_carries_the_headers(visitor: Visitor) -> None:
    path = visitor.open("yacht")
    style = visitor.page.one("link", rel="stylesheet").attributes["href"]
    answers = [
        visitor.http.get(each) for each in ("/", "/new/yacht", path, f"{path}.json", style, "/nowhere")
    ]
    answers += [visitor.http.post(f"{path}/roll"), visitor.http.get(f"{path}/record.json")]
    for answer in answers:
        policy = directives(answer)
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["form-action"] == "'self'"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]


def test_pages_hold_no_inline_code(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana", bots_greedy="1")
    visitor.roll()
    pages = [visitor.page]
    for path in ("/", "/new/yahtzee", "/nowhere"):
        visitor.get(path)
        pages.append(visitor.page)
    for page in pages:
        assert page.all("style") == []
        assert all("src" in script.attributes and not script.text for script in page.all("script"))
        for tag in page.all():
            assert "style" not in tag.attributes
            assert not [name for name in tag.attributes if name.startswith(("on", "hx-on"))]


def test_files_are_kept_forever_and_pages_not_at_all(visitor: Visitor) -> None:
    visitor.get("/")
    style = visitor.http.get(visitor.page.one("link", rel="stylesheet").attributes["href"])
    script = visitor.http.get(visitor.page.one("script").attributes["src"])
    for answer in (style, script):
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        assert "set-cookie" not in answer.headers
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert visitor.http.get("/").headers["cache-control"] == "no-store"


def test_the_first_load_is_small(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana")
    page = visitor.http.get(visitor.path)
    links = [visitor.page.one("link", rel="stylesheet").attributes["href"]]
    links.append(visitor.page.one("script").attributes["src"])
    sizes = [int(visitor.http.get(link).headers["content-length"]) for link in links]
    assert len(page.content) + sum(sizes) < 100_000
    other = [
        tag.attributes[name]
        for tag in visitor.page.all()
        for name in ("src", "href")
        if name in tag.attributes
    ]
    assert not [link for link in other if link.startswith(("http:", "https:", "//"))]


# ------------------------------------------------------------------------------------------------------- guests


def test_a_guest_is_a_signed_cookie(visitor: Visitor) -> None:
    answer = visitor.http.get("/")
    morsel = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert morsel["httponly"]
    assert morsel["samesite"] == "Lax"
    assert morsel["path"] == "/"
    assert not morsel["secure"]
    guest = morsel.value.partition(".")[0]
    assert len(bytes.fromhex(guest)) == 16
    assert "set-cookie" not in visitor.http.get("/").headers


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_the_cookie_is_secure_where_the_site_is(scheme: str, secure: bool) -> None:
    sent: list[dict] = []

    async def page(scope: object, receive: object, send: Callable) -> None:
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"no-store")]}
        )

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "scheme": scheme, "headers": []}
    with pytest.raises(StopIteration):  # nothing in there waits, so no event loop is needed
        Manners(page, Guests(KEY))(scope, None, send).send(None)
    cookie = SimpleCookie(dict(sent[0]["headers"])[b"set-cookie"].decode())[COOKIE]
    assert bool(cookie["secure"]) is secure


@pytest.mark.parametrize(
    "cookie",
    [
        "0" * 32,
        "0" * 32 + ".AAAA",
        "",
        ".",
        "é",
        '"\\303\\251"',
        Guests(b"another key").cookie(Guests(b"another key").welcome(""), secure=False).partition("=")[2],
    ],
)
def test_no_guest_can_be_chosen(address: str, cookie: str) -> None:
    """Session fixation: an id that this server did not make is nobody, and the browser gets a new one."""
    cookie = cookie.partition(";")[0]
    headers = {"cookie": f"{COOKIE}={cookie}".encode()}
    answer = httpx.get(address, headers=headers, trust_env=False)
    assert answer.status_code == 200
    given = SimpleCookie(answer.headers["set-cookie"])[COOKIE].value
    assert given.partition(".")[0] != cookie.partition(".")[0]


def test_a_broken_cookie_header_is_no_fault(address: str) -> None:
    for header in (b";;;=", b"\xff\xfe", b"; ".join([b"a=b"] * 500), COOKIE.encode() + b'="unclosed'):
        assert httpx.get(address, headers={"cookie": header}, trust_env=False).status_code == 200


# -------------------------------------------------------------------------------------------------------- forms


def test_a_form_from_elsewhere_is_refused(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    visitor.open("yacht")
    before = visitor.state()
    path, fields = visitor.form("/roll")
    foreign = visitors()
    foreign.get("/new/yacht")
    tokens = [
        "",
        "x",
        foreign.form("/new/yacht")[1]["token"],
        fields["token"][:-1],
        fields["token"] + "0",
        "ß",
    ]
    for token in tokens:
        answer = visitor.http.post(path, data=fields | {"token": token})
        assert answer.status_code == 403
    without = {name: value for name, value in fields.items() if name != "token"}
    assert visitor.http.post(path, data=without).status_code == 403
    assert visitor.http.post("/new/yacht", data={"key": "k"}).status_code == 403
    assert visitor.state() == before


def test_two_guests_behind_one_address_have_their_own_matches(visitors: Callable[[], Visitor]) -> None:
    first, second = visitors(), visitors()
    paths = [first.open("yacht", "Ana"), second.open("yacht", "Ben")]
    assert paths[0] != paths[1]
    for visitor, own in zip((first, second), paths, strict=True):
        visitor.get("/")
        shown = [a.attributes["href"] for a in visitor.page.all("a") if "/matches/" in a.attributes["href"]]
        assert shown == [own, own], "by the first button, and in the list"


def test_sending_the_form_of_a_new_game_twice_opens_one_match(visitor: Visitor) -> None:
    visitor.get("/new/yacht")
    path, fields = visitor.form("/new/yacht")
    answers = [visitor.http.post(path, data=fields, follow_redirects=False) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["location"] == answers[1].headers["location"]


# ------------------------------------------------------------------------------------------------------- secret


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REGATTA_SECRET", raising=False)
    key = secret_key(tmp_path / "data")
    assert len(key) >= 32
    assert secret_key(tmp_path / "data") == key
    (file,) = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_key(tmp_path / "other") != key
    monkeypatch.setenv("REGATTA_SECRET", "given " * 6)
    assert secret_key(tmp_path / "data") == b"given " * 6
    monkeypatch.setenv("REGATTA_SECRET", "guessed")
    with pytest.raises(Invalid, match="too_short"):
        secret_key(tmp_path / "data")


@pytest.mark.parametrize("path", ["/", "/new/crag", "/static/nothing.js", "/nowhere"])
def test_the_head_of_a_page_is_that_of_the_page(visitor: Visitor, path: str) -> None:
    """Link previews and watchers of a site ask so."""
    whole, head = visitor.http.get(path), visitor.http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-security-policy"] == whole.headers["content-security-policy"]


def test_the_key_lies_beside_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who moves or restores the folder of a site keeps its guests."""
    monkeypatch.delenv("REGATTA_SECRET", raising=False)
    monkeypatch.setenv("REGATTA_DATA", str(tmp_path / "elsewhere"))
    create_app(f"sqlite:///{tmp_path / 'site' / 'regatta.db'}")
    assert (tmp_path / "site" / "secret.key").is_file()
    assert not (tmp_path / "elsewhere").exists()


def test_the_data_folder_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGATTA_DATA", str(tmp_path / "here"))
    assert default_database() == f"sqlite:///{tmp_path / 'here' / 'regatta.sqlite'}"
