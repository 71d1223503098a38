"""What bots are called, and what they do, in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.words.words import Words


def bot_name(bot: str, words: Words) -> str:
    """Return what a kind of bot is called at the table."""
    _ = words.gettext
    kind, _colon, target = bot.partition(":")
    if kind == "record" and target:
        # Translators: the name of a bot that wants to reach one total, and nothing else.
        return _("Record %(target)s") % {"target": target}
    return {
        "casual": _("Casual"),
        "expert": _("Expert"),
        "greedy": _("Greedy"),
        # Translators: the name of a bot that never errs.
        "optimal": _("Perfect"),
        "random": _("Random"),
        "record": _("Record"),
        # Translators: the name of a bot of middling strength.
        "steady": _("Steady"),
    }.get(bot, bot.replace("_", " ").capitalize())


def bot_line(bot: str, words: Words) -> str:
    """Return what a kind of bot does; empty where nothing is said of it."""
    _ = words.gettext
    return {
        "casual": _("sees what is good, and often misses what is better"),
        "expert": _("errs only where options are nearly alike"),
        "greedy": _("takes what looks best for this turn"),
        "optimal": _("knows the exact value of everything and never errs"),
        "random": _("rolls and writes at random"),
        "record": _("wants one total, and risks everything for it"),
        "steady": _("plays soundly, and errs in the finer points"),
    }.get(bot.partition(":")[0], "")
