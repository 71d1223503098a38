"""Score sheets to print."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from regatta.errors import Invalid
from regatta.model import catalogue
from regatta.storage.copies import split
from regatta.web import drafts
from regatta.web.asked import Asked
from regatta.web.site import Shared
from regatta.web.views.rules import wanted_options

MOST_DIGITS = 3


@get("/games/{game:str}/sheet.pdf")
async def sheet(request: Asked, site: Shared, game: FromPath[str]) -> Response[Any]:
    """Return the score sheet of a game as a PDF: ``players``, ``games``, ``paper`` and options as in the query."""
    site.limit(request, "pages")
    model, asked = await site.model(request, game), request.query_params
    wanted = wanted_options(model, asked)
    if wanted:
        model = model.under(wanted)
    words = site.tongue(request).words
    players = _number("players", asked.get("players"), 1)
    games = _number("games", asked.get("games"), None)
    paper = asked.get("paper", "a4")

    how: dict[str, Any] = {"players": players if players is not None else 1, "games": games, "paper": paper}
    if split(model.id):
        source, _ = catalogue.source_of(model.id)
        pdf = await site.examine(request, drafts.paper, source, model.id, dict(model.options), words.tag, how)
    else:
        pdf = await asyncio.to_thread(partial(drafts.sheet_of, model, words, **how))
    headers = {
        "cache-control": "no-cache",
        "content-disposition": f'inline; filename="{model.id}.pdf"',
        "vary": "accept-language, cookie",
    }
    return Response(pdf, media_type="application/pdf", headers=headers)


def _number(name: str, text: str | None, default: int | None) -> int | None:
    if text is None or not text:
        return default
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise Invalid("form.not_a_number", field=name, found=text[:20])
    return int(text)
