"""The rules page of a model: what ``rules_in_words`` says of it, a picture of its table, its file line by line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.model import catalogue
from regatta.storage.copies import split
from regatta.web import contexts
from regatta.web.anchors import Anchors, line_id
from regatta.web.highlight import highlighted
from regatta.web.library import Remembered
from regatta.web.midgame import HOLDER, PLAYER, midgame
from regatta.web.phrases import Phrases
from regatta.web.pieces import Pieces
from regatta.web.settings import Settings
from regatta.web.still import still
from regatta.web.tableview import table
from regatta.web.ways import with_options
from regatta.words.bots import bot_name
from regatta.words.naming import GameWords
from regatta.words.rules import rules_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from regatta.model import Model
    from regatta.tables import Tables
    from regatta.web.pages import Pages
    from regatta.words import Words
    from regatta.words.rules import RulesInWords

NO_FRAME = contexts.Frame("", "", "", "", "", "", Settings(help_seen="yes"), "", ())
"""Stands around a picture, which shows none of it."""

FILES = 16
"""So many files are kept with their words marked: they read the same in each language and under each option."""


def body(model: Model, tables: Tables, words: Words, pages: Pages) -> contexts.Rules:
    """Return the content of the page of ``model`` in the language of ``words``."""
    rules = rules_in_words(model, words, tables)
    anchors = Anchors(rules, frozenset(model.source.value))
    usual = {name: option.default for name, option in model.choices.items()}
    chosen = {name: value for name, value in model.options.items() if value != usual.get(name)}
    return contexts.Rules(
        rules=rules,
        anchors=anchors,
        play=f"/new/{model.id}{with_options(chosen)}",
        online=f"/online/{model.id}{with_options(chosen)}",
        pad=f"/pad/{model.id}{with_options(chosen)}",
        paper=f"/games/{model.id}/sheet.pdf{with_options(chosen)}",
        edit=f"/copies/new?game={model.id}",
        copy=f"/copies/{copy[0]}" if (copy := split(model.id)) else "",
        usual="" if not chosen else f"/games/{model.id}",
        chosen=tuple(
            contexts.Chosen(variation.name, value.name)
            for variation in rules.variations
            for value in variation.values
            if value.chosen and not value.default
        ),
        picture=picture(model, tables, words, pages),
        faces=tables.faces,
        files=tuple(files(model, rules)),
    )


def preview(model: Model, tables: Tables, words: Words, pages: Pages) -> contexts.RulesPreview:
    """Return what stands beside the editor: the rules as they read now, and the sheet."""
    rules = rules_in_words(model, words, tables)
    # The lines are in the editor, not on this page.
    return contexts.RulesPreview(
        rules, Anchors(rules, frozenset()), (), sheet(model, tables, words, pages), tables.faces
    )


def picture(model: Model, tables: Tables, words: Words, pages: Pages) -> Markup:
    """Return the sheet and the dice of a game in its middle."""
    context = _middle(model, tables, words, pages)
    drawn = pages.piece("parts/sheet.html", context)
    if context.dock is not None:
        drawn += pages.piece("parts/dock.html", context)
    return still(drawn)


def sheet(model: Model, tables: Tables, words: Words, pages: Pages) -> Markup:
    """Return the sheet of a game in its middle."""
    return still(pages.piece("parts/sheet.html", _middle(model, tables, words, pages)))


def _middle(model: Model, tables: Tables, words: Words, pages: Pages) -> contexts.Table:
    match = midgame(model, tables, (words.gettext("You"), bot_name(PLAYER, words)))
    pieces = Pieces(pages, Phrases(words, Remembered(GameWords(words, model))))
    return table(match.view(HOLDER), tables, pieces, NO_FRAME, key="", now=0)


def files(model: Model, rules: RulesInWords) -> Iterator[contexts.ModelFile]:
    """Yield the files that a game is made of: its own, then those that it is based on."""
    own = model.root.file
    names = dict.fromkeys((own, *(place.file for place in rules.places.values() if place.file)))
    for name in names:
        stem = name.removesuffix(".yaml")
        if not catalogue.known(stem):
            continue
        source = catalogue.source_of(stem)[0].decode("utf-8-sig")
        yield contexts.ModelFile(
            name,
            f"/games/{stem}.yaml",
            _lines(name, source),
        )


@lru_cache(FILES)
def _lines(name: str, source: str) -> tuple[contexts.ModelLine, ...]:
    return tuple(
        contexts.ModelLine(number, line_id(name, number), text)
        for number, text in enumerate(highlighted(source), start=1)
    )
