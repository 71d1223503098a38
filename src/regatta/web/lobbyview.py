"""Contexts of the lobby and of the form for a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from regatta import engine, players
from regatta.match.events import Seat
from regatta.match.match import Match
from regatta.model import catalogue
from regatta.tables import tables_of
from regatta.web import contexts
from regatta.web.bestview import best_json, own
from regatta.web.library import model_of
from regatta.web.phrases import isolated, marked
from regatta.words.bots import bot_line, bot_name

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.storage.scores import Best
    from regatta.web.library import Naming
    from regatta.web.roomcontexts import OpenRoom
    from regatta.web.tongues import Tongue
    from regatta.words import Words
    from regatta.words.rules.page import Change, Variation

    Changes = Mapping[tuple[str | int, str], tuple[Change, ...]]

MAX_SEATS = 10
"""The most people around one screen."""


class Open(NamedTuple):
    """A match to go on with; ``updated`` is when somebody moved last, in ms since 1970."""

    match: Match
    updated: int


def lobby(
    frame: contexts.Frame,
    tongue: Tongue,
    matches: Sequence[Open],
    bests: list[Best],
    now: int,
    *,
    viewer: str,
    key: str,
    rooms: tuple[OpenRoom, ...],
    watched: int,
) -> contexts.Lobby:
    """Return the first page: the catalogue with the guest's own bests, the matches to go on with, and open rooms.

    ``watched`` is how many public matches are being played.
    """
    words = tongue.words
    lines = [unfinished(each, tongue, now, viewer) for each in matches]
    return contexts.Lobby(
        frame=frame,
        games=tuple(_game(model_of(game), tongue, bests) for game in catalogue.in_order()),
        matches=tuple(sorted(lines, key=lambda line: not line.yours)),
        rooms=rooms,
        watched=words.ngettext(
            "%(count)s public match is being played", "%(count)s public matches are being played", watched
        )
        % {"count": watched}
        if watched
        else words.gettext("Bots play at any time"),
        key=key,
    )


def lobby_json(tongue: Tongue, matches: Sequence[Open], bests: list[Best]) -> dict[str, Any]:
    """Return what the lobby shows as JSON data."""
    return {
        "games": [
            {
                "id": game,
                "title": tongue.naming(game).title.text,
                "bests": [best_json(best) for best in bests if best.game == game],
            }
            for game in catalogue.in_order()
        ],
        "matches": [
            {
                "match": match.id,
                "game": match.opened.game,
                "version": match.version,
                "seat": match.seat,
                "seats": [seat._asdict() | {"total": total} for seat, total in _totals(match)],
                "updated": updated,
            }
            for match, updated in matches
        ],
    }


def unfinished(each: Open, tongue: Tongue, now: int, viewer: str | None = None) -> contexts.Unfinished:
    """Return a line of a list of matches, as ``viewer`` (None: somebody who only looks on) sees it."""
    match, updated = each
    words = tongue.words
    _ = words.gettext
    yours, alone = waits_for(match, viewer), sum(not seat.bot for seat in match.seats) == 1
    if match.finished is not None:
        turn = marked(_("Over"))
    elif match.seat is None:
        turn = marked(_("You can begin") if yours else _("Not begun yet"))
    elif yours and len(match.seats) > 1 and (alone or not match.one_screen):
        turn = marked(_("Your turn"))
    elif len(match.seats) == 1:
        filled = match.sheets[0].filled.bit_count()
        params = {"number": filled + 1, "turns": len(match.tables.boxes)}
        turn = marked(_("Turn %(number)s of %(turns)s"), params)
    else:
        turn = marked(_("%(name)s is to move"), {"name": isolated(match.seats[match.seat].name)})
    return contexts.Unfinished(
        id=match.id,
        title=tongue.naming(match.opened.game).title,
        seats=tuple(contexts.Standings(seat.name, total) for seat, total in _totals(match)),
        turn=turn,
        when=ago(max(0, now - updated) // 1000, words),
        at=datetime.fromtimestamp(updated // 1000, UTC).isoformat(),
        yours=yours,
    )


def waits_for(match: Match, viewer: str | None) -> bool:
    """Whether a match waits for its ``viewer``: to move, or, as the host of a room, to begin."""
    if viewer is None or match.finished is not None:
        return False
    if match.seat is not None:
        return match.private.holders[match.seat] == viewer and not match.seats[match.seat].bot
    hosts = match.host is None or match.private.holders[match.host] == viewer
    return hosts and len(match.seats) >= (1 if match.terms is None else max(2, match.tables.seats[0]))


def ago(seconds: int, words: Words) -> str:
    """Return how long ago something was, as people say it."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if not minutes:
        return words.gettext("just now")
    if not hours:
        return words.ngettext("%(count)s minute ago", "%(count)s minutes ago", minutes) % {"count": minutes}
    if not days:
        return words.ngettext("%(count)s hour ago", "%(count)s hours ago", hours) % {"count": hours}
    return words.ngettext("%(count)s day ago", "%(count)s days ago", days) % {"count": days}


