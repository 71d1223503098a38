"""What somebody typed at the table is understood as they meant it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regatta.terminal import reply
from regatta.terminal.reply import (
    Back,
    Help,
    Holding,
    Lost,
    Quit,
    Reply,
    Rolling,
    Stop,
    TakingBack,
    Unclear,
    Writing,
)

DICE = (5, 2, 5, 1, 6)
BOXES = {"ones": "Ones", "small_run": "Small run", "small_house": "Small house", "chance": "Chance"}


def kept(text: str, held: tuple[int, ...] = ()) -> Reply:
    return reply.to_keep(text, DICE, held, 6, BOXES)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", Rolling()),
        (" r ", Rolling()),
        ("s", Stop()),
        ("S", Stop()),
        ("q", Quit()),
        ("u", TakingBack()),
        ("undo", TakingBack()),
        ("?", Help()),
        ("help", Help()),
        ("-", Holding(())),
        ("*", Holding((0, 1, 2, 3, 4))),
        ("5", Holding((0,))),
        ("5 5", Holding((0, 2))),
        ("55", Holding((0, 2))),
        ("5,5,1", Holding((0, 2, 3))),
        ("5 5 r", Holding((0, 2), roll=True)),
        ("55r", Holding((0, 2), roll=True)),
        ("5 5 5", Lost(5)),
        ("7", Lost(7)),
        ("0", Lost(0)),
        ("b d", Holding((1, 3))),
        ("DB", Holding((1, 3))),
        ("bbb", Holding((1,))),
        ("b r", Holding((1,), roll=True)),
        ("f", Unclear()),
        ("ones", Writing("ones")),
        ("Small Run", Writing("small_run")),
        ("small_run", Writing("small_run")),
        ("small r", Writing("small_run")),
        ("small", Unclear(("Small run", "Small house"))),
        ("ch", Writing("chance")),
        ("o", Unclear()),
        ("5 b", Unclear()),
        (",", Unclear()),
        ("٣", Unclear()),
    ],
)
def test_with_rolls_left(text: str, meant: Reply) -> None:
    assert kept(text) == meant


def test_held_dice_stay_where_there_is_a_choice() -> None:
    assert kept("5", held=(2,)) == Holding((2,))
    assert kept("5 1", held=(2, 4)) == Holding((2, 3))


def test_enter_with_all_dice_kept_is_to_stop() -> None:
    assert kept("", held=(0, 1, 2, 3, 4)) == Stop()


def test_faces_of_two_digits_need_gaps() -> None:
    assert reply.to_keep("12 3", (3, 12, 1, 2), (), 12, {}) == Holding((0, 1))
    assert reply.to_keep("123", (3, 12, 1, 2), (), 12, {}) == Lost(123)


def test_many_dice_have_no_letters() -> None:
    dice = (1,) * 12
    assert reply.to_keep("a", dice, (), 6, {}) == Unclear()
    assert reply.to_keep("1 1", dice, (), 6, {}) == Holding((0, 1))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1", Writing("ones")),
        (" 4 ", Writing("chance")),
        ("0", Unclear()),
        ("5", Unclear()),
        ("99999999", Unclear()),
        ("chance", Writing("chance")),
        ("", Back()),
        ("k", Back()),
        ("q", Quit()),
        ("?", Help()),
    ],
)
def test_when_a_box_is_to_be_chosen(text: str, meant: Reply) -> None:
    assert reply.to_write(text, BOXES) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [("", Rolling()), ("r", Rolling()), ("q", Quit()), ("u", TakingBack()), ("55", Unclear())],
)
def test_before_the_first_roll(text: str, meant: Reply) -> None:
    assert reply.to_roll(text) == meant


@given(st.text(max_size=30), st.sets(st.integers(0, 4)))
def test_anything_is_understood_somehow(text: str, held: set[int]) -> None:
    for meant in (kept(text, tuple(sorted(held))), reply.to_write(text, BOXES), reply.to_roll(text)):
        if isinstance(meant, Holding):
            assert set(meant.places) <= set(range(5))
        if isinstance(meant, Writing):
            assert meant.box in BOXES


@pytest.mark.parametrize("typed", ["Šestky", "sestky", "SEST", "mala postupka", "Malá p", "trojka", "sokol"])
def test_a_name_may_be_typed_without_its_accents(typed: str) -> None:
    boxes = {"sixes": "Šestky", "small_run": "Malá postupka", "three": "Trójka", "falcon": "Sokół"}
    assert isinstance(reply.to_write(typed, boxes), Writing)
