"""What bots are called, and what they do, in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.words.words import Words


def bot_name(bot: str, words: Words) -> str:
    """Return what a kind of bot is called at the table."""
    _ = words.gettext
    return {"greedy": _("Greedy"), "random": _("Random")}.get(bot, bot.replace("_", " ").capitalize())


def bot_line(bot: str, words: Words) -> str:
    """Return what a kind of bot does; empty where nothing is said of it."""
    _ = words.gettext
    return {
        "greedy": _("takes what looks best for this turn"),
        "random": _("rolls and writes at random"),
    }.get(bot, "")
