"""What strangers send to find a hole: each is refused or means nothing, on every address of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote, urlsplit

import httpx
import pytest

from at_site import Visitor, read, refused, served
from regatta.web.forms import fresh_key
from regatta.web.hosting import DEFAULT
from regatta.web.ways import local
from routes import Route, routes_of

JSON = {"accept": "application/json"}


ROUTES = routes_of()
POSTS = [route for route in ROUTES if route.method == "POST"]
STREAM = "/matches/{match}/stream"
GETS = [route for route in ROUTES if route.method == "GET" and route.template != STREAM]
"""Without the one whose answer has no end (see ``test_live``)."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site without limits, so that each thing sent is looked at for itself."""
    with served(tmp_path_factory.mktemp("site"), hosting=replace(DEFAULT, limits=0)) as address:
        yield address


@pytest.fixture(scope="module")
def table(address: str) -> Iterator[Visitor]:
    """A visitor who has opened a match."""
    visitor = Visitor(address)
    visitor.open("yacht", "Ana", "Ben")
    yield visitor
    visitor.close()


def places(route: Route, table: Visitor) -> str:
    """The address of a route about the game and the match of the table."""
    match, game = table.path_of_match.split("/")[2], "yacht"
    path = route.template
    for name in ("{match}", "{match:str}"):
        path = path.replace(name, match)
    for name in ("{game}", "{game:str}"):
        path = path.replace(name, game)
    return "/".join("nothing" if "{" in part else part for part in path.split("/"))


def test_the_routes_are_found() -> None:
    assert {"/", "/matches/{match}", "/settings", "/healthz"} <= {route.template for route in ROUTES}
    assert {"/new/{game}", "/matches/{match}/roll", "/settings"} <= {route.template for route in POSTS}


# ------------------------------------------------------------------------------------------------------- shapes

SHAPES = [b"null", b"true", b"7", b'"x"', b"[]", b"{}", b"{", b"", b"\x00\xff\xfe\x80", b"[" * 5000]


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.template)
def test_SE_11_shapes_on_every_form(table: Visitor, route: Route) -> None:
    """With a token that is good, so that what is refused is the shape."""
    before = table.state()
    path, token = places(route, table), before["token"]
    for kind in ("application/json", "application/x-www-form-urlencoded"):
        headers = {"content-type": kind, "x-csrf-token": token, "accept": "application/json"}
        for body in SHAPES:
            answer = table.http.post(path, content=body, headers=headers, follow_redirects=False)
            assert answer.status_code < 500, (path, body)
            if answer.status_code >= 400:
                refused(answer, answer.status_code)
            # Where the form has no fields, an empty object is one that is filled in.
            assert answer.status_code >= 400 or kind != "application/json" or body == b"{}", body
    body = {"token": token, **dict.fromkeys(("version", "seat", "key", "held", "box", "back", "salt"), None)}
    for odd in (None, True, 7.5, [], {}, [[]], {"a": None}, 10**30, -1, "\x00"):
        sent = body | {name: odd for name in body if name != "token"}
        answer = table.http.post(path, json=sent, headers=JSON, follow_redirects=False)
        assert answer.status_code < 500, (path, odd)
    assert table.http.get("/healthz").status_code == 200
    assert table.state() == before


TEXTS = {"/copies", "/copies/{copy}", "/drafts/check"}
"""These take the text of a model, which may be four times as long on its way as anything else."""


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.template)
def test_SE_11_what_is_too_much_is_refused_on_every_form(table: Visitor, route: Route) -> None:
    path = places(route, table)
    token = table.state()["token"]
    headers = {"x-csrf-token": token, "accept": "application/json"}
    much = 4 if route.template in TEXTS else 1
    refused(table.http.post(path, content=b"x" * 70_000 * much, headers=headers), 413, "http.too_large")
    parts = [b"x" * 40_000 * much] * 2
    refused(table.http.post(path, content=iter(parts), headers=headers), 413, "http.too_large")
    many = {f"n{number}": "1" for number in range(300)}
    refused(table.http.post(path, data=many, headers=headers), 400, "form.too_many")
    refused(table.http.post(path, json=many, headers=headers), 400, "form.too_many")


