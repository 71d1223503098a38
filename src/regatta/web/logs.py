"""How the log looks: plain lines for people, or JSON for programs that gather logs."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

SECRET = re.compile(r"[0-9A-Fa-f]{32,}")
"""What seeds, guests and tokens look like. None of it is ever logged on purpose; where an error of some library repeats
what it was given, this is left out."""


class Lines(logging.Formatter):
    """``2026-01-31T12:00:00.000Z INFO regatta.request: GET /matches/{match} 200 3.1 ms``, tracebacks below."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname} {record.name}: {record.getMessage()}"
        return SECRET.sub("…", "\n".join(filter(None, (line, _traceback(self, record)))))


class Json(logging.Formatter):
    """One object a line: time, level, logger, message; of a request also method, route, status and ms."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if traceback := _traceback(self, record):
            told["traceback"] = traceback
        return SECRET.sub("…", json.dumps(told, ensure_ascii=False, default=str))


def configure(level: str, form: str) -> None:
    """Log what is at least of this level to stderr; ``form`` is ``text`` or ``json``."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The server tells each start and stop as news; the libraries tell each of their steps.
    for name in ("asyncio", "httpx", "litestar", "sqlalchemy", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info else ""
