"""What every answer carries: security headers, and the cookie of a new guest. Plain ASGI around the application."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from litestar.enums import ScopeType

from regatta.web.guests import Guest, Guests

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

GUEST = "regatta.guest"
"""Where the guest of a request stands in its ASGI scope."""

HEAD = "regatta.head"
"""Stands in the scope of a request of which only the head is answered."""

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class Manners:
    """Wraps an application; see the module."""

    def __init__(self, app: ASGIApp, guests: Guests) -> None:
        self._app = app
        self._guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            # Answered as if the page were asked for: the server, which sees its own scope, leaves the body out.
            scope = cast("Scope", {**scope, "method": "GET", HEAD: True})
        guest = meet(scope, self._guests)
        secure = scope["scheme"] == "https"

        async def send_with_manners(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name.lower() for name, _ in message["headers"]}
                usual = (header for header in HEADERS if header[0] not in said)
                headers = [*message["headers"], *usual]
                if guest.fresh and _is_page(headers):
                    cookie = self._guests.cookie(guest, secure=secure)
                    headers.append((b"set-cookie", cookie.encode("ascii")))
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_with_manners)


def meet(scope: Scope, guests: Guests) -> Guest:
    """Return the guest of a request, who is known to all from then on."""
    known = cast("dict[str, Guest]", scope)
    if GUEST not in known:
        sent = dict(scope["headers"])
        known[GUEST] = guests.welcome(sent.get(b"cookie", b"").decode("latin-1"))
    return known[GUEST]


def guest_of(scope: Scope) -> Guest:
    """Return the guest of a request."""
    return cast("Guest", cast("dict[str, object]", scope)[GUEST])


def _is_page(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether an answer may carry a cookie: what caches may keep must not."""
    return any(name.lower() == b"cache-control" and b"no-store" in value for name, value in headers)
