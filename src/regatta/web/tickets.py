"""Tickets that take the seats of one guest to another browser: signed, for ten minutes, for one journey.

A ticket is bound to the match and to who holds the seats now: it is worth nothing once they have moved. That it is used once
only, even where seats come back to an earlier holder, is the key of the command that it makes.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, TimestampSigner

from regatta.errors import Denied

if TYPE_CHECKING:
    from regatta.match.match import Match

LASTS = 600
"""Seconds for which a ticket is good."""

MAX_LENGTH = 300


class Tickets:
    """Makes and reads the tickets of one site."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(
            key, salt="regatta.ticket", digest_method=hashlib.sha256, key_derivation="hmac"
        )
        self._marks = hashlib.sha256(b"regatta.ticket\0" + key).digest()

    def issue(self, match: Match, holder: str) -> str:
        """Return a ticket for the seats that ``holder`` has in a match."""
        return self._signer.sign(self._mark(match, holder)).decode()

    def holder(self, ticket: str, match: Match) -> str:
        """Return whose seats a ticket moves.

        Raises:
            Denied: ``ticket.bad`` for one that was made elsewhere, is too old, or was for a seat that moved since.
        """
        try:
            mark = self._signer.unsign(ticket[:MAX_LENGTH].encode(), max_age=LASTS).decode()
        except (BadSignature, UnicodeError):
            raise Denied("ticket.bad") from None
        for holder in match.private.holders:
            if isinstance(holder, str) and hmac.compare_digest(self._mark(match, holder), mark):
                return holder
        raise Denied("ticket.bad")

    def _mark(self, match: Match, holder: str) -> str:
        told = f"{match.id}\n{holder}".encode()
        return hmac.new(self._marks, told, hashlib.sha256).hexdigest()[:32]


def key_of(ticket: str) -> str:
    """Return the key of the command that a ticket makes."""
    return f"ticket.{hashlib.sha256(ticket.encode()).hexdigest()[:40]}"
