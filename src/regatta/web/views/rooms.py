"""Rooms: opened in one tap, found by their code, and what people do in them around the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.errors import Illegal, Invalid, Missing, RegattaError
from regatta.match.commands import Command, Envelope, Leave, Rename, Sit, SitBot, StandIn
from regatta.match.events import Terms
from regatta.web import forms, names, roomcontexts
from regatta.web.asked import Asked
from regatta.web.callnames import call_name
from regatta.web.errors import NO_STORE, status_of, told_when, wants_json
from regatta.web.lobbyview import option_fields
from regatta.web.manners import guest_of
from regatta.web.site import Shared, Site
from regatta.web.views import waiting
from regatta.web.views.lobby import form_key, html, options_of
from regatta.web.views.table import page_of
from regatta.web.ways import OPTION
from regatta.words.bots import bot_name

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.web.guests import Guest

MOST_SEATS = 10
"""Seats of a new room, where the game has as many."""

SWITCHES = ("listed", "watchers", "hints")
"""Terms that are on or off."""


# ------------------------------------------------------------------------------------------------- opening


@get("/online/{game:str}")
async def online_form(request: Asked, site: Shared, game: FromPath[str]) -> Response[str]:
    """Return the form that opens a room; the query may choose options beforehand."""
    tongue, asked = site.tongue(request), request.query_params
    model, naming = await site.model(request, game), tongue.naming(game)
    sent = {name: asked[name] for name in asked if name.startswith(OPTION)}
    page = roomcontexts.Online(
        frame=site.frame(request, tongue),
        game=model.id,
        title=naming.title,
        line=naming.line,
        key=forms.fresh_key(),
        options=option_fields(model, naming, sent),
    )
    return html(tongue.pages.page(page))


@post("/online/{game:str}", status_code=303)
async def open_room(request: Asked, site: Shared, game: FromPath[str]) -> Response[Any]:
    """Open a room and lead to it."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "rooms")
    model, tongue = await site.model(request, game), site.tongue(request)
    name = call_name(guest, await site.settings.load(guest), tongue.words)
    seats = min(model.spec.players.to, MOST_SEATS)
    room = await site.rooms.aopen(
        model.id,
        guest.id,
        name,
        Terms(seats),
        options=options_of(fields, model.choices),
        key=f"{form_key(fields)}.room",
    )
    return Redirect(f"/matches/{room.id}", status_code=303)


# ------------------------------------------------------------------------------------------------- finding


@get("/r/{code:str}")
async def by_code(request: Asked, site: Shared, code: FromPath[str]) -> Response[Any]:
    """Lead to the room of a code."""
    return await _find(request, site, code)


@get("/join")
async def join(request: Asked, site: Shared) -> Response[Any]:
    """Lead to the room of a code that was typed, or ask for one."""
    code = request.query_params.get("code", "")
    if not code.strip():
        tongue = site.tongue(request)
        return html(tongue.pages.page(roomcontexts.Join(site.frame(request, tongue), "", "")))
    return await _find(request, site, code)


async def _find(request: Asked, site: Site, typed: str) -> Response[Any]:
    """Wrong codes are paid for; where too many were, right ones are not told either."""
    site.limit(request, "guesses", cost=0)
    try:
        match = await site.rooms.afind(typed)
    except Missing as error:
        site.limit(request, "guesses")
        if wants_json(request):
            raise
        tongue = site.tongue(request)
        notice = tongue.words.sentence(error)
        page = roomcontexts.Join(site.frame(request, tongue), typed[:40], notice)
        return html(tongue.pages.page(page), status_of(error))
    # Those that were sent all at once have paid by now.
    site.limit(request, "guesses", cost=0)
    await site.sight(request, match)
    if wants_json(request):
        return Response({"match": match}, media_type=MediaType.JSON, headers=dict(NO_STORE))
    return Redirect(f"/matches/{match}", status_code=303, headers=dict(NO_STORE))


# ----------------------------------------------------------------------------------------------- in the room


