"""What is wrong in a model file is told with its place, what stands there and what was expected, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from regatta.errors import Fault, ModelFaults
from regatta.model import catalogue, load, parse_all
from regatta.tables import compile  # noqa: A004 - as in re.compile

MODEL = """\
game: example
players: {to: 4}
dice: {count: 3, faces: 6}
flow: two rolls
sheet:
  upper:
    ones: {points: {sum of: 1}}
    twos: {points: {sum of: 2}}
  lower:
    all: {points: sum}
    pair: {if: {alike: 2}, points: set}
"""
MARK = "§"
"""Stands before each place where a fault must be reported."""


def faults(text: str) -> list[Fault]:
    """Return the faults of a model, found by reading it under all its options and compiling it."""
    try:
        for model in parse_all(text.encode(), "example.yaml"):
            compile(model)
    except ModelFaults as error:
        return error.faults
    return []


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without its marks, and the line and column of each."""
    places = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        while (at := lines[number].find(MARK)) >= 0:
            places.append((number + 1, at + 1))
            lines[number] = lines[number][:at] + lines[number][at + 1 :]
        del line
    return "\n".join(lines), places


class Broken(NamedTuple):
    """The model above with ``old`` replaced by ``new`` (appended where it is empty), and what is then reported."""

    old: str
    new: str
    code: str
    params: dict[str, Any] = {}  # noqa: RUF012 - never changed

    def text(self) -> tuple[str, list[tuple[int, int]]]:
        if self.old:
            assert MODEL.count(self.old) == 1, self.old
        return marked(MODEL.replace(self.old, self.new) if self.old else MODEL + self.new + "\n")


EXTRA = "extra:\n  bonus: {if: {alike: 3}, "
OPTIONS = "options:\n  way:\n    default: {}\n    choices: {}"
W = "words: {en: {title: T, "

