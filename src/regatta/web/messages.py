"""Messages of a stream, as Server-Sent Events write them."""

from __future__ import annotations

BEAT = b"event: beat\ndata: .\n\n"
"""Says that the stream is still there. A comment would do for those between, but no script hears comments."""


def message(event: str, data: bytes, version: int | None = None) -> bytes:
    """Return a message; ``version`` is what a browser asks to go on from when it comes back (``Last-Event-ID``)."""
    name = b"id: %d\n" % version if version is not None else b""
    # A carriage return would end a line too.
    lines = data.strip().replace(b"\r", b"").replace(b"\n", b"\ndata: ")
    return b"%bevent: %b\ndata: %b\n\n" % (name, event.encode(), lines)
