"""Catalogues: whole in every language that there is, and what becomes of what is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from regatta.model import catalogue, load, parse
from regatta.words import Words, languages
from regatta.words.naming import GameWords
from regatta.words.rules import rules_in_words
from regatta.words.rules.text import text
from regatta.words.speech import Name

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(languages.LOCALE.glob("*/LC_MESSAGES/*.po"))
PLACES = re.compile(r"%\((\w+)\)[sd]|%[sdr]")


@cache
def template() -> Catalog:
    """All sentences of the program and of the catalogue's games, as ``make messages`` collects them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "regatta.pot"
        command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
        command += ["--mapping-file", "pyproject.toml", "--output", str(file), "src/regatta"]
        subprocess.run(command, cwd=ROOT, check=True)
        with file.open("rb") as source:
            return read_po(source, abort_invalid=True)


def entries(found: Catalog) -> Iterator[Message]:
    return (message for message in found if message.id)


def forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


# -------------------------------------------------------------------------------------------------- collecting


def test_the_words_of_the_games_are_collected_with_what_they_name() -> None:
    found = {(message.context, message.id) for message in entries(template())}
    for game in catalogue.ids():
        model = load(game)
        words = model.spec.words["en"]
        assert ("title", words.title) in found
        assert ("line", words.line) in found
        for box in model.boxes:
            assert ("box", words.names[box]) in found
        for notes in words.differs.values():
            assert {("differs", note) for note in notes} <= found
    assert ("section", "Upper section") in found
    assert ("value", "forced joker") in found
    assert ("thing", "Dice cup") in found


def test_the_sentences_of_the_rules_are_collected() -> None:
    found = {message.id for message in entries(template())}
    assert ("Gives %(count)s point.", "Gives %(count)s points.") in found
    assert "Three dice show one face and two dice show another face." in found


# ------------------------------------------------------------------------------------------ the catalogues we have


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_catalogue_is_whole(path: Path) -> None:
    with path.open("rb") as file:
        own = read_po(file, locale=path.parents[1].name, abort_invalid=True)
    missing, fuzzy, wrong = [], [], []
    for wanted in entries(template()):
        message = own.get(wanted.id, wanted.context)
        if message is None or not all(forms(message)):
            missing.append(wanted.id)
            continue
        if message.fuzzy:
            fuzzy.append(wanted.id)
        several = isinstance(wanted.id, tuple | list)
        assert len(forms(message)) == (own.num_plurals if several else 1), wanted.id
        source = wanted.id if several else (wanted.id,)
        places = {match[0] for each in source for match in PLACES.finditer(each)}
        wrong += [form for form in forms(message) if not {m[0] for m in PLACES.finditer(form)} <= places]
        # A plural form may say a number in words, but no other place may be lost.
        if not several and {match[0] for match in PLACES.finditer(forms(message)[0])} != places:
            wrong.append(forms(message)[0])
    assert (missing, fuzzy, wrong) == ([], [], [])


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_catalogue_is_compiled(path: Path) -> None:
    assert path.with_suffix(".mo").is_file(), "python hatch_build.py messages"


# --------------------------------------------------------------------------------------- one that is half done


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Polish of three sentences."""
    own = Catalog(locale="pl")
    own.add("Yacht", "Yacht", context="title")
    own.add("Full house", "Ful", context="box")
    own.add(
        ("Gives %(count)s point.", "Gives %(count)s points."),
        ("Daje %(count)s punkt.", "Daje %(count)s punkty.", "Daje %(count)s punktów."),
    )
    own.add("The game is over.", "Koniec gry.", flags=["fuzzy"])
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "regatta.mo").open("wb") as file:
        write_mo(file, own)
    monkeypatch.setattr(languages, "LOCALE", tmp_path)


@pytest.mark.usefixtures("half")
@pytest.mark.parametrize("language", ["pl", "pl-PL", "pl_PL"])
def test_what_is_not_translated_shows_in_the_language_of_its_author(language: str) -> None:
    game = GameWords(Words(language), load("yacht"))
    assert game.title == Name("Yacht")  # the same word, but a translation
    assert game.name("full_house") == Name("Ful", "full_house")
    assert game.name("little_straight") == Name("Little straight", "little_straight", "en")
    assert game.line is not None
    assert game.line.lang == "en"


@pytest.mark.usefixtures("half")
def test_plurals_are_those_of_the_language() -> None:
    words = Words("pl")
    said = [words.ngettext("Gives %(count)s point.", "Gives %(count)s points.", n) for n in (1, 2, 5, 22)]
    assert [form.split()[-1] for form in said] == ["punkt.", "punkty.", "punktów.", "punkty."]


@pytest.mark.usefixtures("half")
def test_a_fuzzy_entry_is_not_said() -> None:
    assert Words("pl").gettext("The game is over.") == "The game is over."


@pytest.mark.usefixtures("half")
def test_a_further_language_is_one_more_catalogue() -> None:
    assert languages.languages() == ("en", "pl")
    assert [languages.own_name(code) for code in ("pl", "hu", "pt-BR", "zz")] == [
        "Polski",
        "Magyar",
        "Português (Brasil)",
        "zz",
    ]


@pytest.mark.usefixtures("half")
def test_half_translated_rules_are_whole() -> None:
    words = Words("pl")
    whole = text(rules_in_words(load("yacht"), words), words)
    assert "Daje 50 punktów." in whole
    assert "Ful\n" in whole


# --------------------------------------------------------------------------------------------- the author's words

HUNGARIAN = """
game: apro
players: {to: 2}
dice: {count: 2, faces: 6}
flow: one roll
sheet: {pair: {if: {alike: 2}, points: set}, full_house: {points: sum}}
words:
  hu: {title: Apró, names: {pair: Pár}}
"""


def test_the_words_of_a_foreign_author_carry_their_language() -> None:
    model = parse(HUNGARIAN.encode(), "apro.yaml")
    english = GameWords(Words(), model)
    assert english.title == Name("Apró", lang="hu")
    assert english.name("pair") == Name("Pár", "pair", "hu")
    assert english.name("full_house") == Name("Full house", "full_house")
    own = GameWords(Words("hu"), model)
    assert own.title == Name("Apró")
    assert own.name("pair") == Name("Pár", "pair")
    rules = rules_in_words(model, Words())
    assert {run.lang for run in rules.turn[-1].words.runs if run.kind == "name"} <= {"hu", ""}


@pytest.mark.usefixtures("half")
def test_an_author_knows_better_than_the_catalogue() -> None:
    source = HUNGARIAN.replace("words:", "words:\n  pl: {title: Mała, names: {full_house: Dom}}")
    game = GameWords(Words("pl"), parse(source.encode(), "apro.yaml"))
    assert game.name("full_house") == Name("Dom", "full_house")
    assert game.name("pair").lang == "hu"


def test_numbers_and_dates_are_local() -> None:
    assert Words("en").number(12345) == "12,345"
    assert Words("pl").number(12345) == "12\xa0345"
    assert Words("hu").day(date(2026, 3, 1)) == "2026. március 1."
    assert Words("en").day(date(2026, 3, 1)) == "1 March 2026"
    assert Words("zz").number(-1234) == "-1,234"
    assert Words("pt_BR").tag == "pt-BR"
