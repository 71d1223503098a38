"""Names of players: any Unicode, as typed, but readable and distinct."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from regatta.errors import Invalid
from regatta.model.text import visible

MAX_LENGTH = 40
"""The most characters of a name, as a person counts them."""

MAX_BYTES = 1_000
"""The most bytes of a name: no pile of accents on one letter."""

_JOINER = "\N{ZERO WIDTH JOINER}"
_JOINING = {_JOINER, "\N{ZERO WIDTH NON-JOINER}"}


def clean(name: str) -> str:
    """Return a name in NFC, trimmed, with every run of blanks as one.

    Raises:
        Invalid: ``name.characters`` for control characters and those that turn or hide text,
            ``name.empty`` where nothing can be seen, ``name.too_long``.
    """
    if len(name) > MAX_BYTES or len(name.encode("utf-8", "replace")) > MAX_BYTES:
        raise Invalid("name.too_long", limit=MAX_LENGTH)
    for character in name:
        if _forbidden(character):
            raise Invalid("name.characters", found=f"U+{ord(character):04X}")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not visible(name):
        raise Invalid("name.empty")
    if length(name) > MAX_LENGTH:
        raise Invalid("name.too_long", limit=MAX_LENGTH)
    return name


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names with a number after each that was taken: Ana, Ana (2)."""
    taken: set[str] = set()
    found = []
    for name in names:
        fresh, count = name, 1
        while _compared(fresh) in taken:
            count += 1
            fresh = f"{name} ({count})"
        taken.add(_compared(fresh))
        found.append(fresh)
    return found


def length(name: str) -> int:
    """Return how many characters a person counts: accents, skin tones, joined emoji and flags are part of one."""
    count, joined, flag = 0, False, False
    for character in name:
        if _extends(character):
            joined = joined or character == _JOINER
            continue
        indicator = "\U0001f1e6" <= character <= "\U0001f1ff"
        if not joined and not (indicator and flag):
            count += 1
        flag = indicator and not flag
        joined = False
    return count


def _compared(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _forbidden(character: str) -> bool:
    kind = unicodedata.category(character)
    if kind == "Cc":
        return character != "\t"  # a blank, which folds
    # Tags draw the flags of some regions; every other format character hides or turns what stands around it.
    is_tag = "\U000e0020" <= character <= "\U000e007f"
    return kind in ("Cs", "Zl", "Zp") or (kind == "Cf" and character not in _JOINING and not is_tag)


def _extends(character: str) -> bool:
    skin = "\U0001f3fb" <= character <= "\U0001f3ff"
    return skin or unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf")
