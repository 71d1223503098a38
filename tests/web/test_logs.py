"""The log: one line a request, and nothing in it that is anybody's own."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path

import httpx
import pytest

from at_site import Visitor, served
from regatta.web import logs
from regatta.web.guests import COOKIE

Lines = Callable[[], list[dict]]


@pytest.fixture
def kept() -> Iterator[StringIO]:
    """Everything that is logged, however little it matters, as JSON."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Json())
    # The visitor lives in this process too, and its library tells what it does.
    handler.addFilter(lambda record: not record.name.startswith(("httpx", "httpcore")))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before)


def test_a_request_is_one_line_with_its_route(tmp_path: Path, kept: StringIO) -> None:
    with served(tmp_path) as address:
        visitor = Visitor(address)
        path = visitor.open("yacht", "Ana")
        visitor.roll()
        visitor.get(f"{path}?sheet=1&secret=in-the-query")
        visitor.get("/nowhere/secret-of-a-path")
        visitor.close()
    lines = [json.loads(line) for line in kept.getvalue().splitlines()]
    told = [line for line in lines if line["logger"] == "regatta.request"]
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("GET", "/new/{game}", 200),
        ("POST", "/new/{game}", 303),
        ("GET", "/matches/{match}", 200),
        ("POST", "/matches/{match}/roll", 303),
        ("GET", "/matches/{match}", 200),
        ("GET", "/matches/{match}", 200),
        ("GET", "nowhere", 404),
    ]
    for line in told:
        assert line.keys() == {"time", "level", "logger", "message", "method", "route", "status", "ms"}
        assert line["ms"] > 0
        assert datetime.fromisoformat(line["time"]).tzinfo is not None


def test_SE_06_FA_06_no_secret_stands_in_a_log(
    tmp_path: Path, kept: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even at the level of debugging, even when the program fails with everything at hand."""
    with served(tmp_path) as address:
        visitor = Visitor(address)
        path = visitor.open("yacht", "Zsófia the Unmistakable", "Ben")
        token = visitor.form("/roll")[1]["token"]
        seat = {"token": token, "key": "unmistakable-key", "version": "1", "seat": "0"}
        visitor.roll()
        visitor.http.post(f"{path}/roll", data=seat)
        visitor.http.post(f"{path}/write", data={"token": "forged" * 10, "box": "unmistakable-box"})
        httpx.get(address, headers={"cookie": f"{COOKIE}=unmistakable-cookie.sig"}, trust_env=False)
        visitor.get("/?lang=unmistakable-language")
        cookie = visitor.http.cookies[COOKIE]

        def broken(view: object, *_: object, **__: object) -> None:
            raise ValueError(f"cannot show {cookie} {token}")

        monkeypatch.setattr("regatta.web.tableview.table", broken)
        assert visitor.http.get(path).status_code == 500
        monkeypatch.undo()
        visitor.get(path)
        visitor.play_out()
        record = visitor.http.get(f"{path}/record.json").json()
        visitor.close()
    text = kept.getvalue()
    assert "cannot show" in text
    assert '"traceback"' in text
    secrets = [
        record["dice"]["seed"],
        *record["dice"]["salts"],
        cookie,
        cookie.partition(".")[0],
        token,
        path.split("/")[2],
        "Zsófia",
        json.dumps("Zsófia")[1:-1],
        "Unmistakable",
        "unmistakable",
        "forged",
    ]
    assert all(len(secret) > 1 for secret in secrets)
    assert [secret for secret in secrets if secret in text] == []


def test_lines_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.makeLogRecord(
        {"name": "regatta.x", "levelname": "INFO", "msg": "%s %s", "args": ("seen", "a" * 32), "created": 0.5}
    )
    assert logs.Lines().format(record) == "1970-01-01T00:00:00.500Z INFO regatta.x: seen …"
    assert json.loads(logs.Json().format(record)) == {
        "time": "1970-01-01T00:00:00.500Z",
        "level": "info",
        "logger": "regatta.x",
        "message": "seen …",
    }
    record.msg, record.args = "two\nlines", ()
    assert logs.Json().format(record).count("\n") == 0


def test_the_log_is_set_up_once(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        for _ in range(2):
            logs.configure("info", "json")
        logging.getLogger("regatta.request").info("seen")
        logging.getLogger("regatta.request").debug("not seen")
        logging.getLogger("sqlalchemy").info("not seen")
        (line,) = capsys.readouterr().err.splitlines()
        assert json.loads(line)["message"] == "seen"
        assert re.fullmatch(r"\{.*\}", line)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name in ("asyncio", "httpx", "litestar", "sqlalchemy", "alembic"):
            logging.getLogger(name).setLevel(logging.NOTSET)
