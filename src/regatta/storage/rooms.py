"""Rooms in the database: opened, found by their code, listed, and looked after when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, update

from regatta.errors import Denied, Illegal, Missing, Stale
from regatta.match import authority
from regatta.match.authority import Answer
from regatta.match.code import draw, normal
from regatta.match.commands import Arrange, Envelope, Leave, Return, Step, TimeOut
from regatta.match.events import PERSON, Seat, Series, Terms
from regatta.match.match import Actor, House, Match
from regatta.storage import log
from regatta.storage.schema import event, match, seat
from regatta.storage.series import read_latest

if TYPE_CHECKING:
    from regatta.match.ports import Entropy
    from regatta.storage.desk import Desk
    from regatta.storage.rulebook import Edition
    from regatta.storage.transaction import Transaction

FORGOTTEN = 24 * 3600 * 1000
"""Milliseconds after which a room in which nothing happened, and which never began, is gone."""

GRACE = 30_000
"""Milliseconds that a turn has at least, once a server has started: its time may have run out while there was none."""

SWEPT = 100
"""Rooms that are forgotten in one transaction: those who move wait for no more."""

OPEN_FOR = 30 * 60 * 1000
"""Milliseconds for which a public room that waits for players is shown to strangers."""

_BY_CODE = select(match.c.id).where(match.c.code == bindparam("code"))
_CODE = select(match.c.code).where(match.c.id == bindparam("id"))
_DUE = select(match.c.id, match.c.version).where(match.c.deadline <= bindparam("now")).limit(256)
_FROM_THE_FUTURE = (
    update(match)
    .where(match.c.updated > bindparam("now"), match.c.status != log.FINISHED)
    .values(deadline=match.c.deadline - (match.c.updated - bindparam("now")), updated=bindparam("now"))
    .returning(match.c.id)
)
_OVER_MEANWHILE = (
    update(match)
    .where(match.c.deadline < bindparam("least"))
    .values(deadline=bindparam("least"))
    .returning(match.c.id)
)
_LISTED = (
    select(match.c.id)
    .where(match.c.listed == 1, match.c.status == bindparam("status"), match.c.updated >= bindparam("since"))
    .order_by(match.c.updated.desc(), match.c.id)
    .limit(bindparam("limit"))
)
_FORGOTTEN = (
    select(match.c.id)
    .where(match.c.code.is_not(None), match.c.status == log.WAITING, match.c.updated < bindparam("before"))
    .limit(bindparam("limit"))
)
_LATEST_SHOW = (
    select(match.c.id).where(match.c.series == bindparam("series")).order_by(match.c.number.desc()).limit(1)
)

SHOW = "show"
"""The series of the matches that bots play among themselves, to be looked at."""


class Due(NamedTuple):
    """A match whose turn should be over, at the version at which that is so."""

    match: str
    version: int


class Rooms:
    """The rooms of one desk. Methods named ``a...`` are for an event loop."""

    def __init__(self, desk: Desk, unready: Callable[[Match], object] = lambda _: None) -> None:
        """``unready`` is told of a match whose clock must wait for a bot that cannot play yet."""
        self._desk = desk
        self._unready = unready

    async def aopen(
        self,
        game: str,
        holder: str,
        name: str,
        terms: Terms,
        *,
        options: Mapping[str, str] | None = None,
        key: str,
    ) -> Match:
        """Open a room with its host in the first seat. Asking again with the same ``key`` gives the same room.

        Raises:
            Missing, ModelFaults, Invalid: as ``regatta.model.load`` and ``authority.open_room``.
        """
        edition = await asyncio.to_thread(self._desk.edition, game, options or {})
        authority.check_key(key)
        room = authority.new_id(f"{holder}\n{key}".encode())
        seats: list[tuple[Seat, Actor]] = [(Seat(name, PERSON), holder)]

        def work(unit: Transaction) -> Match:
            known = _load(unit, room)
            if known is not None:
                if known.seat_of(holder) is None:
                    raise Stale("command.key_used", key=key)
                return known
            return self._opened(unit, edition, terms, seats, name=room)

        return await self._desk.awrite(work)

    async def aagain(self, name: str, actor: str) -> Match:
        """Open the rematch of a finished match: same people and bots, the next seat starts; one for all who ask.

        Raises:
            Denied: ``match.watching`` where the guest held no seat in it.
            Missing: ``match.unknown`` (match).
        """
        before = await self._desk.amatch(name)
        terms = before.terms
        if terms is None or before.finished is None or before.seat_of(actor) is None:
            raise Denied("match.watching")
        opened = before.opened
        edition = await asyncio.to_thread(self._desk.edition, opened.game, opened.options)
        holders = before.private.holders
        seats: list[tuple[Seat, Actor]] = [
            (Seat(seat.name, PERSON if isinstance(holder, str) else seat.player), holder or House.BOTS)
            for seat, holder in zip(before.seats, holders, strict=True)
        ]

        def work(unit: Transaction) -> Match:
            last = read_latest(unit.connection, before.series.id)
            latest = unit.load(last.match)
            if latest.finished is None:
                return latest
            return self._opened(
                unit,
                edition,
                terms,
                seats,
                series=Series(before.series.id, last.number + 1),
                starter=((before.first or 0) + 1) % len(seats),
            )

        return await self._desk.awrite(work)

    async def aarrange(
        self,
        name: str,
        actor: str,
        game: str,
        options: Mapping[str, str],
        terms: Terms,
        *,
        key: str,
    ) -> Answer:
        """Change what a room plays and on which terms; raises as ``authority.answer`` and ``regatta.model.load``."""
        edition = await asyncio.to_thread(self._desk.edition, game, options)
        model = edition.model
        command = Arrange(
            model.id,
            model.file_digest,
            model.digest,
            tuple(model.options.items()),
            terms,
            edition.tables,
        )

        def work(unit: Transaction) -> Answer:
            answer = authority.answer(unit, Envelope(name, actor, None, key, command), self._entropy)
            log.add_rules(unit.connection, model.digest, edition.canonical)
            return answer

        return await self._desk.awrite(work)

    async def agive_up(self, name: str, actor: str, *, key: str) -> Match:
        """Leave a room, and take it out of the guest's list; once it has begun a bot plays on.

        Raises:
            Denied: ``match.watching`` where the guest holds no seat in it.
            Missing, Stale: as ``authority.answer``.
        """

        def work(unit: Transaction) -> Match:
            room = unit.load(name)
            seat = room.seat_of(actor)
            if seat is None:
                raise Denied("match.watching")
            if room.finished is None and not room.seats[seat].bot:
                room = authority.answer(
                    unit, Envelope(name, actor, None, key, Leave(seat)), self._entropy
                ).match
            log.hide_match(unit.connection, name, actor)
            return room

        return await self._desk.awrite(work)

    async def areturn(self, name: str, actor: str, seat: int, *, key: str) -> Answer:
        """Play a seat again, and find the match in one's list again; raises as ``authority.answer``."""

        def work(unit: Transaction) -> Answer:
            envelope = Envelope(name, actor, None, key, Return(seat))
            answer = authority.answer(unit, envelope, self._entropy)
            log.hide_match(unit.connection, name, actor, hidden=False)
            return answer

        return await self._desk.awrite(work)

    async def afollowing(self, before: Match) -> str | None:
        """Return the game that followed a finished one in its series; None where nobody asked for one."""

        def question(connection: Connection) -> str | None:
            last = read_latest(connection, before.series.id)
            return last.match if last.number > before.series.number else None

        return await asyncio.to_thread(self._desk.read, question)

    async def afind(self, typed: str) -> str:
        """Return the match of a room by its code, however it was typed.

        Raises:
            Missing: ``room.unknown`` (typed).
        """
        code = normal(typed)

        def question(connection: Connection) -> str | None:
            return connection.execute(_BY_CODE, {"code": code}).scalar()

        found = await asyncio.to_thread(self._desk.read, question)
        if found is None:
            raise Missing("room.unknown", typed=typed[:20])
        return found

    async def acode(self, name: str) -> str | None:
        """Return the code of a room."""
        return await asyncio.to_thread(
            self._desk.read, lambda connection: connection.execute(_CODE, {"id": name}).scalar()
        )

    async def alisted(self, limit: int = 50, *, waiting: bool) -> list[Match]:
        """Return public matches, the last one moved in first: those that wait for players, or those that are played."""
        since = self._desk.clock.now() - OPEN_FOR if waiting else 0
        asked = {"status": log.WAITING if waiting else log.PLAYING, "since": since, "limit": limit}

        def question(connection: Connection) -> Sequence[str]:
            return connection.execute(_LISTED, asked).scalars().all()

        names = await asyncio.to_thread(self._desk.read, question)
        return [await self._desk.amatch(name) for name in names]

    async def awatchable(self, limit: int = 50) -> list[Match]:
        """Return the public matches that are being played and that anybody may look at."""
        matches = await self.alisted(limit, waiting=False)
        return [each for each in matches if each.terms is not None and each.terms.watchers]

    async def awake(self) -> None:
        """Set the clocks of all turns right, once, when a server starts.

        Where the clock of the machine was set back meanwhile, each turn has the time that it had left at the last move;
        where the time was over while there was no server, ``GRACE``.
        """
        now = self._desk.clock.now()

        def work(unit: Transaction) -> None:
            changed = [
                *unit.connection.execute(_FROM_THE_FUTURE, {"now": now}).scalars(),
                *unit.connection.execute(_OVER_MEANWHILE, {"least": now + GRACE}).scalars(),
            ]
            for name in changed:
                unit.forget(name)

        await self._desk.awrite(work)

    async def atime_out(self) -> int:
        """Finish the turns whose time is over; returns how many there were. Asked for again and again by a server.

        One that cannot be finished keeps no other from it.

        Raises:
            RegattaError: what was wrong with the first that could not be finished, once all others are.
        """
        now = self._desk.clock.now()

        def question(connection: Connection) -> list[Due]:
            return [Due(row.id, row.version) for row in connection.execute(_DUE, {"now": now})]

        due = await asyncio.to_thread(self._desk.read, question)
        outcomes = await asyncio.gather(
            *(
                self._quietly(Envelope(match, House.CLOCK, version, f"clock.{version}", TimeOut(now)))
                for match, version in due
            ),
            return_exceptions=True,
        )
        for outcome in outcomes:
            if outcome is not None:
                raise outcome
        return len(due)

    async def ashown(self) -> Match | None:
        """Return the last match that bots played to be looked at, over or not."""

        def question(connection: Connection) -> str | None:
            return connection.execute(_LATEST_SHOW, {"series": SHOW}).scalar()

        name = await asyncio.to_thread(self._desk.read, question)
        return await self._desk.amatch(name) if name is not None else None

    async def ashow(self, game: str, seats: Sequence[Seat]) -> Match:
        """Return the match that bots play to be looked at; a new one of ``game`` where the last is over."""
        edition = await asyncio.to_thread(self._desk.edition, game, {})

        def work(unit: Transaction) -> Match:
            last = unit.connection.execute(_LATEST_SHOW, {"series": SHOW}).scalar()
            latest = unit.load(last) if last is not None else None
            if latest is not None and latest.finished is None:
                return latest
            number = latest.series.number + 1 if latest is not None else 1
            opened, events = authority.open_show(
                edition.model, edition.tables, seats, entropy=self._entropy, series=Series(SHOW, number)
            )
            unit.open(opened, events, edition.canonical)
            return opened

        return await self._desk.awrite(work)

    async def astep(self, show: Match) -> None:
        """Let the bot to move in a match of bots do one thing."""
        await self._quietly(Envelope(show.id, House.BOTS, show.version, f"step.{show.version}", Step()))

    async def asweep(self) -> int:
        """Forget the rooms in which nothing happened for a day and which never began; returns how many."""
        asked = {"before": self._desk.clock.now() - FORGOTTEN, "limit": SWEPT}

        def work(unit: Transaction) -> int:
            gone = unit.connection.execute(_FORGOTTEN, asked).scalars().all()
            for name in gone:
                unit.connection.execute(delete(event).where(event.c.match == name))
                unit.connection.execute(delete(seat).where(seat.c.match == name))
                unit.connection.execute(delete(match).where(match.c.id == name))
                unit.forget(name)
            return len(gone)

        swept = 0
        while some := await self._desk.awrite(work):
            swept += some
        return swept

    @property
    def _entropy(self) -> Entropy:
        return self._desk.entropy

    async def _quietly(self, envelope: Envelope) -> None:
        """Submit a command of the house, which somebody else's may have overtaken."""
        try:
            await self._desk.asubmit(envelope)
        except (Stale, Denied, Illegal, Missing) as error:
            if error.code == "player.not_ready":
                self._unready(await self._desk.amatch(envelope.match))

    def _opened(
        self,
        unit: Transaction,
        edition: Edition,
        terms: Terms,
        seats: Sequence[tuple[Seat, Actor]],
        *,
        name: str = "",
        series: Series | None = None,
        starter: int | None = None,
    ) -> Match:
        opened, events = authority.open_room(
            edition.model,
            edition.tables,
            terms,
            seats,
            entropy=self._entropy,
            match=name,
            series=series,
            starter=starter,
        )
        unit.open(opened, events, edition.canonical, _free_code(unit, self._entropy))
        return opened


def _load(unit: Transaction, name: str) -> Match | None:
    try:
        return unit.load(name)
    except Missing:
        return None


def _free_code(unit: Transaction, entropy: Entropy) -> str:
    """Return a code that no other room has."""
    while True:
        code = draw(entropy)
        if unit.connection.execute(_BY_CODE, {"code": code}).scalar() is None:
            return code