def _totals(match: Match) -> list[tuple[Seat, int]]:
    return [
        (seat, engine.total(match.tables, sheet))
        for seat, sheet in zip(match.seats, match.sheets, strict=True)
    ]


def new_game(
    frame: contexts.Frame,
    tongue: Tongue,
    model: Model,
    *,
    key: str,
    sent: Mapping[str, object] | None = None,
    notice: str = "",
    variations: tuple[Variation, ...] = (),
) -> contexts.NewGame:
    """Return the form for a match of ``model``, filled with what was ``sent`` where that was refused.

    ``variations`` say what the options change.
    """
    sent = sent or {}
    words, naming = tongue.words, tongue.naming(model.id)
    most = min(_seats(model)[1], MAX_SEATS)
    return contexts.NewGame(
        frame=frame,
        game=model.id,
        title=naming.title,
        line=naming.line,
        notice=notice,
        key=key,
        seats=tuple(contexts.NameField(n, str(sent.get(f"name-{n}", ""))) for n in range(1, most + 1)),
        bots=tuple(
            contexts.BotField(
                id=bot,
                label=bot_name(bot, words),
                line=bot_line(bot, words),
                counts=tuple(range(most)),
                chosen=_count(sent.get(f"bots-{bot}")),
            )
            for bot in players.BY_STRENGTH
            if bot not in players.LONG or players.offered(bot, tables_of(model.id))
        )
        if most > 1
        else (),
        options=option_fields(model, naming, sent, variations),
        own_salt="own-salt" in sent,
    )


def _game(model: Model, tongue: Tongue, bests: list[Best]) -> contexts.Game:
    words, naming = tongue.words, tongue.naming(model.id)
    low, high = _seats(model)
    count = model.spec.dice.count
    if low == high:
        seats = words.ngettext("%(count)s player", "%(count)s players", high) % {"count": high}
    else:
        seats = words.gettext("%(low)s–%(high)s players") % {"low": low, "high": high}
    return contexts.Game(
        id=model.id,
        title=naming.title,
        line=naming.line,
        players=seats,
        dice=words.ngettext("%(count)s die", "%(count)s dice", count) % {"count": count},
        own=own(model, bests, words, naming),
    )


def _seats(model: Model) -> tuple[int, int]:
    return model.spec.players.from_, model.spec.players.to


def option_fields(
    model: Model, naming: Naming, sent: Mapping[str, object], variations: tuple[Variation, ...] = ()
) -> tuple[contexts.OptionField, ...]:
    """Return the options of a game's rules, as they were ``sent`` or else as usual; ``variations`` as in ``new_game``."""
    changes = {(each.path[-1], value.value): value.changes for each in variations for value in each.values}
    return tuple(_option(name, model, naming, sent, changes) for name in model.choices)


def _option(
    name: str, model: Model, naming: Naming, sent: Mapping[str, object], changes: Changes
) -> contexts.OptionField:
    option = model.choices[name]
    chosen = sent.get(f"option-{name}", option.default)
    return contexts.OptionField(
        name,
        naming.name(name),
        tuple(
            contexts.Choice(
                value, naming.name(f"{name}.{value}"), value == chosen, changes.get((name, value), ())
            )
            for value in option.choices
        ),
    )


def _count(value: object) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4 else 0
