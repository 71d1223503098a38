"""Copies of games: a guest's own models, kept version by version.

A version is a game like those of the catalogue, under the id ``COPY.NUMBER``, and never changes: a new edit is a new
version, and matches and records keep theirs. The text of each was checked and compiled before it came here.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from regatta.errors import Denied, Illegal, Invalid, Missing
from regatta.match.authority import new_id
from regatta.model import catalogue
from regatta.storage import log
from regatta.storage.schema import copy, edition

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Row

    from regatta.storage.desk import Desk
    from regatta.storage.transaction import Transaction

MOST_COPIES = 100
"""Copies that a guest may keep."""

MOST_VERSIONS = 500
"""Versions of one copy."""

MOST_MEGABYTES = 16
"""Text that a guest may keep, with all versions and with what was thrown away."""

MAX_TITLE = 200
KEPT = 256
"""Texts that are in memory."""

GOOD_FOR = 10.0
"""Seconds for which a text is believed to be there still: another process may withdraw it."""

THROWN_AWAY, WITHDRAWN = 1, 2

_ID = re.compile(r"(c[a-z2-7]{15})\.([1-9][0-9]{0,3})")
_TEXT = (
    select(edition.c.body, copy.c.removed)
    .join(copy, copy.c.id == edition.c.copy)
    .where(edition.c.copy == bindparam("copy"), edition.c.number == bindparam("number"))
)
_COPY = select(copy).where(copy.c.id == bindparam("copy"))
_OF_GUEST = (
    select(copy)
    .where(copy.c.guest == bindparam("guest"), copy.c.removed == 0)
    .order_by(copy.c.updated.desc(), copy.c.id)
)
_OTHERS = (
    select(func.count())
    .select_from(copy)
    .where(copy.c.guest == bindparam("guest"), copy.c.removed == 0, copy.c.id != bindparam("but"))
)
_CHARACTERS = (
    select(func.coalesce(func.sum(func.length(edition.c.body)), 0))
    .join(copy, copy.c.id == edition.c.copy)
    .where(copy.c.guest == bindparam("guest"))
)
_DIGEST = select(edition.c.digest).where(
    edition.c.copy == bindparam("copy"), edition.c.number == bindparam("number")
)
_VERSIONS = (
    select(edition.c.number, edition.c.created)
    .where(edition.c.copy == bindparam("copy"))
    .order_by(edition.c.number.desc())
    .limit(bindparam("most"))
)
_LATEST = select(copy).order_by(copy.c.updated.desc(), copy.c.id).limit(bindparam("most"))
_NEWEST = (
    update(copy)
    .where(copy.c.id == bindparam("of"))
    .values(version=bindparam("number"), title=bindparam("name"), updated=bindparam("now"), removed=0)
)
_REMOVE = update(copy).where(copy.c.id == bindparam("of")).values(removed=bindparam("why"))


class Copy(NamedTuple):
    """A guest's model. ``parent`` is the game it was copied from; ``version`` the newest; times in ms since 1970."""

    id: str
    parent: str | None
    title: str
    version: int
    created: int
    updated: int

    @property
    def game(self) -> str:
        """The id of the game that the newest version is."""
        return game_of(self.id, self.version)


class Version(NamedTuple):
    """A version of a copy: its number from 1, and when it was made, in ms since 1970."""

    number: int
    created: int


class Kept(NamedTuple):
    """A copy as its host sees it: whose it is, and whether it was taken away."""

    copy: Copy
    guest: str
    withdrawn: bool


class Draft(NamedTuple):
    """A text that is to be kept, with the title it gives itself."""

    title: str
    text: str
    digest: str


def game_of(name: str, number: int) -> str:
    """Return the id of a version as a game."""
    return f"{name}.{number}"


def split(game: str) -> tuple[str, int] | None:
    """Return the copy and the number of a version; None for what is no such id."""
    found = _ID.fullmatch(game)
    return (found[1], int(found[2])) if found else None


