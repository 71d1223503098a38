"""What a move has changed, put into the page before it, is the page after it: for everybody, in any game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from at_site import Tag, read
from at_table import ANA, STRANGER, Known, any_command, begun, catalogue_game, seats, sent
from plays import TEST_GAMES
from regatta.match import authority
from regatta.match.commands import Begin, Hold, Roll, Sit, SitBot, TakeBack, Write
from regatta.match.events import Seat, Terms
from regatta.model import catalogue
from regatta.web import tableview
from regatta.web.botsteps import steps_of
from regatta.web.contexts import Frame
from regatta.web.fragments import Fragments, change_of
from regatta.web.phrases import Phrases
from regatta.web.pieces import Pieces
from regatta.web.settings import DEFAULT
from regatta.web.tableview import focus_of
from regatta.web.tongues import Tongue
from regatta.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.match.view import View
    from regatta.web.botsteps import Step

BO = "guest-bo"
TONGUE = Tongue(Words())
FRAME = Frame("en", "", "", "", "", "", replace(DEFAULT, help_seen="yes"), "/", ())
FACES = [read(str(bone)).one("svg") for bone in TONGUE.pages.bones]
"""As the page has them in a template."""
FILLED_IN = ("version", "seat", "key", "held", "token")
"""Fields that the script of the page fills in, from what stands at the table."""


def whole(match: Match, guest: str, events: Sequence[Event] = ()) -> Tag:
    """Return the table as a page shows it after some events."""
    pieces = TONGUE.pieces(match.opened.game)
    steps = steps_of(match, events, pieces.phrases.names)
    context = tableview.table(
        match.view(guest), match.tables, pieces, FRAME, key="", now=0, events=events, steps=steps
    )
    return read(TONGUE.pages.part(context)).one("div", id="table")


def moved(match: Match, guest: str, events: Sequence[Event]) -> Tag | None:
    change = change_of(match, events)
    if change is None:
        return None
    fragments, view, tables = TONGUE.fragments(match.opened.game), match.view(guest), match.tables
    focus, steps = focus_of(view), steps_of(match, events, fragments.pieces.phrases.names)
    around = fragments.around(match.view(), tables, focus, change, events=events, steps=steps)
    own = fragments.own(view, tables, focus, change, token="", key="", now=lambda: 0)
    return read(own.encode().join(around).decode()).one("div", id="table")


def put_in(page: Tag, news: Tag) -> Tag:
    """Do what the script does: take over what stands at the table, and each part by its id."""
    stays = {"id", "class", "data-plays"}
    page.attributes = {name: value for name, value in page.attributes.items() if name in stays}
    page.attributes |= {name: value for name, value in news.attributes.items() if name != "data-since"}
    parts = [part for part in news.children if isinstance(part, Tag) and part.name != "table"]
    parts += [part for row in news.all("tr") for part in row.children if isinstance(part, Tag)]
    assert parts
    known = {tag.attributes["id"]: tag for tag in page.all() if "id" in tag.attributes}
    for bone in news.all("svg", class_="bone"):
        if face := bone.attributes.pop("data-face", None):
            bone.children = FACES[int(face)].children
    for part in parts:
        old = known[part.attributes["id"]]
        assert old.name == part.name
        assert old.parent is not None
        siblings = old.parent.children
        siblings[siblings.index(old)] = part
        part.parent = old.parent
    return page


def plain(tag: Tag) -> str:
    """Return an element as text; without what the script marks and fills in by itself."""
    kept = dict(tag.attributes)
    if kept.get("id", "").startswith("status-"):
        kept.pop("id")  # only tells the browser that the sentence is a new one
    if tag.name in ("th", "td", "col", "span") and "class" in kept:
        marks = [mark for mark in kept["class"].split() if mark not in ("focus", "to-move")]
        kept["class"] = " ".join(marks)
    kept.pop("data-now", None)
    if tag.name == "details":
        kept.pop("open", None)  # stays as its reader left it
    if tag.name == "input" and kept.get("name") in FILLED_IN:
        kept.pop("value")
    inside = [child.strip() if isinstance(child, str) else plain(child) for child in tag.children]
    return f"<{tag.name} {sorted(kept.items())}>{' '.join(filter(None, inside))}</{tag.name}>"


@pytest.mark.parametrize("game", [*catalogue.ids(), "odd", "tiny"])
def test_a_page_that_is_brought_up_to_date_is_the_page_as_it_is_drawn_anew(game: str) -> None:
    source = TEST_GAMES[game].read_bytes() if game in TEST_GAMES else b""
    for names, guests in ((("Ana",), [ANA]), (("Ana", "greedy", "Ben"), [STRANGER, ANA][game != "yacht" :])):
        rng = Random(game)
        match, _ = begun(game, *names, name=game, source=source)
        pages = {guest: whole(match, guest) for guest in guests}
        compared = 0
        while match.finished is None:
            match, events = authority.act(match, any_command(match, rng), ANA, Known())
            for guest, page in pages.items():
                news = moved(match, guest, events)
                if match.finished is not None:
                    assert news is None
                    continue
                assert news is not None
                put_in(page, news)
                if compared < 4 or rng.random() < 0.05:  # comparing takes longer than all the rest
                    compared += 1
                    assert plain(page) == plain(whole(match, guest, events))
        assert compared > 1


@pytest.mark.parametrize("clock", [None, 14 * 86_400])
def test_in_a_room_each_has_their_own_news(clock: int | None) -> None:
    """With clocks, players and what one may do about who is away."""
    model, tables = catalogue_game("yacht")
    terms = Terms(3, clock=clock)
    match = authority.open_room(model, tables, terms, [(Seat("Ana"), ANA)], entropy=Known()).match
    for command, actor in ((Sit("Bo"), BO), (SitBot("Greedy", "greedy"), ANA), (Begin(), ANA)):
        match, _ = authority.act(match, command, actor, Known())
    rng = Random(4)
    pages = {guest: whole(match, guest) for guest in (ANA, BO, STRANGER)}
    for _ in range(40):
        assert match.seat is not None
        actor = match.private.holders[match.seat]
        match, events = authority.act(match, any_command(match, rng), actor, Known(f"{match.version}"))
        for guest, page in pages.items():
            news = moved(match, guest, events)
            assert news is not None
            put_in(page, news)
            if rng.random() < 0.2 or match.version > 40:
                assert plain(page) == plain(whole(match, guest, events))
            if actor != guest:
                assert news.all("button", class_="pencil") == []


def test_several_moves_are_one_piece_of_news() -> None:
    """Who was away gets all of it at once."""
    match, _ = begun("yahtzee", "Ana", "Ben")
    before = {guest: whole(match, guest) for guest in (ANA, STRANGER)}
    events: list[Event] = []
    for _ in range(3):
        seat = match.seat
        assert seat is not None
        for command in (
            Roll(seat),
            Hold(seat, (0, 2)),
            Roll(seat),
            None,
            Roll(1 - seat),
            Hold(1 - seat, (1,)),
        ):
            if command is None:
                view = match.view(ANA)
                assert view.preview is not None
                command = Write(seat, next(iter(view.preview.points)))  # noqa: PLW2901
            match, more = authority.act(match, command, ANA, Known(f"{match.version}"))
            events += more
            for guest, page in before.items():
                news = moved(match, guest, events)
                assert news is not None
                copy = read(f"{whole_text(page)}").one("div", id="table")
                assert plain(put_in(copy, news)) == plain(whole(match, guest, events))
        if match.seat != seat:
            match = sent(match, Write(1 - seat, next(iter(match.view(ANA).preview.points))))
            break


def whole_text(tag: Tag) -> str:
    """Return an element as HTML again."""
    from html import escape

    attributes = "".join(f' {name}="{escape(value)}"' for name, value in tag.attributes.items())
    inside = "".join(escape(child) if isinstance(child, str) else whole_text(child) for child in tag.children)
    void = tag.name in ("input", "col", "path", "rect", "circle")
    return f"<{tag.name}{attributes}>" if void else f"<{tag.name}{attributes}>{inside}</{tag.name}>"


def test_what_changes_more_than_moves_do_is_drawn_as_a_whole() -> None:
    match, events = begun("yahtzee", "Ana")
    assert moved(match, ANA, events) is None
    match = sent(match, Roll(0))
    match = sent(match, Write(0, "chance"))
    match, events = authority.act(match, TakeBack(0), ANA, Known())
    assert moved(match, ANA, events) is None


def test_others_are_told_nothing_that_is_the_movers_own() -> None:
    match, _ = begun("yahtzee", "Ana", "Ben")
    assert match.seat is not None
    match, events = authority.act(match, Roll(match.seat), ANA, Known())
    own, other = moved(match, ANA, events), moved(match, STRANGER, events)
    assert own is not None
    assert other is not None
    assert len(own.all("button", class_="pencil")) == 13
    assert other.all("td") == other.all("button", class_="pencil") == other.all("input") == []
    assert len(other.all(class_="die")) == 5
    assert other.all("button") == []


def test_the_news_of_a_hold_are_the_dice_alone() -> None:
    match, _ = begun("yahtzee", "Ana", "Ben")
    assert match.seat is not None
    match = sent(match, Roll(match.seat))
    match, events = authority.act(match, Hold(match.seat or 0, (0, 2)), ANA, Known())
    news = moved(match, ANA, events)
    assert news is not None
    assert [part.attributes["id"] for part in news.children if isinstance(part, Tag)] == [
        "dice-row",
        "roll-button",
    ]


def test_what_is_kept_is_what_would_be_drawn_anew_whatever_the_options_and_whoever_plays() -> None:
    """The same cuts serve all tables of a game, in any of its variations."""
    rng, entropy, shared = Random(7), Known("kept"), TONGUE.fragments("yahtzee")
    games = [
        catalogue_game("yahtzee", upper_first=first, extra_yahtzee=extra)
        for first in ("no", "yes")
        for extra in ("forced_joker", "free_joker", "bonus_only", "none")
    ]
    named = [("Ana",), ("%(key)s <b>&\"'", "greedy"), ("Ana", "Ben"), ("Ana", "%s%%")]
    matches = []
    for model, tables in games:
        for names in named:
            match = authority.open_match(model, tables, seats(*names), holder=ANA, entropy=entropy).match
            matches.append(authority.act(match, Begin(), ANA, entropy).match)
    compared = 0
    for _ in range(2500):
        place = rng.randrange(len(matches))
        before = matches[place]
        last = before.view(ANA).take_back
        command = TakeBack(last) if last is not None and rng.random() < 0.1 else any_command(before, rng)
        match, events = authority.act(before, command, ANA, entropy)
        if match.finished is None:
            matches[place] = match
        change = change_of(match, events)
        if change is None:
            continue
        for guest in (ANA, STRANGER):
            view = match.view(guest)
            steps = steps_of(match, events, shared.pieces.phrases.names)

            def drawn(by: Fragments, view: View = view, steps: list[Step] = steps) -> tuple[object, str]:
                focus = focus_of(view)
                around = by.around(view, match.tables, focus, change, events=events, steps=steps)  # noqa: B023
                own = by.own(view, match.tables, focus, change, token="T-O", key="K-E", now=lambda: 0)  # noqa: B023
                return around, own

            kept = drawn(shared)
            if rng.random() < 0.05:
                compared += 1
                phrases = Phrases(TONGUE.words, TONGUE.naming("yahtzee"))
                assert kept == drawn(Fragments(TONGUE.pages, Pieces(TONGUE.pages, phrases)))
            if guest == STRANGER:
                assert "T-O" not in kept[1]
                assert "pencil" not in kept[1]
    assert compared > 100
