"""What a room is called by: six characters that can be said aloud and written down without a doubt.

Of characters that look alike only one is used: no O and 0, no I, L and 1, no S (5), Z (2) or B (8). There are 28 to the
power of 6, 481 million, codes: one is no secret, and guessing is made slow by the door that takes codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.match.ports import Entropy

CHARACTERS = "ACDEFGHJKMNPQRTUVWXY23456789"
LENGTH = 6
MAX_TYPED = 40

_MEANT = str.maketrans("SZB", "528")


def draw(entropy: Entropy) -> str:
    """Return a new code; bytes that would favour a character are drawn again."""
    code, limit = "", 256 - 256 % len(CHARACTERS)
    while len(code) < LENGTH:
        fair = (byte for byte in entropy.token(LENGTH) if byte < limit)
        code += "".join(CHARACTERS[byte % len(CHARACTERS)] for byte in fair)
    return code[:LENGTH]


def normal(typed: str) -> str:
    """Return the code that somebody means: in capitals, without blanks and dashes, look-alikes as they were drawn."""
    return "".join(letter for letter in typed[:MAX_TYPED].upper() if letter.isalnum()).translate(_MEANT)
