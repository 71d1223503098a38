"""The rules page: whole for every game, and for one that nobody has seen; true, tied to its model, small."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from markupsafe import Markup

import loops
from at_site import Tag, Visitor, read, served
from regatta import tables
from regatta.model import Model, catalogue, load
from regatta.model.schema import schema
from regatta.web import beforehand, library, rulesshelf
from regatta.web.highlight import highlighted
from regatta.web.still import still
from regatta.web.tongues import Tongue, Tongues
from regatta.words import Words
from regatta.words.rules import rules_in_words

ODD = Path(__file__).parents[1] / "games" / "odd.yaml"
GAMES = [*catalogue.ids(), "odd"]
CHAPTERS = ["start", "way", "scoring", "example", "hood"]

MOST_BYTES = 120_000
"""Of the page, compressed."""


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor to a site whose catalogue has one game more: one with every word of the language."""
    folder = tmp_path_factory.mktemp("games")
    for path in catalogue.FOLDER.glob("*.yaml"):
        shutil.copy(path, folder)
    shutil.copy(ODD, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "FOLDER", folder)
        catalogue.ids.cache_clear()
        try:
            with served(tmp_path_factory.mktemp("house")) as address:
                visitor = Visitor(address)
                yield visitor
                visitor.close()
        finally:
            patch.undo()
            catalogue.ids.cache_clear()
            library.LOADED.clear()


@pytest.fixture(scope="module")
def page(open_house: Visitor) -> Callable[..., Tag]:
    """Pages of rules, each fetched and read once: no test changes them."""

    @cache
    def get(game: str, query: str = "") -> Tag:
        answer = open_house.get(f"/games/{game}{query}")
        assert answer.status_code == 200, open_house.page.text
        return open_house.page

    return get


def dice_of(tag: Tag) -> tuple[int, ...]:
    """The dice that are drawn in an element."""
    return tuple(int(use.attributes["href"].rpartition("-")[2]) for use in tag.all("use"))


# ------------------------------------------------------------------------------------------------------- whole


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole(page: Callable[..., Tag], game: str) -> None:
    found, rules = page(game), rules_in_words(load(str(ODD) if game == "odd" else game), Words())
    assert found.one("h1").text == rules.title.text
    for chapter in CHAPTERS:
        assert found.one("section", id=chapter)
    for said in (*rules.goal, *rules.end, *rules.setup, rules.facts.players, rules.order.words):
        assert str(said) in found.text
    names = [tag.all("span")[0].text for tag in found.all("h4") if tag.up("li")]
    boxes = [box for section in rules.sections for box in section.boxes]
    assert names[: len(boxes)] == [box.name.text for box in boxes]
    stops = found.all("a", class_="stop")
    steps = [part for part in rules.parts() if type(part).__name__ == "Step"]
    assert len(stops) == len(steps) == len({stop.attributes["href"] for stop in stops})
    assert all(str(step.words) in found.one("ol", class_="tree").text for step in steps)
    assert {extra.name.text for extra in rules.extras} <= {tag.text for tag in found.all("h3")}
    assert found.one("div", role="img", class_="picture-table").all("table", class_="block")
    assert found.one("a", class_="primary").attributes["href"] == f"/new/{game}"
    for drawn in [tag for tag in found.all("symbol") if tag.attributes["id"].startswith("face-")]:
        assert drawn.one("rect", class_="bone-face").is_so({"class_": "bone-line"})


