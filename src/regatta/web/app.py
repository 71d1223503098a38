"""The application: handlers, what they share, and the manners around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

from litestar import Litestar
from litestar.di import Provide
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from regatta.storage.desk import Desk
from regatta.web.arrival import Arrival
from regatta.web.asked import Asked
from regatta.web.assets import Assets
from regatta.web.beforehand import beforehand
from regatta.web.clockwork import Clockwork
from regatta.web.errors import Refusals
from regatta.web.forms import MAX_BODY
from regatta.web.guests import Guests
from regatta.web.hosting import DEFAULT
from regatta.web.journal import Journal
from regatta.web.manners import Manners
from regatta.web.metrics import Metrics
from regatta.web.secret import secret_key
from regatta.web.shortcut import Ready, Shortcut
from regatta.web.site import Site
from regatta.web.views import (
    begin,
    copies,
    dice,
    effect,
    guide,
    health,
    install,
    live,
    lobby,
    moving,
    pad,
    paper,
    replay,
    review,
    rooms,
    rules,
    settings,
    static,
    table,
    watch,
)

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from regatta.web.hosting import Hosting
    from regatta.web.hub import Hub
    from regatta.words import Words


def create_app(
    database: str,
    *,
    key: bytes | None = None,
    words: Words | None = None,
    hosting: Hosting = DEFAULT,
    metrics: Metrics | None = None,
    hub: Hub | None = None,
) -> ASGIApp:
    """Return the site on a database (``sqlite:///path``).

    Args:
        database: address of the database; brought to the present schema.
        key: what signs cookies and forms; by default the key that lies beside the database.
        words: the only language of the site; by default each for which there is a catalogue.
        hosting: the settings of the host; those of how to listen have no meaning here.
        metrics: where it is counted what happens; by default nobody looks.
        hub: of the streams; a server that is to stop ends them by it.
    """
    desk = Desk(database)
    guests = Guests(key or secret_key(desk.folder))
    metrics = metrics or Metrics()
    metrics.watch(desk)
    site = Site(desk, Assets(), words, guests, hosting=hosting, metrics=metrics, hub=hub)

    @asynccontextmanager
    async def open_hours(_: Litestar) -> AsyncIterator[None]:
        with site.hub.serve(site):
            async with Clockwork(site.rooms, site.show).running(), beforehand(site):
                yield
        site.close()

    arrival, refusals = Arrival(site), Refusals(site)
    app = Litestar(
        [
            static.static,
            lobby.lobby,
            lobby.new_form,
            lobby.open_match,
            lobby.leave,
            table.table,
            table.record,
            table.hold,
            table.roll,
            table.write,
            table.take_back,
            table.hint,
            table.again,
            live.stream,
            live.news,
            live.react,
            replay.replay,
            review.look_back,
            review.stop,
            pad.pad_form,
            pad.open_pad,
            pad.enter,
            begin.salt,
            begin.begin,
            dice.match_dice,
            dice.site_dice,
            rooms.online_form,
            rooms.open_room,
            rooms.by_code,
            rooms.join,
            rooms.sit,
            rooms.rename,
            rooms.add_bot,
            rooms.stand_up,
            rooms.stand_in,
            rooms.come_back,
            rooms.arrange,
            rooms.following,
            moving.ticket,
            moving.arrive,
            moving.move,
            watch.watch,
            settings.settings,
            settings.save,
            guide.guide,
            rules.rules,
            rules.game_schema,
            paper.sheet,
            copies.mine,
            copies.new,
            copies.make,
            copies.about,
            copies.edit,
            copies.save,
            copies.throw_away,
            copies.check,
            effect.effect,
            effect.find_out,
            effect.stop,
            install.manifest,
            install.worker,
            install.offline,
            health.alive,
            health.ready,
        ],
        before_request=cast("Any", arrival),  # of the ``request_class``
        request_class=Asked,
        dependencies={"site": Provide(lambda: site, use_cache=True, sync_to_thread=False)},
        exception_handlers=refusals.handlers(),
        request_max_body_size=MAX_BODY,
        lifespan=[open_hours],
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    journal = Journal(Ready(app), metrics)
    moves = Shortcut(Manners(journal, guests), journal, site, arrival, refusals)
    return cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", moves), [*map(str, hosting.trusted_proxies)]))
