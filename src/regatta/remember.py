"""What is remembered of games that strangers wrote has an end: in number, in weight, and with the game itself."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Any, Generic, Protocol, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The things that were asked for last: at most so many, of at most so much weight together. Safe in several threads.

    What is heavier than all may be together is not kept at all, and drives nothing out.
    """

    def __init__(self, most: int, heaviest: int, weigh: Callable[[V], int]) -> None:
        self._most = most
        self._heaviest = heaviest
        self._weigh = weigh
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._weight = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def get(self, key: K) -> V | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def find(self, key: K, make: Callable[[], V]) -> V:
        """Return what is kept, else what ``make`` gives, kept from then on."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def put(self, key: K, thing: V) -> None:
        with self._lock:
            self._forget(key)
            weight = self._weigh(thing)
            if weight > self._heaviest:
                return
            self._kept[key] = thing, weight
            self._weight += weight
            while len(self._kept) > self._most or self._weight > self._heaviest:
                self._forget(next(iter(self._kept)))

    def drop(self, key: K) -> None:
        """Forget one."""
        with self._lock:
            self._forget(key)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._weight = 0

    def _forget(self, key: K) -> None:
        _, weight = self._kept.pop(key, (None, 0))
        self._weight -= weight


class Owner(Protocol):
    """What answers are remembered about; ``kept`` is empty at first."""

    @property
    def kept(self) -> dict[Any, Any]: ...


class KeptByFirst(Generic[V]):
    """Remembers the last ``most`` answers about each ``Owner`` that comes first, as long as that is there itself.

    ``lru_cache`` would keep it alive: as many games as it has answers.
    """

    def __init__(self, work: Callable[..., V], most: int) -> None:
        self._work = work
        self._most = most

    def __call__(self, owner: Owner, *asked: Hashable) -> V:
        return self.about(owner)(*asked)

    def about(self, owner: Owner) -> Callable[..., V]:
        """Return what answers about one owner: quicker, for who has many questions."""
        known = owner.kept.get(self)
        if known is None:
            known = owner.kept[self] = lru_cache(self._most)(partial(self._work, owner))
        return cast("Callable[..., V]", known)


def kept_by_first(most: int) -> Callable[[Callable[..., V]], KeptByFirst[V]]:
    """Decorate a function of an ``Owner`` and other things; see ``KeptByFirst``."""
    return lambda work: KeptByFirst(work, most)