# -------------------------------------------------------------------------------------------- forms from elsewhere


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.template)
def test_SE_20_no_form_is_taken_from_elsewhere(
    table: Visitor, visitors: Callable[[], Visitor], route: Route
) -> None:
    """CSRF: without the token of the guest whose cookie comes along, on every address that changes anything."""
    before = table.state()
    other = visitors()
    foreign = other.http.get("/", headers=JSON).json()["token"]
    fields = {"key": "k", "version": str(before["version"]), "seat": "0", "back": "/", "theme": "dark"}
    for token in ({}, {"token": ""}, {"token": foreign}, {"token": before["token"].upper() + "x"}):
        headers = JSON | {"origin": "https://evil.example", "referer": "https://evil.example/"}
        answer = table.http.post(places(route, table), data=fields | token, headers=headers)
        refused(answer, 403, "form.token")
    # A browser sends this kind without asking; it is no form of ours.
    answer = table.http.post(
        places(route, table), content=b'{"a":1}', headers=JSON | {"content-type": "text/plain"}
    )
    refused(answer, 415, "form.type")
    assert table.state() == before


def test_nothing_changes_by_a_mere_visit(table: Visitor) -> None:
    """No address that is only asked for acts; those that act cannot be asked for."""
    before = table.state()
    for route in POSTS:
        path = f"{places(route, table)}?token={before['token']}&key=k&version={before['version']}&seat=0"
        answer = table.http.get(path, follow_redirects=False)
        assert answer.status_code in (200, 404, 405), path
    assert table.state() == before


# ----------------------------------------------------------------------------------------------- headers, redirects

BREAKS = ["\r\nx-evil: 1\r\n\r\n<script>alert(1)</script>", "\nx-evil: 1\x85x-evil: 2é\u2028x-evil: 3"]


def headers_are_ours(answer: httpx.Response) -> None:
    assert "x-evil" not in answer.headers
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.template)
def test_no_header_can_be_slipped_in(table: Visitor, route: Route) -> None:
    for text in BREAKS:
        coded = quote(text, safe="")
        for path in (
            route.filled(f"x{coded}"),
            f"{places(route, table)}?lang={coded}&back=/{coded}&option-x{coded}={coded}",
            f"{places(route, table)}?back=/%0d%0ax-evil:1&lang=hu",
        ):
            answer = table.http.get(path, follow_redirects=False)
            assert answer.status_code < 500, path
            headers_are_ours(answer)
    table.http.cookies.delete("regatta_language")


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\r\n/evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "http:evil.example",
    "///evil.example",
    "/" * 600,
    "@evil.example",
]


def test_no_redirect_leads_elsewhere(table: Visitor) -> None:
    """Open redirect: by the field of a form, by a parameter, by where the request says it came from."""
    token = table.state()["token"]
    answers = []
    for way in ELSEWHERE:
        answers.append(
            table.http.post("/settings", data={"token": token, "back": way}, follow_redirects=False)
        )
        answers += [
            table.http.get(path, params={"lang": "en", "back": way}, follow_redirects=False)
            for path in ("/", "/settings", "/help")
        ]
        plain = "".join(letter for letter in way if letter.isprintable())
        with suppress(httpx.InvalidURL):
            answers.append(table.http.get(f"/{quote(plain)}?lang=en", follow_redirects=False))
        for page in ("/settings", "/help"):
            shown = read(table.http.get(page, params={"back": way}).text)
            links = [
                tag.attributes[name]
                for tag in shown.all()
                for name in ("href", "action", "src", "value")
                if name in tag.attributes and (name != "value" or tag.attributes.get("name") == "back")
            ]
            assert links
            assert [link for link in links if local(link) != link and not link.startswith("#")] == []
    for answer in answers:
        if answer.is_redirect:
            parts = urlsplit(answer.headers["location"])
            assert (parts.scheme, parts.netloc) == ("", "")
            assert answer.headers["location"].startswith("/")
            assert not answer.headers["location"].startswith(("//", "/\\"))
    assert sum(answer.is_redirect for answer in answers) > len(ELSEWHERE)
    table.http.cookies.delete("regatta_language")


def test_the_host_that_is_asked_for_stands_in_no_answer(table: Visitor) -> None:
    """A page that a stranger got with a host of his own choice tells nobody to go there."""
    for path in ("/", "/new/yacht", table.path_of_match, "/manifest.webmanifest", "/nowhere", "/?lang=en"):
        answer = table.http.get(path, headers={"host": "evil.example"}, follow_redirects=False)
        assert "evil.example" not in answer.text
        assert not [value for value in answer.headers.values() if "evil.example" in value]
    table.http.cookies.delete("regatta_language")


# ----------------------------------------------------------------------------------------------------------- names

