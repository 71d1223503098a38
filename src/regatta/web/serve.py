"""Serves the site with uvicorn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from regatta.web.app import create_app

if TYPE_CHECKING:
    from socket import socket


def serve(listener: socket, database: str | None = None, ready: Callable[[], None] | None = None) -> None:
    """Serve the site until the program is told to stop.

    Args:
        listener: where to listen; it takes connections already, which wait until the site is there.
        database: an address such as ``sqlite:///path``; by default the one in the data folder.
        ready: called when the database is open.
    """
    import uvicorn

    app = create_app(database or default_database())
    if ready is not None:
        ready()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # A reverse proxy on this machine (FORWARDED_ALLOW_IPS names others) says whether the outside is https.
        proxy_headers=True,
    )
    uvicorn.Server(config).run(sockets=[listener])


def default_database() -> str:
    """Return the address of the database in the data folder."""
    from regatta.web.secret import data_folder

    return f"sqlite:///{data_folder() / 'regatta.sqlite'}"
