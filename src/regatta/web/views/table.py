"""The table: its page, its JSON twin, and the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta.errors import Invalid, RegattaError
from regatta.match.authority import Answer
from regatta.match.commands import Command, Envelope, Hint, Hold, Roll, TakeBack, Write
from regatta.match.events import Event
from regatta.match.match import Match
from regatta.storage.scores import Standing
from regatta.storage.series import PastGame
from regatta.web import forms, tableview
from regatta.web.asked import Asked
from regatta.web.bestview import standing_json
from regatta.web.botsteps import steps_of
from regatta.web.errors import NO_STORE, status_of, told_when, wants_json
from regatta.web.guests import Guest
from regatta.web.hintview import advice_json
from regatta.web.manners import guest_of
from regatta.web.moved import Fragment, audience
from regatta.web.seriesview import games_of, totals_of
from regatta.web.site import Shared, Site
from regatta.web.views import waiting
from regatta.web.views.lobby import form_key, html

JSON_ENDING = ".json"

Move = tuple[str, Command]
"""A command with what it adds to the form's key: the buttons of one form share that, and each is a move of its own."""


@get("/matches/{match:str}")
async def table(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return the table as its guest sees it."""
    as_json = match.endswith(JSON_ENDING)
    found = await site.sight(request, match.removesuffix(JSON_ENDING))
    guest = guest_of(request.scope)
    site.hub.presence.see(found, guest)
    site.show.see(found)
    if as_json or wants_json(request):
        return await _json(request, site, found, guest)
    return await page_of(request, site, found, guest, focus=_focus(request))


@get("/matches/{match:str}/record.json")
async def record(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Return what a player can take home and check."""
    await site.sight(request, match)
    found = await site.desk.arecord(match)
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{match}.json"'}
    return Response(found, media_type=MediaType.JSON, headers=headers)


@post("/matches/{match:str}/hold", status_code=200)
async def hold(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Hold the dice at the places in ``held``, and no others."""

    def read(fields: forms.Fields, seat: int) -> Move:
        places = forms.numbers(fields, "held")
        if places is None:
            raise Invalid("form.missing", field="held")
        return "hold-" + "-".join(map(str, places)), Hold(seat, places)

    return await _move(request, site, match, read)


@post("/matches/{match:str}/roll", status_code=200)
async def roll(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Roll the dice that are not held; ``held`` may say which those are."""

    def read(fields: forms.Fields, seat: int) -> Move:
        return "roll", Roll(seat, forms.numbers(fields, "held"))

    return await _move(request, site, match, read)


@post("/matches/{match:str}/write", status_code=200)
async def write(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Write the dice into ``box``."""

    def read(fields: forms.Fields, seat: int) -> Move:
        box = forms.text(fields, "box")
        plain = "".join(letter for letter in box[:30] if letter.isascii() and letter.isprintable())
        return f"write.{plain}", Write(seat, box)

    return await _move(request, site, match, read)


@post("/matches/{match:str}/take-back", status_code=200)
async def take_back(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Take back what the seat has just written."""

    def read(_: forms.Fields, seat: int) -> Move:
        return "back", TakeBack(seat)

    return await _move(request, site, match, read)


@post("/matches/{match:str}/hint", status_code=200)
async def hint(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Ask the coach about the dice on the table; the answer is part of the table until they are rolled or written."""

    def read(_: forms.Fields, seat: int) -> Move:
        return "hint", Hint(seat)

    return await _move(request, site, match, read)


@post("/matches/{match:str}/again", status_code=303)
async def again(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Open the next game of the series: same game, options and seats."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "matches")
    found = await site.sight(request, match)
    if found.terms is not None:
        opened = await site.rooms.aagain(match, guest.id)
    else:
        opened = await site.desk.aagain(match, guest.id, key=f"{form_key(fields)}.again")
    return Redirect(f"/matches/{opened.id}", status_code=303)


async def _move(
    request: Asked, site: Site, match: str, read: Callable[[forms.Fields, int], Move]
) -> Response[Any]:
    """Submit one move of a seat; ``read`` takes the fields and the seat."""
    return await moves(request, site, match, lambda fields: [read(fields, forms.number(fields, "seat"))])


async def moves(
    request: Asked, site: Site, match: str, read: Callable[[forms.Fields], Sequence[Move]]
) -> Response[Any]:
    """Submit commands one after the other; whatever comes of them, the answer shows the table as it is then.

    ``read`` takes the fields and gives at least one command.
    """
    fields = await forms.read_fields(request)
    guest = site.check_token(request, fields)
    found = await site.sight(request, match)
    version = shown = forms.number(fields, "version")
    asked, key = read(fields), form_key(fields)

    async def send(move: Move, seen: int) -> Answer:
        site.limit(request, "moves")
        act, command = move
        return await site.submit(Envelope(found.id, guest.id, seen, f"{key}.{act}", command))

    try:
        for move in asked[:-1]:
            version = (await send(move, version)).last
        answer = await send(asked[-1], version)
    except RegattaError as error:
        if wants_json(request) or status_of(error) in (400, 404) or status_of(error) >= 500:
            raise
        tongue = site.tongue(request)
        notice = tongue.words.sentence(error, tongue.naming(found.opened.game).names)
        found = await site.match(match)
        page = await page_of(request, site, found, guest, notice=notice, status=status_of(error))
        page.headers.update(told_when(error))
        return page
    found = answer.match
    if wants_json(request):
        return await _json(request, site, found, guest, answer)
    if "hx-request" in request.sent:
        return await _changes(request, site, guest, shown, answer)
    return Redirect(f"/matches/{found.id}", status_code=303)


async def _changes(request: Asked, site: Site, guest: Guest, shown: int, answer: Answer) -> Response[Any]:
    """What a move has changed on the page that it came from; the whole table where that is not enough."""
    match = answer.match
    if answer.last != match.version:
        return await page_of(request, site, match, guest)
    if answer.first == shown + 1:
        to_whom = audience(match, site.tongue(request), guest)
        if (drawn := site.moved.draw(match, answer.events, to_whom)) is not None:
            return Fragment(drawn)
    return await page_of(request, site, match, guest, events=answer.events)


async def table_part(request: Asked, site: Site, match: Match, guest: Guest) -> Response[str]:
    """Return the table alone, as its guest sees it."""
    return await page_of(request, site, match, guest, focus=_focus(request), part=True)


async def page_of(
    request: Asked,
    site: Site,
    match: Match,
    guest: Guest,
    *,
    focus: int | None = None,
    notice: str = "",
    status: int = 200,
    events: Sequence[Event] = (),
    part: bool = False,
) -> Response[str]:
    """Return the page of a match as ``guest`` sees it, or the part of it that changes."""
    if match.terms is not None and match.position is None:
        return await waiting.page(request, site, match, guest, notice=notice, status=status, part=part)
    tongue = site.tongue(request)
    pieces = tongue.pieces(match.opened.game)
    games, standing = await _own(site, match, guest)
    view = match.view(guest.id)
    page = tableview.table(
        view,
        match.tables,
        pieces,
        site.frame(request, tongue),
        key=forms.fresh_key(),
        now=site.desk.clock.now(),
        notice=notice,
        focus=focus,
        finished=await _day_of(site, match),
        events=events,
        steps=steps_of(match, events, pieces.phrases.names),
        games=games,
        standing=standing,
        following=await _following(site, match),
        away=site.hub.presence.away(match),
        told=await site.coaching.told(match, guest.id) if view.hint == "given" else None,
    )
    if part or "hx-request" in request.sent:
        return html(tongue.pages.part(page), status)
    return html(tongue.pages.page(page), status)


async def _day_of(site: Site, match: Match) -> int | None:
    """When the match was over, in ms since 1970; a score pad, which may be printed before, is of today until then."""
    if match.finished is not None:
        return await site.desk.afinished(match.id)
    return site.desk.clock.now() if match.by_hand else None


async def _own(site: Site, match: Match, guest: Guest) -> tuple[tuple[PastGame, ...], Standing | None]:
    """What the match is to its own players: the finished games of the series, and how it stands among theirs."""
    if guest.id not in match.private.holders:
        return (), None
    games = games_of(match, await site.desk.aseries(match))
    return games, await site.desk.astanding(match.id, guest.id) if match.finished is not None else None


async def _following(site: Site, match: Match) -> str | None:
    """The rematch of a room, once somebody asked for one."""
    over = match.terms is not None and match.finished is not None
    return await site.rooms.afollowing(match) if over else None


async def _json(
    request: Asked, site: Site, match: Match, guest: Guest, answer: Answer | None = None
) -> Response[Any]:
    content = {**match.view(guest.id).json(), "token": guest.token}
    games, standing = await _own(site, match, guest)
    content["series"] |= {
        "games": [{"match": game.match, "number": game.number, "totals": game.totals} for game in games],
        "totals": totals_of(games),
    }
    content["standing"] = standing_json(standing)
    if match.terms is not None:
        content["code"] = await site.rooms.acode(match.id) if match.position is None else None
        content["following"] = await _following(site, match)
    if content["hint"] == "given":
        content["advice"] = advice_json(await site.coaching.told(match, guest.id))
    if answer is not None:
        names = site.tongue(request).naming(match.opened.game).names
        content["steps"] = steps_of(match, answer.events, names) if answer.last == match.version else []
    return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))


def _focus(request: Asked) -> int | None:
    """The seat whose sheet was asked for; what is no number asks for none."""
    asked = request.query_params.get("sheet", "")
    return int(asked) - 1 if asked.isdecimal() and len(asked) < 4 else None
