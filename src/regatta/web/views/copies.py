"""Copies of games: made, edited, kept, shared, thrown away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.errors import Denied, Illegal, Invalid, Missing, RegattaError
from regatta.model import catalogue
from regatta.model.document import MAX_BYTES
from regatta.storage.copies import game_of
from regatta.web import copyview, drafts, forms
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, status_of, told_when, wants_json
from regatta.web.library import check_there
from regatta.web.manners import guest_of
from regatta.web.site import Shared, Site
from regatta.web.views.lobby import html
from regatta.web.views.rules import FILE, download

if TYPE_CHECKING:
    from regatta.storage.copies import Copy
    from regatta.web.drafts import Checked
    from regatta.web.forms import Fields

CHECK, SAVE, PLAY = "check", "save", "play"
"""What the buttons of the editor do."""

EDITOR = "editor/editor.js"


# ------------------------------------------------------------------------------------------------------- pages


@get("/copies")
async def mine(request: Asked, site: Shared) -> Response[Any]:
    """Return the guest's copies, or the same as JSON."""
    guest, tongue = guest_of(request.scope), site.tongue(request)
    kept = [] if guest.fresh else await site.copies.aowned(guest.id)
    if wants_json(request):
        content = {"copies": [each._asdict() for each in kept], "token": guest.token}
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    page = copyview.copies(site.frame(request, tongue), tongue, kept, site.desk.clock.now())
    return html(tongue.pages.page(page))


@get("/copies/new")
async def new(request: Asked, site: Shared) -> Response[Any]:
    """Return the editor with the text of the game ``game``, or of a small one that explains itself; nothing is kept yet."""
    game = request.query_params.get("game")
    if game:
        await site.model(request, game)
    text = _text_of(game) if game else drafts.BLANK.read_text("utf-8")
    return await _editor(request, site, None, text, parent=game or None, saved=text)


@get("/copies/{copy:str}")
async def about(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Return the page about a copy, by default its newest version; with ``.yaml`` the model file."""
    if copy.endswith(FILE):
        found, _ = await site.copies.afind(copy.removesuffix(FILE))
        return download(found.game)
    found, owner = await site.copies.afind(copy)
    number = version_of(found, request.query_params.get("version"))
    tongue, guest = site.tongue(request), guest_of(request.scope)
    await site.model(request, game_of(copy, number))
    versions = await site.copies.aversions(copy)
    if wants_json(request):
        content = {
            **found._asdict(),
            "mine": owner == guest.id,
            "versions": [each._asdict() | {"game": game_of(copy, each.number)} for each in versions],
        }
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    before = await asyncio.to_thread(copyview.befores, found, number)
    changes = {game: await site.compared(request, game, game_of(copy, number), tongue) for game in before}
    page = await asyncio.to_thread(
        copyview.about,
        site.frame(request, tongue),
        tongue,
        found,
        versions,
        number,
        mine=owner == guest.id,
        link=f"{site.outside(request)}/copies/{copy}",
        now=site.desk.clock.now(),
        changes=changes,
    )
    return html(tongue.pages.page(page))


@get("/copies/{copy:str}/edit")
async def edit(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Return the editor with the newest version of the guest's own copy.

    Raises:
        Missing: ``copy.unknown``, ``copy.withdrawn``.
        Denied: ``copy.not_yours``.
    """
    found = await _own(request, site, copy)
    text = _text_of(found.game)
    done = site.tongue(request).words.gettext("Saved.") if "saved" in request.query_params else ""
    return await _editor(request, site, found, text, saved=text, done=done)


# ------------------------------------------------------------------------------------------------------- forms


@post("/copies", status_code=303, request_max_body_size=forms.MAX_TEXT_BODY)
async def make(request: Asked, site: Shared) -> Response[Any]:
    """Keep a new copy: of ``text``, of an uploaded ``file``, or of the game ``game`` as it is."""
    fields = await forms.read_upload(request)
    site.check_form(request, fields)
    parent = forms.text(fields, "game", "") or None
    if parent is not None:
        check_there(parent)
    source = fields.get("file")
    if isinstance(source, bytes) and source:
        text = _decoded(source)
    elif "text" in fields:
        text = forms.text(fields, "text")
    elif parent is not None:
        text = _text_of(parent)
    else:
        raise Invalid("copy.empty")
    return await _act(request, site, fields, None, text, parent=parent)


@post("/copies/{copy:str}", status_code=303, request_max_body_size=forms.MAX_TEXT_BODY)
async def save(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Keep a new version of the guest's own copy; raises as ``edit``."""
    fields = await forms.read_fields(request)
    site.check_form(request, fields)
    found = await _own(request, site, copy)
    return await _act(request, site, fields, found, forms.text(fields, "text"))


@post("/copies/{copy:str}/throw-away", status_code=303)
async def throw_away(request: Asked, site: Shared, copy: FromPath[str]) -> Response[Any]:
    """Take a copy off its guest's list."""
    guest = site.check_form(request, await forms.read_fields(request))
    await site.copies.athrow_away(guest.id, copy)
    return Redirect("/copies", status_code=303)


@post("/drafts/check", status_code=200, request_max_body_size=forms.MAX_TEXT_BODY)
async def check(request: Asked, site: Shared) -> Response[Any]:
    """Return the faults of ``text`` with their places, and how its rules read where there are none."""
    fields = await forms.read_fields(request)
    site.check_token(request, fields)
    tongue = site.tongue(request)
    source = drafts.normal(forms.text(fields, "text"))
    checked = await site.examine(request, drafts.check, source, tongue.words.tag)
    faults = [
        {**place._asdict(), "message": said}
        for place, said in drafts.told(checked.faults, source, tongue.words)
    ]
    content = {
        "ok": not faults,
        "faults": faults,
        "state": copyview.state(len(faults), tongue.words),
        "preview": checked.preview,
    }
    return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))


