"""Score sheets to print: what stands on them in each language, and what the PDF shows of it."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from regatta.errors import Invalid
from regatta.model import catalogue, load, parse
from regatta.tables import compile  # noqa: A004 - as in re.compile
from regatta.words import Words
from regatta.words.languages import catalogue as translations
from regatta.words.languages import languages
from regatta.words.paper import Pad, pad, typeset

HOSTILE = """
game: hostile
players: {to: 3}
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  one: {points: sum}
  two: {points: sum}
words:
  en:
    title: '#panic("no") $x$ <b>bold</b> \\ */ őűŁžš'
    names:
      one: '#read("/etc/passwd")'
      two: '[unclosed ] ( { "'
"""


def words(code: str) -> Words:
    return Words() if code == "en" else Words(code, translations(code))


def text(pdf: bytes) -> str:
    """What the page shows, without blanks: where a line breaks is not what is asked."""
    return "".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def shown(page: Pad) -> list[str]:
    return [
        page.title.text,
        *(row.label.text for row in page.rows),
        *(row.how for row in page.rows if row.how),
    ]


def unbroken(sentence: str) -> str:
    return "".join(sentence.split())


@pytest.mark.parametrize("code", languages())
def test_every_letter_of_every_language_is_on_the_paper(code: str) -> None:
    page = pad(load("kismet"), words(code))
    found = text(typeset(page)).replace("-\u00ad", "").replace("\u00ad", "").replace("-", "")
    for sentence in shown(page):
        assert unbroken(sentence).replace("-", "") in found


@pytest.mark.parametrize("game", catalogue.ids())
def test_every_game_is_one_page_with_all_its_lines(game: str) -> None:
    page = pad(load(game), words("en"))
    kinds = [row.kind for row in page.rows]
    assert kinds.count("box") == len(compile(load(game)).boxes)
    assert kinds[-1] == "total"
    reader = PdfReader(BytesIO(typeset(page, paper="letter")))
    assert len(reader.pages) == 1
    assert [round(float(side)) for side in reader.pages[0].mediabox[2:]] == [612, 792]


def test_the_columns_are_those_of_the_pad() -> None:
    yahtzee, english = load("yahtzee"), words("en")
    assert (pad(yahtzee, english).players, pad(yahtzee, english).games) == (1, 6)
    assert pad(yahtzee, english, players=2).games == 3
    assert pad(yahtzee, english, players=4).games == 1
    chips = [row for row in pad(yahtzee, english).rows if row.kind == "extra"]
    assert [(row.chip, "100 points" in row.how) for row in chips] == [(100, True)]
    bonus = [row for row in pad(yahtzee, english).rows if row.kind == "bonus"]
    assert ["63" in row.how and "35" in row.how for row in bonus] == [True]


@pytest.mark.parametrize(("players", "games"), [(0, 1), (13, 1), (4, 4), (1, 0), (-1, 2)])
def test_what_fits_on_no_page_is_refused(players: int, games: int) -> None:
    with pytest.raises(Invalid, match=r"sheet\.columns"):
        pad(load("yacht"), words("en"), players=players, games=games)
    with pytest.raises(Invalid, match=r"sheet\.paper"):
        typeset(pad(load("yacht"), words("en")), paper="napkin")


def test_the_names_of_strangers_are_only_text() -> None:
    page = pad(parse(HOSTILE.encode(), "hostile.yaml"), words("en"))
    found = text(typeset(page))
    for sentence in shown(page):
        assert unbroken(sentence) in found
