"""What people write in the editor: checked, drawn, and made ready to be played. All of it runs in the bounded process."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from regatta import tables as compiled
from regatta.errors import Fault, ModelFaults
from regatta.model import catalogue, load, parse_all
from regatta.tables import store
from regatta.web import rulesview
from regatta.web.rulesshelf import draw
from regatta.web.tongues import Tongues
from regatta.words import Words
from regatta.words.paper import pad, typeset
from regatta.words.rules.differences import differences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from regatta.model import Model
    from regatta.tables import Tables
    from regatta.web.rulesshelf import Drawn
    from regatta.web.tongues import Tongue
    from regatta.words.rules.page import Change

T = TypeVar("T")

WARM = ("regatta.web.drafts", "regatta.tables.compiler")
"""What the bounded process imports before it is given a text."""

FILE = "model.yaml"
"""What a text is called that has no name yet."""

BLANK = Path(__file__).parent / "blank.yaml"
"""The text that a game of one's own begins with: small, and it explains itself."""

MOST_CACHED = 256_000_000
"""Bytes of compiled tables on the disk; those not used for longest go first."""

_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[^\s{}\[\],:]+|.""")


class Checked(NamedTuple):
    """What is wrong with a text; where nothing is, the title it gives itself and how its rules read, as HTML."""

    faults: tuple[Fault, ...]
    title: str = ""
    preview: str = ""


class Place(NamedTuple):
    """What a fault is about: lines and columns from 1, the end after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


def timed(work: Callable[..., T], *args: Any) -> tuple[float, T]:
    """Return the seconds of processor time that some work took, and what came of it."""
    began = time.thread_time()
    found = work(*args)
    return time.thread_time() - began, found


def check(source: bytes, language: str) -> Checked:
    """Read and compile a text, and draw its rules in a language."""
    try:
        model = parse_all(source, FILE)[0]
        tables = compiled.compile(model)
        tongue = _tongue(language)
        preview = tongue.pages.content(rulesview.preview(model, tables, tongue.words, tongue.pages))
    except ModelFaults as error:
        return Checked(tuple(error.faults))
    return Checked((), model.title(), str(preview))


def settle(source: bytes, language: str) -> Checked:
    """Do all that is ever done with a game: what comes to its end here, the site can do by itself.

    The game is compiled under every combination of its options and kept, and its page is drawn.
    """
    try:
        ready = [(model, compiled.compile(model)) for model in parse_all(source, FILE)]
        model, tables = ready[0]
        tongue = _tongue(language)
        tongue.pages.content(rulesview.body(model, tables, tongue.words, tongue.pages))
    except ModelFaults as error:
        return Checked(tuple(error.faults))
    _keep(source, ready)
    return Checked((), model.title())


def _keep(source: bytes, ready: Sequence[tuple[Model, Tables]]) -> None:
    store.keep(store.key(source, {}), ready[0][1])
    for model, tables in ready:
        if model.options:
            store.keep(store.key(source, model.options), tables)
    store.prune(store.folder(), MOST_CACHED)


def page(source: bytes, game: str, options: Mapping[str, str], language: str) -> Drawn:
    """Return the page of a copy under some options."""
    with _shelved({game: source}):
        model = load(game)
        return draw(model.under(options), _tongue(language))


def paper(
    source: bytes, game: str, options: Mapping[str, str], language: str, how: Mapping[str, Any]
) -> bytes:
    """Return the score sheet of a copy as a PDF; ``how`` as the arguments of ``sheet_of``."""
    with _shelved({game: source}):
        model = load(game)
        return sheet_of(model.under(options), _tongue(language).words, **how)


def differ(sources: Mapping[str, bytes], before: str, after: str, language: str) -> tuple[Change, ...]:
    """Return what one game plays otherwise than another, under the usual options of both; ``sources`` are the copies."""
    with _shelved(sources):
        old, new = ((load(game), compiled.tables_of(game)) for game in (before, after))
        return differences(old, new, _tongue(language).words)


def sheet_of(model: Model, words: Words, *, players: int, games: int | None, paper: str) -> bytes:
    """Return a score sheet as a PDF; raises as ``words.paper``."""
    return typeset(pad(model, words, players=players, games=games), paper=paper)


@contextmanager
def _shelved(sources: Mapping[str, bytes]) -> Iterator[None]:
    """Have copies on the shelf of the catalogue, in a process that has no others."""
    take_away = catalogue.add_shelf(sources.get)
    try:
        yield
    finally:
        take_away()


@cache
def _tongue(language: str) -> Tongue:
    tongues = Tongues()
    return tongues.of(language) if language in tongues.codes else Tongues(Words(language)).of(language)


def normal(text: str) -> bytes:
    """Return what a text area sent as bytes of a file: browsers end lines in two characters; no file has a mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").encode()


def told(faults: Sequence[Fault], source: bytes, words: Words) -> list[tuple[Place, str]]:
    """Return where each fault stands and what it is, in words."""
    lines = source.decode("utf-8-sig", "replace").split("\n")
    return [(_place(fault, lines), words.fault(fault)) for fault in faults]


def _place(fault: Fault, lines: Sequence[str]) -> Place:
    """What stands at a fault goes to the end of the word, at most to the end of the line."""
    line = lines[fault.line - 1] if fault.line <= len(lines) else ""
    found = _TOKEN.match(line, fault.column - 1)
    end = found.end() + 1 if found else max(fault.column, len(line) + 1)
    return Place(fault.line, fault.column, fault.line, end)
