"""Names: readable, distinct, as typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_site import Visitor, read
from regatta.errors import Invalid
from regatta.web import names

WORLD = ["Őze Žofia", "Łukasz", "Ľubomír", "Ðëäñ", "محمد علي", "李小龍", "👩‍👩‍👧 Family", "Zoë\u0308"]


@pytest.mark.parametrize(
    "typed", ["Player", " Player", "Player  ", "\tPlayer\t", "Player\u00a0", "\u2003Player\u3000"]
)
def test_se_09_blanks_make_no_second_player(typed: str) -> None:
    assert names.clean(typed) == "Player"


def test_se_09_like_names_get_a_number(visitor: Visitor) -> None:
    visitor.open("yacht", "Player", "Player ", "player", "Player\u00a0", "Player (2)")
    shown = [seat["name"] for seat in visitor.state()["seats"]]
    assert shown == ["Player", "Player (2)", "player (3)", "Player (4)", "Player (2) (2)"]


def test_a_bot_and_a_person_of_one_name_differ(visitor: Visitor) -> None:
    visitor.open("yacht", "Greedy", bots_greedy="2")
    assert [seat["name"] for seat in visitor.state()["seats"]] == ["Greedy", "Greedy (2)", "Greedy (3)"]


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("", 0),
        ("Ana", 3),
        ("Zoe\u0308", 3),
        ("👍🏽", 1),
        ("👩‍👩‍👧", 1),
        ("🇭🇺🇿🇦", 2),
        ("नमस्ते", 4),
        ("☝️", 1),
    ],
)
def test_ui_10_length_counts_what_a_person_counts(name: str, length: int) -> None:
    assert names.length(name) == length


@pytest.mark.parametrize("name", WORLD)
def test_ui_10_names_come_back_as_typed(visitor: Visitor, name: str) -> None:
    path = visitor.open("yacht", name, "Ben")
    expected = unicodedata.normalize("NFC", name)
    record = visitor.http.get(f"{path}/record.json").json()
    assert record["seats"][0]["name"] == visitor.state()["seats"][0]["name"] == expected
    for part in (visitor.page.one("ol", class_="seats"), visitor.page.one(id="sheet")):
        shown = [tag for tag in part.all("bdi") if tag.text == expected]
        assert shown, "every name stands in an element of its own that isolates its direction"


SE_07 = [
    "<script>alert(1)</script>",
    "<b>x",
    '"><img src=x onerror=alert(1)>',
    "&lt;b&gt;",
    "{{7*7}}",
    "%(name)s",
]


@pytest.mark.parametrize("name", SE_07)
def test_se_07_markup_is_shown_as_it_is(visitor: Visitor, visitors: Callable[[], Visitor], name: str) -> None:
    path = visitor.open("crag", name)
    watcher = visitors()
    for who in (visitor, watcher):
        who.get(path)
        assert who.page.one("ol", class_="seats").one("bdi").text == name
    visitor.roll()
    assert visitor.page.one("section", id="history").all("bdi")[0].text == name
    visitor.get("/")
    assert name in [tag.text for tag in visitor.page.all("bdi")]
    visitor.get(path)
    visitor.write()
    visitor.play_out()
    for who in (visitor, watcher):
        who.get(path)
        texts = [tag.text for tag in who.page.all("bdi")]
        assert set(texts) == {name}
        assert who.page.all("b") == who.page.all("img") == []
        assert len(who.page.all("script")) == 1


def test_se_07_markup_in_a_form_that_comes_back(visitor: Visitor) -> None:
    visitor.get("/new/yacht")
    answer = visitor.send("/new/yacht", name_1='"><script>', name_2="\u200b")
    assert answer.status_code == 400
    page = read(answer.text)
    assert page.one("input", id="name-1").attributes["value"] == '"><script>'
    assert len(page.all("script")) == 1


@given(st.text())
def test_any_text_is_a_clean_name_or_refused(name: str) -> None:
    try:
        clean = names.clean(name)
    except Invalid:
        return
    assert names.clean(clean) == clean
    assert clean.encode()
    assert 1 <= names.length(clean) <= names.MAX_LENGTH
    assert not {unicodedata.category(character) for character in clean} & {"Cc", "Cs"}


@given(st.lists(st.sampled_from(["a", "A", "a (2)", "b", "ａ"]), max_size=10))
def test_names_become_distinct(typed: list[str]) -> None:
    shown = names.distinct(typed)
    assert len({name.casefold() for name in shown}) == len(typed)
    assert names.distinct(shown) == shown