BROKEN = [
    # --- words and names of the language
    Broken("two rolls", "two rolls\n§flwo: 3", "model.unknown_word", {"name": "flwo", "near": "flow"}),
    Broken("two rolls", "two rolls\n§zzz: 3", "model.no_word", {"name": "zzz"}),
    Broken("{alike: 2}", "{alike: 2, §plus: 5}", "model.word_elsewhere", {"name": "plus"}),
    Broken("{sum of: 1}", "{§sum_of: 1}", "model.unknown_word", {"name": "sum_of", "near": "sum of"}),
    Broken("{points: sum}", "{points: {sum of: 1, §by rol: [1]}}", "model.unknown_word", {"near": "by roll"}),
    Broken("{alike: 2}", "{alike: 2, §same colur: yes}", "model.unknown_word", {"near": "same colour"}),
    Broken(
        "{alike: 2}", "{alike: 2, §same colour:yes}", "model.colon_without_blank", {"name": "same colour:yes"}
    ),
    Broken("players: {to: 4}\n", "", "model.missing", {"name": "players"}),
    Broken("players: {to: 4}", "players: §{from: 1}", "model.missing", {"name": "to"}),
    Broken("game: example", "game: §Example", "model.bad_game_id", {"found": "Example"}),
    Broken("game: example", "game: §../x", "model.bad_game_id", {"found": "../x"}),
    Broken("    all:", "    §All:", "model.bad_id", {"found": "All"}),
    Broken("    all:", "    §__proto__:", "model.bad_id", {"found": "__proto__"}),
    Broken("    all:", f"    §{'a' * 41}:", "model.bad_id"),
    Broken("    all:", "    §5:", "model.bad_id", {"found": "5"}),
    Broken("  upper:", "  §Upper:", "model.bad_id", {"found": "Upper"}),
    Broken("  upper:", "  §up per:", "model.bad_id", {"found": "up per"}),
    Broken("    all:", "    §any:", "model.name_taken", {"name": "any"}),
    Broken("    all:", "    §ones:", "model.name_taken", {"name": "ones"}),
    Broken("    all:", "    §upper:", "model.name_taken", {"name": "upper"}),
    Broken("", "bonuses: {§ones: {of: upper, from: {3: 5}}}", "model.name_taken", {"name": "ones"}),
    Broken("    twos: {", "    §ones: {", "file.named_twice", {"name": "ones", "first": 7}),
    # --- types and sizes
    Broken("players: {to: 4}", "players: {to: §four}", "model.not_a_number", {"found": "four"}),
    Broken("players: {to: 4}", "players: {to: §4.0}", "model.not_a_number", {"found": "4.0"}),
    Broken("players: {to: 4}", "players: {to: §'4'}", "model.not_a_number", {"found": '"4"'}),
    Broken("players: {to: 4}", "players: {to: §''}", "model.not_a_number", {"found": '""'}),
    Broken("players: {to: 4}", "players: {to: §'true'}", "model.not_a_number", {"found": '"true"'}),
    Broken("players: {to: 4}", "players: {to: §'four'}", "model.not_a_number", {"found": "four"}),
    Broken("flow: two rolls", "flow: §'null'", "model.flow_name", {"found": "null"}),
    Broken("players: {to: 4}", "players: {to: §yes}", "model.not_a_number", {"found": "yes"}),
    Broken("players: {to: 4}", "players: {to: §true}", "model.not_a_number", {"found": "true"}),
    Broken("players: {to: 4}", "players: {to: §.nan}", "model.not_a_number", {"found": ".nan"}),
    Broken("players: {to: 4}", "players: {to: §0x4}", "model.not_a_number", {"found": "0x4"}),
    Broken("players: {to: 4}", "players: {to: §1_0}", "model.not_a_number", {"found": "1_0"}),
    Broken("players: {to: 4}", "players: {to:§ }", "model.not_a_number", {"found": "null"}),
    Broken("players: {to: 4}", "players: {to: §[4]}", "model.not_a_number", {"found": "[…]"}),
    Broken("players: {to: 4}", "players: §4", "model.not_a_mapping", {"found": "4"}),
    Broken("players: {to: 4}", "players: {to: §13}", "model.too_large", {"found": "13", "limit": 12}),
    Broken("players: {to: 4}", "players: {to: §0}", "model.too_small", {"found": "0", "limit": 1}),
    Broken("players: {to: 4}", "players: {to: §99999999999999999}", "model.too_large"),
    Broken("players: {to: 4}", "players: §{from: 3, to: 2}", "model.range_order"),
    Broken("players: {to: 4}", "players: §{to: 4, best: [2, 5]}", "model.range_order"),
    Broken("count: 3", "count: §11", "model.too_large", {"limit": 10}),
    Broken("faces: 6", "faces: §1", "model.too_small", {"limit": 2}),
    Broken("faces: 6", "faces: §21", "model.too_large", {"limit": 20}),
    Broken(
        "dice: {count: 3, faces: 6}", "dice: §{count: 9, faces: 9}", "model.too_many_rolls", {"limit": 1000}
    ),
    Broken("flow: two rolls", "flow: §nine rolls", "model.flow_name", {"found": "nine rolls"}),
    Broken("flow: two rolls", "flow: §2", "model.not_a_list"),
    Broken("flow: two rolls", "flow: §[]", "model.too_few"),
    Broken("flow: two rolls", "flow:\n  §- {roll: all dice}", "model.flow_unplayable"),
    Broken("flow: two rolls", "flow:\n  - {roll: §some dice}", "model.not_one_of", {"found": "some dice"}),
    Broken("flow: two rolls", "flow:\n  - §{roll: all dice, write: an open box}", "model.one_of"),
    Broken("flow: two rolls", "flow:\n  - §{repeat: game, steps: [{roll: all dice}]}", "model.one_of"),
    Broken(
        "flow: two rolls", "flow:\n  - §{roll: all dice, up to: 3}", "model.goes_with", {"other": "repeat"}
    ),
    Broken("", "components: {cup: §0}", "model.too_small"),
    Broken(
        "", "components: {cup: {count: 3, more allowed: §maybe}}", "model.not_yes_or_no", {"found": "maybe"}
    ),
    Broken("", "start: §highest sum", "model.not_one_of", {"found": "highest sum"}),
    Broken("", "winner: §lowest total", "model.not_one_of", {"found": "lowest total"}),
    # --- the sheet
    Broken(MODEL[MODEL.index("sheet:") :], "sheet: §{}\n", "model.sheet_empty"),
    Broken(MODEL[MODEL.index("sheet:") :], "sheet: §[a]\n", "model.sheet_empty"),
    Broken(MODEL[MODEL.index("sheet:") :], "sheet: {a: §5}\n", "model.not_a_mapping", {"found": "5"}),
    Broken("  lower:\n", "  middle: §{}\n  lower:\n", "model.sheet_empty"),
    Broken("{points: sum}", "§{}", "model.missing", {"name": "points"}),
    Broken("{points: sum}", "{points: §1001}", "model.too_large", {"limit": 1000}),
    Broken("{points: sum}", "{points: §-1001}", "model.too_small", {"limit": -1000}),
    Broken("{points: sum}", "{points: §summ}", "model.not_points", {"found": "summ"}),
    Broken("{points: sum}", "{points: §'30'}", "model.not_points", {"found": '"30"'}),
    Broken("{points: sum}", "{points: {by roll: [3, §'2']}}", "model.not_points", {"found": '"2"'}),
    Broken("{points: sum}", "{points: §{}}", "model.one_of", {"given": 0}),
    Broken("{points: sum}", "{points: §{fixed: 3, sum of: 2}}", "model.one_of", {"given": 2}),
    Broken("{points: sum}", "{points: {sum: §the dice}}", "model.not_one_of", {"found": "the dice"}),
    Broken("{points: sum}", "{points: {sum of: §7}}", "model.no_such_face", {"found": 7, "faces": 6}),
    Broken("{points: sum}", "{points: {by roll: §[]}}", "model.too_few"),
    Broken("{points: sum}", "{points: §{by roll: [{by roll: [1]}]}}", "model.nested", {"word": "by roll"}),
    Broken("{points: sum}", "{points: §set}", "model.set_of_which", {"found": 0}),
    Broken(
        "{alike: 2}, points: set", "[{alike: 2}, {run: 3}], points: §set", "model.set_of_which", {"found": 2}
    ),
    Broken("{points: sum}", "§{points: {fixed: 900, plus: 200}}", "model.points_range", {"found": 1100}),
    # --- patterns
    Broken("{alike: 2}", "§{}", "model.one_of", {"given": 0}),
    Broken("{alike: 2}", "§{alike: 2, run: 3}", "model.one_of", {"given": 2}),
    Broken("{alike: 2}", "§[]", "model.too_few"),
    Broken("{alike: 2}", "{alike: §4}", "model.too_large", {"found": 4, "limit": 3}),
    Broken("{alike: 2}", "{alike: §0}", "model.too_small"),
    Broken("{alike: 2}", "{run: §1}", "model.too_small", {"limit": 2}),
    Broken("{alike: 2}", "{run: §4}", "model.too_large", {"limit": 3}),
    Broken("{alike: 2}", "{sum: §19}", "model.too_large", {"limit": 18}),
    Broken("{alike: 2}", "{groups: §[2, 2]}", "model.groups_of_dice", {"needed": 4, "dice": 3}),
    Broken("{alike: 2}", "{any of: [{groups: §[1, 3]}]}", "model.groups_of_dice", {"needed": 4, "dice": 3}),
    Broken("{alike: 2}", "{groups: [2, §two]}", "model.not_a_number", {"found": "two"}),
    Broken("{alike: 2}", "{faces: [1, §7]}", "model.no_such_face", {"found": 7}),
    Broken("{alike: 2}", "{faces: §[1, 1, 1, 1]}", "model.too_large", {"limit": 3}),
    Broken("{alike: 2}", "{different: §4}", "model.too_large", {"limit": 3}),
    Broken("{alike: 2}", "§{one colour: 2}", "model.no_colours"),
    Broken("{alike: 2}", "§{groups: [2], same colour: yes}", "model.no_colours"),
    Broken("{alike: 2}", "§{alike: 2, same face ok: yes}", "model.goes_with", {"other": "groups"}),
    Broken("{alike: 2}", "{any of: [§{any of: [{alike: 2}]}]}", "model.nested", {"word": "any of"}),
    Broken("{alike: 2}", "{any of: [{alike: 2}, {alike: §5}]}", "model.too_large"),
    Broken("faces: 6}", "faces: 6, colours: {red: [1, §7]}}", "model.no_such_face"),
    Broken(
        "faces: 6}",
        "faces: 6, colours: {red: [1, 2], black: [3, §2]}}",
        "model.face_coloured_twice",
        {"face": 2},
    ),
    # --- expressions
    Broken(
        "{points: sum}", "{points: {expression: §sum +, means: {en: x}}}", "expression.ends_early", {"at": 6}
    ),
    Broken(
        "{points: sum}", "{points: {expression: §size, means: {en: x}}}", "expression.name", {"found": "size"}
    ),
    Broken("{points: sum}", "{points: {expression: §sum > 3, means: {en: x}}}", "expression.type"),
    Broken("{alike: 2}, points: set", "{expression: §sum, means: {en: x}}, points: 1", "expression.type"),
    Broken("{points: sum}", "{points: §{expression: sum}}", "model.expression_means"),
    Broken("{points: sum}", "{points: {expression: sum, means: §{}}}", "model.too_few"),
    Broken("{points: sum}", "{points: §{sum of: 1, means: {en: x}}}", "model.goes_with", {"word": "means"}),
    Broken("{points: sum}", "{points: {expression: §5, means: {en: x}}}", "model.not_text", {"found": "5"}),
    Broken(
        "{points: sum}",
        f"{{points: {{expression: §{'1+' * 100}1, means: {{en: x}}}}}}",
        "expression.too_long",
    ),
    Broken("{points: sum}", "§{points: {expression: 1 / (sum - 9), means: {en: x}}}", "expression.zero"),
    Broken("{points: sum}", "§{points: {expression: 999 * 9999, means: {en: x}}}", "expression.overflow"),
    Broken("{points: sum}", "§{points: {expression: 1000 + 1, means: {en: x}}}", "model.points_range"),
    Broken(
        "{points: sum}",
        "{points: {expression: §count(1) + count(7), means: {en: x}}}",
        "model.no_such_face",
        {"found": 7, "faces": 6},
    ),
    Broken(
        "{points: sum}",
        "{points: {expression: §count(0), means: {en: x}}}",
        "model.no_such_face",
        {"found": 0},
    ),
    Broken(
        "{points: sum}",
        "{points: {by roll: [1, {expression: §-count(20), means: {en: x}}]}}",
        "model.no_such_face",
        {"found": 20},
    ),
    Broken(
        "{alike: 2}",
        "{any of: [{alike: 2}, {expression: §sum > 3 && count(7) > 0, means: {en: x}}]}",
        "model.no_such_face",
        {"found": 7},
    ),
    Broken(
        "",
        "extra:\n  bonus: {if: {expression: §count(7) == 2, means: {en: x}}, pays: {points: 5, as: c}}",
        "model.no_such_face",
        {"found": 7},
    ),
    # --- references
    Broken("", "order: [upper, §middle]", "model.unknown_name", {"name": "middle"}),
    Broken("", "order: §[upper]", "model.order_incomplete", {"boxes": "all, pair"}),
    Broken("", "order: §[upper, lower, ones]", "model.order_incomplete", {"boxes": "ones"}),
    Broken("", "order: §downwards", "model.not_one_of"),
    Broken("", "bonuses: {b: {of: §middle, from: {3: 5}}}", "model.unknown_name", {"name": "middle"}),
    Broken("", "bonuses: {b: {of: upper, from: §{}}}", "model.too_few"),
    Broken("", "bonuses: {b: {of: upper, from: {§x: 5}}}", "model.step_number", {"found": "x"}),
    Broken("", "bonuses: {b: {of: upper, from: {§0: 5}}}", "model.step_number", {"found": "0"}),
    Broken("", "bonuses: {b: {of: upper, from: {63: §lots}}}", "model.not_a_number", {"found": "lots"}),
    Broken(
        "", EXTRA + "when: {filled: §alll}, pays: {points: 5, as: c}}", "model.unknown_name", {"name": "alll"}
    ),
    Broken("", EXTRA + "when: §{}, pays: {points: 5, as: c}}", "model.one_of"),
    Broken(
        "", EXTRA + "pays: {points: 5, as: c, in: §all}}", "model.unknown_name", {"known": "upper, lower"}
    ),
    Broken("", EXTRA + "pays: §{points: 5}}", "model.missing", {"name": "as"}),
    Broken("", EXTRA + "write: [{in: §middle}]}", "model.unknown_name", {"name": "middle"}),
    Broken("", EXTRA + "write: [{in: {that face in: §middle}}]}", "model.unknown_name", {"name": "middle"}),
    Broken("", EXTRA + "write: [{in: any, values: {§upper: 5}}]}", "model.unknown_name", {"name": "upper"}),
    Broken("", EXTRA + "write: [§{in: any, points: 1, values: {all: 5}}]}", "model.one_of"),
    Broken("", EXTRA + "write: [§{in: any, values when: {filled: all}}]}", "model.goes_with"),
    Broken("", "extra:\n  bonus: §{if: {alike: 3}}", "model.one_of", {"words": "pays, write"}),
    Broken("", "extra:\n  bonus: §{pays: {points: 5, as: c}}", "model.missing", {"name": "if"}),
    Broken(
        "",
        "extra:\n  bonus: {if: {run: 3}, write: [{in: §{that face in: upper}}]}",
        "model.that_face_of_which",
    ),
    Broken(
        "",
        "extra:\n  bonus: §{if: {expression: 1 / (sum - 9) == 1, means: {en: x}}, pays: {points: 5, as: c}}",
        "expression.zero",
    ),
    # --- options
    Broken("", OPTIONS.format("§c", "{a: , b: }"), "model.unknown_name", {"name": "c", "known": "a, b"}),
    Broken(
        "",
        OPTIONS.format("§c", "{a: , b: }")
        + "\nwords: {en: {title: T, names: {way: Way, way.a: A, way.b: B}}}",
        "model.unknown_name",
        {"name": "c"},
    ),
    Broken("", OPTIONS.format("a", "§{a: }"), "model.too_few", {"limit": 2}),
    Broken("", OPTIONS.format("a", "{a: , b: §5}"), "model.not_a_mapping"),
    Broken("", OPTIONS.format("a", "{a: , b: {order: [§middle]}}"), "model.unknown_name"),
    Broken("", OPTIONS.format("a", "{a: , b: {§ordr: free}}"), "model.unknown_word", {"near": "order"}),
    Broken("", OPTIONS.format("a", "{a: , b: {§exta: null}}"), "model.unknown_name", {"name": "exta"}),
    Broken(
        "",
        OPTIONS.format("a", "{a: , b: {sheet: {lower: {§al: }}}}"),
        "model.unknown_name",
        {"known": "all, pair"},
    ),
    Broken("", OPTIONS.format("a", "{a: , b: {game: §other}}"), "model.patch_touches", {"name": "game"}),
    Broken("", OPTIONS.format("a", "{a: , b: {sheet: {lower: {all: {points: §5000}}}}}"), "model.too_large"),
    # --- based on
    Broken("game: example", "game: example\nbased on: §chess", "model.unknown_name", {"name": "chess"}),
    Broken("game: example", "game: example\n§with: {a: b}", "model.goes_with", {"other": "based on"}),
    # --- the author's words
    Broken("", W + "names: {§oness: Ones}}}", "model.unknown_name", {"name": "oness"}),
    Broken("", "words: {en: §{line: x}}", "model.missing", {"name": "title"}),
    Broken("", "words: {§english: {title: T}}", "model.bad_language", {"found": "english"}),
    Broken("", f"words: {{en: {{title: §{'x' * 61}}}}}", "model.too_many", {"limit": 60}),
    Broken("", "words: {en: {title: §''}}", "model.too_few"),
    Broken("", 'words: {en: {title: §"a\\u202eb"}}', "model.text_control"),
    Broken("", 'words: {en: {title: §"a\\u0007b"}}', "file.unprintable"),
]


