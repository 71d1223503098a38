"""What all handlers share: the desk of the matches, the pages, the words, the guests."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litestar import Request
from litestar.di import NamedDependency

from regatta.errors import Denied
from regatta.web.contexts import Frame
from regatta.web.guests import Guest, Guests
from regatta.web.manners import guest_of
from regatta.web.pages import Pages
from regatta.web.phrases import Phrases
from regatta.web.settings import DEFAULT, Shelf
from regatta.web.ways import HOME, local, referring

if TYPE_CHECKING:
    from regatta.match.match import Match
    from regatta.storage.desk import Desk
    from regatta.web.assets import Assets
    from regatta.web.forms import Fields
    from regatta.words import Words

Asked = Request[Any, Any, Any]
"""A request, as handlers get it."""

TOKEN_HEADER = "x-csrf-token"


class Site:
    """One per application."""

    def __init__(self, desk: Desk, assets: Assets, words: Words, guests: Guests) -> None:
        self.desk = desk
        self.assets = assets
        self.words = words
        self.guests = guests
        self.settings = Shelf(desk)
        self.pages = Pages(words)
        self._style = assets.url("main.css")
        self._script = assets.url("main.js")
        self._icon = assets.url("assets/icon.svg")
        self._touch_icon = assets.url("assets/icon-180.png")
        self._phrases: dict[str, Phrases] = {}

    def frame(self, request: Asked) -> Frame:
        """Return what every page needs."""
        guest = guest_of(request.scope)
        return replace(
            self.plain_frame(),
            token=guest.token,
            settings=self.settings.recall(guest),
            back=way_back(request),
        )

    def plain_frame(self) -> Frame:
        """Return the frame of a page that is the same for everybody and holds no form."""
        return Frame(
            language=self.words.language,
            token="",
            style=self._style,
            script=self._script,
            icon=self._icon,
            touch_icon=self._touch_icon,
            settings=DEFAULT,
            back=HOME,
        )

    def phrases(self, game: str) -> Phrases:
        """Return the sentences about one game."""
        found = self._phrases.get(game)
        if found is None:
            from regatta.web.library import names_of

            found = self._phrases[game] = Phrases(self.words, names_of(game, self.words.language))
        return found

    def heading(self, status: int) -> str:
        """Return the heading of an error's page."""
        _ = self.words.gettext
        return {
            403: _("That is not yours"),
            404: _("There is nothing here"),
            405: _("That is not how it is done"),
            409: _("The table has moved on"),
            413: _("That is too much"),
            500: _("Something broke on our side"),
            503: _("One moment, please"),
        }.get(status, _("That did not work"))

    async def match(self, name: str) -> Match:
        """Return a match; raises Missing."""
        return await self.desk.amatch(name)

    def check_form(self, request: Asked, fields: Fields) -> Guest:
        """Return the guest who sent a form from one of our pages.

        Raises:
            Denied: ``form.token`` where it did not come from there.
        """
        guest = guest_of(request.scope)
        if not self.guests.holds(guest, fields.get("token", request.headers.get(TOKEN_HEADER))):
            raise Denied("form.token")
        return guest


Shared = NamedDependency[Site]
"""The ``Site``, as handlers get it."""


def way_back(request: Asked) -> str:
    """Return the page that a form leads back to: this one, or where the form that was sent stood."""
    if request.method != "GET":
        return referring(request.headers.get("referer", ""), request.headers.get("host", ""))
    query = request.url.query
    return local(f"{request.url.path}?{query}" if query else request.url.path)


def fresh_key() -> str:
    """Return a key that no other form has."""
    return secrets.token_urlsafe(12)
