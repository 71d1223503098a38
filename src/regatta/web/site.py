"""What all handlers share: the desk of the matches, the languages, the guests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from litestar.di import NamedDependency

from regatta import players
from regatta.errors import Denied, RegattaError
from regatta.match.match import CLOCK
from regatta.match.rooms import check_sight
from regatta.model import catalogue
from regatta.storage.copies import Copies, split
from regatta.storage.rooms import Rooms
from regatta.web import drafts, library
from regatta.web.addresses import address_of
from regatta.web.asked import Asked
from regatta.web.bounded import Bounded
from regatta.web.coaching import Coaching
from regatta.web.comparisons import Comparisons
from regatta.web.contexts import Frame, Language
from regatta.web.effect import Effects
from regatta.web.guests import Guest, Guests
from regatta.web.hosting import DEFAULT as DEFAULT_HOSTING
from regatta.web.hub import Hub
from regatta.web.jobs import Jobs
from regatta.web.library import model_of
from regatta.web.limits import Limits
from regatta.web.manners import guest_of
from regatta.web.metrics import Metrics
from regatta.web.moved import Moved
from regatta.web.rulesshelf import RulesShelf
from regatta.web.settings import DEFAULT, Shelf
from regatta.web.show import Show
from regatta.web.tickets import Tickets
from regatta.web.tongues import Tongue, Tongues
from regatta.web.ways import HOME, local, referring, with_query

if TYPE_CHECKING:
    from regatta.match.authority import Answer
    from regatta.match.commands import Envelope
    from regatta.match.match import Match
    from regatta.model import Model
    from regatta.storage.desk import Desk
    from regatta.web.assets import Assets
    from regatta.web.forms import Fields
    from regatta.web.hosting import Hosting
    from regatta.web.rulesshelf import Drawn
    from regatta.words import Words
    from regatta.words.rules.page import Change

TOKEN_HEADER = "x-csrf-token"

T = TypeVar("T")

COSTLY = 20
"""What a text costs that takes too much time or memory, and any text until it is known what it takes: who sends many at
once does not fill the queue."""

USUAL = 0.25
"""Seconds of work that a text may take; each such span on top costs as much as another text."""

READING = 4
"""What it costs to read a copy, until it is known what it takes."""

TOO_DEAR = ("bounded.too_long", "bounded.too_much")


class Site:
    """One per application."""

    def __init__(
        self,
        desk: Desk,
        assets: Assets,
        words: Words | None,
        guests: Guests,
        *,
        hosting: Hosting = DEFAULT_HOSTING,
        metrics: Metrics | None = None,
        hub: Hub | None = None,
    ) -> None:
        self.desk = desk
        self.assets = assets
        self.tongues = Tongues(words)
        self.guests = guests
        self.hosting = hosting
        self.limits = Limits(hosting.limits)
        self.metrics = metrics or Metrics()
        self.rooms = Rooms(desk, self._work_out)
        self.tickets = Tickets(guests.key)
        self.jobs = Jobs()
        self.coaching = Coaching(self.jobs)
        self.copies = Copies(desk)
        self.bounded = Bounded(*drafts.WARM)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.effects = Effects(self.jobs)
        self.settings = Shelf(desk)
        self.rules = RulesShelf()
        self.comparisons = Comparisons()
        self.moved = Moved(self)
        self.hub = hub or Hub()
        self.show = Show(self.rooms, self.hub.followed)
        self._style = assets.url("main.css")
        self._script = assets.url("main.js")
        self._icon = assets.url("assets/icon.svg")
        self._touch_icon = assets.url("assets/icon-180.png")

    def close(self) -> None:
        """Stop what goes on beside the handlers, and let go of the database."""
        self.jobs.close()
        self.bounded.close()
        self.copies.close()
        self.desk.close()

    def tongue(self, request: Asked) -> Tongue:
        """Return the language that a request is answered in."""
        return self.tongues.asked(request.sent)

    def frame(self, request: Asked, tongue: Tongue | None = None) -> Frame:
        """Return what every page needs."""
        guest = guest_of(request.scope)
        tongue = tongue or self.tongue(request)
        here = way_back(request)
        return replace(
            self.plain_frame(tongue),
            token=guest.token,
            settings=self.settings.recall(guest),
            back=here,
            languages=self._languages(tongue, here),
        )

    def _languages(self, tongue: Tongue, here: str) -> tuple[Language, ...]:
        tongues = self.tongues
        if len(tongues.codes) < 2:
            return ()
        return tuple(
            Language(code, tongues.names[code], with_query(here, "lang", code), code == tongue.words.tag)
            for code in tongues.codes
        )

    def plain_frame(self, tongue: Tongue) -> Frame:
        """Return the frame of a page that is the same for everybody and holds no form."""
        return Frame(
            language=tongue.words.tag,
            token="",
            style=self._style,
            script=self._script,
            icon=self._icon,
            touch_icon=self._touch_icon,
            settings=DEFAULT,
            back=HOME,
            languages=(),
        )

    async def match(self, name: str) -> Match:
        """Return a match, with the words of its game at hand; raises Missing."""
        match = await self.desk.amatch(name)
        await self.named(match.opened.game)
        return match

    async def sight(self, request: Asked, name: str) -> Match:
        """Return a match that who asks may see.

        Raises:
            Missing: ``match.unknown`` (match).
            Denied: ``room.no_watchers`` where only its players may.
        """
        match = await self.match(name)
        check_sight(match, guest_of(request.scope).id)
        return match

    def check_form(self, request: Asked, fields: Fields, kind: str = "forms") -> Guest:
        """Return the guest who sent a form from one of our pages; it is paid from the budget ``kind``.

        Raises:
            Denied: as ``check_token``.
            RegattaError: ``limit.reached`` as ``Limits.check``.
        """
        guest = self.check_token(request, fields)
        self.limit(request, kind)
        return guest

    def check_token(self, request: Asked, fields: Fields) -> Guest:
        """Return the guest who sent a form from one of our pages.

        Raises:
            Denied: ``form.token`` where it did not come from there.
        """
        guest = guest_of(request.scope)
        if not self.guests.holds(guest, fields.get("token", request.sent.get(TOKEN_HEADER))):
            raise Denied("form.token")
        return guest

    def limit(self, request: Asked, kind: str, cost: int = 1) -> None:
        """Let who asks do something, or refuse it; as ``Limits.check``."""
        try:
            self.limits.check(kind, guest_of(request.scope), address_of(request.scope), cost)
        except RegattaError:
            self.metrics.limited(kind)
            raise

    @contextmanager
    def stream(self, guest: Guest, address: str) -> Iterator[None]:
        """Count a stream for as long as it is open, or refuse it; as ``Limits.stream``."""
        with ExitStack() as held:
            try:
                held.enter_context(self.limits.stream(guest, address))
            except RegattaError:
                self.metrics.limited("streams")
                raise
            held.enter_context(self.metrics.streams.track_inprogress())
            yield

    async def submit(self, envelope: Envelope) -> Answer:
        """Hand a move in, and count what comes of it; raises as ``Desk.submit``.

        Where a bot cannot answer before its game is worked out, that is begun: the move can be made a moment later.
        """
        try:
            answer = await self.desk.asubmit(envelope)
        except RegattaError as error:
            self.metrics.move(error)
            if error.code == "player.not_ready":
                self._work_out(await self.match(envelope.match))
            raise
        self.metrics.move()
        return answer

    def _work_out(self, match: Match) -> None:
        """Have the game of a match solved for its bots, whoever may look on; where too much waits, it is asked again.

        All that bots need has one turn among those of the guests.
        """
        with suppress(RegattaError):
            self.coaching.begin(match.tables, CLOCK, needed=True)

    async def told(self, bot: str, game: str, options: Mapping[str, str], guest: str) -> str:
        """Return the bot as it is to play: one that chases a total is told to beat the guest's best in this game."""
        if bot not in players.LONG:
            return bot
        bests = await self.desk.abests(guest)
        own = next((best.best for best in bests if (best.game, best.options) == (game, options)), None)
        return bot if own is None else f"{bot}:{max(own + 1, 0)}"

    async def examine(self, request: Asked, work: Callable[..., T], *args: Any) -> T:
        """Have work on a stranger's text done in the bounded process; who asks pays for the time that it takes.

        One guest's texts wait for each other, so that another's waits for one of them at most.

        Raises:
            As ``Limits.check`` and ``Bounded.run``.
        """
        guest = guest_of(request.scope)
        who = address_of(request.scope) if guest.fresh else guest.id
        turn = self._turns.setdefault(who, asyncio.Lock())

        async def one_after_the_other() -> tuple[float, T]:
            async with turn:
                return await self.bounded.run(drafts.timed, work, *args)

        return await self._paid(request, one_after_the_other, COSTLY, 1)

    async def model(self, request: Asked, game: str) -> Model:
        """Return a game; a copy is read beside the other requests, and who asks pays where that takes long.

        Raises:
            As ``model_of`` and ``Limits.check``.
        """
        if library.at_hand(game):
            return model_of(game)
        return await self._paid(request, lambda: asyncio.to_thread(drafts.timed, model_of, game), READING, 0)

    async def named(self, *games: str | None) -> None:
        """Have copies read beside the other requests, so that who names them afterwards waits for no text.

        Nobody pays for it: a match that goes on is refused to nobody.
        """
        for game in games:
            if game is not None and not library.at_hand(game):
                # One that is not there any more has a plain name.
                with suppress(RegattaError):
                    await asyncio.to_thread(model_of, game)

    async def beside(self, matches: Iterable[Match], draw: Callable[[], T]) -> T:
        """Draw what names the games of many matches: beside the other requests where a copy must be read for that."""
        at_hand = all(library.at_hand(match.opened.game) for match in matches)
        return draw() if at_hand else await asyncio.to_thread(draw)

    async def _paid(
        self, request: Asked, doing: Callable[[], Awaitable[tuple[float, T]]], most: int, least: int
    ) -> T:
        """Have something done that tells how long it took: that is what it costs, ``least`` at least; at first ``most``."""
        guest, address = guest_of(request.scope), address_of(request.scope)
        self.limit(request, "drafts", most)
        cost = most
        try:
            seconds, found = await doing()
            cost = least + int(seconds / USUAL)
        except RegattaError as error:
            cost = most if error.code in TOO_DEAR else least
            raise
        finally:
            self.limits.give_back("drafts", guest, address, most - cost)
        return found

    async def drawn(self, request: Asked, game: str, wanted: Mapping[str, object], tongue: Tongue) -> Drawn:
        """Return the rules page of a game; who asks for one of a copy that is not drawn yet pays for it.

        Raises:
            As ``RulesShelf.get``, ``Limits.check`` and ``Bounded.run``.
        """

        async def copy(game: str, options: Mapping[str, str], language: str) -> Drawn:
            source, _ = catalogue.source_of(game)
            return await self.examine(request, drafts.page, source, game, dict(options), language)

        return await self.rules.get(game, wanted, tongue, copy)

    async def compared(
        self, request: Asked, before: str, after: str, tongue: Tongue
    ) -> tuple[Change, ...] | None:
        """Return what a copy plays otherwise than another game; None where the two cannot be compared.

        Raises:
            RegattaError: ``limit.reached``, ``bounded.busy`` where that must be asked for again.
        """

        async def find() -> tuple[Change, ...]:
            texts = {game: catalogue.source_of(game)[0] for game in (before, after) if split(game)}
            return await self.examine(request, drafts.differ, texts, before, after, tongue.words.tag)

        try:
            return await self.comparisons.get(before, after, tongue.words.tag, find)
        except RegattaError as error:
            if error.code in ("limit.reached", "bounded.busy", "bounded.closed"):
                raise
            return None

    def outside(self, request: Asked) -> str:
        """Return how the site is reached from outside, such as ``https://dice.example``: what shared links begin with."""
        return self.hosting.public_url or str(request.base_url).rstrip("/")


Shared = NamedDependency[Site]
"""The ``Site``, as handlers get it."""


def way_back(request: Asked) -> str:
    """Return the page that a form leads back to: this one, or where the form that was sent stood."""
    if request.method != "GET":
        return referring(request.sent.get("referer", ""), request.sent.get("host", ""))
    query = request.url.query
    return local(f"{request.url.path}?{query}" if query else request.url.path)