@pytest.mark.parametrize("broken", BROKEN, ids=[f"{at}-{each.code}" for at, each in enumerate(BROKEN)])
def test_a_fault_has_its_place_and_says_what_stands_there(broken: Broken) -> None:
    text, places = broken.text()
    found = faults(text)
    told = [(fault.code, fault.line, fault.column, fault.params) for fault in found]
    assert [fault.code for fault in found] == [broken.code], told
    if places:
        assert [(fault.line, fault.column) for fault in found] == places, told
    assert found[0].params | broken.params == found[0].params, told
    assert found[0].file == "example.yaml"


def test_the_model_of_these_tests_has_no_fault() -> None:
    assert faults(MODEL) == []


@pytest.mark.parametrize("name", ["points", "if", "sheet", "any_of"])
def test_a_box_may_be_called_as_the_words_of_a_box_are(name: str) -> None:
    assert faults(MODEL.replace("ones:", f"{name}:")) == []
    flat = f"{{{name}: {{points: {{sum of: 1}}}}, pair: {{if: {{alike: 2}}, points: set}}}}"
    assert faults(MODEL[: MODEL.index("sheet:")] + f"sheet: {flat}\n") == []


YAML_FAULTS = [
    "players: {to: 4",
    "players: to: 4",
    "players: 'to",
    "- players",
    "a: b: c",
    "a: [1, 2}",
    "? [",
    "%x",
]


