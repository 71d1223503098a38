"""Who asks: a guest is 128 random bits in a signed cookie. No account, no address, nothing that a browser chose."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer

COOKIE = "regatta_guest"
MAX_AGE = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie; browsers allow no more."""

BYTES = 16

KEPT = 4096
"""Of so many cookies it is remembered whose they are: who plays sends the same one with each move."""

MAX_KEPT = 1000
"""Characters of the longest one that is remembered."""


@dataclass(frozen=True, slots=True)
class Guest:
    """One browser. ``token`` goes into its forms and proves that a form came from one of our pages."""

    id: str
    token: str
    fresh: bool
    """Whether the browser does not hold the cookie yet."""

    def __hash__(self) -> int:
        return hash(self.id)


class Guests:
    """Reads and writes the cookie. Ids are made here only, so nobody can be talked into a foreign one."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._signer = Signer(key, salt="regatta.guest", digest_method=hashlib.sha256, key_derivation="hmac")
        self._token_key = hashlib.sha256(b"regatta.form\0" + key).digest()
        self._known = lru_cache(KEPT)(self._read)

    def welcome(self, cookie_header: str) -> Guest:
        """Return the guest of a request's ``Cookie`` header, else a new one."""
        read = self._known if len(cookie_header) <= MAX_KEPT else self._read
        known = read(cookie_header) if cookie_header else None
        return known or self._guest(secrets.token_hex(BYTES), fresh=True)

    def holds(self, guest: Guest, token: object) -> bool:
        """Whether a form's token is this guest's."""
        return isinstance(token, str) and hmac.compare_digest(
            token.encode("utf-8", "replace"), guest.token.encode()
        )

    def cookie(self, guest: Guest, *, secure: bool) -> str:
        """Return the ``Set-Cookie`` header that makes the browser remember."""
        signed = self._signer.sign(guest.id).decode()
        ending = "; Secure" if secure else ""
        return f"{COOKIE}={signed}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{ending}"

    def _guest(self, guest: str, *, fresh: bool) -> Guest:
        token = hmac.new(self._token_key, guest.encode(), hashlib.sha256).hexdigest()
        return Guest(guest, token, fresh)

    def _read(self, cookie_header: str) -> Guest | None:
        try:
            morsel = SimpleCookie(cookie_header).get(COOKIE)
        except CookieError:
            return None
        if morsel is None:
            return None
        try:
            guest = self._signer.unsign(morsel.value.encode("utf-8", "replace")).decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        return self._guest(guest, fresh=False)
