"""Every sentence that a person can see goes through gettext: a language that marks them all leaves none out."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from functools import cache

import pytest

from at_site import Tag, Visitor, served
from regatta.model import catalogue, load
from regatta.words import Words

SEEN = ("aria-label", "placeholder", "title", "alt", "data-say", "data-label-held", "data-label-free")
SEEN += ("data-lost", "data-waiting", "data-slow", "data-found")
"""Attributes that people see or hear."""

LETTER = re.compile(r"[^\W\d_]")

DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Marked(gettext.NullTranslations):
    """Puts every sentence of the program into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    words = Words("en", Marked())
    with served(tmp_path_factory.mktemp("foreign"), words) as address:
        visitor = Visitor(address)
        yield visitor
        visitor.close()


@cache
def authors_words() -> re.Pattern[str]:
    """Titles, lines and names that stand in the files of the games, and the names that the tests give."""
    found = {"Ana"}
    for game in catalogue.ids():
        for words in load(game).spec.words.values():
            found |= {words.title, words.line or "Ana", words.text or "Ana", *words.names.values()}
            found |= {note for notes in words.differs.values() for note in notes}
    return re.compile("|".join(map(re.escape, sorted(found, key=len, reverse=True))))


def texts(tag: Tag) -> Iterator[str]:
    """What an element says, name by name and sentence by sentence."""
    if tag.name in ("script", "style", "code") or (tag.name == "kbd" and len(tag.text) == 1):
        return
    for name in SEEN:
        if name in tag.attributes:
            yield tag.attributes[name]
    inline = ("bdi", "span", "br", "small", "s")
    run = ""
    for child in tag.children:
        if isinstance(child, str):
            run += child
        elif child.name == "bdi" or DAY.fullmatch(child.attributes.get("datetime", "")):
            run += "1"  # a name or a day, which is nobody's sentence
        elif child.attributes.get("role") == "img":
            run += "1"  # dice, drawn in the middle of a sentence
            yield child.attributes["aria-label"]
        elif child.name in inline and child.name != "span":
            run += child.text
        else:
            yield run
            run = ""
            yield from texts(child)
    yield run


def unmarked(page: Tag) -> list[str]:
    """What is said outside brackets and is neither a name nor a word of the game's author."""
    found = []
    for text in texts(page):
        bare = text
        while "⟦" in bare:  # brackets within brackets: the innermost first
            shorter = re.sub(r"⟦[^⟦⟧]*⟧", "", bare)
            assert shorter != bare, text
            bare = shorter
        if LETTER.search(authors_words().sub("", bare)):
            found.append(text.strip())
    return found


def test_lobby_form_and_errors(foreign: Visitor) -> None:
    pages = (
        "/",
        "/new/yahtzee",
        "/new/yacht",
        "/settings",
        "/help",
        "/offline",
        "/nowhere",
        "/matches/nothing",
    )
    for path in pages:
        foreign.get(path)
        assert unmarked(foreign.page) == [], path
    foreign.get("/new/yahtzee")
    foreign.send("/new/yahtzee", name_1="\u200b")
    assert unmarked(foreign.page) == []
    foreign.http.post("/new/yahtzee")


@pytest.mark.parametrize("game", ["crag", "yahtzee", "yahtzee-upper-first"])
def test_table_and_result(foreign: Visitor, game: str) -> None:
    path = foreign.open(game, "Ana", "Ana", bots_greedy="1")
    for turn in range(100):
        if foreign.page.all("section", id="result"):
            break
        for act in (foreign.roll, foreign.write):
            assert turn % 5 or unmarked(foreign.page) == []
            act()
    assert unmarked(foreign.page) == []
    foreign.get("/")
    assert unmarked(foreign.page) == []
    foreign.get(path)
    assert unmarked(foreign.page) == []
    foreign.send("/again")
    assert foreign.page.one("section", id="series")
    assert unmarked(foreign.page) == []
    foreign.get("/")
    assert unmarked(foreign.page) == []


@pytest.mark.parametrize("game", catalogue.ids())
def test_rules(foreign: Visitor, game: str) -> None:
    foreign.get(f"/games/{game}")
    assert foreign.page.all("ol", class_="tree")
    assert unmarked(foreign.page) == []


def test_rules_with_options(foreign: Visitor) -> None:
    foreign.get("/games/yahtzee?option-extra_yahtzee=free_joker&option-upper_first=yes")
    assert unmarked(foreign.page) == []


def test_what_was_written_can_be_taken_back(foreign: Visitor) -> None:
    foreign.open("crag", "Ana")
    foreign.roll()
    foreign.write()
    assert foreign.page.one("form", id="back")
    assert unmarked(foreign.page) == []


def test_refused_moves(foreign: Visitor) -> None:
    foreign.open("yacht", "Ana")
    foreign.roll()
    path, fields = foreign.form("/roll")
    for changes in ({"held": "0,1,2,3,4"}, {"version": "1"}, {"held": "9"}, {"token": ""}):
        foreign.post(path, **fields | changes)
        assert unmarked(foreign.page) == [], changes


def test_the_check_itself_finds_plain_text(foreign: Visitor) -> None:
    foreign.get("/")
    foreign.page.one("h1").children.append(" plain")
    assert unmarked(foreign.page) != []
