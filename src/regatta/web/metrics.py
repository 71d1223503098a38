"""What a host watches, for Prometheus. Served at a place of its own, which no visitor of the site reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.process_collector import ProcessCollector

from regatta.errors import RegattaError
from regatta.match.events import Finished, Opened

if TYPE_CHECKING:
    from regatta.storage.desk import Desk
    from regatta.storage.transaction import Notice
    from regatta.web.hosting import Place

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
COMMANDS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The counters of one site."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._opened = Counter("regatta_matches_opened", "Matches opened", registry=registry)
        self._finished = Counter("regatta_matches_finished", "Matches finished", registry=registry)
        self._accepted = Counter("regatta_moves_accepted", "Moves accepted", registry=registry)
        self._refused = Counter(
            "regatta_moves_refused", "Moves refused, by the code of the error", ["code"], registry=registry
        )
        self._limited = Counter(
            "regatta_limited", "Requests refused since a limit was reached", ["kind"], registry=registry
        )
        self.streams = Gauge("regatta_streams_open", "Streams of events that are open now", registry=registry)
        """``with metrics.streams.track_inprogress():`` counts one for as long as it is open."""
        self._answers = Counter(
            "regatta_answers",
            "Answers, by route and status",
            ["method", "route", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "regatta_answer_seconds",
            "Time from a request to the beginning of its answer",
            ["method", "route"],
            buckets=SECONDS,
            registry=registry,
        )
        self._counters: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._commits = Histogram(
            "regatta_commit_commands",
            "Commands that one commit made lasting",
            buckets=COMMANDS,
            registry=registry,
        )
        self._queue = Gauge("regatta_writer_queue", "Commands that wait for the writer", registry=registry)

    def watch(self, desk: Desk) -> None:
        """Count what a desk commits."""
        desk.subscribe(self._committed)
        self._queue.set_function(lambda: desk.waiting)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer; status 0 for one that never began."""
        name = (method, route, status)
        counters = self._counters.get(name)
        if counters is None:
            counters = self._answers.labels(method, route, str(status)), self._seconds.labels(method, route)
            self._counters[name] = counters
        counters[0].inc()
        if status:
            counters[1].observe(seconds)

    def move(self, error: RegattaError | None = None) -> None:
        """Count a move that was accepted, or refused with an error."""
        if error is None:
            self._accepted.inc()
        else:
            self._refused.labels(error.code).inc()

    def limited(self, kind: str) -> None:
        """Count a request that a limit refused."""
        self._limited.labels(kind).inc()

    @contextmanager
    def served(self, place: Place | None) -> Iterator[int]:
        """Answer Prometheus at a place, if any; gives the port.

        Raises:
            RegattaError: ``metrics.place`` (place, reason) where that cannot be listened at.
        """
        if place is None:
            yield 0
            return
        try:
            server, thread = start_http_server(place.port, place.host, self.registry)
        except OSError as error:
            reason = error.strerror or str(error)
            raise RegattaError("metrics.place", place=f"{place.host}:{place.port}", reason=reason) from error
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _committed(self, notices: Sequence[Notice]) -> None:
        self._commits.observe(len(notices))
        events = [event for notice in notices for event in notice.events]
        self._opened.inc(sum(isinstance(event, Opened) for event in events))
        self._finished.inc(sum(isinstance(event, Finished) for event in events))
