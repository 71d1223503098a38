"""What the table allows: each fault of the collected cases is refused with its code, and changes nothing."""

from __future__ import annotations

import json
from random import Random

import pytest

from at_table import ANA, STRANGER, Known, any_command, begun, opened, sent, whole
from regatta import engine
from regatta.errors import Denied, Invalid, Missing, RegattaError
from regatta.match import authority
from regatta.match.commands import Begin, Command, Hold, Roll, Salt, Write
from regatta.match.decide import best, decide
from regatta.match.events import Finished, Rolled, RolledOff, Salted, Seat, Started, Throw, Wrote, to_json
from regatta.match.evolve import replay
from regatta.match.match import House, Match
from regatta.model import load
from regatta.tables import tables_of


def refused(match: Match, command: Command, actor: str | House = ANA) -> RegattaError:
    """Return why a command is refused; the match is a value, so nothing can have changed."""
    with pytest.raises(RegattaError) as caught:
        decide(match, command, actor, Known())
    return caught.value


def code(match: Match, command: object, actor: str | House = ANA) -> str:
    return refused(match, command, actor).code  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ a turn


def test_LG_01_nothing_is_written_before_the_first_roll() -> None:
    match, _ = begun("yahtzee")
    assert code(match, Write(0, "chance")) == "move.roll_first"
    later = sent(match, Roll(0), Write(0, "chance"))
    assert code(later, Write(0, "ones")) == "move.roll_first"


def test_LG_02_a_box_is_written_once_even_with_zero() -> None:
    match = sent(begun("yahtzee")[0], Roll(0))
    preview = match.view(ANA).preview
    assert preview is not None
    box = next(box for box, points in preview.points.items() if points == 0)
    match = sent(match, Write(0, box), Roll(0))
    error = refused(match, Write(0, box))
    assert error.code == "move.box_written"
    assert error.params["points"] == 0
    assert match.seat == 0


def test_LG_05_exactly_the_freed_dice_change() -> None:
    rng = Random(5)
    match, _ = begun("yahtzee")
    while match.finished is None:
        command = any_command(match, rng)
        before = match
        match, events = authority.act(match, command, ANA, Known())
        for event in events:
            if isinstance(event, Rolled):
                assert len(event.dice) == len(event.places)
                if before.dice:
                    assert event.places == match.free
                for place, face in enumerate(before.dice):
                    if place not in event.places:
                        assert match.dice[place] == face


@pytest.mark.parametrize(
    "box", ["", "thr", "wat", "CHANCE ", "Chance", "choice", "full house", "x" * 5000, "\ud800"]
)
def test_LG_06_LG_18_a_box_has_one_name(box: str) -> None:
    match = sent(begun("yahtzee")[0], Roll(0))
    assert code(match, Write(0, box)) == "box.unknown"


@pytest.mark.parametrize("box", [None, 3, [], {}, ["chance"], True])
def test_a_box_that_is_no_text_is_unknown(box: object) -> None:
    match = sent(begun("yahtzee")[0], Roll(0))
    assert code(match, Write(0, box)) == "box.unknown"  # type: ignore[arg-type]


def test_LG_08_there_is_no_fourth_roll() -> None:
    match = sent(begun("yacht")[0], Roll(0), Roll(0), Roll(0))
    assert code(match, Roll(0)) == "move.no_roll_left"
    assert code(match, Roll(0, (0,))) == "move.no_roll_left"
    assert code(match, Hold(0, (0,))) == "move.no_roll_left"


def test_LG_09_LG_11_any_dice_may_be_thrown_again() -> None:
    match = sent(begun("yacht")[0], Roll(0), Roll(0, (1, 2)))
    first = match.dice
    match = sent(match, Roll(0, (0, 4)))
    assert (match.dice[0], match.dice[4]) == (first[0], first[4])
    assert match.turn.rolls[-1].places == (1, 2, 3)


def test_LG_10_nothing_is_held_before_the_first_roll_which_throws_all() -> None:
    match, _ = begun("yacht")
    assert code(match, Hold(0, (1,))) == "move.roll_first"
    match = sent(match, Roll(0, (0, 1)))
    assert match.turn.rolls[-1].places == (0, 1, 2, 3, 4)
    assert match.held == ()


def test_LG_19_a_finished_match_does_not_change() -> None:
    match, _ = whole("yacht")
    for command in (Roll(0), Hold(0, ()), Write(0, "ones")):
        assert code(match, command) == "move.game_over"
    assert code(match, Begin()) == code(match, Salt(0, "x")) == "match.begun"