# ------------------------------------------------------------------------------------------------------- parts


async def _act(
    request: Asked, site: Site, fields: Fields, copy: Copy | None, text: str, *, parent: str | None = None
) -> Response[Any]:
    """Do what a button of the editor says; what cannot be kept comes back as it was typed, with what was wrong."""
    act = forms.text(fields, "act", SAVE)
    if act not in (CHECK, SAVE, PLAY):
        raise Invalid("copy.act", found=act, known=f"{CHECK}, {SAVE}, {PLAY}")
    source = drafts.normal(text)
    saved = _text_of(copy.game) if copy else _text_of(parent) if parent else ""
    checked, notice, status, headers = None, "", 200, {}
    try:
        work = drafts.check if act == CHECK else drafts.settle
        checked = await site.examine(request, work, source, site.tongue(request).words.tag)
        if act != CHECK and not checked.faults:
            site.limit(request, "copies")
            guest = guest_of(request.scope)
            kept = await site.copies.akeep(
                guest.id,
                source.decode("utf-8-sig"),
                checked.title,
                parent=parent,
                name=copy.id if copy else None,
            )
            way = f"/new/{kept.game}" if act == PLAY else f"/copies/{kept.id}/edit?saved=yes"
            return Redirect(way, status_code=303)
        status = 422 if checked.faults else 200
        if act != CHECK:
            notice = site.tongue(request).words.gettext("Not saved yet: the text has faults.")
    except RegattaError as error:
        if wants_json(request) or status_of(error) == 500 or isinstance(error, Denied | Missing):
            raise
        notice, status, headers = (
            site.tongue(request).words.sentence(error),
            status_of(error),
            told_when(error),
        )
    if wants_json(request) and checked is not None and checked.faults:
        raise Illegal("copy.faults", count=len(checked.faults), line=checked.faults[0].line)
    answer = await _editor(
        request,
        site,
        copy,
        source.decode(),
        parent=parent,
        saved=saved,
        checked=checked,
        notice=notice,
        status=status,
    )
    answer.headers.update(headers)
    return answer


async def _editor(
    request: Asked,
    site: Site,
    copy: Copy | None,
    text: str,
    *,
    saved: str,
    parent: str | None = None,
    checked: Checked | None = None,
    notice: str = "",
    done: str = "",
    status: int = 200,
) -> Response[Any]:
    site.bounded.warm()
    await site.named(parent, copy.parent if copy else None)
    tongue = site.tongue(request)
    heading = copy.title if copy else tongue.naming(parent).title.text if parent else ""
    page = copyview.editor(
        site.frame(request, tongue),
        tongue,
        script=site.assets.find(EDITOR),
        copy=copy,
        parent=parent,
        text=text,
        saved=saved,
        heading=heading,
        checked=checked,
        notice=notice,
        done=done,
    )
    return html(tongue.pages.page(page), status)


def _text_of(game: str) -> str:
    """Return the text of a game; raises as ``check_there``."""
    check_there(game)
    return catalogue.source_of(game)[0].decode("utf-8-sig")


def _decoded(source: bytes) -> str:
    """Return an uploaded file as text.

    Raises:
        Invalid: ``copy.no_text``.
    """
    try:
        text = source[: MAX_BYTES + 1].decode("utf-8-sig", "strict" if len(source) <= MAX_BYTES else "ignore")
    except UnicodeDecodeError:
        raise Invalid("copy.no_text") from None
    if "\0" in text:
        raise Invalid("copy.no_text")
    return text


async def _own(request: Asked, site: Site, copy: str) -> Copy:
    found, owner = await site.copies.afind(copy)
    if owner != guest_of(request.scope).id:
        raise Denied("copy.not_yours")
    return found


def version_of(copy: Copy, asked: str | None) -> int:
    """Return the version that is asked for; raises Missing ``copy.no_version`` (number)."""
    if not asked:
        return copy.version
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 5 and 1 <= int(asked) <= copy.version):
        raise Missing("copy.no_version", number=asked[:10])
    return int(asked)