@post("/matches/{match:str}/sit", status_code=303)
async def sit(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Take a seat: ``name``, and ``salt`` for who wants words of their own."""

    def read(fields: forms.Fields, _: Match) -> Command:
        return Sit(names.clean(forms.text(fields, "name")), forms.text(fields, "salt", "").strip())

    return await _act(request, site, match, read)


@post("/matches/{match:str}/rename", status_code=303)
async def rename(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Call one's seat otherwise: ``name``."""

    def read(fields: forms.Fields, _: Match) -> Command:
        return Rename(forms.number(fields, "seat"), names.clean(forms.text(fields, "name")))

    return await _act(request, site, match, read)


@post("/matches/{match:str}/bots", status_code=303)
async def add_bot(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Give a free seat to a bot of the kind ``player``, once its game is worked out where it needs that."""
    words = site.tongue(request).words

    async def do(fields: forms.Fields, found: Match, guest: Guest) -> None:
        opened = found.opened
        player = await site.told(forms.text(fields, "player"), opened.game, opened.options, guest.id)
        await site.coaching.make_ready([player], found.tables, guest.id)
        await _submit(site, fields, found, guest, SitBot(bot_name(player, words)[: names.MAX_LENGTH], player))

    return await _do(request, site, match, do)


@post("/matches/{match:str}/stand-up", status_code=303)
async def stand_up(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Give up ``seat``: one's own, or, as the host, any other."""
    return await _act(request, site, match, lambda fields, _: Leave(forms.number(fields, "seat")))


@post("/matches/{match:str}/stand-in", status_code=303)
async def stand_in(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Have a bot play ``seat``, which lets the others wait."""

    def read(fields: forms.Fields, _: Match) -> Command:
        return StandIn(forms.number(fields, "seat"), site.desk.clock.now())

    return await _act(request, site, match, read)


@post("/matches/{match:str}/return", status_code=303)
async def come_back(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Play one's ``seat`` again, which a bot plays."""

    async def do(fields: forms.Fields, found: Match, guest: Guest) -> None:
        seat = forms.number(fields, "seat")
        await site.rooms.areturn(found.id, guest.id, seat, key=f"{form_key(fields)}.return")

    return await _do(request, site, match, do)


@post("/matches/{match:str}/arrange", status_code=303)
async def arrange(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Change what is played and on which terms; what is not sent stays as it is."""

    async def do(fields: forms.Fields, found: Match, guest: Guest) -> None:
        if found.terms is None:
            raise Illegal("room.none")
        game = forms.text(fields, "game", found.opened.game)
        same = game == found.opened.game
        model = await site.model(request, game)
        sent = options_of(fields, model.choices) if same else {}
        options: Mapping[str, str] = {**found.opened.options, **sent} if same else {}
        terms = _terms(fields, found.terms)
        if not same:
            terms = terms._replace(seats=min(terms.seats, model.spec.players.to))
        await site.coaching.prepare([seat.player for seat in found.seats], game, options, guest.id)
        await site.rooms.aarrange(found.id, guest.id, game, options, terms, key=f"{form_key(fields)}.arrange")

    return await _do(request, site, match, do)


@get("/matches/{match:str}/next")
async def following(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Lead to the game that followed a finished one; as JSON ``{"match": id or null}``."""
    found = await site.sight(request, match)
    then = await site.rooms.afollowing(found)
    if wants_json(request):
        return Response({"match": then}, media_type=MediaType.JSON, headers=dict(NO_STORE))
    return Redirect(f"/matches/{then or found.id}", status_code=303, headers=dict(NO_STORE))


def _terms(fields: forms.Fields, terms: Terms) -> Terms:
    """Return the terms with those that were sent."""
    if "seats" in fields:
        terms = terms._replace(seats=forms.number(fields, "seats"))
    if "clock" in fields:
        untimed = fields["clock"] in ("", None)
        terms = terms._replace(clock=None if untimed else forms.number(fields, "clock"))
    for name in SWITCHES:
        if name in fields:
            value = forms.text(fields, name)
            if value not in ("yes", "no"):
                raise Invalid("option.value", option=name, found=value, known="yes, no")
            terms = terms._replace(**{name: value == "yes"})
    return terms


async def _act(
    request: Asked, site: Site, match: str, read: Callable[[forms.Fields, Match], Command]
) -> Response[Any]:
    """Submit one command; with a ``version`` only where nothing happened since."""

    async def do(fields: forms.Fields, found: Match, guest: Guest) -> None:
        command = read(fields, found)
        await _submit(site, fields, found, guest, command)
        if isinstance(command, Sit | Rename):
            await _remember(site, guest, command.name)

    return await _do(request, site, match, do)


async def _submit(site: Site, fields: forms.Fields, found: Match, guest: Guest, command: Command) -> None:
    version = forms.number(fields, "version") if "version" in fields else None
    key = f"{form_key(fields)}.{command.kind}"
    await site.submit(Envelope(found.id, guest.id, version, key, command))


async def _do(
    request: Asked,
    site: Site,
    match: str,
    do: Callable[[forms.Fields, Match, Guest], Awaitable[None]],
) -> Response[Any]:
    """Do what a form asks, then lead to the match; a refusal is told on its page."""
    fields = await forms.read_fields(request)
    guest = site.check_token(request, fields)
    found = await site.sight(request, match)
    try:
        site.limit(request, "moves")
        await do(fields, found, guest)
    except RegattaError as error:
        if wants_json(request) or status_of(error) >= 500:
            raise
        return await _refused(request, site, match, error, fields.get("name"))
    if wants_json(request):
        after = await site.match(found.id)
        content = {**after.view(guest.id).json(), "token": guest.token}
        return Response(content, status_code=200, media_type=MediaType.JSON, headers=dict(NO_STORE))
    return Redirect(f"/matches/{found.id}", status_code=303)


async def _refused(
    request: Asked, site: Site, match: str, error: RegattaError, typed: object
) -> Response[Any]:
    """Return the page of the match with what was wrong; the name that was ``typed`` stays in its field."""
    tongue, guest, found = site.tongue(request), guest_of(request.scope), await site.match(match)
    notice = tongue.words.sentence(error, tongue.naming(found.opened.game).names)
    status = status_of(error)
    if found.terms is not None and found.position is None:
        name = typed[: names.MAX_LENGTH] if isinstance(typed, str) else None
        page = await waiting.page(request, site, found, guest, notice=notice, status=status, name=name)
    else:
        page = await page_of(request, site, found, guest, notice=notice, status=status)
    page.headers.update(told_when(error))
    return page


async def _remember(site: Site, guest: Guest, name: str) -> None:
    """Keep a name for the next time."""
    known = await site.settings.load(guest)
    if known.name != name:
        await site.settings.save(guest, replace(known, name=name))