@pytest.mark.parametrize("game", GAMES)
def test_every_example_gives_what_is_said(page: Callable[..., Tag], game: str) -> None:
    compiled = tables.compile(load(str(ODD) if game == "odd" else game))
    cards = page(game).all("li", class_="box-card")
    assert len(cards) == len(compiled.boxes)
    seen = 0
    for index, card in enumerate(cards):
        for cast in card.all("li", class_="cast"):
            dice, points = dice_of(cast), int(cast.one("strong", class_="points").text)
            rolls = re.findall(r"with roll (\d)", cast.text)
            numbers = [int(rolls[0])] if rolls else [1, *range(2, compiled.rolls + 1)]
            before = min(compiled.requires[index], key=int.bit_count, default=0)
            got = {compiled.writes(before, 0, tuple(sorted(dice)), n).points[index] for n in numbers}
            assert points in got, (compiled.boxes[index], dice)
            assert ("miss" in cast.attributes["class"]) <= (points <= 0)
            odd = cast.all("svg", class_="odd")
            assert len(odd) == ("miss" in cast.attributes["class"].split())
            seen += 1
    assert seen > len(cards)


@pytest.mark.parametrize("game", GAMES)
def test_no_id_is_shown(page: Callable[..., Tag], game: str) -> None:
    def shown(tag: Tag) -> Iterator[str]:
        if tag.name in ("code", "script") or tag.is_so({"class_": "downloads"}):
            return
        for name in ("aria-label", "title"):
            yield tag.attributes.get(name, "")
        for child in tag.children:
            if isinstance(child, str):
                yield child
            else:
                yield from shown(child)

    text = " ".join(shown(page(game).one("main")))
    assert re.findall(r"\w+_\w+|%\(\w+\)|\bNone\b|Name\(|Sentence\(", text) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_leads_nowhere_and_every_anchor_is_one(page: Callable[..., Tag], game: str) -> None:
    found = page(game)
    ids = [tag.attributes["id"] for tag in found.all() if "id" in tag.attributes]
    assert len(ids) == len(set(ids))
    links = [tag.attributes["href"] for tag in found.all("a") + found.all("use")]
    assert [link for link in links if link.startswith("#") and link[1:] not in ids] == []
    assert found.all("style") == []
    assert [tag.name for tag in found.all() if "style" in tag.attributes] == []


# ------------------------------------------------------------------------------------------------------- model


@pytest.mark.parametrize("game", GAMES)
def test_the_model_is_shown_as_it_is(page: Callable[..., Tag], open_house: Visitor, game: str) -> None:
    source = (catalogue.FOLDER / f"{game}.yaml").read_text("utf-8")
    first = page(game).all("details", class_="model")[0]
    lines = ["".join(tag.children_text) for tag in map(Line, first.all("li"))]
    assert lines == source.splitlines()
    answer = open_house.http.get(f"/games/{game}.yaml")
    assert answer.text == source
    assert f'filename="{game}.yaml"' in answer.headers["content-disposition"]


class Line:
    """A line of the model as a browser shows it, blanks and all."""

    def __init__(self, tag: Tag) -> None:
        self.tag = (tag.all("code") or tag.all("span", class_="code-line"))[0]

    @property
    def children_text(self) -> Iterator[str]:
        def walk(tag: Tag) -> Iterator[str]:
            for child in tag.children:
                if isinstance(child, str):
                    yield child
                else:
                    yield from walk(child)

        return walk(self.tag)


def test_lines_and_parts_know_each_other(page: Callable[..., Tag]) -> None:
    found = page("yahtzee")
    source = (catalogue.FOLDER / "yahtzee.yaml").read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(source, 1) if line.strip().startswith("full_house:      {if"))
    line = found.one("li", id=f"line-yahtzee-{number}").one("a")
    parts = line.attributes["data-parts"].split()
    assert parts[0] == "sheet.lower.full_house"
    assert len(parts) == 3  # the box, what it needs, what it gives
    card = found.one("li", id="at-sheet.lower.full_house")
    assert card.attributes["data-lines"] == f"yahtzee {number} {number}"
    assert card.one("p", class_="source").one("a").attributes["href"] == f"#line-yahtzee-{number}"
    steps = [n for n, text in enumerate(source, 1) if text.startswith("flow:")]
    assert all(
        part.startswith("flow.")
        for part in found.one("li", id=f"line-yahtzee-{steps[0]}").one("a").attributes["data-parts"].split()
    )


