"""The reference for authors and the schema for editors say what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from plays import TEST_GAMES
from regatta.dice import MAX_ROLLS
from regatta.model import catalogue, document, expression, model, parse_all, spec
from regatta.model.document import read
from regatta.model.meanings import MEANINGS
from regatta.model.schema import schema
from regatta.tables import compile, compiler  # noqa: A004 - as in re.compile

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = (DOCS / "model-language.md").read_text(encoding="utf-8")
SCHEMA = DOCS / "game.schema.json"

HEADINGS: dict[type[spec.Part], str] = {
    spec.Spec: "The game",
    spec.Players: "Players",
    spec.DiceSpec: "Dice",
    spec.Component: "Components",
    spec.Step: "Flow",
    spec.Box: "Sheet",
    spec.Pattern: "Conditions",
    spec.Points: "Points",
    spec.Bonus: "Bonuses",
    spec.Extra: "Extra rules",
    spec.When: "When",
    spec.FaceBox: "The box of a face",
    spec.Pays: "Pays",
    spec.Line: "Lines",
    spec.Option: "Options",
    spec.About: "About",
    spec.Words: "Words",
}


def section(heading: str) -> str:
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", REFERENCE, re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading!r}"
    return found[1]


def rows(heading: str) -> dict[str, list[str]]:
    """Return the rows of the table of a section by their first cell."""
    cells = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in section(heading).splitlines()
        if line.startswith("| ")
    ]
    return {row[0].strip("`"): row[1:] for row in cells[1:]}


def words_of(part: type[spec.Part]) -> set[str]:
    return {field.alias or name for name, field in part.model_fields.items()}


# --------------------------------------------------------------------------------------------------- the words


def test_every_mapping_of_the_language_has_a_section() -> None:
    parts = {each for each in vars(spec).values() if isinstance(each, type) and issubclass(each, spec.Part)}
    # The sheet itself has no words: its names are the author's.
    assert parts - {spec.Part, spec.Sheet} == set(HEADINGS)


@pytest.mark.parametrize("part", HEADINGS, ids=lambda part: part.__name__)
def test_every_word_is_told_with_its_meaning_and_an_example(part: type[spec.Part]) -> None:
    told = rows(HEADINGS[part])
    more = {"based on", "with"} if part is spec.Spec else set()
    assert set(told) == words_of(part) | more
    for word, (meaning, example) in told.items():
        assert meaning, word
        assert example, word


def plain(meaning: str) -> str:
    """Return a sentence of the reference without marks, and without the places that it leads to."""
    without = re.sub(r"(?:: |[:;.,]? ?[Ss]ee )\[[^]]*\]\([^)]*\)", "", meaning)
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", without).replace("`", "")


@pytest.mark.parametrize("part", HEADINGS, ids=lambda part: part.__name__)
def test_editors_tell_the_same_meaning(part: type[spec.Part]) -> None:
    told = {word: plain(meaning) for word, (meaning, _) in rows(HEADINGS[part]).items()}
    assert told == MEANINGS[part.__name__]
    offered = schema()["definitions"]["Game" if part is spec.Spec else part.__name__]["properties"]
    assert {word: inside["description"] for word, inside in offered.items()} == {
        word: meaning for word, meaning in told.items() if word in offered
    }


@pytest.mark.parametrize("part", HEADINGS, ids=lambda part: part.__name__)
def test_every_fixed_value_of_a_word_is_told(part: type[spec.Part]) -> None:
    text = section(HEADINGS[part])
    for name, field in part.model_fields.items():
        for value in [field.annotation, *get_args(field.annotation)]:
            for literal in (
                get_args(value) if getattr(value, "__origin__", None) is not None or value is None else []
            ):
                if isinstance(literal, str):
                    assert literal in re.findall(r"`(?:\w+: )?([^`]*)`", text + section("Order")), (
                        name,
                        literal,
                    )


def test_every_name_in_expressions_is_told() -> None:
    told = {name.partition("(")[0]: "(" in name for name in rows("Expressions")}
    assert told == {name: bool(arguments) for name, arguments in expression.FUNCTIONS.items()}


def test_every_short_flow_is_told() -> None:
    for name in spec.NAMED_FLOWS:
        assert f"`{name}`" in section("Flow")


def test_needed_words_are_told() -> None:
    for part, heading in HEADINGS.items():
        for name, field in part.model_fields.items():
            word = field.alias or name
            told = " ".join(rows(heading)[word])
            if part is spec.Spec:
                assert (f"`{word}`" in section(heading).splitlines()[1]) == field.is_required(), word
            elif part in (spec.Players, spec.DiceSpec, spec.Box, spec.Pays, spec.Words):
                assert told.count("needed") == field.is_required(), (part, word)


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("bytes in a file", document.MAX_BYTES),
        ("values and names in a file", document.MAX_NODES),
        ("levels of nesting", document.MAX_DEPTH),
        ("boxes", spec.MAX_CELLS),
        ("ways that the dice can fall, order aside", MAX_ROLLS),
        ("combinations of options", spec.MAX_COMBINATIONS),
        ("words and values of the rules x combinations of options", spec.MAX_OPTION_NODES),
        ("roll numbers x ways that the dice can fall x boxes", compiler.MAX_WORK),
        ("characters of the rules x roll numbers", compiler.MAX_TEXT),
        ("points of a box, either way", compiler.HIGHEST),
        ("characters in an expression", expression.MAX_LENGTH),
        ("levels of nesting in an expression", expression.MAX_DEPTH),
        ("numbers in an expression, either way", expression.LARGEST),
        ("games below one that is based on another", model.MAX_BASES),
        ("faults told at once", document.MAX_FAULTS),
    ],
)
def test_limits_are_told(what: str, limit: int) -> None:
    assert rows("What a file may be")[what] == [f"{limit:,}"]
    assert compiler.LOWEST == -compiler.HIGHEST


def test_every_limit_that_is_told_is_tested() -> None:
    assert len(rows("What a file may be")) == 15


def test_limits_inside_the_sections_are_those_of_the_schema() -> None:
    definitions = schema()["definitions"]

    def limit(part: str, word: str, name: str) -> Any:
        inside = definitions[part]["properties"][word]
        return next(each[name] for each in [inside, *inside.get("anyOf", [])] if name in each)

    notes = definitions["Words"]["properties"]["differs"]["additionalProperties"]["anyOf"][1]
    for heading, word, told, found in [
        ("Players", "to", "12", limit("Players", "to", "maximum")),
        ("Dice", "count", "10", limit("DiceSpec", "count", "maximum")),
        ("Dice", "faces", "2 to 20", f"2 to {limit('DiceSpec', 'faces', 'maximum')}"),
        ("Components", "count", "999", limit("Component", "count", "maximum")),
        ("Flow", "up to", "1 to 8", f"1 to {limit('Step', 'up to', 'maximum')}"),
        ("Conditions", "any of", "up to 8", f"up to {limit('Pattern', 'any of', 'maxItems')}"),
        ("Points", "by roll", "up to 9", f"up to {limit('Points', 'by roll', 'maxItems')}"),
        ("Bonuses", "from", "at most 12", f"at most {limit('Bonus', 'from', 'maxProperties')}"),
        ("Extra rules", "write", "up to 8", f"up to {limit('Extra', 'write', 'maxItems')}"),
        ("Options", "choices", "2 to 8", f"2 to {limit('Option', 'choices', 'maxProperties')}"),
        ("Words", "title", "at most 60", f"at most {limit('Words', 'title', 'maxLength')}"),
        ("Words", "line", "at most 200", f"at most {limit('Words', 'line', 'maxLength')}"),
        ("Words", "differs", "at most 400", f"at most {notes['items']['maxLength']}"),
        ("Words", "differs", "up to 6", f"up to {notes['maxItems']}"),
        ("Words", "text", "at most 4,000", f"at most {limit('Words', 'text', 'maxLength'):,}"),
    ]:
        assert told == str(found)
        assert told in rows(heading)[word][0], (heading, word)


# ------------------------------------------------------------------------------------------------- the examples

SKELETON = {
    "game": "game: example\n",
    "players": "players: {to: 4}\n",
    "dice": "dice: {count: 5, faces: 6}\n",
    "flow": "flow: three rolls\n",
    "sheet": "sheet: {chance: {points: sum}}\n",
}
SNIPPETS = re.findall(r"^```yaml\n(.*?)^```", REFERENCE, re.MULTILINE | re.DOTALL)


def whole(snippet: str) -> str:
    """Return a snippet as a whole game: what it leaves out comes from the skeleton."""
    if "based on:" in snippet:
        return snippet
    given = set(re.findall(r"^([a-z ]+):", snippet, re.MULTILINE))
    return "".join(text for word, text in SKELETON.items() if word not in given) + snippet


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0].strip(":"))
def test_every_example_is_a_model(snippet: str) -> None:
    for found in parse_all(whole(snippet).encode(), "example.yaml"):
        assert compile(found).boxes


EXAMPLES = [
    (heading, word, match)
    for heading in HEADINGS.values()
    for word, (_, example) in rows(heading).items()
    for match in re.findall(r"`([^`]*)`", example)
]


@pytest.mark.parametrize(("heading", "word", "example"), EXAMPLES)
def test_every_small_example_is_yaml_with_its_word(heading: str, word: str, example: str) -> None:
    found = read(
        f"a: [{{{example}}}]".encode() if not example.startswith("{") else f"a: [{example}]".encode(), "x"
    )
    assert f"{word}:" in example or word in json.dumps(found.plain())


def test_the_short_flow_is_the_tree_that_is_shown() -> None:
    tree = next(snippet for snippet in SNIPPETS if snippet.startswith("flow:"))
    (written,) = parse_all(whole(tree).encode(), "example.yaml")
    (short,) = parse_all("".join(SKELETON.values()).encode(), "example.yaml")
    assert written.digest == short.digest


# --------------------------------------------------------------------------------------------------- the schema

VALIDATOR = jsonschema.Draft7Validator(schema())


def test_the_published_schema_is_the_generated_one() -> None:
    """After a change: python -c "import json; from regatta.model.schema import schema; print(json.dumps(schema(), indent=2))" """
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema()


def test_the_schema_is_one_of_draft_7() -> None:
    jsonschema.Draft7Validator.check_schema(schema())
    assert schema()["$schema"] == "http://json-schema.org/draft-07/schema#"
    text = json.dumps(schema())
    for name in re.findall(r'"#/definitions/([^"]+)"', text):
        assert name in schema()["definitions"]


@pytest.mark.parametrize(
    "path", [*map(catalogue.path_of, catalogue.ids()), *TEST_GAMES.values()], ids=lambda path: path.stem
)
def test_the_schema_accepts_the_games(path: Path) -> None:
    VALIDATOR.validate(read(path.read_bytes(), path.name).plain())


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[0].strip(":"))
def test_the_schema_accepts_the_examples(snippet: str) -> None:
    VALIDATOR.validate(read(whole(snippet).encode(), "example.yaml").plain())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: tiny", "game: Tiny"),
        ("game: tiny", "gmae: tiny"),
        ("players: {to: 3}\n", ""),
        ("{to: 3}", "{to: three}"),
        ("{to: 3}", "{to: 13}"),
        ("{to: 3}", "{to: 3, form: 1}"),
        ("{count: 2, faces: 3}", "{count: 2}"),
        ("flow: two rolls", "flow: ten rolls"),
        ("alike: 2", "alike: two"),
        ("alike: 2", "alik: 2"),
        ("points: 10", "points: 1001"),
        ("points: 10", "points: {sum: some dice}"),
        ("points: 10", "pionts: 10"),
        ("  pair:", "  Pair:"),
        ("points: sum", "points: summ"),
        ("words:", "start: highest\nwords:"),
        ("words:", "bonuses: {b: {of: any}}\nwords:"),
        ("words:", "extra: {x: {when: {filled: any}}}\nwords:"),
        ("words:", "extra: {x: {if: {alike: 2}, pays: {points: 1}}}\nwords:"),
        ("words:", "options: {x: {default: a, choices: {a: }}}\nwords:"),
        ("title: Tiny", "titel: Tiny"),
        ("game: tiny", "game: tiny\nbased on: yacht\nshet: {}"),
    ],
)
def test_the_schema_refuses_faulty_games(old: str, new: str) -> None:
    text = TEST_GAMES["tiny"].read_text()
    assert text.count(old) == 1
    assert not VALIDATOR.is_valid(read(text.replace(old, new).encode(), "faulty.yaml").plain())