@pytest.mark.parametrize("text", YAML_FAULTS)
def test_what_is_no_yaml_is_told_in_our_own_words(text: str) -> None:
    (found,) = faults(f"game: own\n{text}\n")
    assert (found.code, found.params) == ("file.not_yaml", {})
    assert found.line >= 2


def test_a_tab_is_told_as_one() -> None:
    (found,) = faults("game: own\nplayers:\n\tto: 4\n")
    assert (found.code, found.line, found.column) == ("file.tab", 3, 1)


def test_several_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    text, places = marked(
        """\
game: example
players: {to: §0}
dice: {count: 3, faces: §1}
flow: §nine rolls
sheet:
  upper:
    ones: {points: {sum of: §x}}
    twos: {§pionts: 3}
  lower:
    all: {points: §5000}
start: §lowest
"""
    )
    found = faults(text)
    assert {(fault.line, fault.column) for fault in found} >= set(places)
    assert [(fault.line, fault.column) for fault in found] == sorted(
        (fault.line, fault.column) for fault in found
    )


def test_faults_of_single_words_and_of_the_whole_model_are_told_at_once() -> None:
    text, places = marked(
        MODEL.replace("two rolls", "§nine rolls")
        + "bonuses: {b: {of: §middle, from: {3: 5}}}\norder: [upper, §middel]\n"
    )
    assert [(fault.line, fault.column) for fault in faults(text)] == places


