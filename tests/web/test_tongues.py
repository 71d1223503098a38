"""The language of a page: a cookie, else what the browser asks for, else English; and the switch on every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from at_site import Visitor, served
from regatta.web.tongues import accepted
from regatta.web.ways import with_query
from regatta.words import languages

SAID = {"hu": "Játékok", "pl": "Gry", "pt_BR": "Jogos"}


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that speaks three further languages, each of one sentence and one title."""
    folder = tmp_path_factory.mktemp("locale")
    for code, said in SAID.items():
        own = Catalog(locale=code)
        own.add("Games", said)
        own.add("Yacht", f"Yacht {code}", context="title")
        place = folder / code / "LC_MESSAGES"
        place.mkdir(parents=True)
        with (place / "regatta.mo").open("wb") as file:
            write_mo(file, own)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "LOCALE", folder)
        with served(tmp_path_factory.mktemp("several")) as address:
            yield address


@pytest.fixture
def visitor(several: str) -> Iterator[Visitor]:
    visitor = Visitor(several)
    yield visitor
    visitor.close()


def language(visitor: Visitor) -> str:
    return visitor.page.one("html").attributes["lang"]


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", []),
        ("hu", ["hu"]),
        ("en;q=0.3, hu;q=0.9, pl", ["pl", "hu", "en"]),
        ("de-AT, hu-HU;q=0.5", ["de-AT", "hu-HU"]),
        ("hu;q=0, pl;q=0.1", ["pl"]),
        ("hu;q=x, pl; q=2, *;q=0.1", ["*"]),
        (",,;q=1", []),
    ],
)
def test_the_header_is_read_by_weight(header: str, wanted: list[str]) -> None:
    assert accepted(header) == wanted


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("hu", "hu"),
        ("hu-HU,hu;q=0.9,en;q=0.8", "hu"),
        ("pt-br", "pt-BR"),
        ("pt", "en"),
        ("de, pl;q=0.4, en;q=0.2", "pl"),
        ("de, en;q=0.5, pl;q=0.4", "en"),
        ("xx", "en"),
        ("*", "en"),
        ("../../etc, hu", "hu"),
        ("", "en"),
    ],
)
def test_the_browser_is_asked(visitor: Visitor, header: str, wanted: str) -> None:
    visitor.http.headers["accept-language"] = header
    answer = visitor.get("/")
    assert language(visitor) == wanted
    assert answer.headers["vary"] == "accept-language, cookie"
    assert visitor.page.one("h2", id="games").text == SAID.get(wanted.replace("-", "_"), "Games")


def test_a_choice_is_kept_and_leads_to_the_clean_address(visitor: Visitor) -> None:
    visitor.http.headers["accept-language"] = "pl"
    answer = visitor.get("/new/yahtzee?option-upper_first=yes&lang=hu")
    assert (answer.url.path, answer.url.query) == ("/new/yahtzee", b"option-upper_first=yes")
    assert language(visitor) == "hu"
    visitor.get("/")
    assert language(visitor) == "hu"
    kept = answer.history[0].headers["set-cookie"]
    assert "SameSite=Lax" in kept
    assert "HttpOnly" in kept
    visitor.get("/nowhere")
    assert language(visitor) == "hu"


@pytest.mark.parametrize("asked", ["xx", "", "..%2F", "hu%0d%0aSet-Cookie:x=1"])
def test_an_unknown_language_changes_nothing(visitor: Visitor, asked: str) -> None:
    answer = visitor.get(f"/?lang={asked}")
    assert answer.url.query == b""
    assert language(visitor) == "en"
    assert "regatta_language" not in visitor.http.cookies


def test_it_leads_to_no_other_site(visitor: Visitor) -> None:
    for path in ("//elsewhere.example/?lang=hu", "/%5Celsewhere.example/?lang=hu"):
        answer = visitor.http.get(visitor.http.base_url.join("/").copy_with(raw_path=path.encode()))
        assert answer.url.host == "127.0.0.1"
    assert with_query("/a?x=1&lang=hu&y=", "lang", None) == "/a?x=1&y="


def test_every_page_has_the_switch(visitor: Visitor) -> None:
    paths = ["/", "/new/yacht", "/settings", "/help", "/nowhere", "/games/yacht"]
    paths.append(visitor.open("yacht", "Ana"))
    for path in paths:
        visitor.get(path)
        switch = visitor.page.one("nav", class_="languages")
        links = switch.all("a")
        assert [link.text for link in links] == ["English", "Magyar", "Polski", "Português (Brasil)"], path
        assert [link.attributes["lang"] for link in links] == ["en", "hu", "pl", "pt-BR"]
        (current,) = switch.all("a", aria_current="true")
        assert current.attributes["lang"] == language(visitor)
        visitor.get(links[2].attributes["href"])
        assert language(visitor) == "pl", path
        assert visitor.path == path


def test_names_are_those_of_the_language_else_marked(visitor: Visitor) -> None:
    visitor.get("/?lang=hu")
    titles = {tag.text: tag.attributes.get("lang") for tag in visitor.page.all("span", class_="line-title")}
    assert titles["Yacht hu"] is None
    assert titles["Yahtzee"] == "en"
    visitor.open("yahtzee", "Ana")
    assert all(tag.attributes["lang"] == "en" for tag in visitor.page.all("span", class_="label")[:6])


def test_a_cookie_of_nonsense_is_no_cookie(visitor: Visitor) -> None:
    for cookie in ("regatta_language=../..", "regatta_language=", ";;="):
        assert visitor.http.get("/", headers={"cookie": cookie}).status_code == 200


def test_files_and_worker_are_the_same_in_every_language(visitor: Visitor) -> None:
    for path in ("/sw.js", visitor.http.get("/").text.split('stylesheet" href="')[1].split('"')[0]):
        answers = [visitor.http.get(path, headers={"accept-language": code}) for code in ("en", "hu")]
        assert answers[0].content == answers[1].content
        assert "accept-language" not in answers[0].headers.get("vary", "")
    manifest = visitor.http.get("/manifest.webmanifest", headers={"accept-language": "hu"})
    assert manifest.json()["lang"] == "hu"


def test_one_language_needs_no_switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    with served(tmp_path) as address:
        visitor = Visitor(address)
        visitor.http.headers["accept-language"] = "hu"
        visitor.get("/")
        assert language(visitor) == "en"
        assert visitor.page.all("nav", class_="languages") == []
        visitor.close()
