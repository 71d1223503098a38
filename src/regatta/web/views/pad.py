"""The score pad: its form, and dice that are entered by hand."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.errors import RegattaError
from regatta.match.by_hand import Pad
from regatta.match.commands import Enter
from regatta.web import forms, padview
from regatta.web.asked import Asked
from regatta.web.errors import status_of, wants_json
from regatta.web.site import Shared
from regatta.web.views.lobby import form_key, html, options_of, people_of
from regatta.web.views.table import Move, moves
from regatta.web.ways import OPTION

LEAST_OF_MANY = 10
"""From so many faces on a face has two digits: blanks or commas stand between them then."""


@get("/pad/{game:str}")
async def pad_form(request: Asked, site: Shared, game: FromPath[str]) -> Response[str]:
    """Return the form for a score pad; the query may choose options beforehand."""
    tongue, asked = site.tongue(request), request.query_params
    sent = {name: asked[name] for name in asked if name.startswith(OPTION)}
    frame = site.frame(request, tongue)
    model = await site.model(request, game)
    page = padview.new_pad(frame, tongue, model, key=forms.fresh_key(), sent=sent)
    return html(tongue.pages.page(page))


@post("/pad/{game:str}")
async def open_pad(request: Asked, site: Shared, game: FromPath[str]) -> Response[Any]:
    """Open a score pad and lead to it; a form that cannot be read comes back with what was wrong."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "matches")
    model, tongue = await site.model(request, game), site.tongue(request)
    try:
        seats = people_of(fields, tongue.words)
        starter = forms.number(fields, "starter") - 1 if "starter" in fields else 0
        pad = Pad(starter, hints="hints" in fields)
        options, key = options_of(fields, model.choices), form_key(fields)
        match = await site.desk.aopen_pad(model.id, seats, guest.id, pad, options=options, key=f"{key}.pad")
    except RegattaError as error:
        if wants_json(request) or status_of(error) >= 500:
            raise
        page = padview.new_pad(
            site.frame(request, tongue),
            tongue,
            model,
            key=forms.fresh_key(),
            sent=fields,
            notice=tongue.words.sentence(error, tongue.naming(game).names),
        )
        return html(tongue.pages.page(page), status_of(error))
    return Redirect(f"/matches/{match.id}", status_code=303)


@post("/matches/{match:str}/enter", status_code=200)
async def enter(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Enter ``dice`` as roll ``number`` of the turn, by default the last one; ``kept`` may name what stayed."""
    tables = (await site.sight(request, match)).tables

    def read(fields: forms.Fields) -> list[Move]:
        number = forms.number(fields, "number") if "number" in fields else None
        dice, kept = _dice(fields, tables.faces), forms.numbers(fields, "kept")
        return [("enter", Enter(forms.number(fields, "seat"), dice, number, kept))]

    return await moves(request, site, match, read)


def _dice(fields: forms.Fields, faces: int) -> Any:
    """Return the faces in ``dice``: a list of numbers, or text such as "55531"; other text as it is, to be judged."""
    found = fields.get("dice")
    if not isinstance(found, str):
        return forms.numbers(fields, "dice") or ()
    parts = found.replace(",", " ").split()
    digits = parts if faces >= LEAST_OF_MANY else list("".join(parts))
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in digits):
        return found
    return tuple(map(int, digits))