class Copies:
    """The copies of one desk; also a shelf of the catalogue while it is open."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._texts: OrderedDict[str, tuple[bytes, float]] = OrderedDict()
        self._take_away: Callable[[], None] | None = catalogue.add_shelf(self.source)

    def close(self) -> None:
        """Take the copies off the shelf of the catalogue."""
        if self._take_away is not None:
            self._take_away()
            self._take_away = None

    def source(self, game: str) -> bytes | None:
        """Return the text of a version, None where there is none.

        Raises:
            Missing: ``copy.withdrawn`` where the host took it away.
        """
        wanted = split(game)
        if wanted is None:
            return None
        known = self._texts.get(game)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        asked = {"copy": wanted[0], "number": wanted[1]}
        row = self._desk.read(lambda connection: connection.execute(_TEXT, asked).one_or_none())
        self._texts.pop(game, None)
        if row is None:
            return None
        if row.removed == WITHDRAWN:
            raise Missing("copy.withdrawn", copy=wanted[0])
        found = str(row.body).encode()
        self._texts[game] = found, time.monotonic() + GOOD_FOR
        while len(self._texts) > KEPT:
            self._texts.popitem(last=False)
        return found

    async def aowned(self, guest: str) -> list[Copy]:
        """Return a guest's copies, the one edited last first."""
        return await asyncio.to_thread(
            self._desk.read,
            lambda connection: [_copy(row) for row in connection.execute(_OF_GUEST, {"guest": guest})],
        )

    async def afind(self, name: str) -> tuple[Copy, str]:
        """Return a copy and who owns it.

        Raises:
            Missing: ``copy.unknown`` (copy), ``copy.withdrawn`` where the host took it away.
        """
        return await asyncio.to_thread(self._desk.read, lambda connection: _find(connection, name))

    async def aversions(self, name: str, most: int = MOST_VERSIONS) -> list[Version]:
        """Return the newest versions of a copy, the newest first; none of an unknown copy."""
        asked = {"copy": name, "most": most}
        return await asyncio.to_thread(
            self._desk.read,
            lambda connection: [Version(*row) for row in connection.execute(_VERSIONS, asked)],
        )

    def latest(self, most: int) -> list[Kept]:
        """Return the copies of all guests that were edited last."""
        return self._desk.read(
            lambda connection: [
                Kept(_copy(row), str(row.guest), row.removed == WITHDRAWN)
                for row in connection.execute(_LATEST, {"most": most})
            ]
        )

    async def akeep(
        self, guest: str, text: str, title: str, *, parent: str | None = None, name: str | None = None
    ) -> Copy:
        """Keep a text as a new copy, or as the next version of the guest's copy ``name``.

        The same text as in the newest version makes no new one.

        Raises:
            Illegal: ``copy.too_many`` (most), ``copy.too_many_versions`` (most), ``copy.too_much`` (megabytes).
            Denied: ``copy.not_yours`` for the copy of another.
            Missing: as ``afind``.
            Invalid: ``copy.text`` for what cannot be stored.
        """
        try:
            digest = sha256(text.encode()).hexdigest()
        except UnicodeEncodeError:
            raise Invalid("copy.text") from None
        draft = Draft(title[:MAX_TITLE], text, digest)

        def work(unit: Transaction) -> Copy:
            if name is None:
                return _first(unit, guest, _new_id(self._desk.entropy.token(32)), parent, draft)
            return _next(unit, guest, name, draft)

        return await self._desk.awrite(work)

    async def athrow_away(self, guest: str, name: str) -> None:
        """Take a copy off its guest's list; those who have its address go on seeing it. Raises as ``akeep``."""

        def work(unit: Transaction) -> None:
            _own(unit.connection, guest, name)
            unit.connection.execute(_REMOVE, {"of": name, "why": THROWN_AWAY})

        await self._desk.awrite(work)

    def withdraw(self, name: str) -> None:
        """Take a copy away from everybody: the host's. Matches that were begun go on. Raises Missing ``copy.unknown``."""

        def work(unit: Transaction) -> None:
            _find(unit.connection, name)
            unit.connection.execute(_REMOVE, {"of": name, "why": WITHDRAWN})

        self._desk.write(work)
        for game in [game for game in self._texts if game.startswith(f"{name}.")]:
            self._texts.pop(game, None)


def _new_id(secret: bytes) -> str:
    """Return the id of a copy: as that of a match, but with a letter first, as the id of a game has."""
    return f"c{new_id(secret)[1:]}"


def _first(unit: Transaction, guest: str, name: str, parent: str | None, draft: Draft) -> Copy:
    connection, now = unit.connection, unit.now
    _check_room(connection, guest, name)
    log.add_guest(connection, guest, now)
    made = Copy(name, parent, draft.title, 1, now, now)
    connection.execute(insert(copy), {**made._asdict(), "guest": guest, "removed": 0})
    _add(unit, made, draft)
    return made


def _next(unit: Transaction, guest: str, name: str, draft: Draft) -> Copy:
    connection, now = unit.connection, unit.now
    known = _own(connection, guest, name)
    newest = connection.execute(_DIGEST, {"copy": name, "number": known.version}).scalar_one()
    if newest == draft.digest:
        return known
    _check_room(connection, guest, name)  # one that was thrown away comes back
    if known.version >= MOST_VERSIONS:
        raise Illegal("copy.too_many_versions", most=MOST_VERSIONS)
    made = known._replace(title=draft.title, version=known.version + 1, updated=now)
    connection.execute(_NEWEST, {"of": name, "number": made.version, "name": made.title, "now": now})
    _add(unit, made, draft)
    return made


def _check_room(connection: Connection, guest: str, name: str) -> None:
    if connection.execute(_OTHERS, {"guest": guest, "but": name}).scalar_one() >= MOST_COPIES:
        raise Illegal("copy.too_many", most=MOST_COPIES)
    if connection.execute(_CHARACTERS, {"guest": guest}).scalar_one() >= MOST_MEGABYTES * 1_000_000:
        raise Illegal("copy.too_much", megabytes=MOST_MEGABYTES)


def _add(unit: Transaction, made: Copy, draft: Draft) -> None:
    row = {"copy": made.id, "number": made.version, "body": draft.text, "digest": draft.digest}
    unit.connection.execute(insert(edition), {**row, "created": unit.now})


def _find(connection: Connection, name: str) -> tuple[Copy, str]:
    row = connection.execute(_COPY, {"copy": name}).one_or_none()
    if row is None:
        raise Missing("copy.unknown", copy=name[:40])
    if row.removed == WITHDRAWN:
        raise Missing("copy.withdrawn", copy=name[:40])
    return _copy(row), str(row.guest)


def _own(connection: Connection, guest: str, name: str) -> Copy:
    found, owner = _find(connection, name)
    if owner != guest:
        raise Denied("copy.not_yours")
    return found


def _copy(row: Row[tuple[object, ...]]) -> Copy:
    return Copy(row.id, row.parent, row.title, row.version, row.created, row.updated)