def test_LG_20_only_the_seat_to_move_acts() -> None:
    match, _ = begun("yacht", "Ana", "Bo")
    mover = match.seat
    assert mover is not None
    match = sent(match, Roll(mover))
    for command in (Roll(1 - mover), Hold(1 - mover, (0,)), Write(1 - mover, "choice")):
        assert code(match, command) == "move.not_your_turn"


def test_LG_21_holds_last_between_rolls_and_end_with_the_turn() -> None:
    match, _ = begun("yacht", "Ana", "Bo")
    seat = match.seat
    assert seat is not None
    match = sent(match, Roll(seat), Hold(seat, (1, 3)), Roll(seat))
    assert match.held == (1, 3)
    match = sent(match, Hold(seat, (3,)), Roll(seat))
    assert match.turn.rolls[-1].places == (0, 1, 2, 4)
    match = sent(match, Write(seat, "choice"))
    view = match.view()
    assert (match.held, match.dice, view.number, view.seat) == ((), (), 0, 1 - seat)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((5,), "hold.no_such_die"),
        ((-1,), "hold.no_such_die"),
        ((0, 10**30), "hold.no_such_die"),
        ((True,), "hold.no_such_die"),
        (("0",), "hold.no_such_die"),
        ((None,), "hold.no_such_die"),
        (None, "hold.no_such_die"),
        ("01", "hold.no_such_die"),
        ((0,) * 1000, "hold.twice"),
        ((1, 1), "hold.twice"),
    ],
)
def test_a_die_that_does_not_exist_is_not_held(places: object, expected: str) -> None:
    match = sent(begun("yacht")[0], Roll(0))
    assert code(match, Hold(0, places)) == expected  # type: ignore[arg-type]
    if places is not None:
        assert code(match, Roll(0, places)) == expected  # type: ignore[arg-type]


def test_a_roll_of_no_dice_is_refused() -> None:
    match = sent(begun("yacht")[0], Roll(0))
    assert code(match, Roll(0, (0, 1, 2, 3, 4))) == "roll.all_held"
    assert code(sent(match, Hold(0, (0, 1, 2, 3, 4))), Roll(0)) == "roll.all_held"


def test_a_box_may_be_written_while_rolls_are_left() -> None:
    match = sent(begun("yacht")[0], Roll(0), Write(0, "choice"))
    assert match.sheets[0].points[match.tables.box_index["choice"]] == sum(match.turns[-1].rolls[-1].dice)


@pytest.mark.parametrize("command", [None, "roll", 3, object()])
def test_what_is_no_command_is_refused(command: object) -> None:
    assert code(begun("yacht")[0], command) == "command.unknown"


# ------------------------------------------------------------------------------------------- who may act


@pytest.mark.parametrize("command", [Begin(), Salt(0, "x"), Roll(0), Hold(0, ()), Write(0, "choice")])
def test_SE_19_a_watcher_does_nothing(command: Command) -> None:
    match, _ = begun("yacht")
    error = refused(match, command, STRANGER)
    assert isinstance(error, Denied)
    assert error.code == "match.watching"


@pytest.mark.parametrize("command", [Salt, Roll, Hold, Write])
def test_ON_30_nobody_acts_for_a_seat_of_somebody_else(command: type) -> None:
    """A guest who holds a seat cannot move the bot's; who the bot is no cookie can say."""
    match, _ = begun("yacht", "Ana", "greedy")
    fields = {Salt: ("x",), Hold: ((),), Write: ("choice",)}.get(command, ())
    error = refused(match, command(1, *fields))
    assert isinstance(error, Denied)
    assert error.code == "seat.not_yours"
    for name in ("greedy", "bots", "House.BOTS"):
        assert code(match, command(1, *fields), name) == "match.watching"


@pytest.mark.parametrize("seat", [2, -1, 10**40, None, "0", 0.0, True])
def test_a_seat_that_is_not_there(seat: object) -> None:
    match, _ = begun("yacht", "Ana", "Bo")
    error = refused(match, Roll(seat))  # type: ignore[arg-type]
    assert isinstance(error, Missing)
    assert error.code == "seats.unknown"


def test_nobody_moves_before_the_match_begins() -> None:
    match, _ = opened("yacht")
    for command in (Roll(0), Hold(0, ()), Write(0, "choice")):
        assert code(match, command) == "match.not_begun"


# -------------------------------------------------------------------------------------------------- seats


def test_FL_02_seats_are_fixed_when_the_match_is_opened() -> None:
    match, events = whole("yacht", "Ana", "Bo", "Cleo")
    assert [seat.name for seat in match.seats] == ["Ana", "Bo", "Cleo"]
    assert sum(event.kind == "opened" for event in events) == 1


