"""What is remembered has an end: in number, in weight, and with the game that it is about."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from random import Random
from typing import Any

from at_table import ANA, Known, any_command, begun
from regatta.match import authority
from regatta.model import parse
from regatta.players.greedy import Greedy
from regatta.remember import Recent
from regatta.storage.cache import MAX_CELLS, Cache
from regatta.web import tableview
from regatta.web.contexts import Frame
from regatta.web.library import Remembered
from regatta.web.phrases import Phrases
from regatta.web.pieces import Pieces
from regatta.web.settings import DEFAULT
from regatta.web.tongues import Tongues
from regatta.words.naming import GameWords

FRAME = Frame("en", "", "", "", "", "", replace(DEFAULT, help_seen="yes"), "/", ())

OWN = b"""
game: own
players: {to: 3}
dice: {count: 3, faces: 6}
flow: three rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum:  {points: sum}
  more: {points: sum}
words: {en: {title: Own}}
"""


def test_only_so_many_are_kept_those_asked_for_last() -> None:
    kept = Recent[str, str](2, 100, len)
    for key in ("a", "b", "a", "c"):
        if kept.get(key) is None:
            kept.put(key, key)
    assert [key for key in "abc" if key in kept] == ["a", "c"]


def test_only_so_much_is_kept_and_nothing_that_is_heavier_than_all() -> None:
    kept = Recent[str, str](9, 10, len)
    for key, size in (("a", 4), ("b", 4), ("a", 2), ("c", 4)):
        kept.put(key, "x" * size)
    assert [key for key in "abc" if key in kept] == ["a", "b", "c"]
    kept.put("d", "xx")
    assert [key for key in "abcd" if key in kept] == ["a", "c", "d"], "the first one has given way"
    kept.put("e", "x" * 11)
    assert [key for key in "abcde" if key in kept] == ["a", "c", "d"], (
        "nothing gives way to what is too heavy"
    )
    kept.put("d", "x" * 11)
    assert [key for key in "abcd" if key in kept] == ["a", "c"], "what it was before is not kept in its place"
    kept.put("f", "x" * 10)
    kept.drop("f")
    kept.put("g", "x" * 10)
    assert ("f" in kept, "g" in kept) == (False, True)


def test_a_game_is_gone_when_nobody_plays_it_any_more_whatever_was_asked_about_it() -> None:
    """Played to its end by a bot and at random, each position drawn as a page: none of that keeps the game alive."""
    tongue, rng = Tongues().of("en"), Random(1)

    def play() -> list[weakref.ref[Any]]:
        model = parse(OWN, "own.yaml")
        match, _ = begun("own", "Ana", "Ben", source=OWN)
        phrases = Phrases(tongue.words, Remembered(GameWords(tongue.words, model)))
        pieces = Pieces(tongue.pages, phrases)
        while match.finished is None:
            view = match.view(ANA)
            page = tableview.table(view, match.tables, pieces, FRAME, key="", now=0)
            assert "Own" in tongue.pages.page(page)
            assert match.position is not None
            if match.position.phase != "roll":
                Greedy().choose(match.position, rng)
            match, _ = authority.act(match, any_command(match, rng), ANA, Known(f"{match.version}"))
        return [weakref.ref(each) for each in (model, match.tables, phrases)]

    left = play()
    gc.collect()
    assert [each() for each in left] == [None, None, None]


def test_matches_of_large_games_give_way_sooner() -> None:
    """Each may have rules of its own: so many matches as there may be would be too much memory."""
    cache = Cache(100)
    for number in range(9):
        match, _ = begun("own", "Ana", name=f"match {number}", source=OWN)
        match.tables.__dict__["cells"] = MAX_CELLS // 3
        cache.put(match)
    assert len(cache) == 3
