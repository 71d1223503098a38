"""The lobby, and the form that opens a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from regatta import players
from regatta.errors import Invalid, RegattaError
from regatta.match.events import Seat
from regatta.web import forms, lobbyview, names, watchview
from regatta.web.asked import Asked
from regatta.web.errors import NO_STORE, status_of, wants_json
from regatta.web.manners import guest_of
from regatta.web.site import Shared
from regatta.web.ways import OPTION
from regatta.words import Words
from regatta.words.bots import bot_name

LISTED = 50
"""How many unfinished matches the lobby shows."""

MAX_KEY = 60
"""Letters of a form's key; what the form does is added to it."""


@get("/")
async def lobby(request: Asked, site: Shared) -> Response[Any]:
    """Return the first page, or its JSON twin."""
    guest, tongue = guest_of(request.scope), site.tongue(request)
    listed = [] if guest.fresh else await site.desk.amatches_of(guest.id, LISTED, unfinished=True)
    matches = [lobbyview.Open(await site.desk.amatch(each.match), each.updated) for each in listed]
    bests = [] if guest.fresh else await site.desk.abests(guest.id)
    if wants_json(request):
        content = {**lobbyview.lobby_json(tongue, matches, bests), "token": guest.token}
        return Response(content, media_type=MediaType.JSON, headers=dict(NO_STORE))
    rooms = [each for each in await site.rooms.alisted(waiting=True) if each.seat_of(guest.id) is None]
    frame, watched = site.frame(request, tongue), len(await site.rooms.awatchable())

    def draw() -> str:
        page = lobbyview.lobby(
            frame,
            tongue,
            matches,
            bests,
            site.desk.clock.now(),
            viewer=guest.id,
            key=forms.fresh_key(),
            rooms=watchview.open_rooms(rooms, tongue),
            watched=watched,
        )
        return tongue.pages.page(page)

    return html(await site.beside([*(each.match for each in matches), *rooms], draw))


@post("/matches/{match:str}/leave", status_code=303)
async def leave(request: Asked, site: Shared, match: FromPath[str]) -> Response[Any]:
    """Give a match up: it leaves the guest's list."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields)
    found = await site.match(match)
    if found.terms is not None:
        await site.rooms.agive_up(found.id, guest.id, key=f"{form_key(fields)}.up")
    else:
        await site.desk.aleave(found.id, guest.id)
    return Redirect("/", status_code=303)


@get("/new/{game:str}")
async def new_form(request: Asked, site: Shared, game: FromPath[str]) -> Response[str]:
    """Return the form for a new match; the query may choose options beforehand."""
    tongue, asked = site.tongue(request), request.query_params
    sent = {name: asked[name] for name in asked if name.startswith(OPTION)}
    model = await site.model(request, game)
    page = lobbyview.new_game(
        site.frame(request, tongue),
        tongue,
        model,
        key=forms.fresh_key(),
        sent=sent,
        variations=(await site.drawn(request, game, {}, tongue)).rules.variations if model.choices else (),
    )
    return html(tongue.pages.page(page))


@post("/new/{game:str}")
async def open_match(request: Asked, site: Shared, game: FromPath[str]) -> Response[Any]:
    """Open a match and lead to it; a form that cannot be read comes back with what was wrong."""
    fields = await forms.read_fields(request)
    guest = site.check_form(request, fields, "matches")
    model, tongue = await site.model(request, game), site.tongue(request)
    try:
        options = options_of(fields, model.choices)
        kinds = {
            bot: await site.told(bot, model.id, {**model.options, **options}, guest.id)
            for bot in players.names()
            if f"bots-{bot}" in fields
        }
        seats = seats_of(fields, kinds, tongue.words)
        key = form_key(fields)
        begin = "own-salt" not in fields
        bots = [seat.player for seat in seats if seat.bot]
        await site.coaching.prepare(bots, model.id, options, guest.id)
        match = await site.desk.aopen(
            model.id, seats, guest.id, options=options, key=f"{key}.open", begin=begin
        )
    except RegattaError as error:
        if wants_json(request) or status_of(error) >= 500:
            raise
        page = lobbyview.new_game(
            site.frame(request, tongue),
            tongue,
            model,
            key=forms.fresh_key(),
            sent=fields,
            notice=tongue.words.sentence(error, tongue.naming(game).names),
        )
        return html(tongue.pages.page(page), status_of(error))
    return Redirect(f"/matches/{match.id}", status_code=303)


def seats_of(fields: forms.Fields, kinds: Mapping[str, str], words: Words) -> list[Seat]:
    """Return who plays: people first, then bots; alone where nobody gave a name.

    ``kinds`` are the bots as the form names them, each with how it is to play.

    Raises:
        Invalid: a name or number that cannot be used.
    """
    people = people_of(fields, words)
    bots = [
        Seat(bot_name(kind, words), kind)
        for bot, kind in kinds.items()
        for _ in range(_checked_count(forms.number(fields, f"bots-{bot}")))
    ]
    shown = names.distinct([seat.name for seat in [*people, *bots]])
    return [Seat(name, seat.player) for name, seat in zip(shown, [*people, *bots], strict=True)]


def people_of(fields: forms.Fields, words: Words) -> list[Seat]:
    """Return the people that a form names; one alone where it names nobody.

    Raises:
        Invalid: a name that cannot be used.
    """
    people = []
    for number in range(1, lobbyview.MAX_SEATS + 1):
        name = forms.text(fields, f"name-{number}", "")
        if name.strip(" \t\u00a0"):
            people.append(names.clean(name))
    return [Seat(name) for name in names.distinct(people or [words.gettext("You")])]


def options_of(fields: forms.Fields, choices: Any) -> dict[str, str]:
    """Return the options that a form chose.

    Raises:
        Invalid: ``option.unknown``, or a value that is no text.
    """
    sent = [name.removeprefix(OPTION) for name in fields if name.startswith(OPTION)]
    for name in sent:
        if name not in choices:
            raise Invalid("option.unknown", option=name, known=", ".join(choices))
    return {name: forms.text(fields, OPTION + name) for name in sent}


def form_key(fields: forms.Fields) -> str:
    """Return the key of a form; raises Invalid ``command.key`` (most)."""
    key = forms.text(fields, "key")
    if not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable():
        raise Invalid("command.key", most=MAX_KEY)
    return key


def html(page: str, status: int = 200) -> Response[str]:
    """Return a page that no cache keeps."""
    return Response(page, status_code=status, media_type=MediaType.HTML, headers=dict(NO_STORE))


def _checked_count(count: int) -> int:
    if count > lobbyview.MAX_SEATS:
        raise Invalid("seats.number", found=count, low=1, high=lobbyview.MAX_SEATS)
    return count
