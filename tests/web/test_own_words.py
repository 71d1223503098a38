"""Words of one's own for the dice: typed after the commitment is shown and before anybody rolls, by forms alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from at_site import Tag, Visitor
from regatta.match.record import read as read_record
from regatta.match.verify import verify


@pytest.fixture
def waiting(visitor: Visitor) -> Visitor:
    """Somebody at a table that waits for words."""
    visitor.open("crag", "Ana", "Ben", bots_random="1", own_salt="yes")
    return visitor


def test_the_commitment_stands_there_before_the_words_and_the_first_roll(waiting: Visitor) -> None:
    state = waiting.state()
    assert (state["phase"], state["rounds"], state["dice"]) == ("waiting", [], [])
    part = waiting.page.one("section", id="dock")
    assert part.one("code", class_="commitment").text == state["commitment"]
    fields = [field.attributes["name"] for field in part.all("input", type="text")]
    assert fields == ["salt-1", "salt-2"]
    assert waiting.page.all("form", action=f"{waiting.path_of_match}/roll") == []
    waiting.send("/begin", salt_1="plum jam", salt_2="")
    begun = waiting.state()
    assert begun["commitment"] == state["commitment"]
    assert begun["seats"][0]["salt"] == "plum jam"
    assert len(begun["seats"][1]["salt"]) == 32
    assert begun["rounds"]
    waiting.get(f"{waiting.path_of_match}/dice")
    rows = waiting.page.all("table", class_="figures")[0].one("tbody").all("tr")
    told = [row.all("td")[-1].text for row in rows]
    assert told == ["typed by the player", "made by the server", "nothing: a bot"]


def test_the_dice_of_a_whole_match_follow_from_the_words(waiting: Visitor) -> None:
    words = "  <b>ő</b> 🎲 \\ \"x'  "
    waiting.send("/begin", salt_1=words, salt_2="b")
    path = waiting.path_of_match
    waiting.play_out()
    record = read_record(waiting.http.get(f"{path}/record.json").text)
    assert record.dice.salts[:2] == (words, "b")
    assert verify(record) == []
    waiting.get(f"{path}/dice")
    assert waiting.page.all("b") == []


def test_sending_the_form_twice_is_beginning_once(waiting: Visitor) -> None:
    path, fields = waiting.form("/begin")
    answers = [
        waiting.http.post(path, data=fields | {"salt-1": "a", "salt-2": "b"}, follow_redirects=False)
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [303, 303]
    state = waiting.state()
    assert [seat["salt"] for seat in state["seats"][:2]] == ["a", "b"]
    again = waiting.http.post(
        path, data=fields | {"salt-1": "c", "key": "other", "version": str(state["version"])}
    )
    assert again.status_code == 422
    assert waiting.state()["seats"][0]["salt"] == "a"


def test_one_seat_adds_its_words_and_the_other_later(waiting: Visitor) -> None:
    _, fields = waiting.form("/begin")
    path = waiting.path_of_match
    known = {"token": fields["token"], "version": fields["version"], "key": "k1"}
    assert waiting.post(f"{path}/salt", **known, seat="0", salt="mine").status_code == 200
    part = waiting.page.one("section", id="dock")
    assert [field.attributes["name"] for field in part.all("input", type="text")] == ["salt-2"]
    assert part.one("code", class_="salt").text == "mine"
    assert waiting.state()["phase"] == "waiting"
    answer = waiting.post(f"{path}/salt", **known | {"key": "k2", "version": "2"}, seat="0", salt="other")
    assert answer.status_code == 422
    waiting.get(path)
    waiting.send("/begin", salt_2="ours")
    assert [seat["salt"] for seat in waiting.state()["seats"][:2]] == ["mine", "ours"]


def test_words_that_cannot_be_are_refused_and_change_nothing(
    waiting: Visitor, visitors: Callable[[], Visitor]
) -> None:
    path, fields = waiting.form("/begin")
    version = waiting.state()["version"]
    assert waiting.post(path, **fields | {"salt-1": "x", "salt-2": "y" * 201}).status_code == 400
    assert waiting.post(path, **fields | {"salt-3": "for the bot"}).status_code == 403
    assert waiting.post(path, **fields | {"salt-9": "nobody"}).status_code == 404
    stranger = visitors()
    stranger.get("/new/yacht")
    token = stranger.page.one("form", class_="new").all("input", name="token")[0].attributes["value"]
    assert stranger.post(path, **fields | {"token": token, "salt-1": "x"}).status_code == 403
    assert stranger.post(path, **fields).status_code == 403
    state = waiting.state()
    assert state["phase"] == "waiting"
    assert [seat["salt"] for seat in state["seats"]] == [None, None, None]
    assert state["version"] == version


def test_who_only_looks_on_is_not_asked(waiting: Visitor, visitors: Callable[[], Visitor]) -> None:
    stranger = visitors()
    stranger.get(waiting.path_of_match)
    assert stranger.page.all("form", id="begin") == []
    assert stranger.page.one("section", id="fair").all("code")[0].text == waiting.state()["commitment"]


def test_the_form_of_a_new_game_asks_in_words_and_remembers(visitor: Visitor) -> None:
    visitor.get("/new/yacht")
    box = visitor.page.one("input", id="own-salt")
    fold = box.up("details")
    assert isinstance(fold, Tag)
    assert "open" not in fold.attributes
    assert fold.all("a", href="/dice")
    answer = visitor.send("/new/yacht", name_1="\u202e", own_salt="yes")
    assert answer.status_code == 400
    again = visitor.page.one("input", id="own-salt")
    assert "checked" in again.attributes
