"""What a guest reached: one row for each finished match in which the guest holds exactly one seat.

Where a guest holds several seats nobody can tell who of them played, so that is no score of anybody's; nor is what was
typed in from dice that others threw by hand. The rows are
written with the last event of a match, in the same transaction; the primary key keeps a match from counting twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, func, insert, select

from regatta.match.match import Match
from regatta.storage.schema import score

LATEST = 5
"""How many of the last games are told one by one."""


class Best(NamedTuple):
    """A guest's games of one kind: how many, the best and the mean total, the last totals, oldest first."""

    game: str
    options: dict[str, str]
    played: int
    best: int
    average: float
    last: tuple[int, ...]


class Standing(NamedTuple):
    """One finished game among all of its kind that the guest played. ``place`` 1 is the best, shared by equals.

    ``record`` says whether it is better than every other one, where there are others.
    """

    total: int
    place: int
    record: bool
    best: Best


_OF_GUEST = (
    select(
        score.c.game,
        score.c.options,
        func.count().label("played"),
        func.max(score.c.total).label("best"),
        func.avg(score.c.total).label("average"),
    )
    .where(score.c.guest == bindparam("guest"))
    .group_by(score.c.game, score.c.options)
    .order_by(func.max(score.c.finished).desc(), score.c.game)
)
_OF_KIND = _OF_GUEST.where(score.c.game == bindparam("game"), score.c.options == bindparam("options"))
_LAST = (
    select(score.c.total)
    .where(
        score.c.guest == bindparam("guest"),
        score.c.game == bindparam("game"),
        score.c.options == bindparam("options"),
    )
    .order_by(score.c.finished.desc(), score.c.match)
    .limit(LATEST)
)
_ONE = select(score.c.game, score.c.options, score.c.total).where(
    score.c.match == bindparam("match"), score.c.guest == bindparam("guest")
)
_OTHERS = select(
    func.count().filter(score.c.total > bindparam("total")).label("better"),
    func.count().filter(score.c.total == bindparam("total")).label("equal"),
).where(
    score.c.guest == bindparam("guest"),
    score.c.game == bindparam("game"),
    score.c.options == bindparam("options"),
)


def canonical(options: Mapping[str, str]) -> str:
    """Return options as the text that tells kinds of a game apart."""
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def add_scores(connection: Connection, finished: Sequence[Match], now: int) -> None:
    """Add what the guests reached in matches that have just been finished."""
    rows = [row for match in finished for row in _rows(match, now)]
    if rows:
        connection.execute(insert(score), rows)


def read_bests(connection: Connection, guest: str) -> list[Best]:
    """Return a guest's games by kind, the kind that was finished last first."""
    return [_best(connection, guest, row) for row in connection.execute(_OF_GUEST, {"guest": guest}).all()]


def read_standing(connection: Connection, match: str, guest: str) -> Standing | None:
    """Return where a finished match stands among the guest's own; None where it is no score of theirs."""
    own = connection.execute(_ONE, {"match": match, "guest": guest}).one_or_none()
    if own is None:
        return None
    kind = {"guest": guest, "game": own.game, "options": own.options}
    others = connection.execute(_OTHERS, {**kind, "total": own.total}).one()
    best = _best(connection, guest, connection.execute(_OF_KIND, kind).one())
    record = best.played > 1 and others.better == 0 and others.equal == 1
    return Standing(own.total, others.better + 1, record, best)


def _best(connection: Connection, guest: str, row: Row[Any]) -> Best:
    kind = {"guest": guest, "game": row.game, "options": row.options}
    last = connection.execute(_LAST, kind).scalars().all()
    options = json.loads(row.options)
    return Best(row.game, options, row.played, row.best, float(row.average), tuple(reversed(last)))


def _rows(match: Match, now: int) -> list[dict[str, object]]:
    result = match.finished
    if result is None or match.by_hand:
        return []
    holders = match.private.holders
    seats = Counter(holders)
    return [
        {
            "match": match.id,
            "guest": holder,
            "game": match.opened.game,
            "options": canonical(match.opened.options),
            "total": result.totals[seat],
            "rank": result.ranks[seat],
            "finished": now,
        }
        for seat, holder in enumerate(holders)
        if isinstance(holder, str) and seats[holder] == 1 and not match.stands_in(seat)
    ]
