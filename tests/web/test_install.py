"""What makes the site one that can be installed: manifest, icons, service worker, the page without a connection."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable

from at_site import Visitor, read
from regatta.web.assets import Assets
from regatta.web.worker import KEPT, worker_of


def test_the_manifest(visitor: Visitor) -> None:
    visitor.get("/")
    link = visitor.page.one("link", rel="manifest").attributes["href"]
    answer = visitor.http.get(link)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    manifest = answer.json()
    assert manifest["name"].startswith("Regatta")
    assert len(manifest["short_name"]) <= 12
    assert (manifest["lang"], manifest["display"]) == ("en", "standalone")
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for icon in manifest["icons"]:
        drawn = visitor.http.get(icon["src"])
        assert drawn.status_code == 200
        assert drawn.headers["content-type"] == icon["type"]
        assert len(drawn.content) < 30_000
        if icon["type"] == "image/png":
            assert size_of(drawn.content) == icon["sizes"]


def size_of(png: bytes) -> str:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_icons_of_the_page(visitor: Visitor) -> None:
    visitor.get("/")
    icon = visitor.page.one("link", rel="icon").attributes["href"]
    assert visitor.http.get(icon).headers["content-type"].startswith("image/svg+xml")
    touch = visitor.page.one("link", rel="apple-touch-icon").attributes["href"]
    assert size_of(visitor.http.get(touch).content) == "180x180"


def test_the_service_worker(visitor: Visitor) -> None:
    visitor.get("/")
    (page,) = visitor.page.all("html")
    answer = visitor.http.get(page.attributes["data-worker"])
    assert answer.url.path.count("/") == 1, "its scope is the whole site"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    told = json.loads(answer.text.partition("\n")[0].removeprefix("self.regatta=").removesuffix(";"))
    assert told["offline"] == "/offline"
    files = told["files"]
    assert visitor.page.one("link", rel="stylesheet").attributes["href"] in files
    assert visitor.page.one("script").attributes["src"] in files
    for file in files:
        assert "immutable" in visitor.http.get(file).headers["cache-control"], (
            "only what never changes is kept"
        )


def test_the_worker_changes_with_what_it_keeps() -> None:
    built = Assets()
    before = worker_of(built)
    assert before == worker_of(Assets())
    changed = Assets()
    changed._names = {**changed._names, KEPT[0]: changed._names[KEPT[1]]}
    assert worker_of(changed).partition(b"\n")[0] != before.partition(b"\n")[0]


def test_the_offline_page_is_nobodys(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yacht", "Ana")
    answer = visitor.http.get("/offline")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    page = read(answer.text)
    assert page.one("h1").text == "The table cannot be reached"
    assert page.all("form") + page.all("input") == []
    assert path not in answer.text
    assert answer.text == visitors().http.get("/offline").text
