"""Names of seats and texts of salts: any Unicode that can be stored and shown, within bounds."""

from __future__ import annotations

import unicodedata

from regatta.errors import Invalid

MAX_NAME = 40
MAX_SALT = 200

_REFUSED = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
# Marks that turn the direction of writing and would reach beyond the name.
_DIRECTION = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: object) -> str:
    """Return a name with blanks folded, in normal form C.

    Raises:
        Invalid: ``name.not_text``, ``name.empty``, ``name.too_long`` (most), ``name.character`` (found: the
            code point).
    """
    if not isinstance(name, str):
        raise Invalid("name.not_text")
    if len(name) > 10 * MAX_NAME:
        raise Invalid("name.too_long", most=MAX_NAME)
    for character in name:
        if unicodedata.category(character) in _REFUSED and character not in "\t\n\r":
            raise Invalid("name.character", found=f"U+{ord(character):04X}")
    visible = "".join(character for character in name if character not in _DIRECTION)
    folded = unicodedata.normalize("NFC", " ".join(visible.split()))
    if not any(unicodedata.category(character)[0] in "LNPS" for character in folded):
        raise Invalid("name.empty")
    if len(folded) > MAX_NAME:
        raise Invalid("name.too_long", most=MAX_NAME)
    return folded


def distinct(names: list[str]) -> list[str]:
    """Return the names, a number added to each that looks like an earlier one: Player, Player (2)."""
    taken: set[str] = set()
    result = []
    for name in names:
        shown, number = name, 1
        while _likeness(shown) in taken:
            number += 1
            shown = f"{name[: MAX_NAME - 5]} ({number})"
        taken.add(_likeness(shown))
        result.append(shown)
    return result


def _likeness(name: str) -> str:
    """What two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()


def clean_salt(text: object) -> str:
    """Return a salt exactly as it was typed.

    Raises:
        Invalid: ``salt.text`` unless it is 1 to 200 (most) characters that can be written as UTF-8.
    """
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_SALT:
        raise Invalid("salt.text", most=MAX_SALT)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Invalid("salt.text", most=MAX_SALT) from None
    return text
