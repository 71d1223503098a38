"""What a host watches: the process, its readiness, its numbers."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from socket import create_server

import httpx
import pytest

from at_site import Visitor, served
from regatta.errors import RegattaError
from regatta.storage.desk import Desk
from regatta.web.hosting import DEFAULT, Place
from regatta.web.metrics import Metrics
from regatta.web.views import health


@pytest.mark.parametrize(("path", "status"), [("/healthz", "alive"), ("/readyz", "ready")])
def test_a_probe_is_answered_in_a_word_and_is_no_guest(address: str, path: str, status: str) -> None:
    for headers in ({}, {"accept": "text/html"}):
        answer = httpx.get(address + path, headers=headers, trust_env=False)
        assert (answer.status_code, answer.json()) == (200, {"status": status})
        assert "set-cookie" not in answer.headers
    assert httpx.head(address + path, trust_env=False).status_code == 200


@pytest.mark.parametrize("code", ["storage.failed", "storage.busy", "storage.closed"])
def test_who_is_not_ready_says_why(address: str, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    async def broken(_: Desk) -> None:
        raise RegattaError(code)

    monkeypatch.setattr(Desk, "aready", broken)
    answer = httpx.get(f"{address}/readyz", trust_env=False)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, code)
    assert answer.headers["retry-after"] == "2"
    assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200


def test_a_writer_that_is_held_up_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program keeps the file locked for writing; pages are still read."""
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    with served(tmp_path) as address:
        assert httpx.get(f"{address}/readyz", trust_env=False).status_code == 200
        other = sqlite3.connect(tmp_path / "regatta.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answer = httpx.get(f"{address}/readyz", trust_env=False)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage.busy")
        assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
        other.execute("ROLLBACK")
        other.close()


# ----------------------------------------------------------------------------------------------------- metrics


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Visitor, Callable[[], dict[str, float]]]]:
    """A visitor to a new site, and its numbers as Prometheus reads them."""
    metrics = Metrics()
    with metrics.served(Place("127.0.0.1", 0)) as port, served(tmp_path, metrics=metrics) as address:

        def numbers() -> dict[str, float]:
            told = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)
            assert told.headers["content-type"].startswith("text/plain")
            lines = [line for line in told.text.splitlines() if not line.startswith("#")]
            return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

        visitor = Visitor(address)
        yield visitor, numbers
        visitor.close()


def test_the_numbers_of_a_site(watched: tuple[Visitor, Callable[[], dict[str, float]]]) -> None:
    visitor, numbers = watched
    before = numbers()
    assert before["regatta_matches_opened_total"] == before["regatta_moves_accepted_total"] == 0
    assert before["regatta_writer_queue"] == before["regatta_streams_open"] == 0
    path = visitor.open("yacht")
    visitor.roll()
    fields = visitor.form("/write")[1]
    visitor.play_out()
    late = visitor.http.post(f"{path}/write", data=fields | {"box": "choice", "key": "late"})
    assert late.status_code == 409
    visitor.get("/no/such/page")
    after = numbers()
    assert after["regatta_matches_opened_total"] == after["regatta_matches_finished_total"] == 1
    assert after["regatta_moves_accepted_total"] == 24
    assert after['regatta_moves_refused_total{code="match.stale"}'] == 1
    assert after["regatta_commit_commands_sum"] == 25
    roll = 'method="POST",route="/matches/{match}/roll"'
    assert after[f"regatta_answer_seconds_count{{{roll}}}"] == 12
    assert after['regatta_answers_total{method="GET",route="nowhere",status="404"}'] == 1
    assert after["process_resident_memory_bytes"] > 0
    names = " ".join(after)
    assert path.split("/")[2] not in names
    assert not re.search(r"[0-9a-f]{32}", names)


def test_addresses_and_methods_that_anybody_makes_up_are_one_line(
    watched: tuple[Visitor, Callable[[], dict[str, float]]],
) -> None:
    visitor, numbers = watched
    visitor.get("/")
    known = len(numbers())
    for number in range(50):
        visitor.http.request(f"M{number}" if number % 2 else "GET", f"/nowhere/{number}")
        visitor.get(f"/matches/{number}")
    assert len(numbers()) < known + 80


def test_no_visitor_of_the_site_reaches_the_metrics(visitor: Visitor) -> None:
    for headers in ({}, {"x-forwarded-for": "127.0.0.1"}, {"host": "127.0.0.1:9464"}):
        assert visitor.http.get("/metrics", headers=headers).status_code == 404
    assert DEFAULT.metrics is None


def test_a_place_for_metrics_that_is_taken_is_told() -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        place = Place("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(RegattaError, match=r"metrics\.place"), Metrics().served(place):
            pass
    with Metrics().served(replace(DEFAULT).metrics) as port:
        assert port == 0
