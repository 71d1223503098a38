"""Dice that can be checked: commit to a seed, add the seats' salts, draw each roll by HMAC-SHA256.

The protocol is written down to the byte in ``docs/fair-dice.md``. In short: the server draws a 32-byte
seed and publishes its SHA-256 before anybody throws; each seat adds a salt; roll ``k`` of the match takes
the bytes of HMAC-SHA256(seed, protocol, match id, salts, k, block) one by one, throws away those that would
favour a face, and turns the others into faces; at the end the seed is shown.

Nothing here draws randomness or reads a clock: the same seed, match id and salts always give the same rolls.
"""

from __future__ import annotations

import hmac
from functools import cache
from hashlib import sha256

from regatta.errors import Invalid

PROTOCOL = "regatta-dice-1"
"""Name of this way of drawing dice: the first field of every message, the ``method`` of a record."""

SEED_BYTES = 32
MAX_FACES = 256
MAX_SALT = 200
"""Most characters of a salt."""


def commit(seed: bytes) -> str:
    """Return the commitment to ``seed``: its SHA-256 as 64 lower-case hexadecimal digits.

    Raises:
        Invalid: ``dice.seed`` unless the seed has 32 bytes.
    """
    if len(seed) != SEED_BYTES:
        raise Invalid("dice.seed", found=len(seed), expected=SEED_BYTES)
    return sha256(seed).hexdigest()


def salt_of(text: object) -> str:
    """Return a salt exactly as it was typed.

    Raises:
        Invalid: ``salt.text`` (most) unless it is 1 to 200 characters that can be written as UTF-8.
    """
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_SALT:
        raise Invalid("salt.text", most=MAX_SALT)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Invalid("salt.text", most=MAX_SALT) from None
    return text


def face_of(byte: int, faces: int) -> int | None:
    """Return the face, 1 to ``faces``, that a byte stands for; None for a byte that must be drawn again.

    Every face has the same number of bytes: those from the largest multiple of ``faces`` up have none.
    """
    return None if byte >= 256 - 256 % faces else byte % faces + 1


@cache
def _wheel(faces: int) -> tuple[bytes, bytes]:
    """``face_of`` as arguments of ``bytes.translate``: what each byte becomes (face - 1), and those without a face."""
    table = [face_of(byte, faces) for byte in range(256)]
    rejected = bytes(byte for byte, face in enumerate(table) if face is None)
    return bytes(face - 1 if face else 0 for face in table), rejected


class Fair:
    """The dice of one match. ``salts`` holds one text per seat, empty where a seat added none.

    Its ``repr`` never shows the seed.
    """

    __slots__ = ("_stream", "match", "salts", "seed")

    def __init__(self, seed: bytes, match: str, salts: tuple[str, ...]) -> None:
        commit(seed)
        self.seed = seed
        self.match = match
        self.salts = salts
        message = _field(PROTOCOL) + _field(match) + _number(len(salts), 4)
        message += b"".join(_field(salt) for salt in salts)
        self._stream = hmac.new(seed, message, sha256)

    def __repr__(self) -> str:
        return f"Fair(match={self.match!r}, salts={self.salts!r})"

    def roll(self, k: int, count: int, faces: int) -> tuple[int, ...]:
        """Throw ``count`` dice as roll number ``k`` of the match (from 0, roll-off included).

        Returns the faces in the order of the thrown dice.

        Raises:
            Invalid: ``dice.faces`` for dice with less than one or more than 256 faces.
        """
        if not 1 <= faces <= MAX_FACES:
            raise Invalid("dice.faces", found=faces, most=MAX_FACES)
        wheel, rejected = _wheel(faces)
        thrown = b""
        block = 0
        while len(thrown) < count:
            digest = self._stream.copy()
            digest.update(_number(k, 8) + _number(block, 4))
            thrown += digest.digest().translate(wheel, rejected)
            block += 1
        return tuple(index + 1 for index in thrown[:count])


def _number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def _field(text: str) -> bytes:
    data = text.encode()
    return _number(len(data), 4) + data
