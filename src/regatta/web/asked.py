"""A request, as handlers get it."""

from __future__ import annotations

from typing import Any

from litestar import Request


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
