"""The built front end under the strictest policy: no inline script, no inline style, no eval."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import regatta

STATIC = Path(regatta.__file__).parent / "web" / "static"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'"
PAGE = """<!doctype html><title>t</title>
<link rel="icon" href="/{css}"><link rel="stylesheet" href="/{css}"><script type="module" src="/{js}"></script>
<form action="/part" method="post" hx-post="/part" hx-target="#out" hx-swap="innerHTML">
  <button>Go</button><span class="htmx-indicator">wait</span>
</form>
<button id="code" hx-on:click="document.title = 'ran'">Code</button>
<div id="out"></div>"""


@pytest.fixture
def manifest() -> dict[str, str]:
    return json.loads((STATIC / "manifest.json").read_text())


class Handler(BaseHTTPRequestHandler):
    def __init__(self, *args: object, page: bytes) -> None:
        self.page = page
        super().__init__(*args)

    def do_GET(self) -> None:
        if self.path == "/":
            self.answer("text/html", self.page)
        else:
            kind = "text/css" if self.path.endswith(".css") else "text/javascript"
            self.answer(kind, (STATIC / self.path.lstrip("/")).read_bytes())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        by = self.headers.get("HX-Request", "a form")
        self.answer("text/html", f"<p>asked by htmx: {by}</p>".encode())

    def answer(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def strict_page(manifest: dict[str, str]) -> Iterator[str]:
    page = PAGE.format(css=manifest["main.css"], js=manifest["main.js"]).encode()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, page=page))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_every_built_file_is_named_by_the_hash_of_its_content(manifest: dict[str, str]) -> None:
    built = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert set(manifest.values()) <= built
    for plain, hashed in manifest.items():
        stem, _, ending = plain.rpartition(".")
        assert hashed.startswith(f"{stem}-")
        assert hashed.endswith(f".{ending}")


def test_the_notices_of_all_packages_inside_are_shipped(manifest: dict[str, str]) -> None:
    notices = (STATIC / manifest["licences.txt"]).read_text("utf-8")
    for package in ("htmx.org", "@codemirror/view", "@lezer/yaml", "style-mod"):
        assert f"\n{package} " in f"\n{notices}", package
    assert notices.count("Permission is hereby granted, free of charge") > 10
    assert "esbuild" not in notices, "what only builds is not inside"


def test_htmx_runs_under_a_strict_policy(browser: Browser, strict_page: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(strict_page)
    assert (
        page.evaluate(
            "document.adoptedStyleSheets.length + document.querySelectorAll('style, [style]').length"
        )
        == 0
    )
    expect(page.locator(".htmx-indicator")).to_be_hidden()
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#out")).to_have_text("asked by htmx: true")
    assert page.url == strict_page
    assert said == []
    page.close()


def test_code_in_attributes_is_refused_before_the_policy_has_to(browser: Browser, strict_page: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(strict_page)
    page.locator("#code").click()
    expect(page).to_have_title("t")
    page.wait_for_function("() => true")
    assert any("forbidden here" in text for text in said)
    assert not any("Content Security Policy" in text for text in said)
    page.close()