PROTOTYPES = ["__proto__", "constructor", "hasOwnProperty", "__class__"]


@pytest.mark.parametrize("name", PROTOTYPES)
def test_names_that_every_object_has_are_no_ids(table: Visitor, name: str) -> None:
    for route in ROUTES:
        # Codes are guessed slowly: test_rooms.py has those.
        if "{" in route.template and route.method == "GET" and route.template != "/r/{code}":
            refused(table.http.get(route.filled(name), headers=JSON), 404)
    state = table.state()
    head = {"token": state["token"], "key": f"k-{name}", "version": state["version"], "seat": 0}
    path = table.path_of_match
    for act in ("roll", "hold", "write"):
        body = head | {"box": name, "held": name, name: {"polluted": True}}
        answer = table.http.post(f"{path}/{act}", json=body, headers=JSON)
        assert 400 <= answer.status_code < 500
    game = table.http.post("/new/yacht", data=head | {f"option-{name}": "yes"}, headers=JSON)
    refused(game, 400, "option.unknown")
    bots = table.http.post("/new/yacht", data=head | {f"bots-{name}": "1"}, follow_redirects=False)
    assert bots.status_code in (303, 400)
    settings = table.http.post(
        "/settings", json={"token": state["token"], name: "dark", "theme": name}, headers=JSON
    )
    refused(settings, 400, "option.value")
    kept = table.http.post("/settings", json={"token": state["token"], name: "dark"}, headers=JSON).json()
    assert name not in kept
    assert "polluted" not in table.http.get(f"{path}.json").text
    assert table.state() == state


@pytest.mark.parametrize("name", PROTOTYPES)
def test_a_player_may_be_called_so(visitor: Visitor, name: str) -> None:
    visitor.open("yacht", name)
    assert visitor.state()["seats"][0]["name"] == name


# -------------------------------------------------------------------------------------------------------- methods


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.template)
def test_a_head_is_answered_like_a_visit(table: Visitor, route: Route) -> None:
    path = places(route, table)
    head, whole = table.http.head(path), table.http.get(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers.get("content-type") == whole.headers.get("content-type")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.template}")
def test_other_methods_do_nothing_and_no_site_elsewhere_may_ask(table: Visitor, route: Route) -> None:
    path, before = places(route, table), table.state()
    origin = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    options = table.http.options(path, headers=origin)
    assert options.status_code == 204
    here = {each.method for each in ROUTES if each.template == route.template}
    assert set(options.headers["allow"].split(", ")) - {"HEAD"} == {*here, "OPTIONS"}
    ask = table.http.head if route.template == STREAM else table.http.get
    for answer in (options, ask(path, headers=origin)):
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
        answer = table.http.request(method, path, headers=JSON)
        # What the server itself does not know as a method it does not take for HTTP.
        assert answer.status_code in (400, 405), (method, path)
        if answer.status_code == 405:
            assert here <= set(answer.headers["allow"].split(", "))
    assert table.state() == before


# --------------------------------------------------------------------------------------------------------- guests


def test_nobody_is_given_an_identity_by_a_link(visitors: Callable[[], Visitor]) -> None:
    """Session fixation: neither an address nor a form nor another cookie's name makes a visitor a guest that exists."""
    ana, eve = visitors(), visitors()
    path = ana.open("yacht", "Ana")
    cookie = ana.http.cookies["regatta_guest"]
    for where in (f"{path}?regatta_guest={cookie}", f"{path}?guest={cookie}&token={ana.state()['token']}"):
        eve.get(where)
        assert eve.http.cookies.get("regatta_guest") != cookie
        assert not any(seat["yours"] for seat in eve.state(path)["seats"])
    eve.http.post("/settings", data={"regatta_guest": cookie}, headers={"x-regatta-guest": cookie})
    assert eve.http.cookies.get("regatta_guest") != cookie
    # The guest's id alone, without its signature, is nobody.
    eve.http.cookies.clear()
    answer = eve.http.get(path + ".json", headers={"cookie": f"regatta_guest={cookie.partition('.')[0]}"})
    assert not any(seat["yours"] for seat in answer.json()["seats"])


def test_the_key_of_a_form_cannot_be_foretold() -> None:
    """Else who sits at the same table could use up the key of another's next move."""
    keys = [fresh_key() for _ in range(1000)]
    assert len({key[:6] for key in keys}) > 900
    assert len({key[-6:] for key in keys}) > 900
    assert len(set(keys)) == 1000
