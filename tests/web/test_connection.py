"""Connections that give nothing, or without end, are not kept."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest

from at_site import Visitor, refused
from regatta.web import connection, forms

PATIENCE = 0.3


@contextmanager
def connected(address: str) -> Iterator[socket.socket]:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        yield line


def until_closed(line: socket.socket) -> bytes:
    """Read until the server hangs up; fails after the time of the socket."""
    came = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            came += part
    return came


@pytest.fixture
def hurried(address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(connection, "PATIENCE", PATIENCE)
    monkeypatch.setattr(forms, "PATIENCE", PATIENCE)
    return address


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"\r\n\r\n"])
def test_a_head_that_does_not_come_is_not_awaited(hurried: str, sent: bytes) -> None:
    with connected(hurried) as line:
        line.sendall(sent)
        assert until_closed(line) == b""


def test_a_second_head_is_not_awaited_longer_than_the_first(hurried: str) -> None:
    for rest in (b"GET / HT", b"\r\n"):
        with connected(hurried) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            line.sendall(rest)
            until_closed(line)


def test_a_quiet_reader_of_a_page_is_not_cut_off(hurried: str) -> None:
    """The time is for the head alone: whoever asked in time is answered, twice on one connection."""
    with httpx.Client(base_url=hurried, trust_env=False) as http:
        assert [http.get(path).status_code for path in ("/healthz", "/", "/readyz")] == [200] * 3


@pytest.mark.parametrize("piece", [b"a" * 8192, b"x: " + b"b" * 4000 + b"\r\n"])
def test_a_head_without_end_is_refused(address: str, piece: bytes) -> None:
    with connected(address) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nx: ")
        with suppress(ConnectionError):
            while True:  # until the server hangs up; else the test never ends
                line.sendall(piece)
    assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200


def test_a_body_that_does_not_come_is_not_awaited(hurried: str, visitor: Visitor) -> None:
    head = (
        "POST /new/yacht HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nContent-Length: 100\r\n\r\nkey="
    )
    with connected(hurried) as line:
        line.sendall(head.encode())
        answer = until_closed(line).decode()
    assert answer.startswith("HTTP/1.1 408")
    assert '"form.slow"' in answer
    assert re.search(r"connection: close", answer, re.IGNORECASE)


def test_who_goes_away_in_mid_sentence_is_no_fault_of_ours(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Else everybody could fill the log of the host."""
    head = "POST /new/yacht HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\nname-1="
    with caplog.at_level(logging.WARNING, "regatta"):
        for _ in range(3):
            with connected(address) as line:
                line.sendall(head.encode())
        httpx.get(f"{address}/healthz", trust_env=False)
        visitor = Visitor(address)
        visitor.open("yacht", "Ana")
        visitor.close()
    assert [record.getMessage() for record in caplog.records if record.name.startswith("regatta")] == []


def test_SE_11_a_chunked_body_is_bounded_while_it_is_read(address: str) -> None:
    """Nobody says how long it will be; what is too much is refused before all of it has come."""
    head = "POST /new/yacht HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(address) as line:
        line.sendall(head.encode())
        for _ in range(5):
            line.sendall(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
        # The last chunk never comes.
        answer = line.recv(65536).decode()
    assert answer.startswith("HTTP/1.1 413")
    assert '"http.too_large"' in answer


def test_a_long_body_that_is_announced_is_refused_unread(visitor: Visitor) -> None:
    refused(visitor.http.post("/new/yacht", content=b"x" * 100_000, headers={"accept": "text/html"}), 413)


@pytest.mark.parametrize("body", ["announced", "chunked"])
def test_the_rest_of_a_body_that_was_refused_is_no_head(address: str, body: str) -> None:
    """Whoever sends on is not told so in the place of the next answer."""
    piece, pieces = b"x" * 0x4000, 40
    coded = b"4000\r\n" + piece + b"\r\n" if body == "chunked" else piece
    how = "Transfer-Encoding: chunked" if body == "chunked" else f"Content-Length: {pieces * len(piece)}"
    head = f"POST /new/yacht HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n{how}\r\n\r\n"
    with connected(address) as line:
        line.sendall(head.encode() + 5 * coded)
        answer = b""
        while b'"http.too_large"' not in answer:
            answer += line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 413")
        for _ in range(pieces - 25):
            line.sendall(coded)
            time.sleep(0.001)  # each comes by itself
        time.sleep(0.05)
        line.sendall(20 * coded + (b"0\r\n\r\n" if body == "chunked" else b""))  # these together
        time.sleep(0.05)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_head_after_a_body_that_was_refused_has_an_end_too(address: str) -> None:
    with connected(address) as line:
        line.sendall(b"POST /new/yacht HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 413")
        line.sendall(b"x" * 100_000 + b"GET / HTTP/1.1\r\nHost: x\r\nx: ")
        began = time.monotonic()
        with suppress(ConnectionError):
            while True:  # until the server hangs up; else the test never ends
                line.sendall(b"a" * 8192)
        assert time.monotonic() - began < connection.PATIENCE / 2, "its size ended it, not the time"


def test_the_rest_of_a_body_is_not_awaited_for_ever(hurried: str) -> None:
    head = "POST /new/yacht HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    with connected(hurried) as line:
        line.sendall(head.encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 413")
        with suppress(ConnectionError):
            while True:  # until the server hangs up; else the test never ends
                line.sendall(b"x")
                time.sleep(0.01)
