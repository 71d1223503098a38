"""The rules in words: whole, true, made from the model, and every sentence through gettext."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import pytest

import golden
from plays import TEST_GAMES, every_tables, models
from regatta import engine
from regatta.engine import Keep, Position, Roll, Sheet, Write
from regatta.model import catalogue, load, parse
from regatta.tables import Tables
from regatta.words import Words
from regatta.words.rules import RulesInWords, rules_in_words
from regatta.words.rules.data import data
from regatta.words.rules.page import Box, Path, Step
from regatta.words.rules.text import text
from regatta.words.speech import Name, Sentence

MODELS = sorted(models())
LETTER = re.compile(r"[^\W\d_]")


@cache
def rules(name: str) -> RulesInWords:
    return rules_in_words(models()[name], Words(), every_tables()[name])


def sentences(value: Any) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, tuple):
        for inside in value:
            yield from sentences(inside)
    elif is_dataclass(value):
        for item in fields(value):
            yield from sentences(getattr(value, item.name))


def names(value: Any) -> Iterator[Name]:
    if isinstance(value, Name):
        yield value
    elif isinstance(value, tuple):
        for inside in value:
            yield from names(inside)
    elif is_dataclass(value):
        for item in fields(value):
            yield from names(getattr(value, item.name))


def edited(game: str, *changes: tuple[str, str]) -> RulesInWords:
    source = (TEST_GAMES.get(game) or catalogue.path_of(game)).read_text()
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return rules_in_words(parse(source.encode(), "edited.yaml"), Words())


def boxes(found: RulesInWords) -> dict[str, Box]:
    return {str(box.path[-1]): box for section in found.sections for box in section.boxes}


# ------------------------------------------------------------------------------------------------ golden texts


@pytest.mark.parametrize(("game", "language"), golden.goldens())
def test_the_rules_read_as_the_golden_text_says(game: str, language: str) -> None:
    assert golden.told(game, language) == golden.file_of(game, language).read_text(encoding="utf-8")


def test_no_golden_text_is_left_over() -> None:
    wanted = {golden.file_of(game, language) for game, language in golden.goldens()}
    assert set(golden.FOLDER.rglob("*.txt")) == wanted


# ------------------------------------------------------------------------------------------------------- whole


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_told_whole(name: str) -> None:
    found, model = rules(name), models()[name]
    assert list(boxes(found)) == model.boxes
    assert [str(bonus.path[-1]) for bonus in found.bonuses] == list(model.spec.bonuses)
    assert [str(extra.path[-1]) for extra in found.extras] == list(model.spec.extra)
    assert [str(option.path[-1]) for option in found.variations] == list(model.choices)
    for part in (found.goal, found.end, found.setup, found.flow, found.writing, found.turn, found.zones):
        assert part
    for variation in found.variations:
        for value in variation.values:
            assert bool(value.changes) == (not value.chosen), value.path
    for box in boxes(found).values():
        assert box.gives
        assert box.examples


@pytest.mark.parametrize("name", MODELS)
def test_no_sentence_is_empty_or_unfilled_and_none_holds_an_id(name: str) -> None:
    found = rules(name)
    for sentence in sentences(found):
        said = str(sentence)
        assert "%(" not in said
        assert "  " not in said
        assert said == said.strip()
        assert not re.search(r"\w_\w", said), said
    for name_ in names(found):
        assert name_.text.strip()
        assert not re.search(r"\w_\w", name_.text)
    for part in (found.goal, found.end, found.setup, found.writing, found.order.words):
        assert all(re.search(r"[.:?]$", str(sentence)) for sentence in sentences(part))
    whole = text(found, Words(), 72)
    assert max(map(len, whole.splitlines())) <= 72
    assert not re.search(r"\w_\w", whole)


@pytest.mark.parametrize("name", MODELS)
def test_parts_have_ids_of_their_own_and_places(name: str) -> None:
    found = rules(name)
    seen: dict[str, Path] = {}
    for part in found.parts():
        assert seen.setdefault(part.id, part.path) == part.path
        assert part.path in found.places
    assert set(data(found)["places"]) == set(seen)


# -------------------------------------------------------------------------------------------------------- true


def minimal(tables: Tables, box: int) -> Sheet:
    """The emptiest sheet on which a box may be written, all of it crossed out."""
    sheet = Sheet.empty(tables)
    for other in range(len(tables.boxes)):
        need = min(tables.requires[box], key=int.bit_count, default=0)
        if need >> other & 1:
            sheet = sheet.written(other, 0)
    return sheet


@pytest.mark.parametrize("name", MODELS)
def test_examples_give_what_the_engine_gives(name: str) -> None:
    tables, found = every_tables()[name], rules(name)
    for index, box in enumerate(boxes(found).values()):
        everything = {row[index] for table in tables.points for row in table} - {0} or {0}
        assert (box.lowest, box.highest) == (min(everything), max(everything))
        for shown in box.examples:
            position = Position(tables, (minimal(tables, index),), 0, "write", shown.number, shown.dice)
            writes = engine.previews(position)
            assert index not in writes.points or writes.rule or writes.points[index] == shown.points
            assert tables.points[min(shown.number, len(tables.points)) - 1][
                tables.dice.roll_index[shown.dice]
            ][index] == (shown.points)
        first = box.examples[0]
        writes = engine.previews(
            Position(tables, (minimal(tables, index),), 0, "write", first.number, first.dice)
        )
        others = {tables.boxes[other]: points for other, points in writes.points.items()}
        assert {other.box.id: other.points for other in box.alternatives} == {
            other: points for other, points in others.items() if points > 0 and other != tables.boxes[index]
        }


@pytest.mark.parametrize("name", MODELS)
def test_near_misses_score_nothing_and_differ_in_one_die(name: str) -> None:
    tables = every_tables()[name]
    for index, box in enumerate(boxes(rules(name)).values()):
        table = tables.points[0 if len(tables.points) == 1 else box.examples[0].number - 1]
        zeros = [roll for roll, row in zip(tables.dice.rolls, table, strict=True) if row[index] <= 0]
        if miss := box.near_miss:
            assert miss.dice in zeros
            assert miss.instead_of not in zeros
            assert miss.points == table[tables.dice.roll_index[miss.dice]][index]
            shared = sum(min(miss.dice.count(f), miss.instead_of.count(f)) for f in set(miss.dice))
            assert shared == tables.count - 1
        else:
            assert not zeros or len(zeros) == len(table)


@pytest.mark.parametrize("name", MODELS)
def test_jokers_are_shown_on_sheets_that_the_engine_allows(name: str) -> None:
    tables, found = every_tables()[name], rules(name)
    strict = models()[name].spec.order != "free"
    for extra in found.extras:
        assert extra.examples or strict, extra.id
        shown = {example.line for example in extra.examples}
        assert len(shown) >= min(2, len(extra.forks)) or strict
        for example in extra.examples:
            sheet = engine.parse_sheet(tables, example.position)
            assert {written.box.id: written.points for written in example.sheet} == {
                box: points
                for box, points in zip(tables.boxes, sheet.points, strict=True)
                if points is not None
            }
            writes = engine.previews(Position(tables, (sheet,), 0, "write", example.number, example.dice))
            assert {other.box.id: other.points for other in example.boxes} == {
                tables.boxes[box]: points for box, points in writes.points.items()
            }
            assert example.extra == writes.extra
            assert example.line == (writes.rule[1] if writes.rule else None)


@pytest.mark.parametrize("name", MODELS)
def test_the_turn_can_be_played(name: str) -> None:
    tables = every_tables()[name]
    position = engine.start(tables, tables.seats[0])
    for step in rules(name).turn:
        if step.kind == "roll":
            thrown = list(step.dice)
            for face in position.kept:
                thrown.remove(face)
            position, _ = engine.apply(position, Roll(tuple(thrown)))
            assert position.dice == step.dice
        elif step.kind == "write":
            if position.phase == "keep":
                position, _ = engine.apply(position, Keep(position.dice))
            assert step.box is not None
            _, event = engine.apply(position, Write(step.box.id))
            assert event == (position.seat, step.box.id, step.points, 0, ())
        else:
            position, _ = engine.apply(position, Keep(step.kept))


@pytest.mark.parametrize("name", MODELS)
def test_numbers_in_sentences_are_those_of_the_tables(name: str) -> None:
    tables, found = every_tables()[name], rules(name)
    assert [tuple((step.least, step.points) for step in bonus.steps) for bonus in found.bonuses] == [
        bonus.steps for bonus in tables.bonuses
    ]
    for bonus in found.bonuses:
        for step in bonus.steps:
            assert {str(step.least), str(abs(step.points))} <= numbers(step.words)
    for extra, compiled in zip(found.extras, tables.extras, strict=True):
        if extra.pays:
            assert numbers(extra.pays.words) == {str(abs(compiled.worth or 0))}
    assert str(len(tables.boxes)) in numbers(found.end[0])
    rolls = [step for step in every_step(found.flow) if step.kind == "repeat" and step.most]
    assert 1 + sum(step.most for step in rolls) == tables.rolls


def numbers(sentence: Sentence) -> set[str]:
    return {run.text for run in sentence.runs if run.kind == "number"}


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every_step(step.children)


# ------------------------------------------------------------------------------------------ made from the model


def test_an_edited_rule_changes_its_sentence() -> None:
    before = edited("yacht")
    after = edited(
        "yacht", ("{if: {alike: 5}, points: 50}", "{if: {alike: 4}, points: {sum: all dice, plus: 7}}")
    )
    box = boxes(after)["yacht"]
    assert [str(need.words) for need in box.needs] == ["At least 4 dice show the same face."]
    assert [str(each.words) for each in box.gives] == ["Gives the sum of all dice and 7 points more."]
    assert boxes(before)["yacht"].gives != box.gives
    assert box.near_miss is not None
    changed = [name for name in boxes(before) if boxes(before)[name].needs != boxes(after)[name].needs]
    assert changed == ["yacht"]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("{alike: 1}", ["At least 1 die shows one face."]),
        ("{groups: [2, 3]}", ["Three dice show one face and two dice show another face."]),
        (
            "{groups: [1, 3, 1]}",
            ["There are groups of so many like dice: 3 + 1 + 1. Each group shows another face."],
        ),
        ("{groups: [4]}", ["There is a group of so many like dice: 4."]),
        ("{faces: [6]}", ["6 is among the dice."]),
        ("{faces: [6, 1]}", ["1-6 are among the dice."]),
        ("{run: 2}", ["2 faces in a row are among the dice, such as 1-2."]),
        ("{different: 5}", ["No two dice show the same face."]),
        ("{different: 3}", ["At least 3 different faces are among the dice."]),
        ("{sum: 30}", ["All dice together show exactly 30."]),
    ],
)
def test_conditions(condition: str, said: list[str]) -> None:
    found = edited("yacht", ("{if: {alike: 5}, points: 50}", f"{{if: {condition}, points: 50}}"))
    assert [str(need.words) for need in boxes(found)["yacht"].needs] == said


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("1", "Gives 1 point."),
        ("{fixed: 20, plus: 5}", "Gives 25 points."),
        ("{sum: all dice, plus: -1}", "Gives the sum of all dice less 1 point."),
        ("set", "Gives the sum of these dice alone."),
        ("{sum: the set, plus: 2}", "Gives the sum of these dice alone and 2 points more."),
        ("{sum of: 6, plus: 1}", "Gives the sum of the dice that show 6 and 1 point more."),
        (
            "{expression: highest, means: {en: the highest die}, plus: 3}",
            "Gives: the highest die. To this come 3 points.",
        ),
    ],
)
def test_points(points: str, said: str) -> None:
    found = edited("yacht", ("{if: {alike: 4}, points: sum}", f"{{if: {{alike: 4}}, points: {points}}}"))
    assert [str(each.words) for each in boxes(found)["four_of_a_kind"].gives] == [said]


def test_a_line_of_the_file_finds_its_part_and_back() -> None:
    for game in (*catalogue.ids(), str(golden.UNSEEN)):
        found = rules_in_words(load(game), Words())
        for part in found.parts():
            place = found.places[part.path]
            if isinstance(part, Box):
                own = (catalogue.FOLDER / place.file) if "/" not in place.file else golden.UNSEEN
                line = own.read_text(encoding="utf-8").splitlines()[place.line - 1]
                assert line[place.column - 1 :].startswith(f"{part.path[-1]}:")
                at = found.at(place.file, place.line)
                assert at is not None
                assert at[: len(part.path)] == part.path


def test_an_option_lays_the_places_of_its_patch_over_the_file() -> None:
    found = rules_in_words(load("yahtzee", {"extra_yahtzee": "free_joker"}), Words())
    fork = found.extras[0].forks[0]
    source = catalogue.path_of("yahtzee").read_text().splitlines()
    assert "in: any" in source[found.places[fork.path].line - 1]


def test_variations_say_what_changes_from_the_rules_as_told() -> None:
    found = rules_in_words(load("yahtzee", {"extra_yahtzee": "none"}), Words())
    values = {value.value: value for value in found.variations[1].values}
    assert values["none"].chosen
    assert not values["none"].changes
    assert [change.path for change in values["forced_joker"].changes if change.name] == [("extra", "joker")]


# ---------------------------------------------------------------------------------------------- through gettext


class Marked(gettext.NullTranslations):
    """Puts every sentence of the program, and every word of an author, into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def bare(said: str) -> str:
    """What stands outside all brackets."""
    while "⟦" in said:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", "", said)
        assert shorter != said
        said = shorter
    return said


@pytest.mark.parametrize("game", [*catalogue.ids(), str(golden.UNSEEN)])
def test_every_sentence_goes_through_gettext(game: str) -> None:
    words = Words("xx", Marked())
    model = load(game)
    combinations = [combination for combination in models().values() if combination.id == model.id]
    for combination in combinations[:: 1 + len(combinations) // 8]:
        found = rules_in_words(combination, words)
        for sentence in sentences(found):
            assert not LETTER.search(bare(str(sentence))), str(sentence)
        whole = " ".join(text(found, words, 10_000).split())
        assert not LETTER.search(bare(whole)), bare(whole)


def test_the_check_itself_finds_plain_text() -> None:
    assert LETTER.search(bare("⟦one ⟦two⟧⟧ three"))


def test_the_json_holds_text_only() -> None:
    found = data(rules("yahtzee[upper_first=no,extra_yahtzee=forced_joker]"))
    assert found["sections"][1]["boxes"][2]["id"] == "sheet.lower.full_house"
    assert found["sections"][1]["boxes"][2]["gives"][0]["words"] == "Gives 25 points."
    assert found["places"]["flow.0"]["file"] == "yahtzee.yaml"
