"""Times for a turn, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.words import Words

MINUTE, HOUR, DAY = 60, 3600, 86_400

WARNINGS = ((MINUTE, 10), (HOUR, 20))
"""How long before its end a turn is warned, in seconds, with a clock of at most so many seconds."""

EARLY = 6 * HOUR
"""The same for longer clocks."""


def per_turn(clock: int | None, words: Words) -> str:
    """Return how long a turn may take: "2 minutes a turn"."""
    ngettext = words.ngettext
    if clock is None:
        return words.gettext("No clock")
    if clock >= DAY:
        count = clock // DAY
        return ngettext("%(count)s day a turn", "%(count)s days a turn", count) % {"count": count}
    if clock >= MINUTE:
        count = clock // MINUTE
        return ngettext("%(count)s minute a turn", "%(count)s minutes a turn", count) % {"count": count}
    return ngettext("%(count)s second a turn", "%(count)s seconds a turn", clock) % {"count": clock}


def left(seconds: int, words: Words) -> str:
    """Return the time that is left, short: "0:52", "17 h", "3 days"."""
    if seconds < HOUR:
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    if seconds < 2 * DAY:
        return words.gettext("%(count)s h") % {"count": seconds // HOUR}
    count = seconds // DAY
    return words.ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def warning(clock: int, words: Words) -> tuple[int, str]:
    """Return how long before its end a turn is warned, in seconds, and what is said then."""
    before = next((before for most, before in WARNINGS if clock <= most), EARLY)
    if before < HOUR:
        sentence = words.ngettext(
            "%(count)s second is left for your turn. Then the clock writes for you.",
            "%(count)s seconds are left for your turn. Then the clock writes for you.",
            before,
        )
        return before, sentence % {"count": before}
    count = before // HOUR
    sentence = words.ngettext(
        "%(count)s hour is left for your turn. Then the clock writes for you.",
        "%(count)s hours are left for your turn. Then the clock writes for you.",
        count,
    )
    return before, sentence % {"count": count}
