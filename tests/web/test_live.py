"""A table as it happens, over real HTTP: streams, what polls instead, who is there, what players call."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from at_site import Visitor, read, served
from regatta.web.metrics import Metrics

PATIENCE = 20


class Message(NamedTuple):
    event: str
    data: str
    id: int | None


class Reader:
    """A browser's ``EventSource``: reads a stream and remembers the last id."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()

    def next(self, *, beats: bool = False) -> Message:
        """Return the next message; ``beat`` is passed over."""
        fields: dict[str, list[str]] = {}
        for line in self._lines:
            if line:
                name, _, value = line.partition(": ")
                fields.setdefault(name, []).append(value)
                continue
            found = Message(
                fields["event"][0],
                "\n".join(fields["data"]),
                int(fields["id"][0]) if "id" in fields else None,
            )
            if found.event != "beat" or beats:
                return found
            fields = {}
        raise EOFError


@contextmanager
def stream(visitor: Visitor, path: str, since: object = "", **headers: str) -> Iterator[Reader]:
    address = f"{path}/stream" + (f"?since={since}" if since != "" else "")
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with visitor.http.stream("GET", address, headers=sent, timeout=PATIENCE) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Reader(answer)


def test_a_roll_is_told_to_all_who_look(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yahtzee", "Ana", "Ben")
    version, watcher = visitor.state()["version"], visitors()
    watcher.get(path)
    with stream(visitor, path, version) as own, stream(watcher, path, version) as other:
        visitor.roll()
        state = visitor.state()
        for reader in (own, other):
            told = reader.next()
            assert (told.event, told.id) == ("table", state["version"])
            page = read(told.data).one("div", id="table")
            assert page.attributes["data-since"] == str(version)
            assert "data-rolled" in page.attributes
            assert page.attributes["data-say"].startswith("Roll 1 of 3")
            faces = [int(die.one("svg").attributes["data-face"]) for die in page.all(class_="die")]
            assert faces == [die["face"] for die in state["dice"]]
            boxes = page.all("button", name="box")
            assert len(boxes) == (13 if reader is own else 0)


def test_on_12_who_comes_back_gets_what_was_missed_once(visitor: Visitor) -> None:
    path = visitor.open("yahtzee", "Ana")
    first = visitor.state()["version"]
    with stream(visitor, path, first) as reader:
        visitor.roll()
        seen = reader.next().id
    visitor.roll()
    visitor.write("chance")
    visitor.roll()
    with stream(visitor, path, first, last_event_id=str(seen)) as reader:
        told = reader.next()
        page = read(told.data).one("div", id="table")
        assert (page.attributes["data-since"], told.id) == (str(seen), visitor.state()["version"])
        assert read(told.data).one("td", class_="last").attributes["id"] == "line-chance-1"
        visitor.roll()
        again = reader.next()
        assert read(again.data).one("div", id="table").attributes["data-since"] == str(told.id)
    with stream(visitor, path, again.id) as reader:
        assert reader.next(beats=True) == Message("beat", ".", again.id)
        visitor.write("ones")
        assert reader.next().id == again.id + 1


@pytest.mark.parametrize("since", ["", "x", "-1", "99999", "9" * 40, "%00", "1e3"])
def test_an_odd_version_counts_as_the_present_one(visitor: Visitor, since: str) -> None:
    path = visitor.open("yacht")
    with stream(visitor, path, since) as reader:
        assert reader.next(beats=True).id == visitor.state()["version"]
        visitor.roll()
        assert reader.next().id == visitor.state()["version"]


def test_what_moves_do_not_tell_is_asked_for_or_drawn_as_a_whole(
    visitor: Visitor, visitors: Callable[[], Visitor]
) -> None:
    path = visitor.open("yahtzee")
    visitor.roll()
    visitor.write("chance")
    version, watcher = visitor.state()["version"], visitors()
    watcher.get(path)
    with stream(visitor, path, version) as own, stream(watcher, path, version) as other:
        visitor.send("/take-back")
        assert own.next() == Message("look", ".", version + 1)
        whole = read(other.next().data).one("div", id="table")
        assert "data-since" not in whole.attributes
        assert whole.one(id="sheet")
        tokens = whole.all("input", name="token")
        assert {token.attributes["value"] for token in tokens} <= {""}


def test_se_02_a_watcher_is_told_nothing_that_is_private(
    visitor: Visitor, visitors: Callable[[], Visitor]
) -> None:
    path = visitor.open("crag", "Ana")
    token = visitor.form("/roll")[1]["token"]
    cookie = visitor.http.cookies["regatta_guest"].split(".")[0]
    watcher = visitors()
    watcher.get(path)
    told = ""
    with stream(watcher, path, visitor.state()["version"]) as reader:
        while visitor.state()["result"] is None:
            visitor.roll()
            told += reader.next().data
            visitor.write()
            told += reader.next().data
    seed = visitor.http.get(f"{path}/record.json").json()["dice"]["seed"]
    assert token not in told
    assert cookie not in told
    assert 'name="box"' not in told
    end = told.rindex('<div id="table"')
    assert seed not in told[:end]


def test_only_the_head_of_a_stream_has_an_end(visitor: Visitor) -> None:
    path = visitor.open("yacht")
    for _ in range(3):
        answer = visitor.http.head(f"{path}/stream")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")


def test_nobody_follows_a_match_that_is_not_there(visitor: Visitor) -> None:
    for path in ("/matches/nothing/stream", "/matches/nothing/news"):
        assert visitor.http.get(path).status_code == 404


def test_what_cannot_stream_asks(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yahtzee", "Ana", "Ben")
    version, watcher = visitor.state()["version"], visitors()
    watcher.get(path)
    assert watcher.http.get(f"{path}/news?since={version}").status_code == 204
    visitor.roll()
    for who, boxes in ((watcher, 0), (visitor, 13)):
        answer = who.http.get(f"{path}/news?since={version}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        page = read(answer.text).one("div", id="table")
        assert page.attributes["data-since"] == str(version)
        assert len(page.all("button", name="box")) == boxes
    visitor.write("chance")
    visitor.send("/take-back")
    answer = visitor.http.get(f"{path}/news?since={version}")
    assert "data-since" not in read(answer.text).one("div", id="table").attributes
    assert visitor.form("/roll")[1]["token"] in answer.text


# ------------------------------------------------------------------------------------------------- reactions


def test_what_a_player_calls_is_heard_by_all(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yahtzee", "Ana", "Ben")
    token, watcher = visitor.form("/roll")[1]["token"], visitors()
    watcher.http.headers["accept-language"] = "hu"
    watcher.get(path)
    with stream(visitor, path) as own, stream(watcher, path) as other:
        for reader in (own, other):
            reader.next(beats=True)
        fields = {"token": token, "seat": "1", "reaction": "nice"}
        answer = visitor.http.post(f"{path}/react", data=fields, headers={"hx-request": "true"})
        assert answer.status_code == 204
        told = own.next()
        assert (told.event, told.id) == ("reaction", None)
        (slip,) = read(told.data).all("p")
        assert (slip.text, slip.attributes["data-seat"]) == ("Nice roll!", "1")
        assert "Ben" in slip.attributes["data-say"]
        assert other.next().event == "reaction"
    plain = visitor.http.post(f"{path}/react", data=fields, follow_redirects=False)
    assert (plain.status_code, plain.headers["location"]) == (303, path)
    assert "nice" not in json.dumps(visitor.http.get(f"{path}/record.json").json())


def test_se_18_nobody_calls_in_anothers_name(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yahtzee", "Ana", bots_greedy="1")
    other = visitors()
    other.get("/settings")
    token = other.page.all("input", name="token")[0].attributes["value"]
    own = visitor.form("/roll")[1]["token"]
    with stream(visitor, path) as reader:
        reader.next(beats=True)
        for who, fields, status in (
            (other, {"token": token, "seat": "0", "reaction": "nice"}, 403),
            (other, {"token": own, "seat": "0", "reaction": "nice"}, 403),
            (visitor, {"token": own, "seat": "1", "reaction": "nice"}, 403),  # the bot's
            (visitor, {"token": own, "seat": "7", "reaction": "nice"}, 404),
            (visitor, {"token": own, "seat": "0", "reaction": "<b>hi</b>"}, 404),
            (visitor, {"seat": "0", "reaction": "nice"}, 403),
        ):
            assert who.http.post(f"{path}/react", data=fields).status_code == status, fields
        visitor.roll()
        assert reader.next().event == "table"


def test_calls_are_rationed(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yahtzee", "Ana")
    fields = {"token": visitor.form("/roll")[1]["token"], "seat": "0", "reaction": "wow"}
    answers = [
        visitor.http.post(f"{path}/react", data=fields, headers={"hx-request": "true"}) for _ in range(12)
    ]
    assert [answer.status_code for answer in answers[:10]] == [204] * 10
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


# ---------------------------------------------------------------------------------------------------- the end


def test_a_server_that_stops_lets_its_readers_go(tmp_path: Path) -> None:
    with ExitStack() as open_streams:
        with served(tmp_path) as address:
            visitor = Visitor(address)
            path = visitor.open("yacht")
            readers = [open_streams.enter_context(stream(visitor, path)) for _ in range(5)]
            for reader in readers:
                reader.next(beats=True)
        for reader in readers:
            with pytest.raises(EOFError):  # it ended in order: it was not cut off when patience was over
                reader.next()
        visitor.close()


def test_streams_that_are_left_are_forgotten(tmp_path: Path) -> None:
    metrics = Metrics()
    count = lambda: metrics.registry.get_sample_value("regatta_streams_open")  # noqa: E731
    with served(tmp_path, metrics=metrics) as address:
        visitor = Visitor(address)
        path = visitor.open("yacht")
        for _ in range(10):
            with stream(visitor, path) as reader:
                reader.next(beats=True)
        with stream(visitor, path) as reader:
            visitor.roll()
            assert reader.next().event == "table"
            assert wait_until(lambda: count() == 1)
        assert wait_until(lambda: count() == 0)
        visitor.close()


@pytest.mark.parametrize("apart", [False, True])
def test_a_stream_with_another_request_behind_it_is_forgotten_too(tmp_path: Path, apart: bool) -> None:
    metrics = Metrics()
    count = lambda: metrics.registry.get_sample_value("regatta_streams_open")  # noqa: E731
    with served(tmp_path, metrics=metrics) as address:
        visitor = Visitor(address)
        path = visitor.open("yacht")
        host, port = address.removeprefix("http://").split(":")
        heads = [
            f"GET {each} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for each in (f"{path}/stream", "/healthz")
        ]
        for _ in range(5):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
                for sent in heads if apart else [b"".join(heads)]:
                    line.sendall(sent)
                    assert wait_until(lambda: count() != 0)
                assert b"text/event-stream" in line.recv(65536)
        visitor.roll()  # somebody who has gone is found out by being told something
        assert wait_until(lambda: count() == 0)
        visitor.close()


def wait_until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()
