"""A request, as handlers get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from litestar import Request

from regatta.web.connection import CYCLE

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle


class Asked(Request[Any, Any, Any]):
    """One request of a browser or a program."""

    @property
    def sent(self) -> dict[str, str]:
        """Return the headers by their names in small letters; of several with one name the last.

        Litestar's own ``headers`` find names in any letters, and take ten times as long to be made.
        """
        sent = self.__dict__.get("sent")
        if sent is None:
            sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in self.scope["headers"]}
            self.__dict__["sent"] = sent
        return sent

    @property
    def whole(self) -> bytes | None:
        """The body, where all of it is here; None where it must be waited for."""
        known: bytes | None = self.__dict__.get("whole")
        cycle = cast("dict[str, RequestResponseCycle]", self.scope).get(CYCLE)
        if known is not None or cycle is None or cycle.more_body:
            return known
        if self.sent.get("content-length") != str(len(cycle.body)):
            return None  # it was received in another way
        known = self.__dict__["whole"] = bytes(cycle.body)
        return known
