"""Serves the site with uvicorn."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn

from regatta.storage.place import default_database
from regatta.storage.sole import sole_server
from regatta.web import logs
from regatta.web.app import create_app
from regatta.web.connection import Connection
from regatta.web.hub import Hub
from regatta.web.metrics import Metrics

if TYPE_CHECKING:
    from socket import socket

    from regatta.web.hosting import Hosting

LEAVING = 5
"""Seconds that answers may take to end, streams among them, once the program is told to stop."""


def serve(listener: socket, hosting: Hosting, ready: Callable[[], None] | None = None) -> None:
    """Serve the site until the program is told to stop.

    Args:
        listener: where to listen; it takes connections already, which wait until the site is there.
        hosting: the settings; ``host`` and ``port`` have been used for the listener.
        ready: called when the database is open.

    Raises:
        RegattaError: ``metrics.place`` (place, reason), and as ``sole_server`` and ``Database``.
    """
    metrics, database = Metrics(), hosting.database or default_database()
    with sole_server(database), metrics.served(hosting.metrics):
        logs.configure(hosting.log_level, hosting.log_format)
        hub = Hub()
        app = create_app(database, hosting=hosting, metrics=metrics, hub=hub)
        if ready is not None:
            ready()
        spare_the_collector()
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            # The site believes proxies itself: those that the settings name.
            proxy_headers=False,
            timeout_graceful_shutdown=LEAVING,
        )
        Server(config, hub).run(sockets=[listener])


def spare_the_collector() -> None:
    """Let the collector of cycles look less often, and never again at what is loaded by now.

    Requests leave few cycles behind, and make thousands of objects: looking for cycles took a fifth of the time of a move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class Server(uvicorn.Server):
    """Ends the streams when it is told to stop: their readers would stay for ever."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._hub.end()
        await super().shutdown(sockets)
