"""Contexts of the lobby and of the form for a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regatta import players
from regatta.model import catalogue
from regatta.web import contexts
from regatta.web.library import model_of, title_of

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.storage.log import Listed
    from regatta.words import Words

MAX_SEATS = 10
"""The most people around one screen."""


def lobby(frame: contexts.Frame, words: Words, matches: Sequence[Listed]) -> contexts.Lobby:
    """Return the first page: the catalogue, and the matches to go on with."""
    return contexts.Lobby(
        frame=frame,
        games=tuple(_game(model_of(game), words) for game in catalogue.ids()),
        matches=tuple(
            contexts.Unfinished(
                match.match, title_of(match.game, words.language), match.names, words.gettext("Go on")
            )
            for match in matches
        ),
    )


def new_game(
    frame: contexts.Frame,
    words: Words,
    model: Model,
    *,
    key: str,
    sent: Mapping[str, object] | None = None,
    notice: str = "",
) -> contexts.NewGame:
    """Return the form for a match of ``model``, filled with what was ``sent`` where that was refused."""
    sent = sent or {}
    most = min(_seats(model)[1], MAX_SEATS)
    return contexts.NewGame(
        frame=frame,
        game=model.id,
        title=model.title(words.language),
        line=line_of(model, words.language),
        notice=notice,
        key=key,
        seats=tuple(contexts.NameField(n, str(sent.get(f"name-{n}", ""))) for n in range(1, most + 1)),
        bots=tuple(
            contexts.BotField(
                id=bot,
                label=bot_name(bot, words),
                line=_bot_line(bot, words),
                counts=tuple(range(most)),
                chosen=_count(sent.get(f"bots-{bot}")),
            )
            for bot in players.names()
        )
        if most > 1
        else (),
        options=tuple(_option(name, model, words, sent) for name in model.choices),
    )


def bot_name(bot: str, words: Words) -> str:
    """Return what a kind of bot is called at the table."""
    _ = words.gettext
    return {"greedy": _("Greedy"), "random": _("Random")}.get(bot, bot.replace("_", " ").capitalize())


def line_of(model: Model, language: str) -> str:
    """Return the author's one line about a game."""
    said, _ = model.words(language)
    return (said.line or "") if said else ""


def _bot_line(bot: str, words: Words) -> str:
    _ = words.gettext
    return {
        "greedy": _("takes what looks best for this turn"),
        "random": _("rolls and writes at random"),
    }.get(bot, "")


def _game(model: Model, words: Words) -> contexts.Game:
    low, high = _seats(model)
    count = model.spec.dice.count
    if low == high:
        seats = words.ngettext("%(count)s player", "%(count)s players", high) % {"count": high}
    else:
        seats = words.gettext("%(low)s–%(high)s players") % {"low": low, "high": high}
    return contexts.Game(
        id=model.id,
        title=model.title(words.language),
        line=line_of(model, words.language),
        players=seats,
        dice=words.ngettext("%(count)s die", "%(count)s dice", count) % {"count": count},
    )


def _seats(model: Model) -> tuple[int, int]:
    return model.spec.players.from_, model.spec.players.to


def _option(name: str, model: Model, words: Words, sent: Mapping[str, object]) -> contexts.OptionField:
    option = model.choices[name]
    chosen = sent.get(f"option-{name}", option.default)
    return contexts.OptionField(
        name,
        model.name(name, words.language),
        tuple(
            contexts.Choice(value, model.name(f"{name}.{value}", words.language), value == chosen)
            for value in option.choices
        ),
    )


def _count(value: object) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4 else 0
