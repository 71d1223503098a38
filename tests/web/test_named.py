"""A copy's text is read beside the other requests, whatever page names it first: also after a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from at_room import begins, code_of, done, joins
from at_site import Visitor
from regatta import model
from regatta.storage.copies import split
from regatta.web import library
from regatta.web.phrases import Phrases
from regatta.web.tongues import Tongue
from routes import routes_of
from web.test_copies import TINY, keep

Visitors = Callable[[], Visitor]

LISTS = ("/", "/watch", "/copies", "/copies/new?game={game}")
PLACE = re.compile(r"\{(match|copy|game)(?::str)?\}")


def paths_of(**known: list[str]) -> list[str]:
    """Every page of the site that is about a match, a copy or a game, for each of those that are known."""
    pages = [*LISTS, *(route.template for route in routes_of() if route.method == "GET")]
    found = {page: PLACE.search(page) for page in pages}
    return [
        PLACE.sub(value, page)
        for page, place in found.items()
        for value in (known[place[1]] if place else [""] * (page in LISTS))
    ]


def room(host: Visitor, game: str) -> str:
    """Open a public room; gives its path."""
    host.get(f"/online/{game}")
    assert host.send(f"/online/{game}").status_code == 200, host.page.text
    path = host.path
    done(host, path, "arrange", listed="yes")
    return path


def fetch(visitor: Visitor, path: str, **headers: str) -> int:
    """Fetch a page, of a stream the first words; gives the status."""
    with visitor.http.stream("GET", path, headers=headers) as answer:
        next(answer.iter_bytes(), b"")
        return answer.status_code


def test_no_page_reads_the_text_of_a_copy_while_others_wait(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy = visitors(), visitors(), visitors()
    copy = keep(ana, TINY.replace("points: 10", "points: 31"))
    fork = keep(ana, TINY.replace("points: 10", "points: 32"), game=f"{copy}.1")
    game = f"{copy}.1"
    over = ana.open(game, "Ana")
    ana.play_out()
    played, waits = (room(ana, game) for _ in range(2))
    joins(bo, code_of(ana, played), "Bo")
    begins(ana, played)
    matches = [over, ana.open(game, "Ana"), played, waits]
    beside, on_the_loop = list[str](), list[str]()
    load = model.load

    def read(name: str, *args: Any, **options: Any) -> model.Model:
        if split(name):
            try:
                asyncio.get_running_loop()
                on_the_loop.append(name)
            except RuntimeError:
                beside.append(name)
        return load(name, *args, **options)

    monkeypatch.setattr(model, "load", read)
    # Nothing is remembered but what one request has read for itself.
    monkeypatch.setattr(Tongue, "naming", lambda self, name: library.naming_of(name, self.words))
    monkeypatch.setattr(Tongue, "phrases", lambda self, name: Phrases(self.words, self.naming(name)))
    ids = [match.rpartition("/")[2] for match in matches]
    paths = paths_of(match=ids, copy=[copy, fork], game=[game])
    assert len(paths) > 40
    named = set()
    for path in paths:
        for accept in ("text/html", "application/json"):
            for visitor in (ana, cy):
                library.LOADED.clear()
                beside.clear()
                assert fetch(visitor, path, accept=accept) < 500, path
                assert not on_the_loop, path
                if beside:
                    named.add(path)
    for path in ("/", "/watch", f"/copies/{fork}", f"/copies/{fork}/edit", *matches):
        assert path in named, "it names a copy"
    ana.get(matches[1])
    library.LOADED.clear()
    assert ana.roll().status_code == 200
    library.LOADED.clear()
    assert ana.write().status_code == 200
    assert not on_the_loop
