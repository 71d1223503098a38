"""Serves the site with uvicorn."""

from __future__ import annotations

from regatta.web.app import create_app


def serve(host: str = "127.0.0.1", port: int = 8000, database: str | None = None) -> None:
    """Serve the site until it is told to stop; ``database`` is an address such as ``sqlite:///path``."""
    import uvicorn

    app = create_app(database or default_database())
    uvicorn.run(
        app,  # type: ignore[arg-type]
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )


def default_database() -> str:
    """Return the address of the database in the data folder."""
    from regatta.web.secret import data_folder

    return f"sqlite:///{data_folder() / 'regatta.sqlite'}"