def test_faults_of_several_options_are_told_at_once() -> None:
    text, places = marked(
        MODEL
        + """\
options:
  way:
    default: a
    choices:
      a:
      b: {order: [§middle]}
      c: {bonuses: {x: {of: §nowhere, from: {3: 5}}}}
"""
    )
    assert [(fault.line, fault.column) for fault in faults(text)] == places


def test_a_fault_in_what_an_option_lays_over_the_model_stands_in_the_option() -> None:
    text, places = marked(
        MODEL
        + "options:\n  size:\n    default: a\n    choices:\n      a:\n      b: {dice: {faces: 4}, sheet: {lower: {all: {points: {sum of: §5}}}}}\n"
    )
    assert [(fault.line, fault.column, fault.code) for fault in faults(text)] == [
        (*places[0], "model.no_such_face")
    ]


@pytest.mark.parametrize("count", [128, 129])
def test_up_to_128_cells(count: int) -> None:
    boxes = "".join(f"  b{number}: {{points: sum}}\n" for number in range(count))
    text = MODEL[: MODEL.index("sheet:")] + "sheet:\n" + boxes
    assert [fault.code for fault in faults(text)] == ["model.too_many_cells"] * (count > 128)


def test_up_to_64_combinations_of_options() -> None:
    option = "  {0}: {{default: a, choices: {{a: , b: }}}}\n"
    text = MODEL + "options:\n" + "".join(option.format(f"o{number}") for number in range(7))
    assert [fault.code for fault in faults(text)] == ["model.too_many_combinations"]


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_game_may_be_based_on_one_of_the_catalogue(tmp_path: Path) -> None:
    path = write(tmp_path, "game: own\nbased on: yahtzee\nbonuses: {upper_bonus: {from: {63: 50}}}\n")
    model = load(path, {"upper_first": "yes"})
    assert model.id == "own"
    assert model.spec.bonuses["upper_bonus"].steps == ((63, 50),)
    assert list(model.choices) == ["upper_first", "extra_yahtzee"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game: own\nbased on: yahtzee\nwith: §5\n", "model.not_a_mapping"),
        ("game: own\nbased on: yahtzee\nwith: {§upper: yes}\n", "option.unknown"),
        ("game: own\nbased on: yahtzee\nwith: {§upper_first: maybe}\n", "option.value"),
        ("game: own\nbased on: §own\n", "model.unknown_name"),
        ("game: own\nbased on: §[yahtzee]\n", "model.unknown_name"),
        ("game: own\nbased on: §../games/yahtzee\n", "model.unknown_name"),
        ("game: own\nbased on: yahtzee\nbonuses: {upper_bonus: {of: §uper}}\n", "model.unknown_name"),
        ("game: own\nbased on: yahtzee\nplayers: {to: §99}\n", "model.too_large"),
        ("game: own\nbased on: yahtzee\nextra: {§jokers: null}\n", "model.unknown_name"),
        ("game: own\nbased on: yahtzee-free-joker\n§extras:\n", "model.unknown_name"),
        ("game: own\nbased on: yahtzee\nwords: {en: {names: {§nothing: x}}}\n", "model.unknown_name"),
    ],
)
def test_faults_of_a_game_that_is_based_on_another(text: str, code: str) -> None:
    clean, places = marked(text)
    found = faults(clean)
    assert [(fault.code, fault.line, fault.column) for fault in found] == [(code, *places[0])]


@pytest.mark.parametrize("game", catalogue.ids())
def test_the_games_have_no_faults(game: str) -> None:
    assert [compile(model).game for model in parse_all(catalogue.path_of(game).read_bytes(), game)]
