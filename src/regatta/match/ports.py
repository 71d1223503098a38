"""What a match needs from the world outside: a log, a clock, a source of secrets."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from regatta.match.events import Event
    from regatta.match.match import Match


class Entropy(Protocol):
    """A secure source of bytes for seeds, salts and names of matches; never for dice."""

    def token(self, size: int) -> bytes:
        """Return ``size`` bytes that nobody can foresee."""
        ...


class Clock(Protocol):
    """The time of day."""

    def now(self) -> int:
        """Return milliseconds since 1970, UTC."""
        ...


class Answered(NamedTuple):
    """What an accepted command did: the events ``first`` to ``last`` of its match.

    ``fingerprint`` tells it from another command that was sent with the same key.
    """

    first: int
    last: int
    fingerprint: str


class Log(Protocol):
    """Where matches are kept, as one transaction sees it. Events are added, never changed."""

    @property
    def now(self) -> int:
        """The time of the transaction, in ms since 1970, UTC."""
        ...

    def load(self, match: str) -> Match:
        """Return a match as its events say; raises Missing ``match.unknown`` (match)."""
        ...

    def events(self, match: str, first: int, last: int) -> Sequence[Event]:
        """Return the events ``first`` to ``last``, both included."""
        ...

    def answered(self, match: Match, key: str, seen: int | None) -> Answered | None:
        """Return what the command with this key did, if there was one that was accepted.

        Who ``seen`` the present version most likely sends a new command. A log may then spare itself the search, if
        ``append`` refuses a key that is there already and the command is taken in anew with a search.
        """
        ...

    def append(self, match: Match, events: Sequence[Event], key: str, fingerprint: str) -> None:
        """Add ``events``, the last ones of ``match``. They stand once the transaction is committed."""
        ...


class SystemEntropy:
    """The operating system's secure source."""

    def token(self, size: int) -> bytes:
        return secrets.token_bytes(size)


class SystemClock:
    """The machine's clock as it stood when the program began, and the time that has passed since.

    Whoever sets the clock of the machine meanwhile ends no turn and gives nobody time.
    """

    def __init__(self) -> None:
        self._start = time.time_ns() - _passed()

    def now(self) -> int:
        return (self._start + _passed()) // 1_000_000


def _passed() -> int:
    """Return nanoseconds from some moment on, those in which the machine slept included where it can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)
