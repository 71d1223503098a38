"""The addresses of the site, read from the application itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from litestar import Litestar

from regatta.web import app as application


class Route(NamedTuple):
    """An address of the site: its template, and how it is asked."""

    method: str
    template: str

    def filled(self, value: str) -> str:
        """The address with ``value`` in each of its places."""
        parts = ("{" in part for part in self.template.split("/"))
        return "/".join(
            value if open_ else part for part, open_ in zip(self.template.split("/"), parts, strict=True)
        )


def routes_of() -> list[Route]:
    """Every route that the application has, whoever adds one."""
    found: list[Litestar] = []

    class Kept(Litestar):
        def __init__(self, *arguments: object, **words: object) -> None:
            super().__init__(*arguments, **words)  # type: ignore[arg-type]
            found.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "Litestar", Kept)
        patch.setattr(application, "Desk", _NoDesk)
        application.create_app("", key=b"a key")
    return [
        Route(method, route.path_format)
        for route in found[0].routes
        for method in sorted(getattr(route, "methods", ()))
        if method != "OPTIONS"
    ]


class _NoDesk:
    """Enough of a desk for an application that nobody visits."""

    folder = None
    waiting = 0

    def __init__(self, _: str) -> None: ...
    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None
