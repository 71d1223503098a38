"""The replay page of a finished match, read without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from at_site import Tag, Visitor, served


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, str]]:
    """Somebody who has just played a match with a bot to its end, and its path."""
    with served(tmp_path_factory.mktemp("replay")) as address:
        visitor = Visitor(address)
        path = visitor.open("crag", "Ana", bots_greedy="1")
        visitor.play_out()
        yield visitor, path
        visitor.close()


def ink(page: Tag) -> list[list[str]]:
    """What is written, row by row."""
    rows = page.one(id="sheet").all("tr", class_="row")
    return [[cell.text for cell in row.all("td")] for row in rows]


def way(page: Tag, name: str) -> str:
    return page.one("a", id=f"film-{name}").attributes.get("href", "")


def test_it_stands_there_only_once_the_match_is_over(visitors: Callable[[], Visitor]) -> None:
    visitor = visitors()
    path = visitor.open("yacht")
    answer = visitor.get(f"{path}/replay")
    assert answer.status_code == 404
    assert "not over yet" in visitor.page.text
    error = visitor.http.get(f"{path}/replay", headers={"accept": "application/json"}).json()["error"]
    assert error["code"] == "match.not_over"
    assert visitor.get("/matches/nobody/replay").status_code == 404


def test_links_lead_step_by_step_from_the_first_roll_to_the_result(played: tuple[Visitor, str]) -> None:
    visitor, path = played
    state = visitor.state(path)
    film = visitor.http.get(f"{path}/replay", headers={"accept": "application/json"}).json()
    visitor.get(path)
    result = ink(visitor.page)
    (replay,) = [link for link in visitor.page.all("a") if link.attributes["href"] == f"{path}/replay"]
    visitor.get(replay.attributes["href"])
    assert visitor.page.one("meta", name="robots").attributes["content"] == "noindex"
    assert not any(row[0].isdecimal() for row in ink(visitor.page) if row[0] != "0")
    assert way(visitor.page, "back") == way(visitor.page, "first") == ""
    steps = 0
    while address := way(visitor.page, "on"):
        assert visitor.get(address).status_code == 200
        steps += 1
    assert steps == len(film["steps"]) - 1
    assert ink(visitor.page) == result
    names = [seat["name"] for seat in state["seats"]]
    winner = max(range(2), key=lambda seat: state["result"]["totals"][seat])
    assert names[winner] in visitor.page.one("h2", id="dock-title").text
    assert way(visitor.page, "last") == ""
    visitor.get(way(visitor.page, "first"))
    assert way(visitor.page, "back") == ""


def test_nothing_can_be_done_there(played: tuple[Visitor, str]) -> None:
    visitor, path = played
    visitor.get(f"{path}/replay?turn=3")
    buttons = [button.attributes["id"] for button in visitor.page.all("button")]
    assert buttons == ["film-play"]
    assert visitor.page.all("form", hx_post=f"{path}/roll") == []


def test_a_position_has_an_address_for_everybody(
    played: tuple[Visitor, str], visitors: Callable[[], Visitor]
) -> None:
    visitor, path = played
    film = visitor.http.get(f"{path}/replay", headers={"accept": "application/json"}).json()
    stranger = Visitor(str(visitor.http.base_url))
    for version in film["steps"][:: len(film["steps"]) // 6]:
        stranger.get(f"{path}/replay?at={version}")
        shown = stranger.page.one(id="table").attributes["data-version"]
        assert shown == str(version)
        here = [link for link in stranger.page.all("a") if link.text == "Link to this position"]
        assert here[0].attributes["href"] == f"{path}/replay?at={version}"
        twin = stranger.http.get(f"{path}/replay?at={version}", headers={"accept": "application/json"}).json()
        totals = [seat.one(class_="total").text for seat in stranger.page.all("li", class_="seat")]
        assert totals == [str(seat["total"]) for seat in twin["seats"]]
    stranger.close()


def test_a_turn_can_be_jumped_to_and_every_sheet_looked_at(played: tuple[Visitor, str]) -> None:
    visitor, path = played
    visitor.get(f"{path}/replay")
    links = visitor.page.all("a", class_="film-turn")
    state = visitor.state(path)
    boxes = sum(line["kind"] == "box" for line in state["seats"][0]["lines"])
    assert len(links) == 2 * boxes
    visitor.get(links[4].attributes["href"])
    (current,) = visitor.page.all("a", aria_current="step")
    assert current.text == links[4].text
    name, _, written = current.text.removeprefix("5 ").partition(" ")
    assert name in visitor.page.one("h2", id="dock-title").text
    assert written.rpartition(" ")[2] in visitor.page.one("h2", id="dock-title").text
    assert len(visitor.page.all("span", class_="die", role="img")) == 3
    for link in visitor.page.one("ol", class_="seats").all("a"):
        visitor.get(link.attributes["href"])
        assert visitor.page.one("li", class_="focus").text == link.text
        assert way(visitor.page, "on").endswith(link.attributes["href"].rpartition("&")[2])


@pytest.mark.parametrize(
    "query",
    ["at=0", "at=-1", "at=x", "at=99999999999", "at=1e3", "turn=0", "turn=x", "sheet=99", "at=", "x=1"],
)
def test_an_odd_position_shows_the_nearest_one(played: tuple[Visitor, str], query: str) -> None:
    visitor, path = played
    assert visitor.get(f"{path}/replay?{query}").status_code == 200
    assert "Step 0 of" in visitor.page.text


def test_a_position_past_the_end_is_the_end(played: tuple[Visitor, str]) -> None:
    visitor, path = played
    for query in ("at=999999999", "turn=999"):
        visitor.get(f"{path}/replay?{query}")
        assert way(visitor.page, "on") == ""