def test_a_game_that_changes_another_shows_both_files(page: Callable[..., Tag]) -> None:
    files = [tag.one("summary").text for tag in page("yahtzee-free-joker").all("details", class_="model")]
    assert files == ["yahtzee-free-joker.yaml", "yahtzee.yaml"]


def test_words_of_a_model_file_are_marked() -> None:
    source = "a: {b: 'x: 1', c: [1, -2]} # why\ntext: >-\n  one: 2\n\n  # three\nd: \"<\"\n"
    lines = list(highlighted(source))
    assert [read(line).text for line in lines] == [" ".join(line.split()) for line in source.splitlines()]
    assert lines[0].count("y-key") == 3
    assert lines[0].count("y-number") == 2
    assert lines[0].count("y-comment") == 1
    assert "y-key" not in lines[2] + lines[4]
    assert "&lt;" in lines[5]


def test_the_schema_can_be_fetched(open_house: Visitor) -> None:
    found = open_house.http.get("/schema/game.json")
    assert found.json() == json.loads(json.dumps(schema()))
    jsonschema.Draft7Validator.check_schema(found.json())


# ----------------------------------------------------------------------------------------------------- options


def test_options_change_the_page(page: Callable[..., Tag]) -> None:
    usual, other = page("yahtzee"), page("yahtzee", "?option-extra_yahtzee=none&option-upper_first=yes")
    assert usual.all("ol", class_="forks")
    assert other.all("section", id="extra") == []
    assert "open one after the other" in other.text
    assert other.one("p", class_="told-for").one("a").attributes["href"] == "/games/yahtzee"
    assert usual.all("p", class_="told-for") == []
    # What the author says holds for the usual rules, so it is folded away.
    assert other.one("details", class_="text")
    assert usual.all("details", class_="text") == []
    play = other.one("a", class_="primary").attributes["href"]
    assert "option-extra_yahtzee=none" in play
    chosen = [tag.attributes["value"] for tag in other.all("option") if "selected" in tag.attributes]
    assert chosen == ["yes", "none"]


def test_a_game_is_opened_with_the_options_of_the_page(open_house: Visitor) -> None:
    open_house.get("/games/yahtzee?option-extra_yahtzee=none")
    open_house.get(open_house.page.one("a", class_="primary").attributes["href"])
    open_house.send("/new/yahtzee", name_1="Ana")
    assert open_house.state()["options"]["extra_yahtzee"] == "none"
    (link,) = [a for a in open_house.page.all("a") if a.attributes["href"].startswith("/games/")]
    open_house.get(link.attributes["href"])
    assert open_house.page.all("section", id="extra") == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/nothing", 404),
        ("/games/nothing.yaml", 404),
        ("/games/..%2F..%2Fetc", 404),
        ("/games/yahtzee?option-extra_yahtzee=x", 400),
        ("/games/yahtzee?option-x=y", 400),
        ("/games/yahtzee?x=y", 200),
    ],
)
def test_what_is_not_there_is_refused(open_house: Visitor, path: str, status: int) -> None:
    assert open_house.get(path).status_code == status


def test_the_twin_tells_the_same(open_house: Visitor) -> None:
    answer = open_house.http.get("/games/yacht", headers={"accept": "application/json"})
    assert answer.json() == open_house.http.get("/games/yacht.json").json()
    assert answer.json()["game"] == "yacht"


def test_lobby_form_and_table_lead_here(open_house: Visitor) -> None:
    open_house.get("/")
    links = {tag.attributes["href"] for tag in open_house.page.all("a", class_="line-rules")}
    assert links == {f"/games/{game}" for game in GAMES}
    open_house.get("/new/crag")
    ways = [tag.attributes["href"] for tag in open_house.page.all("a", class_="line-rules")]
    assert ways == ["/games/crag", "/pad/crag"]


