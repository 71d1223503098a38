"""Hints on the table: asked by a form, told in words and as marks, one for the same dice, and only where they are allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from at_site import Visitor, refused
from regatta import solver
from regatta.tables import tables_of

Visitors = Callable[[], Visitor]
WAIT = 60


@pytest.fixture(scope="module", autouse=True)
def worked_out() -> None:
    """The game is solved beforehand, so that the tests need not wait for the worker process."""
    solver.strategy_of(tables_of("crag"))


def test_UI_09_a_hint_says_the_best_marks_it_and_the_record_keeps_it(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana", bots_greedy="1")
    (button,) = visitor.page.all("button", id="ask-button")
    assert "disabled" in button.attributes, "there are no dice to ask about"
    visitor.roll()
    before = visitor.state(path)
    assert before["hint"] == "may"
    assert visitor.send("/hint").status_code == 200
    state = visitor.state(path)
    assert (state["hint"], state["version"]) == ("given", before["version"] + 1)
    assert [state[name] for name in ("dice", "seats", "number")] == [
        before[name] for name in ("dice", "seats", "number")
    ]
    advice = state["advice"]
    assert advice["best"]["keep"] == advice["options"][0]["keep"]
    assert advice["value"] == advice["options"][0]["value"]
    slip = visitor.page.one("div", id="hint")
    assert f"{advice['value']:.1f}" in slip.text
    kept = sorted(
        state["dice"][int(name.removeprefix("keep-")) - 1]["face"]
        for name in slip.attributes["class"].split()
        if name.startswith("keep-")
    )
    if len(advice["best"]["keep"]) < 3:
        assert kept == advice["best"]["keep"]
    else:
        assert len(visitor.page.all("button", class_="advised")) == 1
    assert "disabled" in visitor.page.one("button", id="ask-button").attributes
    visitor.get(path)
    assert visitor.page.one("div", id="hint").text == slip.text, "it stays while the dice lie"
    again = visitor.post(
        f"{path}/hint", token=state["token"], version=str(state["version"]), seat="0", key="again"
    )
    assert refused(again, 422).startswith("What the coach says")
    visitor.get(path)
    visitor.roll()
    assert not visitor.page.all("div", id="hint")
    visitor.send("/hint")
    visitor.write()
    record = visitor.http.get(f"{path}/record.json").json()
    own = next(turn for turn in record["turns"] if turn["seat"] == 0)
    assert own["hints"] == [1, 2]


def test_the_box_to_write_is_marked_after_the_last_roll(
    visitor: Visitor, loaded: list[tuple[int, ...]]
) -> None:
    loaded += [(6, 6, 1), (6, 6, 1), (6, 6, 1)]
    path = visitor.open("crag", "Ana")
    visitor.roll()
    visitor.roll()
    visitor.send("/hint")
    advice = visitor.state(path)["advice"]
    (advised,) = visitor.page.all("button", class_="advised")
    assert advised.attributes["value"] == advice["best"]["box"] == "crag"
    assert "50" in visitor.page.one("div", id="hint").text


def test_hints_are_not_for_tables_of_several_people_nor_for_strangers(visitors: Visitors) -> None:
    ana, stranger = visitors(), visitors()
    path = ana.open("crag", "Ana", "Bo")
    ana.roll()
    assert not ana.page.all("button", id="ask-button")
    state = ana.state(path)
    fields = {"token": state["token"], "version": str(state["version"]), "seat": str(state["seat"])}
    assert refused(ana.post(f"{path}/hint", **fields, key="a"), 422)
    path = ana.open("crag", "Ana")
    ana.roll()
    stranger.get(path)
    assert not stranger.page.all("button", id="ask-button")
    state = stranger.state(path)
    assert state["hint"] == ""
    assert refused(
        stranger.post(f"{path}/hint", token=state["token"], version=str(state["version"]), seat="0", key="b"),
        403,
    )


def test_without_the_token_there_is_no_hint(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana")
    visitor.roll()
    state = visitor.state(path)
    assert refused(visitor.post(f"{path}/hint", version=str(state["version"]), seat="0", key="c"), 403)
    assert visitor.state(path)["hint"] == "may"
