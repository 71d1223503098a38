"""Sheets and dice from text: what play leads to is read back, what it cannot lead to is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plays import at_write, every_tables, play, tables
from regatta import engine
from regatta.engine import Keep, Roll, Write, parse_dice, parse_sheet
from regatta.errors import Illegal, Invalid, RegattaError
from search import examples

NAMES = tuple(every_tables())


@examples(150)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32))
def test_a_sheet_of_real_play_is_read_back(name: str, seed: int) -> None:
    rng, game = Random(seed), every_tables()[name]
    paying = [index for index, extra in enumerate(game.extras) if extra.worth is not None]
    for _, _, _, position in play(engine.start(game), rng):
        sheet = position.sheets[0]
        parts = sheet.text(game.boxes).split()
        rng.shuffle(parts)
        again = parse_sheet(game, rng.choice((" ", ",", ", ", "\n")).join(parts), sum(sheet.extras))
        assert again.points == sheet.points
        assert (again.filled, again.made) == (sheet.filled, sheet.made)
        assert sum(again.extras) == sum(sheet.extras)
        if len(paying) == 1:
            assert again == sheet


def test_a_sheet_full_of_jokers_is_read_back() -> None:
    """The sheets that random play hardly meets: each box written with five alike, in any order of the boxes."""
    game, rng = tables("yahtzee"), Random(4)
    for name in [name for name in NAMES if name.startswith("yahtzee[")]:
        game = every_tables()[name]
        for _ in range(40):
            position = engine.start(game)
            while position.phase != "over":
                face = rng.randint(1, 6)
                position = position._replace(phase="write", number=3, dice=(face,) * 5)
                allowed = engine.legal_actions(position)
                yahtzee = Write("yahtzee")
                action = yahtzee if yahtzee in allowed and rng.random() < 0.5 else rng.choice(allowed)
                position, _ = engine.apply(position, action)
                sheet = position.sheets[0]
                assert parse_sheet(game, sheet.text(game.boxes), sum(sheet.extras)) == sheet


def test_a_joker_may_force_a_zero_into_a_box_that_never_gives_one_otherwise() -> None:
    """In the odd game a box of "left" may give 0 or less only by its own rule; the joker changes that."""
    game = tables("odd")
    for name, whole in every_tables().items():
        if name.startswith("odd["):
            for index in range(len(whole.boxes)):
                seen = {
                    points
                    for filled in range(0, whole.all_boxes, 7)
                    if not filled >> index & 1
                    for roll in whole.dice.rolls
                    for box, points in whole.writes(filled, filled, roll, 1).points.items()
                    if box == index
                }
                assert seen <= whole.possible_points(index)
    assert game.possible_points(game.box_index["threes"]) >= {-4, -1, 2, 5, 0}


@pytest.mark.parametrize(
    ("sheet", "extras", "kind", "code"),
    [
        ("ones", 0, Invalid, "sheet.unreadable"),
        ("ones=", 0, Invalid, "sheet.unreadable"),
        ("ones=x", 0, Invalid, "sheet.unreadable"),
        ("ones=+3", 0, Invalid, "sheet.unreadable"),
        ("ones=3.0", 0, Invalid, "sheet.unreadable"),
        ("ones=٣", 0, Invalid, "sheet.unreadable"),
        ("ones=100000000000", 0, Invalid, "sheet.unreadable"),
        ("=3", 0, Invalid, "box.unknown"),
        ("choice=3", 0, Invalid, "box.unknown"),
        ("ONES=3", 0, Invalid, "box.unknown"),
        ("ones=3 ones=3", 0, Illegal, "sheet.box_twice"),
        ("ones=6", 0, Illegal, "sheet.impossible_points"),
        ("ones=-1", 0, Illegal, "sheet.impossible_points"),
        ("twos=3", 0, Illegal, "sheet.impossible_points"),
        ("full_house=24", 0, Illegal, "sheet.impossible_points"),
        ("yahtzee=100", 0, Illegal, "sheet.impossible_points"),
        ("chance=4", 0, Illegal, "sheet.impossible_points"),
        ("chance=0", 0, Illegal, "sheet.impossible_points"),
        ("three_of_a_kind=4", 0, Illegal, "sheet.impossible_points"),
        ("", 1, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50", 1, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50 ones=5", -1, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50 ones=5", 2, Illegal, "sheet.impossible_extras"),
        ("yahtzee=0 ones=5", 1, Illegal, "sheet.impossible_extras"),
        ("ones=5 twos=10", 1, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50 ones=3", 1, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50 ones=3 twos=10", 2, Illegal, "sheet.impossible_extras"),
        ("yahtzee=50 four_of_a_kind=26", 1, Illegal, "sheet.impossible_extras"),
    ],
)
def test_a_sheet_that_no_game_leads_to_is_refused(
    sheet: str, extras: int, kind: type[RegattaError], code: str
) -> None:
    with pytest.raises(kind) as caught:
        parse_sheet(tables("yahtzee"), sheet, extras)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("game", "sheet"),
    [
        ("yahtzee-upper-first", "chance=20"),
        ("yahtzee-upper-first", "ones=3 twos=6 threes=9 fours=12 fives=15 yahtzee=50"),
        ("yacht", "yacht=49"),
        ("yacht", "full_house=5"),
        ("yacht", "four_of_a_kind=31"),
        ("yatzy", "one_pair=3"),
        ("yatzy", "two_pairs=4"),
        ("yatzy", "full_house=5"),
        ("crag", "crag=26"),
        ("kismet", "kismet=50"),
    ],
)
def test_impossible_sheets_of_other_games(game: str, sheet: str) -> None:
    with pytest.raises(Illegal, match=r"^sheet\.impossible_(points|order)"):
        parse_sheet(tables(game), sheet)


def test_top_to_bottom_needs_the_boxes_above() -> None:
    game = tables("yatzy", box_order="top_to_bottom")
    assert parse_sheet(game, "ones=0 twos=0").filled == 3
    with pytest.raises(Illegal, match=r"^sheet\.impossible_order"):
        parse_sheet(game, "ones=0 threes=0")


def test_a_box_out_of_turn_is_refused_with_its_reason() -> None:
    game = tables("yahtzee-upper-first")
    position = at_write(game, "ones=3", (5, 5, 5, 5, 5))
    with pytest.raises(Illegal, match=r"^move\.box_not_yet"):
        engine.verify(position, Write("chance"))
    assert {action.box for action in engine.legal_actions(position) if isinstance(action, Write)} == {
        *("twos", "threes", "fours", "fives", "sixes"),
    }


def test_dice_from_text() -> None:
    game = tables("yahtzee")
    assert parse_dice(game, "5,1,5,2,5") == parse_dice(game, " 5 1 5, 2,,5 ") == (1, 2, 5, 5, 5)
    for text, code in {
        "": "dice.count",
        "1,2,3,4": "dice.count",
        "1,2,3,4,5,6": "dice.count",
        "1,2,3,4,7": "dice.face",
        "0,1,2,3,4": "dice.face",
        "-1,1,2,3,4": "dice.face",
        "1,2,3,4,x": "dice.unreadable",
        "1,2,3,4,5.0": "dice.unreadable",
        "1,2,3,4,٥": "dice.unreadable",
        "12345": "dice.face",
    }.items():
        with pytest.raises(Invalid) as caught:
            parse_dice(game, text)
        assert caught.value.code == code, text


def test_a_position_says_all_that_matters_in_one_line() -> None:
    position = engine.start(tables("yahtzee"), 2)
    assert str(position) == 'yahtzee seat 1/2 "" roll 0 dice - roll'
    position, _ = engine.apply(position, Roll((6, 5, 5, 1, 1)))
    assert str(position) == 'yahtzee seat 1/2 "" roll 1 dice 1,1,5,5,6 keep'
    position, _ = engine.apply(position, Keep((5, 5)))
    assert str(position) == 'yahtzee seat 1/2 "" roll 1 dice - kept 5,5 roll'
    assert str(at_write(tables("yacht"), "ones=0", (1, 1, 1, 1, 2))) == (
        'yacht "ones=0" roll 3 dice 1,1,1,1,2 write'
    )
