"""Moves take a shortcut past the framework: nobody can tell, whatever comes of them."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from litestar import Response

from at_site import Visitor, read, served
from regatta.errors import Denied
from regatta.web import shortcut
from regatta.web.metrics import Metrics

ROUTE = {"method": "POST", "route": "/matches/{match}/roll", "status": "200"}


@contextmanager
def line_to(visitor: Visitor) -> Iterator[socket.socket]:
    url = visitor.http.base_url
    with socket.create_connection((url.host, url.port), timeout=20) as line:
        yield line


def request_of(
    visitor: Visitor, act: str, fields: dict[str, str], *more: str, body: bytes = b""
) -> tuple[bytes, bytes]:
    """Return head and body of a move as the page sends it."""
    body = body or urlencode(fields).encode()
    lines = [f"POST {visitor.path_of_match}/{act} HTTP/1.1", "host: x", "hx-request: true", *more]
    lines += ["content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}"]
    if visitor.http.cookies:
        lines.append(
            "cookie: " + "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
        )
    return "\r\n".join([*lines, "", ""]).encode(), body


def answer_on(line: socket.socket) -> tuple[int, list[tuple[str, str]], bytes]:
    """Read one answer: its status, its headers without those that tell the time, its body."""
    came = HTTPResponse(line)
    came.begin()
    body = came.read()
    return came.status, sorted((name, value) for name, value in came.getheaders() if name != "date"), body


def sent(visitor: Visitor, head: bytes, body: bytes, *, pause: float = 0) -> tuple[int, list, bytes]:
    with line_to(visitor) as line:
        line.sendall(head if pause else head + body)
        if pause:  # the body is not here when the request is handled: that is the long way
            time.sleep(pause)
            line.sendall(body)
        return answer_on(line)


def test_a_move_is_answered_the_same_in_either_way(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")
    move = request_of(visitor, "roll", fields)
    short, long = sent(visitor, *move), sent(visitor, *move, pause=0.2)
    assert short == long, "sent twice, it is done once"
    status, headers, body = short
    assert status == 200
    assert read(body.decode()).one("div", id="table").attributes["data-version"] == str(
        visitor.state()["version"]
    )
    assert {"content-security-policy", "x-content-type-options", "cache-control"} <= dict(headers).keys()
    # Headers are the same as those of a page, which takes the long way.
    page = visitor.http.get(visitor.path_of_match)
    assert dict(headers).keys() - {"connection"} == page.headers.keys() - {"date", "set-cookie", "connection"}


@pytest.mark.parametrize(
    ("act", "changes", "more", "status"),
    [
        ("roll", {"token": ""}, (), 403),
        ("roll", {"version": "0"}, (), 409),
        ("roll", {"seat": "7"}, (), 404),
        ("roll", {"version": "x"}, (), 400),
        ("write", {"box": "<b>"}, (), 400),
        ("write", {}, (), 400),
        ("hold", {"held": "0,0"}, (), 400),
        ("roll", {}, ("content-type: text/plain",), 415),
        ("roll", {}, ("connection: close",), 200),
        ("roll", {}, ("expect: 100-continue",), 200),
    ],
)
def test_whatever_comes_of_a_move_it_is_told_alike(
    visitor: Visitor, act: str, changes: dict[str, str], more: tuple[str, ...], status: int
) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")
    head, body = request_of(visitor, act, fields | changes, *more)
    if more and more[0].startswith("content-type"):
        head = head.replace(b"content-type: application/x-www-form-urlencoded\r\n", b"")
    short, long = sent(visitor, head, body), sent(visitor, head, body, pause=0.2)
    assert short[0] == status
    assert [name for name, _ in short[1]] == [name for name, _ in long[1]]
    if status != 409:  # a table that is shown whole has a fresh key
        assert short == long


def test_a_match_that_is_not_there(visitor: Visitor) -> None:
    path = visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")
    head, body = request_of(visitor, "roll", fields)
    for name in ("nobodynobodynobo", "a/b", "%2e%2e", ""):
        elsewhere = head.replace(path.encode(), f"/matches/{name}".encode())
        short, long = sent(visitor, elsewhere, body), sent(visitor, elsewhere, body, pause=0.2)
        assert short == long
        assert short[0] in (404, 405)


def test_who_has_no_cookie_is_given_one(visitor: Visitor, visitors: object) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")
    visitor.http.cookies.clear()
    head, body = request_of(visitor, "roll", fields)
    for pause in (0, 0.2):
        status, headers, _ = sent(visitor, head, body, pause=pause)
        assert status == 403
        assert "regatta_guest=" in dict(headers)["set-cookie"]


def test_two_moves_behind_each_other_on_one_connection_are_each_answered(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")
    version = int(fields["version"])
    first = request_of(visitor, "roll", fields | {"key": "one"})
    second = request_of(visitor, "roll", fields | {"key": "two", "version": str(version + 1)})
    with line_to(visitor) as line:
        line.sendall(b"".join((*first, *second)))
        came = b""
        while came.count(b"data-version") < 2:
            came += line.recv(65536)
    assert came.index(b'data-version="%d"' % (version + 1)) < came.index(b'data-version="%d"' % (version + 2))
    assert came.count(b"HTTP/1.1 200 OK") == 2


def test_a_body_that_is_too_much_goes_the_long_way(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana")
    head, body = request_of(visitor, "roll", {}, body=b"a" * 70_000)
    assert sent(visitor, head, body)[0] == 413


def test_a_move_that_breaks_is_logged_and_answered(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(shortcut.HANDLERS, "roll", broken)  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR):
        status, headers, body = sent(visitor, *request_of(visitor, "roll", fields))
    assert status == 500
    assert dict(headers)["hx-retarget"] == "body"
    assert b"ZeroDivisionError" not in body
    assert "POST /matches/{match}/roll failed" in caplog.text


def test_an_answer_that_cannot_be_made_is_refused_like_any_other(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.open("yacht", "Ana")
    _, fields = visitor.form("/roll")

    async def odd(*_: object) -> Response[object]:
        return Response(object())

    monkeypatch.setitem(shortcut.HANDLERS, "roll", odd)  # type: ignore[arg-type]
    status, headers, _ = sent(visitor, *request_of(visitor, "roll", fields))
    assert status == 500
    assert dict(headers)["hx-retarget"] == "body"
    assert "content-security-policy" in dict(headers)


def test_the_time_that_a_refused_move_took_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = Metrics()

    async def slow(*_: object) -> None:
        await asyncio.sleep(0.3)
        raise Denied("form.token")

    monkeypatch.setitem(shortcut.HANDLERS, "roll", slow)  # type: ignore[arg-type]
    with served(tmp_path, metrics=metrics) as address:
        visitor = Visitor(address)
        visitor.open("yacht", "Ana")
        _, fields = visitor.form("/roll")
        assert sent(visitor, *request_of(visitor, "roll", fields))[0] == 403
        visitor.close()
    route = {name: ROUTE[name] for name in ("method", "route")}
    took = metrics.registry.get_sample_value("regatta_answer_seconds_sum", route)
    assert took is not None
    assert took > 0.2


def test_moves_are_counted_alike(tmp_path: Path) -> None:
    metrics = Metrics()
    with served(tmp_path, metrics=metrics) as address:
        visitor = Visitor(address)
        visitor.open("yacht", "Ana")
        for number in (1, 2):
            _, fields = visitor.form("/roll")
            assert sent(visitor, *request_of(visitor, "roll", fields), pause=0.2 * (number - 1))[0] == 200
            visitor.get(visitor.path_of_match)
            assert metrics.registry.get_sample_value("regatta_answers_total", ROUTE) == number
        visitor.close()
