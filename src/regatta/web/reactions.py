"""What players can call to each other: a fixed set, so that nobody has to read what others type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.words.marks import N_

if TYPE_CHECKING:
    from regatta.words import Words

REACTIONS = {
    "luck": N_("Good luck!"),
    "nice": N_("Nice roll!"),
    "wow": N_("Wow!"),
    "ouch": N_("Ouch!"),
    "thanks": N_("Thank you!"),
    "game": N_("Good game!"),
}
"""By id, in the order in which they are offered."""


def called(words: Words) -> tuple[tuple[str, str], ...]:
    """Return all of them, with what each says in a language."""
    return tuple((name, words.gettext(text)) for name, text in REACTIONS.items())
