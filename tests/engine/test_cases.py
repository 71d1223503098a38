"""Cases of cases.yaml, and of the collection it comes from, that tables, engine and players can show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

import cases as loader
from cases import cases, collection, dice, points
from plays import at_write, every_tables, play, tables
from regatta import engine
from regatta.engine import BonusLine, ExtraLine, Keep, Kept, Position, Roll, SumLine, Write, Wrote
from regatta.errors import Illegal, Invalid
from regatta.model import catalogue
from regatta.players import KNOWING, names, player
from regatta.tables import Tables, Writes


def table(word: str) -> pytest.MarkDecorator:
    """One test for each entry of a table, with the id of the case (and a letter where it has several)."""
    found: list[Any] = []
    for case, entries in cases()[word].items():
        several = isinstance(entries, list) and isinstance(entries[0], dict)
        for letter, entry in zip("abcdefgh", entries if several else [entries], strict=False):
            found.append(pytest.param(entry, id=f"{case}{letter}" if several and len(entries) > 1 else case))
    return pytest.mark.parametrize("case", found)


def legal(game: Tables, writes: Writes) -> dict[str, int]:
    return {game.boxes[box]: worth for box, worth in writes.points.items()}


# -------------------------------------------------------------------------------------------------- the tables


@table("rows")
def test_rows(case: list[Any]) -> None:
    game, thrown, box, worth = case
    position = at_write(tables(game), "", dice(thrown))
    after, event = engine.apply(position, Write(box))
    assert event == Wrote(0, box, worth, 0, ())
    assert engine.totals(after) == (worth,)


@table("rows")
def test_rows_in_any_order_of_the_dice(case: list[Any]) -> None:
    game, thrown, box, worth = case
    whole = tables(game)
    index = whole.box_index[box]
    for order in set(permutations(dice(thrown))):
        assert whole.points[0][whole.dice.roll_index[whole.dice.read(order)]][index] == worth


@table("scores")
def test_scores(case: dict[str, str]) -> None:
    game = tables(case["game"])
    position = at_write(game, case.get("sheet", ""), dice(case["dice"]))
    given = legal(game, engine.previews(position))
    for box, worth in points(case["gives"]).items():
        assert given[box] == worth, box
        assert engine.apply(position, Write(box))[1] == Wrote(0, box, worth, 0, ())


@table("legal")
def test_legal_boxes(case: dict[str, Any]) -> None:
    game = tables(case["game"])
    position = at_write(game, case["sheet"], dice(case["dice"]))
    writes = engine.previews(position)
    assert writes.extra == case["bonus"]
    if "legal" in case:
        check_legal(position, points(case["legal"]))


def check_legal(position: Position, allowed: dict[str, int]) -> None:
    """Check that these boxes may be written with these points, and that every other one is refused."""
    game = position.game
    assert legal(game, engine.previews(position)) == allowed
    assert engine.legal_actions(position) == tuple(Write(box) for box in game.boxes if box in allowed)
    for box in game.boxes:
        assert engine.can(position, Write(box)) == (box in allowed)
        if box not in allowed:
            with pytest.raises(Illegal) as caught:
                engine.apply(position, Write(box))
            written = position.sheets[0].points[game.box_index[box]] is not None
            assert caught.value.code == ("move.box_written" if written else "move.box_forbidden")


@table("positions")
def test_positions(case: dict[str, Any]) -> None:
    game = tables(case["game"])
    position = at_write(game, case["sheet"], dice(case["dice"]), case.get("extras", 0))
    check_legal(position, points(case["legal"]))
    assert engine.previews(position).extra == case["bonus"]
    if "after" not in case:
        return
    wanted = case["after"]
    after, event = engine.apply(position, Write(wanted["box"]))
    assert event == Wrote(0, wanted["box"], wanted["points"], case["bonus"], (0,) if case["bonus"] else ())
    assert engine.totals(after) == (wanted["total"],)
    assert after.phase == ("over" if wanted["over"] == "yes" else "roll")
    seen = {type(line): line for line in engine.lines(game, after.sheets[0])}
    upper, bonus, chips = seen[SumLine], seen[BonusLine], seen[ExtraLine]
    assert upper == SumLine("upper", wanted["upper subtotal"])
    assert isinstance(bonus, BonusLine)
    assert bonus.points == wanted["upper bonus"]
    assert isinstance(chips, ExtraLine)
    assert (chips.chip, chips.chips, chips.worth, chips.points) == (
        "bonus_chips",
        wanted["extras"],
        100,
        100 * wanted["extras"],
    )


@table("bonuses")
def test_bonuses(case: dict[str, dict[int, int]]) -> None:
    for game, steps in case.items():
        bonus = tables(game).bonuses[0]
        assert {subtotal: bonus.points(subtotal) for subtotal in steps} == steps


# ------------------------------------------------------------------------------------------- scoring, in steps


def bonus_line(position: Position) -> BonusLine:
    return next(
        line for line in engine.lines(position.game, position.sheets[0]) if isinstance(line, BonusLine)
    )


def test_SC_16_the_bonus_is_undecided_until_63_or_the_sixth_box() -> None:
    game = tables("yahtzee")
    position = at_write(game, "ones=3 twos=6 fours=16 fives=25", (1, 2, 3, 4, 6))
    position, _ = engine.apply(position, Write("sixes"))
    assert position.sheets[0].subtotal(game.bonuses[0].mask) == 56
    assert bonus_line(position) == BonusLine("upper_bonus", 0, have=56, missing=7, decided=False)
    short = at_write(game, "ones=3 twos=6 fours=16 fives=25 sixes=6", (3, 3, 1, 1, 1))
    assert bonus_line(engine.apply(short, Write("threes"))[0]) == BonusLine(
        "upper_bonus", 0, have=62, missing=1, decided=True
    )
    enough = at_write(game, "ones=3 twos=6 fours=16 fives=25 sixes=6", (3, 3, 3, 1, 1))
    assert bonus_line(engine.apply(enough, Write("threes"))[0]) == BonusLine(
        "upper_bonus", 35, have=65, missing=0, decided=True
    )


def test_SC_16_a_bonus_out_of_reach_is_decided_only_when_its_boxes_are_full() -> None:
    position = at_write(tables("yahtzee"), "ones=0 twos=0 threes=0 fours=0 fives=0", (6, 6, 6, 6, 6))
    assert bonus_line(position) == BonusLine("upper_bonus", 0, have=0, missing=63, decided=False)


def test_SC_17_a_bonus_reached_early_is_paid_once() -> None:
    game = tables("yahtzee")
    position = at_write(game, "threes=9 fours=12 fives=15 sixes=18 chance=20", (2, 2, 2, 2, 2))
    assert bonus_line(position) == BonusLine("upper_bonus", 0, have=54, missing=9, decided=False)
    position, _ = engine.apply(position, Write("twos"))
    assert engine.totals(position) == (64 + 20 + 35 if bonus_line(position).points else 64 + 20,)
    position = at_write(game, "threes=9 fours=12 fives=15 sixes=18 twos=8 chance=20", (1, 1, 2, 3, 4))
    position, _ = engine.apply(position, Write("ones"))
    assert bonus_line(position) == BonusLine("upper_bonus", 35, have=64, missing=0, decided=True)
    assert engine.totals(position) == (64 + 20 + 35,)
    for _, _, _, later in play(position, Random(17)):
        assert bonus_line(later) == BonusLine("upper_bonus", 35, have=64, missing=0, decided=True)


def test_SC_18_exactly_63_is_enough() -> None:
    sheet = (
        "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three_of_a_kind=10 four_of_a_kind=20 full_house=25 "
        "small_straight=30 large_straight=40 yahtzee=50 chance=12"
    )
    game = tables("yahtzee")
    written = engine.parse_sheet(game, sheet)
    assert written.subtotal(game.bonuses[0].mask) == 63
    assert engine.total(game, written) == 285


def test_SC_20_a_bonus_is_not_paid_a_second_time() -> None:
    position = at_write(tables("yahtzee"), "ones=5 twos=10 threes=15 fours=20 fives=25", (6, 6, 6, 6, 6))
    assert engine.totals(position) == (75 + 35,)
    after, _ = engine.apply(position, Write("sixes"))
    assert engine.totals(after) == (75 + 35 + 30,)


def test_SC_23_no_bonus_after_the_last_box() -> None:
    position = at_write(
        tables("yahtzee"),
        "ones=5 twos=10 threes=15 fours=20 fives=25 sixes=30 three_of_a_kind=30 four_of_a_kind=30 full_house=25 "
        "small_straight=30 large_straight=40 yahtzee=50",
        (6, 6, 6, 6, 6),
        extras=11,
    )
    after, _ = engine.apply(position, Write("chance"))
    with pytest.raises(Illegal, match=r"^move\.no_dice"):
        engine.previews(after)


def test_SC_31_thirteen_yahtzees_are_1575() -> None:
    game = tables("yahtzee")
    position = engine.start(game)
    boxes = ["yahtzee", *game.boxes[:6], *(box for box in game.boxes[6:] if box != "yahtzee")]
    faces = [6, 1, 2, 3, 4, 5, 6, *[6] * 6]
    for box, face in zip(boxes, faces, strict=True):
        for action in (Roll((face,) * 5), Keep((face,) * 5), Write(box)):
            position, _ = engine.apply(position, action)
    assert position.phase == "over"
    assert position.sheets[0].extras == (12,)
    assert engine.totals(position) == (1575,)


@pytest.mark.parametrize(
    ("game", "most"), [("yahtzee", 1575), ("yacht", 303), ("yatzy", 374), ("yahtzee-free-joker", 1575)]
)
def test_the_most_one_can_have(game: str, most: int) -> None:
    whole = tables(game)
    found = sum(max(whole.possible_points(index)) for index in range(len(whole.boxes)))
    found += sum(bonus.steps[-1][1] for bonus in whole.bonuses)
    found += sum((extra.worth or 0) * (len(whole.boxes) - 1) for extra in whole.extras)
    assert found == most


def test_UI_05_the_shown_rows_add_up_when_a_chip_is_paid() -> None:
    game = tables("yahtzee")
    position = at_write(game, "yahtzee=50 fives=15", (5, 5, 5, 5, 5))
    after, _ = engine.apply(position, Write("chance"))
    shown = [line for line in engine.lines(game, after.sheets[0]) if not isinstance(line, SumLine)]
    assert ExtraLine("joker", "bonus_chips", 1, 100, 100) in shown
    assert engine.totals(after) == (50 + 15 + 25 + 100,)


# --------------------------------------------------------------------------------------------------- legality


@pytest.fixture(params=catalogue.ids())
def game(request: pytest.FixtureRequest) -> Tables:
    return tables(request.param)


def refused(position: Position, *actions: Any) -> None:
    """Check that each of the actions is refused with the position in the message, and changes nothing."""
    before, text = position, str(position)
    for action in actions:
        assert not engine.can(position, action)
        for way in (engine.verify, engine.apply):
            with pytest.raises((Illegal, Invalid)) as caught:
                way(position, action)
            assert caught.value.params["position"] == text
    assert position is before
    assert str(position) == text


def test_LG_01_no_box_before_the_first_roll(game: Tables) -> None:
    position = engine.start(game)
    refused(position, *map(Write, game.boxes))
    with pytest.raises(Illegal, match=r"^move\.roll_first"):
        engine.verify(position, Write(game.boxes[0]))


def test_LG_02_a_written_zero_is_written() -> None:
    for worth in (0, 20):
        position = at_write(tables("yahtzee"), f"three_of_a_kind={worth}", (2, 5, 6, 6, 6), number=1)
        refused(position, Write("three_of_a_kind"))
        with pytest.raises(Illegal, match=r"^move\.box_written") as caught:
            engine.verify(position, Write("three_of_a_kind"))
        assert caught.value.params["points"] == worth


def test_LG_05_as_many_dice_fall_as_were_thrown(game: Tables) -> None:
    position, _ = engine.apply(engine.start(game), Roll((1,) * game.count))
    position, _ = engine.apply(position, Keep((1,)))
    free = game.count - 1
    refused(position, Roll((2,) * (free - 1)), Roll((2,) * (free + 1)), Roll(()))
    after, _ = engine.apply(position, Roll((2,) * free))
    assert after.dice == (1, *(2,) * free)


def test_LG_06_no_box_is_no_default_and_no_prefix_fits(game: Tables) -> None:
    position = at_write(game, "", (3,) * game.count)
    refused(position, Write(""), Write(None), Write("f"), Write("four"), Write(()), Write(0))  # type: ignore[arg-type]


def test_LG_08_no_roll_beyond_the_last(game: Tables) -> None:
    position = at_write(game, "", (3,) * game.count)
    refused(position, Roll((1,)), Roll((1,) * game.count), Keep(()), Keep((3,)))
    with pytest.raises(Illegal, match=r"^move\.no_roll_left"):
        engine.verify(position, Keep((3,)))


def test_LG_09_dice_kept_before_may_be_thrown_again() -> None:
    position = engine.start(tables("yacht"))
    for action in (Roll((1, 2, 2, 4, 6)), Keep((2, 2)), Roll((4, 4, 6))):
        position, _ = engine.apply(position, action)
    assert position.dice == (2, 2, 4, 4, 6)
    for keep in ((), (4, 4), (2, 4, 4, 6), (6,)):
        after, event = engine.apply(position, Keep(keep))
        assert event == Kept(0, keep)
        assert (after.phase, after.kept) == ("roll", keep)


def test_LG_10_nothing_is_kept_before_the_first_roll(game: Tables) -> None:
    position = engine.start(game)
    refused(position, Keep(()), Keep((1,)), Keep((1,) * game.count), Roll((1,) * (game.count - 1)))
    assert all(len(roll.dice) == game.count for roll, _ in engine.chance_outcomes(position))


def test_LG_11_dice_may_be_kept_after_each_roll(game: Tables) -> None:
    position = engine.start(game)
    for number in range(1, game.rolls):
        position, _ = engine.apply(position, Roll((1,) * (game.count - len(position.kept))))
        assert position.number == number
        position, _ = engine.apply(position, Keep((1,)))


def test_LG_18_unknown_boxes_are_invalid_and_never_guessed(game: Tables) -> None:
    foreign = "choice" if "choice" not in game.boxes else "chance"
    position = at_write(game, "", (3,) * game.count)
    for box in ("wat", "CHANCE ", "Ones", " ones", "ones ", "onеs", foreign, "upper", "any", "joker"):
        refused(position, Write(box))
        with pytest.raises(Invalid, match=r"^box\.unknown"):
            engine.verify(position, Write(box))


def test_LG_19_nothing_after_the_end(game: Tables) -> None:
    for seats in (1, 2):
        *_, (_, _, _, position) = play(engine.start(game, seats), Random(19))
        assert position.phase == "over"
        assert engine.legal_actions(position) == ()
        assert engine.chance_outcomes(position) == ()
        refused(position, Roll((1,) * game.count), Keep(()), Keep((1,)), *map(Write, game.boxes))
        with pytest.raises(Illegal, match=r"^move\.game_over"):
            engine.verify(position, Write(game.boxes[0]))


# ------------------------------------------------------------------------------------------------------- flow


@pytest.mark.parametrize("name", [name for name in names() if name not in KNOWING])
def test_FL_01_a_bot_takes_one_to_three_rolls_and_writes_one_box(name: str, game: Tables) -> None:
    bot, rng, rolls = player(name), Random(1), 0
    position = engine.start(game)
    numbers = []
    while position.phase != "over":
        action: engine.Action = Roll(
            tuple(sorted(rng.choices(range(1, 7), k=game.count - len(position.kept))))
        )
        if position.phase != "roll":
            action = bot.choose(position, rng)
        position, event = engine.apply(position, action)
        rolls += isinstance(event, engine.Rolled)
        if isinstance(event, Wrote):
            numbers.append(rolls)
            rolls = 0
    assert len(numbers) == len(game.boxes)
    assert 1 <= min(numbers) <= max(numbers) <= game.rolls


def test_FL_01_greedy_rolls_again_when_its_own_valuation_says_so() -> None:
    position, _ = engine.apply(engine.start(tables("yacht")), Roll((1, 2, 4, 6, 6)))
    action = player("greedy").choose(position, Random(1))
    assert isinstance(action, Keep)
    assert len(action.faces) < 5


def test_FL_02_the_seats_never_change(game: Tables) -> None:
    order = [seat for seat, _ in turns(game, seats=3, first=1)]
    assert order == [1, 2, 0] * len(game.boxes)


def test_FL_05_an_earlier_position_is_whole_again() -> None:
    """To take a write back is to go on from the position before it: nothing in it has changed."""
    game = tables("yahtzee")
    first = at_write(game, "fives=15", (5, 5, 5, 5, 5))
    text = str(first)
    second, _ = engine.apply(first, Write("yahtzee"))
    assert str(first) == text
    assert first.sheets[0].points[game.box_index["yahtzee"]] is None
    assert engine.previews(first).extra == 0
    again = second._replace(phase="write", dice=(5, 5, 5, 5, 5), number=3)
    paid, _ = engine.apply(again, Write("chance"))
    assert (engine.totals(again), engine.totals(paid)) == ((65,), (190,))
    assert again.sheets[0].extras == (0,)


def turns(game: Tables, seats: int, first: int = 0) -> Iterator[tuple[int, str]]:
    for _, _, event, _ in play(engine.start(game, seats, first), Random(seats)):
        if isinstance(event, Wrote):
            yield event.seat, event.box


def scored(*sheets: str) -> Position:
    game = tables("yahtzee")
    return Position(game, tuple(engine.parse_sheet(game, sheet) for sheet in sheets), 0, "over")


def test_FL_15_equal_totals_share_a_rank() -> None:
    high = "ones=1 sixes=30 fives=25 fours=20 yahtzee=50 large_straight=40 chance=20 full_house=25 small_straight=30"
    position = scored(high, high, "yahtzee=50 chance=30")
    assert engine.totals(position) == (276, 276, 80)
    assert engine.ranks(position) == (1, 1, 3)


def test_FL_17_the_highest_total_wins() -> None:
    assert engine.ranks(scored("chance=18", "chance=24")) == (2, 1)


@pytest.mark.parametrize("first", [0, 2])
def test_FL_19_every_seat_has_its_last_turn(game: Tables, first: int) -> None:
    written = list(turns(game, seats=3, first=first))
    for seat in range(3):
        assert sorted(box for at, box in written if at == seat) == sorted(game.boxes)
    assert [seat for seat, _ in written[-3:]] == [(first + step) % 3 for step in range(3)]


def test_FL_25_only_those_who_tie_throw_again() -> None:
    game = tables("yahtzee")
    assert engine.roll_off(game, {0: (6, 6, 6, 6, 1), 1: (5, 5, 5, 5, 5), 2: (1, 1, 1, 1, 1)}) == (0, 1)
    assert engine.roll_off(game, {0: (1, 1, 1, 1, 1), 1: (1, 1, 1, 1, 2)}) == (1,)


def test_FL_25_kismet_looks_at_the_highest_die() -> None:
    assert engine.roll_off(tables("kismet"), {0: (5, 5, 5, 5, 5), 1: (1, 1, 1, 1, 6), 2: (6,) * 5}) == (1, 2)
    assert engine.roll_off(tables("odd"), {0: (1, 4, 4), 1: (2, 2, 2), 3: (1, 1, 1)}) == (0, 3)


def test_LG_21_a_new_turn_is_a_clean_turn(game: Tables) -> None:
    for _, _, event, position in play(engine.start(game, 2), Random(21)):
        if isinstance(event, Wrote) and position.phase != "over":
            assert (position.phase, position.number, position.dice, position.kept) == ("roll", 0, (), ())
            assert all(len(roll.dice) == game.count for roll, _ in engine.chance_outcomes(position))


# ----------------------------------------------------------------------------------------------------- players


def only(game: Tables, *boxes: str) -> str:
    """Return a sheet on which every box but these is written."""
    return " ".join(f"{box}=0" for box in game.boxes if box not in boxes)


def test_SO_05_greedy_keeps_the_pair_when_only_the_yacht_is_open() -> None:
    game = tables("yacht")
    sheet = only(game, "yacht").replace("choice=0", "choice=17")
    position = at_write(game, sheet, (6, 1, 3, 1, 4))._replace(phase="keep", number=1)
    assert player("greedy").choose(position, Random(5)) == Keep((1, 1))


# ---------------------------------------------------------------------------------------------- is all covered


KINDS = ("scoring", "legality", "flow", "online", "fairness", "security")


def test_every_case_that_concerns_these_games_has_a_test() -> None:
    beside = collection()
    if beside is None:
        pytest.skip("the collection of cases does not lie beside the project")
    wanted = {row["id"] for one in beside["rows"] if "exercism" not in one["game"] for row in one["rows"]}
    wanted -= {row["id"] for one in beside["rows"] if "maxi" in one["game"] for row in one["rows"]}
    wanted |= {case["id"] for case in beside["derived"]}
    wanted |= {case["id"] for case in beside["cases"] if case["kind"] in KINDS}
    assert sorted(wanted - loader.tested() - set(cases()["elsewhere"])) == []


def test_the_extract_says_what_the_collection_says() -> None:
    beside = collection()
    if beside is None:
        pytest.skip("the collection of cases does not lie beside the project")
    rows = {row["id"]: row for one in beside["rows"] for row in one["rows"]}
    for case, (_, thrown, box, worth) in cases()["rows"].items():
        assert (rows[case]["dice"], rows[case]["box"], rows[case]["score"]) == (
            list(dice(thrown)),
            box,
            worth,
        )
    derived = {case["id"]: case for case in beside["derived"]}
    for case, entry in cases()["positions"].items():
        state, value = derived[case]["state"], derived[case]["outcome"]["value"]
        assert (state["sheet"], state["dice"]) == (points(entry["sheet"]), list(dice(entry["dice"])))
        assert (value["legal"], value["yahtzee_bonus"]) == (points(entry["legal"]), entry["bonus"])
        if "after" in value:
            after = value["after"]
            assert [after[word] for word in ("box", "points", "total", "extra_yahtzees")] == [
                entry["after"][word] for word in ("box", "points", "total", "extras")
            ]


def test_every_game_of_the_tests_has_tables() -> None:
    assert {game.game for game in every_tables().values()} == {*catalogue.ids(), "tiny", "odd"}
