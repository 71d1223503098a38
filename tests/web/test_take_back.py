"""Taking back a write at the table, by forms."""

from __future__ import annotations

from collections.abc import Callable

from at_site import Visitor, read


def test_what_was_written_is_taken_back(visitor: Visitor, loaded: list[tuple[int, ...]]) -> None:
    path = visitor.open("yahtzee", "Ana", "Ben")
    loaded += [(4, 4, 4, 4, 1)]
    visitor.roll()
    visitor.send("/hold", held="0,1")
    before = visitor.state()
    assert visitor.page.all("form", id="back") == []
    visitor.write("four_of_a_kind")
    assert visitor.page.one("form", id="back").text == "Take back: Four of a kind 17"
    assert visitor.state()["take_back"] == before["seat"]
    assert visitor.send("/take-back").status_code == 200
    assert visitor.path == path
    after = visitor.state()
    same = set(after) - {"version"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert visitor.page.all("form", id="back") == []
    assert visitor.write("chance").status_code == 200
    assert visitor.page.one("form", id="back").text == "Take back: Chance 17"


def test_a_roll_ends_it(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana")
    visitor.roll()
    visitor.write("choice")
    path, fields = visitor.form("/take-back")
    visitor.roll()
    assert visitor.page.all("form", id="back") == []
    state = visitor.state()
    late = visitor.http.post(path, data=fields | {"version": str(state["version"]), "key": "late"})
    assert late.status_code == 422
    assert read(late.text).one("p", id="notice").text == (
        "The dice have been rolled since: a roll is never taken back."
    )
    assert visitor.state() == state


def test_against_a_bot_there_is_nothing_to_take_back(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana", bots_greedy="1")
    visitor.roll()
    visitor.write("choice")
    assert visitor.page.all("form", id="back") == []
    assert visitor.state()["take_back"] is None


def test_pressed_twice_it_is_taken_back_once(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana")
    visitor.roll()
    visitor.write("choice")
    path, fields = visitor.form("/take-back")
    answers = [visitor.http.post(path, data=fields, follow_redirects=False) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert visitor.state()["number"] == 1


def test_SE_20_a_stranger_takes_nothing_back(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yacht", "Ana", "Ben")
    visitor.roll()
    visitor.write("choice")
    state = visitor.state()
    address, fields = visitor.form("/take-back")
    stranger = visitors()
    stranger.get(path)
    assert stranger.page.all("form", id="back") == []
    token = stranger.page.all("input", name="token")[0].attributes["value"]
    assert stranger.http.post(address, data=fields | {"token": token}).status_code == 403
    assert stranger.http.post(address, data=fields).status_code == 403
    assert visitor.state() == state


def test_the_part_says_that_it_was_taken_back(visitor: Visitor, loaded: list[tuple[int, ...]]) -> None:
    visitor.open("yacht", "Ana")
    loaded.append((2, 2, 2, 2, 6))
    visitor.roll()
    visitor.write("choice")
    path, fields = visitor.form("/take-back")
    answer = visitor.http.post(path, data=fields, headers={"hx-request": "true"})
    said = read(answer.text).one("div", id="table").attributes["data-say"]
    assert said == "The last entry is taken back.\nRoll 1 of 3: two, two, two, two, six."
