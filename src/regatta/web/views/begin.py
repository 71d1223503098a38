"""Before the first roll: words of the players for the dice, and the beginning."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from regatta.match.commands import Begin, Salt
from regatta.match.fair import salt_of
from regatta.web import forms
from regatta.web.asked import Asked
from regatta.web.site import Shared
from regatta.web.views.table import Move, moves

FIELD = "salt-"
"""What stands before the number of a seat, from 1, in the name of its field."""


@post("/matches/{match:str}/salt", status_code=200)
async def salt(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Add ``salt`` to the dice for ``seat``."""

    def read(fields: forms.Fields) -> list[Move]:
        return [_salt(forms.number(fields, "seat"), forms.text(fields, "salt"))]

    return await moves(request, site, match, read)


@post("/matches/{match:str}/begin", status_code=200)
async def begin(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Add what stands in ``salt-1``, ``salt-2`` and so on for these seats, then begin; blank ones add nothing."""

    def read(fields: forms.Fields) -> list[Move]:
        numbers = [name.removeprefix(FIELD) for name in fields if name.startswith(FIELD)]
        seats = sorted(int(number) for number in numbers if number.isdecimal() and len(number) < 4)
        texts = {seat - 1: forms.text(fields, f"{FIELD}{seat}", "") for seat in seats if seat}
        salts = [_salt(seat, text) for seat, text in texts.items() if text.strip()]
        return [*salts, ("begin", Begin())]

    return await moves(request, site, match, read)


def _salt(seat: int, text: str) -> Move:
    return f"salt.{seat}", Salt(seat, salt_of(text))
