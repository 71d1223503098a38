"""The score pad over HTTP, by forms as a browser without JavaScript sends them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from at_site import Visitor, read, refused
from regatta import solver
from regatta.match.record import read as read_record
from regatta.match.verify import verify
from regatta.tables import tables_of


def open_pad(visitor: Visitor, game: str, *names: str, **fields: str) -> str:
    visitor.get(f"/pad/{game}")
    people = {f"name-{number}": name for number, name in enumerate(names, 1)}
    assert visitor.send(f"/pad/{game}", **people, **fields).status_code == 200, visitor.page.text
    return visitor.path


def status(visitor: Visitor) -> str:
    return visitor.page.one(id="dock-title").text


def test_two_people_keep_a_pad(visitor: Visitor) -> None:
    path = open_pad(visitor, "yahtzee", "Ana", "Ben", starter="2")
    assert status(visitor) == "Ben throws: enter the dice"
    assert visitor.page.all("form", action=f"{path}/roll") == []
    assert visitor.page.all("form", id="ask") == []
    numbers = visitor.page.all("input", name="number")
    assert [each.attributes["value"] for each in numbers if "checked" in each.attributes] == ["3"]
    visitor.send("/enter", dice="55531", number="1")
    assert visitor.page.one("form", id="back").text == "Take back: 5 5 5 3 1"
    assert status(visitor) == "Tap the dice that were thrown again, or write into a box"
    assert "three_of_a_kind" in visitor.boxes()
    visitor.send("/enter", dice="5, 5 5,5 3", number="3")
    assert [die["face"] for die in visitor.state()["dice"]] == [5, 5, 5, 5, 3]
    assert [roll["number"] for roll in visitor.state()["turn"]["rolls"]] == [1, 3]
    assert visitor.page.all("input", name="dice") == []
    assert "rolled 5 5 5 3 1 → … → 5 5 5 5 3" in visitor.page.one(id="turns").text
    visitor.send("/take-back")
    assert visitor.page.one("form", id="back").text == "Take back: 5 5 5 3 1"
    visitor.send("/enter", dice="55553", number="2")
    visitor.write("four_of_a_kind")
    state = visitor.state()
    assert (state["seat"], state["seats"][1]["total"], state["method"]) == (0, 23, "by hand")
    assert status(visitor) == "Ana throws: enter the dice"
    # These people enter each roll: the first one is offered now.
    numbers = visitor.page.all("input", name="number")
    assert [each.attributes["value"] for each in numbers if "checked" in each.attributes] == ["1"]
    record = read_record(visitor.http.get(f"{path}/record.json").content)
    assert [error.code for error in verify(record)] == ["record.by_hand"]
    visitor.get(f"{path}/dice")
    assert "nothing proves them" in visitor.page.text
    assert "turn 1, roll 2" in visitor.page.text
    assert "Commitment" not in visitor.page.text


def test_what_was_mistyped_is_told_at_the_table(visitor: Visitor) -> None:
    path = open_pad(visitor, "yacht", "Ana")
    before = visitor.state()
    for dice, sentence in (
        ("5553", "There are 4 dice; it takes 5."),
        ("555312", "There are 6 dice; it takes 5."),
        ("", "There are 0 dice; it takes 5."),
        ("55537", "No die shows 7: the faces are 1 to 6."),
        ("five", "five are no dice. Write their faces with commas, such as 2,2,4,5,6."),
    ):
        answer = visitor.send("/enter", dice=dice)
        assert answer.status_code == 422
        assert visitor.page.one("p", id="notice").text == sentence
        assert visitor.page.one("input", id="typed")
        visitor.get(path)
    assert visitor.state() == before
    visitor.send("/enter", dice="11122", number="2")
    late, fields = visitor.form("/enter")
    assert visitor.http.post(late, data=fields | {"dice": "11122", "number": "2"}).status_code == 422
    assert (
        visitor.http.post(late, data=fields | {"dice": "11122", "number": "9", "key": "k"}).status_code == 400
    )


def test_dice_of_the_site_cannot_be_typed_in(visitor: Visitor) -> None:
    path = visitor.open("yacht", "Ana")
    fields = visitor.form("/roll")[1] | {"dice": "66666"}
    refused(visitor.http.post(f"{path}/enter", data=fields), 422)
    assert visitor.state()["dice"] == []


def test_only_who_keeps_the_pad_enters(visitors: Callable[[], Visitor]) -> None:
    ana, other = visitors(), visitors()
    path = open_pad(ana, "yacht", "Ana")
    other.get(path)
    assert other.page.all("form", id="entry") == []
    token = other.state(path)["token"]
    fields = ana.form("/enter")[1] | {"dice": "66666", "token": token}
    assert other.http.post(f"{path}/enter", data=fields).status_code == 403


def test_the_form_says_what_is_wrong_and_keeps_the_rest(visitor: Visitor) -> None:
    visitor.get("/pad/yahtzee")
    answer = visitor.send("/pad/yahtzee", name_1="Ana", starter="4", hints="yes")
    assert answer.status_code == 400
    assert visitor.page.one("p", role="alert").text == "There is no seat 3."
    assert visitor.page.one("input", id="name-1").attributes["value"] == "Ana"
    assert "checked" in visitor.page.one("input", id="hints").attributes
    visitor.get("/")
    assert visitor.page.one("a", href="/pad/yahtzee").text == "Yahtzee"
    visitor.get("/games/yahtzee?option-upper_first=yes")
    (way,) = [tag for tag in visitor.page.all("a") if tag.attributes["href"].startswith("/pad/")]
    assert way.attributes["href"] == "/pad/yahtzee?option-upper_first=yes"
    visitor.get(way.attributes["href"])
    (chosen,) = [
        tag
        for tag in visitor.page.one("select", id="option-upper_first").all("option")
        if "selected" in tag.attributes
    ]
    assert chosen.attributes["value"] == "yes"


@pytest.fixture
def crag() -> None:
    """The server finds the game solved on the disk."""
    solver.distribution_of(solver.strategy_of(tables_of("crag")))


@pytest.mark.usefixtures("crag")
def test_a_whole_pad_with_advice_and_its_review(visitor: Visitor) -> None:
    """One seat enters each roll, the other only what is written: the review says what it cannot know."""
    path = open_pad(visitor, "crag", "Ana", "Ben", hints="yes")
    boxes = len(visitor.state()["seats"][0]["lines"])
    visitor.send("/enter", dice="662", number="1")
    visitor.send("/hint")
    assert visitor.page.one(id="hint").text.startswith("Best: ")
    assert visitor.state()["hint"] == "given"
    state = visitor.state()
    while state["result"] is None:
        fields = {name: state[name] for name in ("token", "version", "seat")} | {
            "key": f"k{state['version']}"
        }
        if state["left"] and (state["seat"] == 0 or not state["dice"]):
            act = "enter"
            fields |= {"dice": [6, 6, 1 + state["version"] % 6], "number": state["number"] + 1}
            if state["seat"] == 1:
                del fields["number"]
        else:
            act = "write"
            fields["box"] = next(iter(state["preview"]["points"]))
        answer = visitor.http.post(f"{path}/{act}", json=fields, headers={"accept": "application/json"})
        assert answer.status_code == 200, answer.text
        state = answer.json()
    visitor.get(path)
    assert visitor.page.all("form", id="entry") == []
    assert visitor.page.all("a", href=f"{path}/dice") == []
    assert visitor.page.one("time")
    found = visitor.http.get(f"{path}/review", headers={"accept": "application/json"}).json()
    ana, ben = found["seats"]
    for seat in (ana, ben):
        assert seat["final"] == pytest.approx(seat["start_value"] + seat["luck"] - seat["loss"], abs=1e-6)
    turns = len({each["turn"] for each in ben["decisions"]})
    assert turns < boxes
    assert {each["unseen"] for each in ana["rolls"]} == {0}
    assert [each["unseen"] for each in ben["rolls"]] == [1] * turns
    assert all("box" in each["chosen"] for each in ben["decisions"]), "what was kept is not known"
    assert any("keep" in each["chosen"] for each in ana["decisions"])
    told = f"In {turns} turns not every roll was entered: what was decided between counts as luck here."
    assert told not in read(visitor.http.get(f"{path}/review?seat=1").text).text
    assert told in read(visitor.http.get(f"{path}/review?seat=2").text).text
    assert read(visitor.http.get(f"{path}/replay?turn=2").text).one(id="dice-row")
    assert json.loads(visitor.http.get("/", headers={"accept": "application/json"}).text)["games"]
    visitor.send("/again")
    again = visitor.state()
    assert (again["series"]["number"], again["method"], again["seat"]) == (2, "by hand", 1)