def test_FL_19_every_seat_has_as_many_turns_as_there_are_boxes() -> None:
    match, events = whole("yahtzee", "Ana", "Bo", "Cleo")
    wrote = [event.seat for event in events if isinstance(event, Wrote)]
    assert [wrote.count(seat) for seat in range(3)] == [13, 13, 13]
    assert isinstance(events[-1], Finished)
    first = next(event.first for event in events if isinstance(event, Started))
    assert wrote == [(first + turn) % 3 for turn in range(39)]
    assert match.version == len(events)


def test_FL_01_a_bot_rolls_one_to_three_times_and_fills_one_box() -> None:
    _, events = whole("yahtzee", "Ana", "greedy", "random")
    rolls = {1: 0, 2: 0}
    turns = {1: list[int](), 2: list[int]()}
    for event in events:
        if isinstance(event, Rolled) and event.seat in rolls:
            rolls[event.seat] += 1
        if isinstance(event, Wrote) and event.seat in rolls:
            turns[event.seat].append(rolls[event.seat])
            rolls[event.seat] = 0
    for counts in turns.values():
        assert len(counts) == 13
        assert set(counts) <= {1, 2, 3}
    assert sum(turns[1]) > 20


def test_bots_answer_in_the_step_of_the_person() -> None:
    match, _ = begun("yacht", "Ana", "greedy", "greedy")
    assert match.seat == 0
    match = sent(match, Roll(0), Write(0, "choice"))
    assert match.seat == 0
    assert [turn.seat for turn in match.turns[-3:]] == [0, 1, 2]


def test_a_bot_does_the_same_again() -> None:
    """What a bot chooses follows from the match: the same commands give the same events."""
    assert whole("yacht", "Ana", "random")[1] == whole("yacht", "Ana", "random")[1]


def test_the_house_needs_a_person_and_knows_its_bots() -> None:
    def reason(*seats: Seat) -> str:
        with pytest.raises((Invalid, Missing)) as caught:
            authority.open_match(load("yacht"), tables_of("yacht"), seats, holder=ANA, entropy=Known())
        return caught.value.code

    assert reason() == "seats.number"
    assert reason(*[Seat("Ana")] * 11) == "seats.number"
    assert reason(Seat("Bot", "greedy")) == "seats.no_person"
    assert reason(Seat("Ana"), Seat("Bot", "oracle")) == "player.unknown"
    assert reason(Seat("  ")) == "name.empty"
    assert reason(Seat("x" * 2000)) == "name.too_long"


# ---------------------------------------------------------------------------------- salts and the roll-off


def test_salts_come_after_the_commitment_and_before_the_first_roll() -> None:
    match, events = opened("yacht", "Ana", "Bo", "greedy")
    match = sent(match, Salt(1, "  mine ☂ "))
    assert code(match, Salt(1, "again")) == "salt.given"
    match, more = authority.act(match, Begin(), ANA, Known("other"))
    assert events[0].kind == "opened"
    assert [type(event) for event in more[:2]] == [Salted, RolledOff]
    assert match.salts[1] == "  mine ☂ "
    assert match.salts[0] is not None
    assert len(match.salts[0]) == 32
    assert match.salts[2] is None
    assert code(match, Salt(0, "late")) == "match.begun"
    assert code(match, Begin()) == "match.begun"


@pytest.mark.parametrize("text", ["", "x" * 201, None, 5, "\ud800", b"x"])
def test_a_salt_is_text_of_some_length(text: object) -> None:
    assert code(opened("yacht")[0], Salt(0, text)) == "salt.text"  # type: ignore[arg-type]


def test_who_plays_alone_does_not_throw_for_the_first_turn() -> None:
    match, events = begun("yacht")
    assert [event.kind for event in events] == ["opened", "salted", "started"]
    assert match.rolled == 0


def tie() -> tuple[Match, list[RolledOff]]:
    """A match of three in which exactly two tie for the best throw of the first round."""
    for number in range(500):
        match, events = begun("yacht", "A", "B", "C", name=f"tie {number}")
        rounds = [event for event in events if isinstance(event, RolledOff)]
        if len(rounds) > 1 and len(rounds[1].throws) == 2:
            return match, rounds
    raise LookupError


