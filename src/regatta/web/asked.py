"""A request, as handlers get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from regatta.web.connection import cycle_of
from regatta.web.forms import MAX_BODY

if TYPE_CHECKING:
    from litestar.types import Receive, Scope, Send


async def _nothing(*_: object) -> Any:
    raise RuntimeError("this request can neither be read nor answered")


class Asked(Request[Any, Any, Any]):
    """One request of a browser or a program.

    What Litestar notes down about each is noted once something asks for it: most moves never do.
    """

    def __init__(self, scope: Scope, receive: Receive = _nothing, send: Send = _nothing) -> None:
        self.scope = scope  # type: ignore[assignment]
        self.receive = receive
        self.send = send

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name in NOTES and "noted" not in self.__dict__:
            self.__dict__["noted"] = True
            super().__init__(self.scope, self.receive, self.send)
            return getattr(self, name)
        raise AttributeError(name)

    @property
    def sent(self) -> dict[str, str]:
        """Return the headers by their names in small letters; of several with one name the first.

        Litestar's own ``headers`` find names in any letters, and take ten times as long to be made.
        """
        sent: dict[str, str] | None = self.__dict__.get("sent")
        if sent is None:
            headers = reversed(list(self.scope["headers"]))
            sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in headers}
            self.__dict__["sent"] = sent
        return sent

    @property
    def whole(self) -> bytes | None:
        """The body, where all of it is here; None where it must be waited for, or refused."""
        known: bytes | None = self.__dict__.get("whole")
        cycle = cycle_of(self.scope)
        if known is not None or cycle is None or cycle.more_body:
            return known
        size = len(cycle.body)
        if size > MAX_BODY or self.sent.get("content-length") != str(size):
            return None  # too much, or received in another way
        known = self.__dict__["whole"] = bytes(cycle.body)
        return known


NOTES = {name for kind in Request.__mro__ for name in getattr(kind, "__slots__", ())}
"""What Litestar notes down."""
