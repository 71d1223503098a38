"""What people write: whether there is anything to be seen in it."""

from __future__ import annotations

import unicodedata

_BLANK = {
    "\N{BRAILLE PATTERN BLANK}",
    "\N{HANGUL FILLER}",
    "\N{HANGUL CHOSEONG FILLER}",
    "\N{HANGUL JUNGSEONG FILLER}",
    "\N{HALFWIDTH HANGUL FILLER}",
}


def visible(text: str) -> bool:
    """Whether at least one letter, digit or sign of a text can be seen."""
    return any(unicodedata.category(character)[0] in "LNPS" and character not in _BLANK for character in text)
