"""Moves: once, in order, by forms."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx

from at_site import Visitor, read


def test_fl_04_a_double_click_is_one_roll(visitor: Visitor) -> None:
    visitor.open("yacht")
    path, fields = visitor.form("/roll")
    answers = [visitor.http.post(path, data=fields, follow_redirects=False) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert visitor.state()["number"] == 1


def test_fl_04_two_presses_at_once_are_one_roll(visitor: Visitor) -> None:
    visitor.open("yacht")
    path, fields = visitor.form("/roll")
    with ThreadPoolExecutor(4) as pool:
        send = lambda _: visitor.http.post(path, data=fields, follow_redirects=False)  # noqa: E731
        answers = list(pool.map(send, range(4)))
    assert {answer.status_code for answer in answers} == {303}
    assert visitor.state()["number"] == 1


def test_on_26_two_writes_at_once(visitor: Visitor) -> None:
    visitor.open("yacht", "Ana", "Ben")
    visitor.roll()
    before = visitor.state()
    path, fields = visitor.form("/write")
    headers = {"accept": "application/json"}
    with ThreadPoolExecutor(2) as pool:
        boxes = ("choice", "sixes")
        send = lambda box: visitor.http.post(path, data=fields | {"box": box}, headers=headers)  # noqa: E731
        answers = list(pool.map(send, boxes))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    after = visitor.state()
    written = [line for seat in after["seats"] for line in seat["lines"] if line.get("points") is not None]
    assert sum(line["kind"] == "box" for line in written) == 1
    assert after["seat"] == 1 - before["seat"]


def test_on_13_an_old_tab_cannot_act(visitor: Visitor) -> None:
    visitor.open("yacht")
    visitor.roll()
    old_path, old = visitor.form("/write")
    visitor.write("choice")
    answer = visitor.http.post(old_path, data=old | {"box": "yacht"})
    assert answer.status_code == 409
    assert read(answer.text).one("p", id="notice").text
    assert len(visitor.state()["turns"]) == 1


def test_holds_stay_until_they_are_changed(visitor: Visitor) -> None:
    """LG-21: free dice are thrown, held ones are not; a new turn is clean."""
    visitor.open("yacht")
    visitor.roll()
    visitor.send("/hold", held="1,3")
    first = [die["face"] for die in visitor.state()["dice"]]
    visitor.roll()
    second = visitor.state()["dice"]
    assert [die["face"] for die in second if die["held"]] == [first[1], first[3]]
    assert [die["place"] for die in second if die["held"]] == [1, 3]
    assert [die["thrown"] for die in second] == [True, False, True, False, True]
    visitor.send("/hold", held="3")
    visitor.roll()
    assert [die["thrown"] for die in visitor.state()["dice"]] == [True, True, True, False, True]
    visitor.write("choice")
    after = visitor.state()
    assert (after["number"], after["dice"]) == (0, [])
    visitor.roll()
    assert not any(die["held"] for die in visitor.state()["dice"])


def test_ui_07_dice_are_held_by_their_place(visitor: Visitor, loaded: list[tuple[int, ...]]) -> None:
    visitor.open("yacht")
    loaded.append((5, 2, 5, 5, 1))
    visitor.roll()
    for die in (1, 3):
        button = visitor.page.one("button", id=f"die-{die}")
        visitor.send("/hold", held=button.attributes["value"])
    pressed = [
        button.attributes["aria-pressed"] for button in visitor.page.one("ol", class_="dice").all("button")
    ]
    assert pressed == ["true", "false", "true", "false", "false"]
    button = visitor.page.one("button", id="die-1")
    visitor.send("/hold", held=button.attributes["value"])
    assert [die["held"] for die in visitor.state()["dice"]] == [False, False, True, False, False]


def test_on_08_a_reload_shows_the_same_turn(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("yacht", "Ana")
    visitor.roll()
    visitor.send("/hold", held="0,4")
    before = visitor.state()
    for _ in range(2):
        visitor.get(path)
    assert visitor.state() == before
    copied = visitors()
    copied.http.cookies.update(visitor.http.cookies)
    assert copied.state(path) == before


def test_a_move_by_htmx_gets_the_part_that_changes(visitor: Visitor) -> None:
    visitor.open("yacht")
    path, fields = visitor.form("/roll")
    answer = visitor.http.post(path, data=fields, headers={"hx-request": "true"})
    assert answer.status_code == 200
    page = read(answer.text)
    assert page.all("div")[0].attributes["id"] == "table"
    assert page.all("html") == []
    stale = visitor.http.post(path, data=fields | {"key": "other"}, headers={"hx-request": "true"})
    assert stale.status_code == 409
    assert read(stale.text).one("p", id="notice")
    refused = visitor.http.post(path, data=fields | {"token": ""}, headers={"hx-request": "true"})
    assert refused.status_code == 403
    assert refused.headers["hx-retarget"] == "body"


def test_play_again_is_the_same_game_with_nothing_of_the_last(visitor: Visitor) -> None:
    """FL-11: no hold, no roll, an empty sheet."""
    old = visitor.open("crag", "Ana", "Ben", bots_random="1")
    while not visitor.page.all("section", id="result"):
        visitor.roll()
        visitor.write()
    old_state = visitor.state()
    visitor.send("/again")
    assert visitor.path_of_match != old
    new = visitor.state()
    assert [seat["name"] for seat in new["seats"]] == [seat["name"] for seat in old_state["seats"]]
    assert [seat["player"] for seat in new["seats"]] == ["person", "person", "random"]
    assert new["options"] == old_state["options"]
    assert (new["number"], new["dice"], new["result"]) == (0, [], None)
    people = [seat for seat in new["seats"] if seat["player"] == "person"]
    assert all(
        line.get("points") is None for seat in people for line in seat["lines"] if line["kind"] == "box"
    )


def test_the_record_of_a_match_can_be_taken_home(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana")
    visitor.roll()
    early = visitor.http.get(f"{path}/record.json").json()
    assert early["dice"]["seed"] is None
    visitor.write()
    visitor.play_out()
    late = visitor.http.get(f"{path}/record.json").json()
    assert late["dice"]["seed"]
    assert late["dice"]["commitment"] == early["dice"]["commitment"]


def test_nothing_tells_the_seed_before_the_end(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    path = visitor.open("crag", "Ana")
    seen: list[httpx.Response] = []
    for who in (visitor, visitors()):
        seen += [who.http.get(each) for each in (path, f"{path}.json", f"{path}/record.json")]
    visitor.roll()
    visitor.write()
    visitor.play_out()
    seed = visitor.http.get(f"{path}/record.json").json()["dice"]["seed"]
    assert seed in visitor.http.get(f"{path}/dice").text
    assert not [answer for answer in seen if seed in answer.text]