# --------------------------------------------------------------------------------------------- picture, manners


def test_a_picture_cannot_be_pressed() -> None:
    drawn = still(
        '<form class="sheet" id="sheet" method="post" action="/x" hx-post="/x" data-acts="write">'
        '<input type="hidden" name="token" value="secret"><button class="pencil" id="a" type="submit" name="box" '
        'value="ones" aria-label="Write" disabled>3</button><progress class="bar" max="3" value="1" '
        'aria-hidden="true"></progress><a href="/">b</a></form>'
    )
    assert drawn == (
        '<div class="sheet"><span class="pencil">3</span>'
        '<progress class="bar" max="3" value="1" aria-hidden="true"></progress><span>b</span></div>'
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_a_game_in_its_middle(page: Callable[..., Tag], game: str) -> None:
    picture = page(game).one("div", class_="picture-table")
    for name in ("form", "button", "a", "input", "select"):
        assert picture.all(name) == []
    assert picture.all("span", class_="ink")
    assert picture.all("span", class_="pencil")
    assert picture.all("span", class_="die")


@pytest.mark.parametrize("game", ["yahtzee", "kismet"])
def test_a_page_is_drawn_once_and_small(
    open_house: Visitor, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    open_house.get(f"/games/{game}")
    monkeypatch.setattr(rulesshelf, "draw", lambda *_: pytest.fail("the page was kept"))
    with open_house.http.stream("GET", f"/games/{game}") as answer:
        size = sum(map(len, answer.iter_raw()))
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert size < MOST_BYTES
    plain = open_house.http.get(f"/games/{game}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_pages_are_drawn_before_somebody_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn, draw = list[str](), rulesshelf.draw

    def noted(model: Model, tongue: Tongue) -> rulesshelf.Drawn:
        drawn.append(model.id)
        return draw(model, tongue)

    monkeypatch.setattr(rulesshelf, "draw", noted)
    for name, value in {"WAIT": 0, "SPAN": 0.001, "LITTLE": 1e9}.items():
        monkeypatch.setattr(beforehand, name, value)
    with served(tmp_path, Words("sk")):
        until = time.monotonic() + 60
        while len(drawn) < len(catalogue.ids()) and time.monotonic() < until:
            time.sleep(0.01)
    assert tuple(drawn) == tuple(catalogue.ids())


def test_pages_wait_until_a_server_has_little_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beforehand, "SPAN", 0.02)

    async def calm_after(seconds: float) -> bool:
        calm = asyncio.ensure_future(beforehand.calm())
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            sum(range(1000))
            await asyncio.sleep(0)
        return calm.done()

    monkeypatch.setattr(beforehand, "LITTLE", 0.01)
    assert not loops.run(calm_after(0.2))
    monkeypatch.setattr(beforehand, "LITTLE", 1e9)
    assert loops.run(calm_after(0.2))


def test_pages_that_are_kept_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue, drawn = Tongues().of("en"), list[str]()

    def draw(model: Model, tongue: Tongue) -> rulesshelf.Drawn:
        drawn.append(model.id)
        rules = rules_in_words(model, tongue.words, tables.tables_of(model.id))
        return rulesshelf.Drawn(rules, Markup("x" * 100))

    monkeypatch.setattr(rulesshelf, "draw", draw)
    monkeypatch.setattr(rulesshelf, "MOST_CHARACTERS", 200)
    shelf = rulesshelf.RulesShelf()

    async def ask(*games: str) -> None:
        for game in games:
            await shelf.get(game, {}, tongue)

    asyncio.run(ask("yacht", "crag", "yacht", "crag"))
    assert drawn == ["yacht", "crag"]
    asyncio.run(ask("kismet", "crag", "kismet", "yacht"))
    assert drawn == ["yacht", "crag", "kismet", "yacht"], "the one not asked for longest is drawn again"