def test_FL_25_only_those_who_tie_throw_again() -> None:
    match, rounds = tie()
    sums = {throw.seat: sum(throw.dice) for throw in rounds[0].throws}
    tied = [seat for seat, total in sums.items() if total == max(sums.values())]
    assert [throw.seat for throw in rounds[1].throws] == tied
    again = {throw.seat: sum(throw.dice) for throw in rounds[-1].throws}
    assert match.seat == max(again, key=again.__getitem__)
    numbers = [throw.k for rolled in rounds for throw in rolled.throws]
    assert numbers == list(range(len(numbers)))
    order = [match.seat, (match.seat + 1) % 3, (match.seat + 2) % 3]
    for seat in order:
        assert match.seat == seat
        match = sent(match, Roll(seat), Write(seat, "choice"))


def test_FL_25_the_best_throw_follows_the_rule_of_the_game() -> None:
    match, _ = opened("yacht", "A", "B", "C")
    throws = (Throw(0, 0, (1, 1, 1, 1, 6)), Throw(1, 1, (2, 2, 2, 2, 2)), Throw(2, 2, (1, 1, 1, 1, 1)))
    assert best(match, throws) == (0, 1)


def test_rolls_are_numbered_through_the_match() -> None:
    match, events = whole("yacht", "Ana", "Bo")
    numbers = []
    for event in events:
        if isinstance(event, RolledOff):
            numbers += [throw.k for throw in event.throws]
        if isinstance(event, Rolled):
            numbers.append(event.k)
    assert numbers == list(range(match.rolled))


# ------------------------------------------------------------------------------------------------ secrets


def test_FA_06_nothing_shows_the_seed_before_the_end() -> None:
    rng = Random(3)
    match, events = begun("yacht", "Ana", "greedy")
    seed = match.private.seed
    assert seed is not None
    while True:
        shown = [repr(match), str(match), repr(match.private), repr(match.fair), repr(events)]
        shown += [json.dumps(match.view(actor).json()) for actor in (None, ANA, STRANGER)]
        shown += [json.dumps(to_json(event)) for event in events]
        if match.finished is not None:
            break
        error = refused(match, Write(0, "nothing"))
        shown += [repr(error), str(error), repr(error.params)]
        assert not any(seed.hex() in text or repr(seed) in text for text in shown)
        match, events = authority.act(match, any_command(match, rng), ANA, Known())
    assert match.view().seed == seed.hex()


def test_SE_02_a_view_tells_nobody_who_holds_a_seat() -> None:
    match, _ = begun("yacht", "Ana", "Bo")
    for actor in (None, STRANGER, ANA):
        assert ANA not in json.dumps(match.view(actor).json())
    assert [seat.yours for seat in match.view(ANA).seats] == [True, True]
    assert [seat.yours for seat in match.view(STRANGER).seats] == [False, False]
    assert match.view(ANA).yours
    assert not match.view(None).yours


def test_FA_09_the_dice_of_a_roll_are_drawn_when_it_is_asked_for() -> None:
    """Before the command no roll to come is anywhere in the events; holding more or less changes only the count."""
    match = sent(begun("yacht")[0], Roll(0))
    one = sent(match, Roll(0, (0, 1, 2, 3)))
    four = sent(match, Roll(0, (0,)))
    assert one.turn.rolls[-1].dice[4] == four.turn.rolls[-1].dice[1]


# --------------------------------------------------------------------------------------------- the result


def test_FL_15_FL_17_equal_totals_share_a_rank() -> None:
    for seed in range(200):
        match, _ = whole("tiny", "Ana", "Bo", "Cleo", seed=seed, source=TINY)
        result = match.view().result
        assert result is not None
        assert result.ranks == tuple(1 + sum(other > own for other in result.totals) for own in result.totals)
        assert [result.totals[seat] for seat in result.winners] == [max(result.totals)] * len(result.winners)
        if result.ranks.count(1) == 2:
            assert sorted(result.ranks) == [1, 1, 3]
            return
    raise LookupError


TINY = b"""
game: tiny
players: {to: 3}
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum:  {points: sum}
words:
  en: {title: Tiny}
"""


@pytest.mark.parametrize("game", ["yacht", "yahtzee", "yahtzee-upper-first", "kismet", "crag", "yatzy"])
def test_FA_15_the_log_replays_to_the_same_sheets(game: str) -> None:
    match, events = whole(game, "Ana", "random", "Bo", seed=7)
    assert replay(events, match.tables, match.private) == match
    for index, event in enumerate(events):
        if isinstance(event, Wrote):
            before = replay(events[:index], match.tables, match.private)
            assert before.position is not None
            writes = engine.previews(before.position)
            assert writes.points[match.tables.box_index[event.box]] == event.points
            assert writes.extra == event.extra
    position = match.position
    assert position is not None
    assert match.finished is not None
    assert match.finished.totals == engine.totals(position)
