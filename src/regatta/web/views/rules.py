"""The rules of a game: the page, its JSON twin, the model file, the schema of such files."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get
from litestar.params import FromPath

from regatta.errors import Invalid
from regatta.model import catalogue
from regatta.model.schema import schema
from regatta.storage.copies import split
from regatta.web import contexts
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, wants_json
from regatta.web.library import check_there
from regatta.web.site import Shared
from regatta.web.ways import OPTION
from regatta.words.rules.data import data

if TYPE_CHECKING:
    from regatta.model import Model

FILE = ".yaml"
JSON = ".json"
LEVEL = 4
"""Of compression: the next ones take longer than they save on the way."""


@get("/games/{game:str}")
async def rules(request: Asked, site: Shared, game: FromPath[str]) -> Response[Any]:
    """Return the rules of a game; the query chooses its options. With ``.yaml`` it is the model file."""
    if game.endswith(FILE):
        return download(game.removesuffix(FILE))
    tongue, asked = site.tongue(request), request.query_params
    model = await site.model(request, game.removesuffix(JSON))
    wanted = wanted_options(model, asked)
    drawn = await site.drawn(request, model.id, wanted, tongue)
    if wants_json(request):
        return Response(data(drawn.rules), media_type=MediaType.JSON, headers=dict(NO_STORE))
    page = tongue.pages.page(
        contexts.RulesPage(site.frame(request, tongue), drawn.rules.title, drawn.content)
    )
    own = {"x-robots-tag": "noindex"} if split(model.id) else {}
    if "gzip" not in request.sent.get("accept-encoding", ""):
        return Response(page, media_type=MediaType.HTML, headers={**NO_STORE, **own})
    # The page holds no secret, so that its length may tell what it likes.
    headers = {**NO_STORE, **own, "vary": f"{NO_STORE['vary']}, accept-encoding", "content-encoding": "gzip"}
    packed = gzip.compress(page.encode(), LEVEL, mtime=0)
    return Response(packed, media_type="text/html; charset=utf-8", headers=headers)


def wanted_options(model: Model, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a query chooses; raises Invalid ``option.unknown``."""
    wanted = {name.removeprefix(OPTION): asked[name] for name in asked if name.startswith(OPTION)}
    for name in wanted:
        if name not in model.choices:
            raise Invalid("option.unknown", option=name, known=", ".join(model.choices))
    return wanted


@get("/schema/game.json")
async def game_schema() -> Response[Any]:
    """Return the JSON Schema of model files."""
    return Response(schema(), media_type="application/schema+json", headers={"cache-control": "no-cache"})


def download(game: str) -> Response[bytes]:
    """Return the text of a game as a file; raises as ``check_there``."""
    headers = {
        "cache-control": "no-cache",
        "content-disposition": f'attachment; filename="{game}{FILE}"',
    }
    check_there(game)
    # Read here and now: it is small, and the system has it in memory.
    source, _ = catalogue.source_of(game)
    return Response(source, media_type="application/yaml", headers=headers)
