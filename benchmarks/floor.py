"""The floor of the server: one committed row, then an answer of 1 kB, on the same framework and the same writer."""

from __future__ import annotations

import sys

from litestar import Litestar, MediaType, Response, post
from sqlalchemy import Connection, text

from regatta.storage.database import Database
from regatta.storage.writer import Writer

_ADD = text("INSERT INTO floor (body) VALUES (:body)")
_BODY = "x" * 1000


class _Rows:
    """A transaction that adds rows."""

    def __init__(self, connection: Connection, _careful: bool) -> None:
        self.connection = connection
        self.rows: list[dict[str, str]] = []

    def flush(self) -> None:
        self.connection.execute(_ADD, self.rows)

    def committed(self) -> None:
        """Nobody else is told."""

    def failed(self) -> None:
        """Nothing was kept in memory."""


def main(url: str, port: int) -> None:
    """Serve ``POST /row`` until killed."""
    import uvicorn

    database = Database(url)
    with database.write.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, body TEXT)"))
    writer = Writer(database.write, _Rows)

    def add(unit: _Rows) -> None:
        unit.rows.append({"body": _BODY})

    @post("/row", status_code=200)
    async def row() -> Response[str]:
        await writer.perform(add)
        return Response(_BODY, media_type=MediaType.HTML)

    app = Litestar([row], openapi_config=None, logging_config=None)
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
