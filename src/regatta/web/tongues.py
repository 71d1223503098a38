"""In which language a page speaks: chosen by a cookie, else what the browser asks for, else that of the sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from regatta.model import catalogue
from regatta.web.fragments import Fragments
from regatta.web.library import naming_of
from regatta.web.pages import Pages
from regatta.web.phrases import Phrases
from regatta.web.pieces import Pieces
from regatta.words import Words
from regatta.words.languages import SOURCE, candidates, languages, own_name

if TYPE_CHECKING:
    from regatta.web.library import Naming

COOKIE = "regatta_language"
MAX_AGE = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie; browsers allow no more."""

MAX_ASKED = 20
"""So many languages of an ``Accept-Language`` header are looked at."""


GAMES = 64
"""Of so many games the words are remembered; they hold on to their games."""

KEPT = 4096
"""Of so many guests' headers it is remembered which language they ask for."""

MAX_KEPT = 1000
"""Characters of the longest ones that are remembered."""


class Tongue:
    """One language of the site: its words, its pages, its sentences about each game."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.pages = Pages(words)
        self._naming = lru_cache(GAMES)(lambda game, _: naming_of(game, words))
        self._fragments = lru_cache(GAMES)(self._new_fragments)

    def _new_fragments(self, game: str, known: bool) -> Fragments:
        return Fragments(self.pages, Pieces(self.pages, Phrases(self.words, self._naming(game, known))))

    def naming(self, game: str) -> Naming:
        """Return what the parts of one game are called."""
        return self._naming(game, catalogue.known(game))

    def fragments(self, game: str) -> Fragments:
        """Return what draws what moves change at tables of one game."""
        return self._fragments(game, catalogue.known(game))

    def pieces(self, game: str) -> Pieces:
        """Return what tables of one game are made of."""
        return self.fragments(game).pieces

    def phrases(self, game: str) -> Phrases:
        """Return the sentences about one game."""
        return self.pieces(game).phrases

    def heading(self, status: int) -> str:
        """Return the heading of an error's page."""
        _ = self.words.gettext
        return {
            403: _("That is not yours"),
            404: _("There is nothing here"),
            405: _("That is not how it is done"),
            408: _("That took too long"),
            410: _("There is nothing here any more"),
            409: _("The table has moved on"),
            413: _("That is too much"),
            429: _("Not so fast"),
            500: _("Something broke on our side"),
            503: _("One moment, please"),
        }.get(status, _("That did not work"))


class Tongues:
    """The languages that the site speaks; ``words`` binds it to a single one."""

    def __init__(self, words: Words | None = None) -> None:
        self.codes = (words.tag,) if words else languages()
        self.names = {code: own_name(code) for code in self.codes}
        self._made = {words.tag: Tongue(words)} if words else {}
        self._wanted = lru_cache(KEPT)(self._find)

    def of(self, code: str) -> Tongue:
        """Return a language of ``codes``; made when it is first asked for."""
        found = self._made.get(code)
        if found is None:
            found = self._made[code] = Tongue(Words(code))
        return found

    def known(self, code: object) -> str | None:
        """Return the language of ours that a code means, or None."""
        if not isinstance(code, str):
            return None
        ours = {own.lower(): own for own in self.codes}
        return next((ours[tag.lower()] for tag in candidates(code) if tag.lower() in ours), None)

    def asked(self, headers: Mapping[str, str]) -> Tongue:
        """Return the language that a request wants."""
        said = headers.get("cookie", ""), headers.get("accept-language", "")
        return (self._wanted if len(said[0]) + len(said[1]) <= MAX_KEPT else self._find)(*said)

    def _find(self, cookie: str, languages: str) -> Tongue:
        chosen = self.known(cookie_of(cookie))
        wanted = chosen or next(filter(None, map(self.known, accepted(languages))), None)
        return self.of(wanted or (SOURCE if SOURCE in self.codes else self.codes[0]))


def cookie_of(header: str) -> str | None:
    """Return the language that a ``Cookie`` header names."""
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None else None


def set_cookie(code: str, *, secure: bool) -> str:
    """Return the ``Set-Cookie`` header that makes the browser remember a language."""
    ending = "; Secure" if secure else ""
    return f"{COOKIE}={code}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{ending}"


def accepted(header: str) -> Sequence[str]:
    """Return the languages of an ``Accept-Language`` header, the most wanted first; those with q=0 not at all."""
    found = sorted(_weighed(header), key=lambda pair: -pair[1])
    return [code for code, weight in found if weight > 0]


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    for part in header.split(",")[:MAX_ASKED]:
        code, _, parameters = part.partition(";")
        name, _, value = parameters.strip().partition("=")
        if not code.strip():
            continue
        try:
            weight = float(value) if name.strip().lower() == "q" else 1.0
        except ValueError:
            weight = 0.0
        yield code.strip(), weight if 0 <= weight <= 1 else 0.0
