"""How much one guest, and one address, may do in a while: buckets of tokens, in memory.

A bucket is full at first, each act takes from it, and it fills steadily. Every act is paid twice: by the guest, and by the
address, which has the budget of many guests. Where the guest's own bucket is empty the address pays nothing, so that
nobody locks out who shares an address. Whoever comes without a cookie of ours pays from one bucket for all such requests of
the address: throwing the cookie away makes no new guest.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from regatta.errors import RegattaError

if TYPE_CHECKING:
    from regatta.web.guests import Guest


class Budget(NamedTuple):
    """So much at once, and again in so many seconds."""

    amount: int
    seconds: int


BUDGETS = {
    "moves": Budget(600, 60),
    "matches": Budget(60, 600),
    "rooms": Budget(20, 600),
    "guesses": Budget(10, 300),
    "streams": Budget(60, 60),
    "reactions": Budget(10, 20),
    "forms": Budget(300, 60),
    "drafts": Budget(120, 60),
    "copies": Budget(60, 600),
    "pages": Budget(60, 60),
    "bytes": Budget(4_000_000, 60),
}
"""What a guest may do: moves at a table, matches and rooms opened, codes of rooms that were wrong, streams begun, reactions
sent, other forms, texts of models checked and kept, pages that take long to make (sheets to print, reviews), bytes sent in
bodies."""

GUESTS = 30
"""An address has the budget of so many guests: a school class."""

STREAMS = 20
"""How many streams a guest may have open at once, and as many times ``GUESTS`` an address."""

KEPT = 50_000
"""Buckets that are kept; the one not used for longest goes first, and is full when it comes back."""


class _Bucket:
    __slots__ = ("level", "seen")

    def __init__(self, level: float, seen: float) -> None:
        self.level = level
        self.seen = seen


class Limits:
    """The buckets of one site. Not for several threads: the event loop asks."""

    def __init__(
        self, factor: int = 1, *, clock: Callable[[], float] = time.monotonic, kept: int = KEPT
    ) -> None:
        """``factor`` multiplies every budget; 0 for no limits."""
        self._factor = factor
        self._clock = clock
        self._kept = kept
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._buckets)

    def check(self, kind: str, guest: Guest, address: str, cost: int = 1) -> None:
        """Let a guest do something that takes ``cost`` from the budget ``kind``, or refuse it.

        With ``cost=0`` it is only asked whether something is left. The last act may cost more than what is left.

        Raises:
            RegattaError: ``limit.reached`` (kind, when: the seconds until it may be tried again).
        """
        if not self._factor:
            return
        budget, now = BUDGETS[kind], self._clock()
        paying = []
        for payer, share in ((_payer(guest, address), self._factor), (address, self._factor * GUESTS)):
            amount = budget.amount * share
            bucket = self._bucket((kind, payer), amount, amount / budget.seconds, now)
            if bucket.level < 1:
                wait = (1 - bucket.level) * budget.seconds / amount
                raise RegattaError("limit.reached", kind=kind, when=max(1, math.ceil(wait)))
            paying.append(bucket)
        for bucket in paying:
            bucket.level -= cost

    def give_back(self, kind: str, guest: Guest, address: str, amount: int) -> None:
        """Give back what was paid for something that turned out to cost less."""
        for payer, share in ((_payer(guest, address), self._factor), (address, self._factor * GUESTS)):
            if (bucket := self._buckets.get((kind, payer))) is not None:
                bucket.level = min(BUDGETS[kind].amount * share, bucket.level + amount)

    @contextmanager
    def stream(self, guest: Guest, address: str) -> Iterator[None]:
        """Count a stream as open for as long as it is.

        Raises:
            RegattaError: ``limit.reached`` as ``check``; ``limit.streams`` (most, when) for too many open at once.
        """
        self.check("streams", guest, address)
        payers = ((_payer(guest, address), STREAMS), (address, STREAMS * GUESTS))
        for payer, share in payers:
            most = share * self._factor
            if most and self._open[payer] >= most:
                raise RegattaError("limit.streams", most=most, when=BUDGETS["streams"].seconds)
        for payer, _ in payers:
            self._open[payer] += 1
        try:
            yield
        finally:
            for payer, _ in payers:
                self._open[payer] -= 1
                if not self._open[payer]:
                    del self._open[payer]

    def _bucket(self, name: tuple[str, str], amount: float, rate: float, now: float) -> _Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = _Bucket(amount, now)
            while len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
            bucket.level = min(amount, bucket.level + (now - bucket.seen) * rate)
            bucket.seen = now
        return bucket


def _payer(guest: Guest, address: str) -> str:
    """Who pays: a guest whose cookie we know, else all that come without one from there."""
    return f"without a cookie: {address}" if guest.fresh else guest.id
