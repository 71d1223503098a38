"""A change that makes a line of the game below fail is told at the change, not in a file that is not the author's."""

from __future__ import annotations

import pytest

from regatta.errors import Fault, ModelFaults
from regatta.model import blame, catalogue, load, parse, parse_all
from regatta.model.document import read
from regatta.tables import compile  # noqa: A004 - as in re.compile


def faults(text: str) -> list[Fault]:
    try:
        for model in parse_all(text.encode(), "own.yaml"):
            compile(model)
    except ModelFaults as error:
        return error.faults
    return []


def told(text: str) -> set[tuple[str, int, int]]:
    """Return where the faults are told, all of which must be brought about in the game below."""
    found = faults(text)
    assert all(fault.below is not None and fault.below.file != "own.yaml" for fault in found)
    assert {fault.code for fault in found} <= {"model.breaks_below"}
    return {(fault.file, fault.line, fault.column) for fault in found}


def removed(section: str, box: str) -> tuple[str, int, int]:
    """Return what removes a box, and where that stands."""
    if section:
        return f"sheet:\n  {section}:\n    {box}: null\n", 5, 5
    return f"sheet:\n  {box}: null\n", 4, 3


@pytest.mark.parametrize("game", catalogue.ids())
def test_a_removed_box_is_told_where_it_is_removed(game: str) -> None:
    broken = 0
    for section, boxes in load(game).spec.sheet.sections.items():
        for box in boxes:
            change, line, column = removed(section, box)
            found = told(f"game: own\nbased on: {game}\n{change}")
            assert found <= {("own.yaml", line, column)}, box
            broken += bool(found)
    assert broken or not load(game).spec.extra


@pytest.mark.parametrize("game", catalogue.ids())
def test_dice_that_a_game_cannot_be_played_with_are_told_where_they_stand(game: str) -> None:
    for change in ("faces: 2", "count: 1"):
        found = told(f"game: own\nbased on: {game}\ndice: {{{change}}}\n")
        assert found == {("own.yaml", 3, 8)}, change


def test_each_change_is_told_what_it_breaks_itself() -> None:
    text = "game: own\nbased on: yahtzee\ndice: {faces: 5}\nsheet:\n  lower:\n    yahtzee: null\n    chance: null\n"
    found = {(fault.line, fault.below.code) for fault in faults(text) if fault.below is not None}
    assert found == {(3, "model.no_such_face"), (6, "model.unknown_name")}


def test_changes_of_which_each_would_do_are_told_at_what_holds_them() -> None:
    """Five in a row take five dice and five faces: to leave out one of the two changes mends nothing."""
    found = faults("game: own\nbased on: yahtzee\ndice: {count: 4, faces: 4}\n")
    below = {(fault.line, fault.column, fault.below.path[-1]) for fault in found if fault.below is not None}
    assert (3, 1, "run") in below
    assert {(line, column) for line, column, word in below if word in ("alike", "groups")} == {(3, 8)}
    assert {(line, column) for line, column, word in below if word == "sum of"} == {(3, 18)}


def test_a_change_that_only_hides_a_fault_is_not_told_for_it() -> None:
    """Without ``with`` the game has too many combinations for its faults to be looked for."""
    option = "  {name}: {{default: a, choices: {{a: , b: {patch}}}}}\n"
    few = "".join(option.format(name=f"way_{number}", patch="{start: highest die}") for number in range(3))
    text = "game: own\nbased on: yahtzee\nwith: {extra_yahtzee: none, upper_first: no}\noptions:\n" + few
    assert faults(text) == []
    assert told(text + option.format(name="small", patch="{dice: {faces: 5}}")) == {("own.yaml", 8, 3)}


def test_ones_own_faults_stay_where_they_are() -> None:
    text = "game: own\nbased on: yahtzee\nsheet:\n  lower:\n    yahtzee: null\n    mine: {points: summ}\n"
    found = {(fault.line, fault.code) for fault in faults(text)}
    assert found == {(5, "model.breaks_below"), (6, "model.not_points")}


def test_what_only_rolls_bring_about_is_told_at_the_change() -> None:
    """A rule of the game below that divides by zero with other dice only; no game of the catalogue has one."""
    base = b"game: base\nplayers: {to: 2}\ndice: {count: 2, faces: 6}\nflow: one roll\nsheet: {one: {points: 1}}\n"
    model = parse(base, "own.yaml")
    below = Fault("expression.zero", 7, 9, ("sheet", "one"), {"dice": (1, 1)}, "base.yaml")
    found = blame.owned(model.root, ("sheet", "one"), below)
    assert (found.code, found.file, found.line, found.below) == ("model.breaks_below", "own.yaml", 5, below)
    own = Fault("expression.zero", 7, 9, ("sheet", "one"), {"dice": (1, 1)}, "own.yaml")
    assert blame.owned(model.root, ("sheet", "one"), own) is own


def test_a_text_of_many_changes_is_read_only_so_often() -> None:
    boxes = "".join(f"    more_{number}: {{points: 1}}\n" for number in range(90))
    tries = 0

    def counted(own: object) -> None:
        nonlocal tries
        tries += 1
        raise ModelFaults("own.yaml", [Fault("model.unknown_name", 1, 1, file="below.yaml")])

    tree = read(f"game: own\nbased on: yahtzee\nsheet:\n  lower:\n{boxes}".encode(), "own.yaml")
    with pytest.raises(ModelFaults) as raised:
        blame.at_home(tree, counted)
    assert [(fault.line, fault.column) for fault in raised.value.faults] == [(2, 1)]
    assert tries <= 1 + blame.MAX_TRIES
