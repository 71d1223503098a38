"""The games of a series beside each other, like the columns of the pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta import engine
from regatta.storage.series import PAD, PastGame
from regatta.web import contexts
from regatta.web.sheetcells import head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.match import Match
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.phrases import Phrases


def games_of(match: Match, past: Sequence[PastGame]) -> tuple[PastGame, ...]:
    """Return the finished games of a series: those before a match, and the match itself once it is over."""
    if not past or match.finished is None:
        return tuple(past)
    return (*past, PastGame(match.id, match.series.number, match.finished.totals, match.sheets))


def series(
    view: View,
    tables: Tables,
    games: Sequence[PastGame],
    *,
    phrases: Phrases,
    focus: int,
) -> contexts.Series | None:
    """Return the finished ``games`` of a series; None where there are none.

    All count for the totals; the last six have columns, as many as the pad has. ``focus`` is the seat whose boxes
    are shown.
    """
    if not games:
        return None
    words = phrases.words
    _ = words.gettext
    shown, before = games[-PAD:], games[:-PAD]
    sums = totals_of(games)
    columns = [_("Game %(number)s") % {"number": game.number} for game in shown]
    rows = []
    for seat, each in enumerate(view.seats):
        cells = [str(game.totals[seat]) for game in shown]
        if before:
            cells.insert(0, str(sum(game.totals[seat] for game in before)))
        leads = len(sums) > 1 and sums[seat] == max(sums)
        rows.append(contexts.SeriesRow(each.name, tuple(cells), str(sums[seat]), leads))
    names = tuple(([_("Before")] if before else []) + columns)
    heading = words.ngettext("This series: %(count)s game", "This series: %(count)s games", len(games)) % {
        "count": len(games)
    }
    pad = _pad(tables, shown, phrases, focus)
    return contexts.Series(heading, names, tuple(rows), view.seats[focus].name, pad)


def totals_of(games: Sequence[PastGame]) -> tuple[int, ...]:
    """Return the sum of all games by seat."""
    return tuple(map(sum, zip(*(game.totals for game in games), strict=True)))


def _pad(tables: Tables, games: Sequence[PastGame], phrases: Phrases, seat: int) -> contexts.Pad | None:
    """The sheets of one seat; games whose rules have changed since have no column."""
    games = [game for game in games if game.sheets]
    if not games:
        return None
    _ = phrases.words.gettext
    lines = [engine.lines(tables, game.sheets[seat]) for game in games]
    rows = []
    for row in zip(*lines, strict=True):
        kind, _id, label = head(phrases, row[0])
        rows.append(contexts.PadRow(kind, label, tuple(str(line.points) for line in row)))
    columns = tuple(_("Game %(number)s") % {"number": game.number} for game in games)
    return contexts.Pad(columns, tuple(rows))
