"""Ways back: where a form leads after it was sent. Only to a page of this site, whatever was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from regatta.storage.copies import split

HOME = "/"
MAX_WAY = 500
"""Characters of the longest address that is gone back to."""


def local(asked: object) -> str:
    """Return an address of this site as a browser will read it: what was asked for, else the first page.

    Browsers drop tabs and line breaks, and read a backslash as a slash; none of these is in an address of ours.
    """
    if not isinstance(asked, str) or len(asked) > MAX_WAY:
        return HOME
    plain = all("!" <= character <= "~" for character in asked)
    if not plain or "\\" in asked or not asked.startswith("/") or asked.startswith("//"):
        return HOME
    return asked


def referring(referer: str, host: str) -> str:
    """Return the page of this site that a request came from, by its ``Referer`` header; else the first page."""
    try:
        parts = urlsplit(referer)
    except ValueError:
        return HOME
    if parts.scheme not in ("http", "https") or parts.netloc != host:
        return HOME
    return local(f"{parts.path or HOME}{'?' if parts.query else ''}{parts.query}")


def with_query(address: str, name: str, value: str | None) -> str:
    """Return an address of this site with a parameter of its query set; None takes it away."""
    path, _, query = address.partition("?")
    kept = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != name]
    query = urlencode(kept if value is None else [*kept, (name, value)])
    return local(f"{path}?{query}" if query else path)


def about_copy(game: str) -> str:
    """Return the address of the page about a version of a copy; empty for any other game."""
    copy = split(game)
    return f"/copies/{copy[0]}?version={copy[1]}" if copy else ""


OPTION = "option-"
"""What stands before the name of an option in a form or an address."""


def rules_of(game: str, options: Mapping[str, str]) -> str:
    """Return the address of a game's rules under some options."""
    return f"/games/{quote(game)}{with_options(options)}"


def with_options(options: Mapping[str, str]) -> str:
    """Return the query that chooses some options; empty for none."""
    query = urlencode({OPTION + name: value for name, value in options.items()})
    return f"?{query}" if query else ""
