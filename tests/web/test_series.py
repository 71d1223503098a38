"""Games of a series beside each other, own bests, and matches to go on with; all without JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from at_site import Tag, Visitor, read
from regatta.model import catalogue
from regatta.web.library import model_of

JSON = {"accept": "application/json"}


def table_of(page: Tag, name: str) -> list[list[str]]:
    """The text of each cell of a table, row by row."""
    return [
        [cell.text for cell in row.children if isinstance(cell, Tag)]
        for row in page.one("table", id=name).all("tr")
    ]


def finished(visitor: Visitor) -> dict:
    visitor.play_out()
    return visitor.state()


# ----------------------------------------------------------------------------------------------------- series


def test_the_games_of_a_series_stand_beside_each_other(visitor: Visitor) -> None:
    visitor.open("crag", "Ana", "Ben")
    assert visitor.page.all("section", id="series") == []
    first = finished(visitor)["result"]["totals"]
    assert visitor.page.all("section", id="series") == []
    visitor.send("/again")
    assert table_of(visitor.page, "series-totals") == [
        ["Player", "Series", "Game 1"],
        *(
            [f"{name}{' leads' if total == max(first) else ''}", str(total), str(total)]
            for name, total in zip(("Ana", "Ben"), first, strict=True)
        ),
    ]
    mover = visitor.state()["seat"]
    rows = table_of(visitor.page, "series-pad")
    assert visitor.page.one("table", id="series-pad").one("caption").text == ("Ana", "Ben")[mover]
    assert rows[-1] == ["Grand total", str(first[mover])]
    assert [row[0] for row in rows[1:14]] == [
        row.all("th")[0].one("span", class_="label").text
        for row in visitor.page.one(id="sheet").all("tr", class_="box")
    ]
    second = finished(visitor)["result"]["totals"]
    visitor.get(visitor.path)
    rows = table_of(visitor.page, "series-totals")
    assert rows[0] == ["Player", "Series", "Game 1", "Game 2"]
    assert [row[1:] for row in rows[1:]] == [
        [str(a + b), str(a), str(b)] for a, b in zip(first, second, strict=True)
    ]
    state = visitor.state()
    assert state["series"]["number"] == 2
    assert [game["totals"] for game in state["series"]["games"]] == [first, second]
    assert state["series"]["totals"] == [a + b for a, b in zip(first, second, strict=True)]


def test_a_long_series_shows_the_last_games_and_counts_all(visitor: Visitor) -> None:
    visitor.open("crag")
    totals = []
    for _ in range(7):
        totals.append(finished(visitor)["result"]["totals"][0])
        visitor.send("/again")
    rows = table_of(visitor.page, "series-totals")
    assert rows[0] == ["Player", "Series", "Before", *(f"Game {number}" for number in range(2, 8))]
    assert rows[1] == ["You", str(sum(totals)), *map(str, totals)]
    assert visitor.page.one(id="sheet")


def test_a_watcher_sees_no_series_and_goes_on_with_none(
    visitor: Visitor, visitors: Callable[[], Visitor]
) -> None:
    visitor.open("crag", "Ana")
    visitor.play_out()
    visitor.send("/again")
    path = visitor.path
    stranger = visitors()
    stranger.get(path)
    assert stranger.page.all("section", id="series") == []
    assert stranger.state(path)["series"]["games"] == []
    token = stranger.state(path)["token"]
    assert stranger.http.post(f"{path}/again", data={"token": token, "key": "k"}).status_code == 403


def test_play_again_in_two_tabs_leads_to_one_game(visitor: Visitor) -> None:
    visitor.open("crag", "Ana")
    visitor.play_out()
    path, fields = visitor.form("/again")
    first, second = (visitor.http.post(path, data=fields | {"key": key}) for key in ("one", "two"))
    assert first.url.path == second.url.path != path


# ------------------------------------------------------------------------------------------------------ bests


def test_own_bests_stand_in_the_lobby_and_at_the_end(visitor: Visitor) -> None:
    totals = []
    for number in range(3):
        visitor.open("crag")
        state = finished(visitor)
        totals.append(state["result"]["totals"][0])
        standing = visitor.page.one("div", id="standing").text
        best, new = max(totals), number > 0 and totals[-1] > max(totals[:-1])
        assert ("New best" in standing) == new
        line = f"Best {best}, average {round(sum(totals) / len(totals))} in {len(totals)} games"
        assert (line in standing) == (number > 0)
        assert ("Your first game of this kind" in standing) == (number == 0)
        assert state["standing"]["record"] == new
        assert state["standing"]["place"] == 1 + sum(total > totals[-1] for total in totals)
    visitor.get("/")
    (own,) = visitor.page.all("span", class_="own")
    assert own.up("a").attributes["href"] == "/new/crag"  # type: ignore[union-attr]
    assert f"last: {', '.join(map(str, totals))}" in own.text
    assert f"Best {max(totals)}, average {round(sum(totals) / 3)} in 3 games" in own.text
    assert len(own.one("svg").one("polyline").attributes["points"].split()) == 3
    twin = visitor.http.get("/", headers=JSON).json()
    shown = [
        line.one("a", class_="line").attributes["href"] for line in visitor.page.all("li", class_="game")
    ]
    assert shown == [f"/new/{game['id']}" for game in twin["games"]]
    assert tuple(game["id"] for game in twin["games"]) == catalogue.in_order()
    (crag,) = [game for game in twin["games"] if game["id"] == "crag"]
    assert crag["bests"] == [
        {
            "game": "crag",
            "options": {},
            "played": 3,
            "best": max(totals),
            "average": sum(totals) / 3,
            "last": totals,
        }
    ]


def test_options_that_are_not_the_usual_ones_are_named(visitor: Visitor) -> None:
    visitor.get("/new/yahtzee")
    path, fields = visitor.form("/new/yahtzee")
    name = next(name for name in fields if name.startswith("option-upper"))
    visitor.post(path, **fields | {name: "yes"})
    visitor.play_out()
    visitor.get("/")
    (own,) = visitor.page.all("span", class_="own")
    assert own.one("span", class_="own-options").text


def test_FL_26_opening_a_finished_match_counts_nothing(visitor: Visitor) -> None:
    path = visitor.open("crag")
    visitor.play_out()
    for _ in range(3):
        assert visitor.get(path).status_code == 200
        assert visitor.page.one("section", id="result")
        assert visitor.state(path)["standing"]["best"]["played"] == 1


def test_SE_16_nobody_can_send_a_total(visitor: Visitor) -> None:
    """Results are written by the server, from games that it ran: no address takes one, no field is believed."""
    path = visitor.open("crag")
    token = visitor.state(path)["token"]
    lie = {"token": token, "key": "lie", "total": "1575", "totals": "1575", "points": "1575", "rank": "1"}
    for address in ("/scores", "/bests", f"{path}/scores", f"{path}/finish", f"{path}/result"):
        assert visitor.http.post(address, data=lie).status_code in (404, 405)
    visitor.get(path)
    visitor.roll()
    address, fields = visitor.form("/write")
    best = max(visitor.state(path)["preview"]["points"].values())
    visitor.post(address, **fields | lie | {"box": visitor.boxes()[0], "key": fields["key"]})
    assert visitor.state(path)["seats"][0]["total"] <= best
    visitor.get(path)
    visitor.play_out()
    total = visitor.state(path)["result"]["totals"][0]
    assert total < 1575
    twin = visitor.http.get("/", headers=JSON).json()
    assert [best["best"] for game in twin["games"] for best in game["bests"]] == [total]


def test_two_around_one_screen_have_no_bests(visitor: Visitor) -> None:
    visitor.open("crag", "Ana", "Ben")
    visitor.play_out()
    assert visitor.page.all("div", id="standing") == []
    visitor.get("/")
    assert visitor.page.all("span", class_="own") == []


# ------------------------------------------------------------------------------------------------- going on


def test_unfinished_matches_are_listed_with_all_that_tells_them_apart(visitor: Visitor) -> None:
    first = visitor.open("crag", "Ana", "Ben")
    visitor.roll()
    visitor.write()
    state = visitor.state(first)
    second = visitor.open("yacht")
    visitor.get("/")
    lines = visitor.page.all("li", class_="going-on")
    assert [line.one("a").attributes["href"] for line in lines] == [second, first]
    told = lines[1].one("a").text
    assert "Crag" in told
    for seat in state["seats"]:
        assert f"{seat['name']} {seat['total']}" in told
    assert f"{state['seats'][state['seat']]['name']} is to move" in told
    assert lines[1].one("time").text == "just now"
    assert "Turn 1 of 12" in lines[0].one("a").text
    twin = visitor.http.get("/", headers=JSON).json()["matches"]
    assert [f"/matches/{match['match']}" for match in twin] == [second, first]
    assert [seat["total"] for seat in twin[1]["seats"]] == [seat["total"] for seat in state["seats"]]
    visitor.open("crag", bots_random="1")
    visitor.get("/")
    assert "Your turn" in visitor.page.all("li", class_="going-on")[0].one("a").text


def test_a_match_is_given_up(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("crag", "Ana")
    other = visitor.open("yacht", "Ana")
    stranger = visitors()
    stranger.get(path)
    token = stranger.state(path)["token"]
    assert stranger.http.post(f"{path}/leave", data={"token": token}).status_code == 403
    assert visitor.http.post(f"{path}/leave", data={"token": "x"}).status_code == 403
    visitor.get("/")
    assert visitor.send(f"{path}/leave").status_code == 200
    assert visitor.path == "/"
    links = [line.one("a").attributes["href"] for line in visitor.page.all("li", class_="going-on")]
    assert links == [other]
    assert visitor.get(path).status_code == 200
    assert visitor.get("/matches/nowhere").status_code == 404
    assert visitor.post("/matches/nowhere/leave", token=visitor.state(path)["token"]).status_code == 404


def test_the_first_button_leads_to_what_waits_for_one_or_else_to_a_new_game(visitor: Visitor) -> None:
    def first() -> tuple[str, str]:
        visitor.get("/")
        (button,) = visitor.page.all("", class_="primary")
        return button.text, button.attributes["href"]

    game = catalogue.in_order()[0]
    fresh = (f"Play: {model_of(game).title()}", f"/new/{game}")
    assert first() == fresh
    path = visitor.open("crag", "Ana", "Ben")
    assert first() == ("Play on", path)
    assert visitor.send(f"{path}/leave").status_code == 200
    assert first() == fresh


def test_a_fresh_guest_has_a_plain_lobby(visitor: Visitor) -> None:
    visitor.get("/")
    assert visitor.page.all("li", class_="going-on") == []
    assert visitor.http.get("/", headers=JSON).json()["matches"] == []


# ------------------------------------------------------------------------------------------------- bot steps


def test_the_answer_to_a_move_tells_what_the_bots_did(visitor: Visitor) -> None:
    path = visitor.open("yahtzee", "Ana", bots_greedy="2")
    told = []
    while visitor.state(path)["result"] is None and len(told) < 12:
        visitor.get(path)
        before = visitor.state(path)
        assert "data-steps" not in visitor.page.one("div", id="table").attributes
        visitor.roll()
        assert "data-steps" not in visitor.page.one("div", id="table").attributes
        address, fields = visitor.form("/write")
        box = visitor.boxes()[0]
        answer = visitor.http.post(address, data=fields | {"box": box}, headers={"hx-request": "true"})
        steps = json.loads(read(answer.text).one("div", id="table").attributes["data-steps"])
        after = visitor.state(path)
        assert [step["seat"] for step in steps] == [1, 2]
        for step in steps:
            seat = after["seats"][step["seat"]]
            assert (step["name"], step["total"]) == (seat["name"], seat["total"])
            turn = [turn for turn in after["turns"] if turn["seat"] == step["seat"]][-1]
            assert (step["box"], step["points"], step["extra"]) == (
                turn["box"],
                turn["points"],
                turn["extra"],
            )
            gained = step["total"] - before["seats"][step["seat"]]["total"]
            assert gained >= step["points"] + step["extra"]
            assert [roll["dice"] for roll in step["rolls"]] == [roll["dice"] for roll in turn["rolls"]]
            assert step["rolls"][0]["held"] == []
            last = step["rolls"][0]["dice"]
            for roll in step["rolls"]:
                assert sorted(roll["held"] + roll["thrown"]) == [0, 1, 2, 3, 4]
                assert [roll["dice"][place] for place in roll["held"]] == [
                    last[place] for place in roll["held"]
                ]
                last = roll["dice"]
        told += steps
    assert told[0]["box_name"][0].isupper()


def test_the_json_answer_tells_them_too_and_a_repeated_one_again(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana", bots_random="1")
    visitor.roll()
    address, fields = visitor.form("/write")
    box = visitor.boxes()[0]
    first, again = (
        visitor.http.post(address, data=fields | {"box": box}, headers=JSON).json() for _ in range(2)
    )
    assert len(first["steps"]) == 1
    assert again["steps"] == first["steps"]
    visitor.get(path)
    visitor.roll()
    late = visitor.http.post(address, data=fields | {"box": box}, headers=JSON).json()
    assert late["steps"] == []
    assert "steps" not in visitor.state(path)


@pytest.mark.parametrize("name", ['"><script>x</script>', "' onload='x", "{{ 7*7 }}"])
def test_SE_07_names_are_escaped_in_the_steps(visitor: Visitor, name: str) -> None:
    visitor.open("crag", name, bots_random="1")
    visitor.roll()
    address, fields = visitor.form("/write")
    answer = visitor.http.post(
        address, data=fields | {"box": visitor.boxes()[0]}, headers={"hx-request": "true"}
    )
    page = read(answer.text)
    assert page.all("script") == []
    assert "data-steps" in page.one("div", id="table").attributes
