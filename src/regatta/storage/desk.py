"""Where commands are handed in: everything that the leaves need of storage."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from regatta.errors import Denied, Invalid, Missing, RegattaError, Stale
from regatta.match import authority
from regatta.match.authority import Answer
from regatta.match.by_hand import Pad, next_pad
from regatta.match.commands import Begin, Envelope
from regatta.match.events import Arranged, Event, Finished, Opened, Seat, Series
from regatta.match.match import Match
from regatta.match.ports import Clock, Entropy, SystemClock, SystemEntropy
from regatta.match.record import Record, record
from regatta.storage import log, scores
from regatta.storage.cache import Cache
from regatta.storage.database import Database
from regatta.storage.rulebook import Edition, Rulebook
from regatta.storage.schema import guest
from regatta.storage.series import Pads, PastGame, like, read_games, read_latest
from regatta.storage.thrown import Falls, read_falls
from regatta.storage.transaction import Notice, Transaction
from regatta.storage.writer import Writer

logger = logging.getLogger(__name__)

T = TypeVar("T")

KEPT_MATCHES = 4096
MAX_SETTINGS = 10_000
MAX_GUEST = 64

_READY = select(guest.c.id).limit(1)
_SETTINGS = select(guest.c.settings).where(guest.c.id == bindparam("id"))
_SAVE_SETTINGS = update(guest).where(guest.c.id == bindparam("of")).values(settings=bindparam("body"))

Subscriber = Callable[[Sequence[Notice]], None]


class Desk:
    """One database with its writer. Methods may be called from any thread; those named ``a...`` by an event loop.

    A match that was read is a value: it stays as it was, and a later one must be asked for.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        kept: int = KEPT_MATCHES,
    ) -> None:
        """Open the database; raises as ``Database``."""
        self._clock = clock or SystemClock()
        self._entropy = entropy or SystemEntropy()
        self._book = Rulebook()
        self._cache = Cache(kept)
        self._pads = Pads(kept)
        self._subscribers: list[Subscriber] = []
        self._seen_data: object = None
        self._database = Database(url)
        self._writer = Writer(self._database.write, self._begin)
        self._closing = threading.Lock()

    @property
    def folder(self) -> Path:
        """Return the folder in which the database lies."""
        return self._database.path.parent

    @property
    def waiting(self) -> int:
        """Return how many commands wait for the writer."""
        return self._writer.waiting

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Commit what waits, then let go of the file."""
        with self._closing:
            self._writer.close()
            self._database.close()

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call ``subscriber`` after each commit, on the writer's thread, with its notices. Returns how to stop.

        It must not block; for an event loop, let it hand on with ``call_soon_threadsafe``.
        """
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    async def aready(self) -> None:
        """Return once the database has answered a read and the writer has done something.

        Raises:
            RegattaError: ``storage.failed``, ``storage.busy`` or ``storage.closed``.
        """
        await asyncio.to_thread(self._ask, lambda connection: connection.execute(_READY).all())
        await self._writer.perform(lambda _: None)

    # Commands

    def submit(self, envelope: Envelope) -> Answer:
        """Hand a command in and wait until it is committed or refused; raises as ``authority.answer``."""
        return self.write(lambda unit: authority.answer(unit, envelope, self._entropy))

    async def asubmit(self, envelope: Envelope) -> Answer:
        return await self.awrite(lambda unit: authority.answer(unit, envelope, self._entropy))

    def open(
        self,
        game: str,
        seats: Sequence[Seat],
        holder: str,
        *,
        options: Mapping[str, str] | None = None,
        key: str = "",
        begin: bool = True,
    ) -> Match:
        """Open a match in which the guest ``holder`` has every seat of a person.

        With a ``key``, asking again gives the same match. With ``begin`` it starts at once, with salts that the
        server makes; else the seats may add their own and somebody sends ``Begin``.

        Raises:
            Missing, ModelFaults, Invalid: as ``regatta.model.load`` and ``authority.open_match``.
        """
        edition = self._book.edition(game, options or {})
        return self._writer.submit(self._opening(edition, seats, holder, key=key, begin=begin)).result()

    async def aopen(
        self,
        game: str,
        seats: Sequence[Seat],
        holder: str,
        *,
        options: Mapping[str, str] | None = None,
        key: str = "",
        begin: bool = True,
    ) -> Match:
        edition = await asyncio.to_thread(self._book.edition, game, options or {})
        return await self._writer.perform(self._opening(edition, seats, holder, key=key, begin=begin))

    def open_pad(
        self,
        game: str,
        seats: Sequence[Seat],
        holder: str,
        pad: Pad,
        *,
        options: Mapping[str, str] | None = None,
        key: str = "",
    ) -> Match:
        """Open a match whose dice are thrown by hand; ``key`` and ``options`` as ``open``, raises as that and ``authority.open_pad``."""
        edition = self._book.edition(game, options or {})
        return self._writer.submit(
            self._opening(edition, seats, holder, key=key, begin=True, pad=pad)
        ).result()

    async def aopen_pad(
        self,
        game: str,
        seats: Sequence[Seat],
        holder: str,
        pad: Pad,
        *,
        options: Mapping[str, str] | None = None,
        key: str = "",
    ) -> Match:
        edition = await asyncio.to_thread(self._book.edition, game, options or {})
        return await self._writer.perform(self._opening(edition, seats, holder, key=key, begin=True, pad=pad))

    def again(self, name: str, holder: str, *, key: str = "") -> Match:
        """Open the next game of a match's series: same game, options and seats; by hand the next seat starts.

        Where a game of the series goes on that the guest did not give up, that one is returned instead.

        Raises:
            Missing: ``match.unknown`` (match).
            Denied: ``match.watching`` where ``holder`` does not hold the seats of all persons.
            Missing, ModelFaults, Invalid: as ``regatta.model.load`` and ``authority.open_match``.
        """
        return self._writer.submit(self._following(self.match(name), holder, key=key)).result()

    async def aagain(self, name: str, holder: str, *, key: str = "") -> Match:
        match = await self.amatch(name)
        return await self._writer.perform(await asyncio.to_thread(self._following, match, holder, key=key))

    def _following(self, match: Match, holder: str, *, key: str) -> Callable[[Transaction], Match]:
        if holder not in match.private.holders or not match.one_screen:
            raise Denied("match.watching")
        edition = self._book.edition(match.opened.game, match.opened.options)

        def work(unit: Transaction) -> Match:
            last = read_latest(unit.connection, match.series.id)
            latest = unit.load(last.match)
            if latest.finished is None and not log.is_hidden(unit.connection, last.match, holder):
                return latest
            number = Series(match.series.id, last.number + 1)
            opening = self._opening(
                edition, match.seats, holder, key=key, begin=True, number=number, pad=next_pad(latest)
            )
            return opening(unit)

        return work

    def leave(self, name: str, holder: str) -> None:
        """Give a match up: it leaves the guest's list of those that go on, and the log keeps it.

        Raises:
            Denied: ``match.watching`` where the guest holds no seat in it.
        """
        self._writer.submit(self._leaving(name, holder)).result()

    async def aleave(self, name: str, holder: str) -> None:
        await self._writer.perform(self._leaving(name, holder))

    def _leaving(self, name: str, holder: str) -> Callable[[Transaction], None]:
        def work(unit: Transaction) -> None:
            if not log.hide_match(unit.connection, name, holder):
                raise Denied("match.watching")

        return work

    def _opening(
        self,
        edition: Edition,
        seats: Sequence[Seat],
        holder: str,
        *,
        key: str,
        begin: bool,
        number: Series | None = None,
        pad: Pad | None = None,
    ) -> Callable[[Transaction], Match]:
        check_guest(holder)
        if key:
            authority.check_key(key)
        name = authority.new_id(f"{holder}\n{key}".encode()) if key else ""

        def work(unit: Transaction) -> Match:
            if name:
                try:
                    known = unit.load(name)
                except Missing:
                    pass
                else:
                    asked = (edition.model.digest, tuple(seats))
                    if (known.opened.rules_digest, known.seats) != asked:
                        raise Stale("command.key_used", key=key)
                    return known
            model, tables, entropy = edition.model, edition.tables, self._entropy
            if pad is not None:
                match, events = authority.open_pad(
                    model, tables, seats, pad, holder=holder, entropy=entropy, match=name, series=number
                )
            else:
                match, events = authority.open_match(
                    model, tables, seats, holder=holder, entropy=entropy, match=name, series=number
                )
            if begin and match.position is None:
                match, more = authority.act(match, Begin(), holder, self._entropy)
                events += more
            unit.open(match, events, edition.canonical)
            return match

        return work

    # Questions

    def match(self, name: str) -> Match:
        """Return a match as it was last committed.

        Raises:
            Missing: ``match.unknown`` (match).
            RegattaError: ``storage.failed``.
        """
        known = self._cache.get(name)
        if known is not None:
            return known
        found = self._ask(lambda connection: log.read_match(connection, self._book, name))
        self._cache.put(found)
        return found

    async def amatch(self, name: str) -> Match:
        known = self._cache.get(name)
        return known if known is not None else await asyncio.to_thread(self.match, name)

    def events(self, name: str, since: int = 0) -> list[Event]:
        """Return the events of a match after version ``since``; none for an unknown match."""
        return self._ask(lambda connection: log.read_events(connection, name, first=since + 1))

    async def aevents(self, name: str, since: int = 0) -> list[Event]:
        return await asyncio.to_thread(self.events, name, since)

    def record(self, name: str) -> Record:
        """Return the record of a match, finished or not; raises as ``match``."""

        def read(connection: Connection) -> Record:
            events = log.read_events(connection, name)
            if not events or not isinstance(events[0], Opened):
                raise Missing("match.unknown", match=name[:40])
            digest = next(
                (each.rules_digest for each in reversed(events) if isinstance(each, Arranged)),
                events[0].rules_digest,
            )
            return record(events, json.loads(self._book.canonical(connection, digest)))

        return self._ask(read)

    async def arecord(self, name: str) -> Record:
        return await asyncio.to_thread(self.record, name)

    def matches_of(self, holder: str, limit: int = 50, *, unfinished: bool = False) -> list[log.Listed]:
        """Return a guest's matches: those that go on first, then the latest first.

        With ``unfinished`` only those that go on, without those that the guest gave up.
        """
        return self._ask(lambda connection: log.read_listed(connection, holder, limit, unfinished=unfinished))

    async def amatches_of(
        self, holder: str, limit: int = 50, *, unfinished: bool = False
    ) -> list[log.Listed]:
        return await asyncio.to_thread(self.matches_of, holder, limit, unfinished=unfinished)

    def series(self, match: Match) -> tuple[PastGame, ...]:
        """Return the finished games of a match's series before it that are ``like`` it, the oldest first."""
        known = self._earlier(match)
        if known is None:
            mark = self._pads.mark
            known = self._ask(lambda connection: read_games(connection, match))
            self._pads.put(like(match), known, mark)
        return known

    async def aseries(self, match: Match) -> tuple[PastGame, ...]:
        known = self._earlier(match)
        return known if known is not None else await asyncio.to_thread(self.series, match)

    def _earlier(self, match: Match) -> tuple[PastGame, ...] | None:
        return () if match.series.number == 1 else self._pads.get(like(match))

    def bests(self, holder: str) -> list[scores.Best]:
        """Return what a guest reached, by game and options; what was finished last first."""
        return self._ask(lambda connection: scores.read_bests(connection, holder))

    async def abests(self, holder: str) -> list[scores.Best]:
        return await asyncio.to_thread(self.bests, holder)

    def standing(self, name: str, holder: str) -> scores.Standing | None:
        """Return where a finished match stands among the guest's own games of its kind.

        None where the match goes on, or the guest holds no seat in it or several.
        """
        return self._ask(lambda connection: scores.read_standing(connection, name, holder))

    async def astanding(self, name: str, holder: str) -> scores.Standing | None:
        return await asyncio.to_thread(self.standing, name, holder)

    def finished(self, name: str) -> int | None:
        """Return when a match was finished, in ms since 1970, UTC; None where it is not."""
        return self._ask(lambda connection: log.read_finished(connection, name))

    async def afinished(self, name: str) -> int | None:
        return await asyncio.to_thread(self.finished, name)

    def falls(self) -> dict[int, Falls]:
        """Return how the dice of all matches fell, by the faces that they have; see ``storage.thrown``."""
        return self._ask(read_falls)

    async def afalls(self) -> dict[int, Falls]:
        return await asyncio.to_thread(self.falls)

    # Guests

    def settings(self, holder: str) -> dict[str, Any]:
        """Return what a guest has set; empty for one who never did."""
        body = self._ask(lambda connection: connection.execute(_SETTINGS, {"id": holder}).scalar())
        return dict(json.loads(body)) if body else {}

    async def asettings(self, holder: str) -> dict[str, Any]:
        return await asyncio.to_thread(self.settings, holder)

    def save_settings(self, holder: str, settings: Mapping[str, Any]) -> None:
        """Keep what a guest has set.

        Raises:
            Invalid: ``guest.settings`` (most) for more than 10,000 characters of JSON, ``guest.id``.
        """
        self._writer.submit(self._saving(holder, settings)).result()

    async def asave_settings(self, holder: str, settings: Mapping[str, Any]) -> None:
        await self._writer.perform(self._saving(holder, settings))

    def _saving(self, holder: str, settings: Mapping[str, Any]) -> Callable[[Transaction], None]:
        check_guest(holder)
        body = json.dumps(dict(settings), separators=(",", ":"))
        if len(body) > MAX_SETTINGS:
            raise Invalid("guest.settings", most=MAX_SETTINGS)

        def work(unit: Transaction) -> None:
            log.add_guest(unit.connection, holder, self._clock.now())
            unit.connection.execute(_SAVE_SETTINGS, {"of": holder, "body": body})

        return work

    # For the rest of this room

    @property
    def entropy(self) -> Entropy:
        return self._entropy

    @property
    def clock(self) -> Clock:
        return self._clock

    def edition(self, game: str, options: Mapping[str, str]) -> Edition:
        """Return a game as the catalogue has it now; raises as ``Rulebook.edition``."""
        return self._book.edition(game, options)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Have work done by the writer and wait for it; raises as ``Writer.submit``."""
        return self._writer.submit(work).result()

    async def awrite(self, work: Callable[[Transaction], T]) -> T:
        return await self._writer.perform(work)

    def read(self, question: Callable[[Connection], T]) -> T:
        """Answer a question from the database; raises RegattaError ``storage.failed``."""
        return self._ask(question)

    # The writer's side

    def _ask(self, question: Callable[[Connection], T]) -> T:
        try:
            with self._database.read.begin() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            logger.exception("the database could not be read")
            raise RegattaError("storage.failed") from error

    def _begin(self, connection: Connection, careful: bool) -> Transaction:
        """Begin a transaction; what is in memory is trusted unless another program wrote to the file."""
        data = connection.exec_driver_sql("PRAGMA data_version").scalar()
        if data != self._seen_data:
            self._cache.clear()
            self._pads.clear()
            self._seen_data = data
        return Transaction(
            connection,
            self._cache,
            self._book,
            now=self._clock.now(),
            careful=careful,
            publish=self._publish,
        )

    def _publish(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            if isinstance(notice.events[-1], Finished):
                self._pads.ended(notice.match.series.id)
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(notices)
            except Exception:
                logger.exception("a subscriber failed")


def check_guest(holder: object) -> None:
    """Raise Invalid ``guest.id`` unless this can be the id of a guest: 1 to 64 printable ASCII characters."""
    if not isinstance(holder, str) or not 1 <= len(holder) <= MAX_GUEST:
        raise Invalid("guest.id")
    if not holder.isascii() or not holder.isprintable():
        raise Invalid("guest.id")
