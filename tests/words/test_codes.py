"""Every code that the program raises has a sentence, every sentence a code, and both the same parameters."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import regatta
from regatta.errors import Fault, Illegal
from regatta.model import faults as model_faults
from regatta.words import Words
from regatta.words.errors import SENTENCES
from regatta.words.faults import FAULTS

SOURCE = Path(regatta.__file__).parent
CODE = re.compile(r"[a-z_]+\.[a-z_0-9]+")
RAISES = {"RegattaError", "Invalid", "Illegal", "Stale", "Missing", "Denied", "_illegal"}
FINDS = {"Fault", "place", "fault", "fault_at", "fail", "refuse"}
SHORT = {"checks.py": "model.", "expression.py": "expression."}
"""Files whose ``fail`` adds the topic itself."""

Calls = dict[str, list[tuple[set[str], bool]]]


def constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def keywords(call: ast.Call) -> tuple[set[str], bool]:
    """The names of a call's parameters, and whether that is all of them."""
    names = {word.arg for word in call.keywords if word.arg}
    if called(call) == "refuse":
        names.add("dice")  # it adds the first roll that is at fault
    whole = all(word.arg for word in call.keywords)
    for word in call.keywords:
        if word.arg == "params":
            whole = isinstance(word.value, ast.Dict)
            if isinstance(word.value, ast.Dict):
                names |= {key.value for key in word.value.keys if isinstance(key, ast.Constant)}
    return names, whole


@cache
def scan() -> tuple[Calls, Calls]:
    """Codes of errors and of faults, with the parameters given at each place."""
    raised: Calls = defaultdict(list)
    found: Calls = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "words":
            continue
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or called(call) not in RAISES | FINDS:
                continue
            short = SHORT.get(path.name, "") if called(call) == "fail" else ""
            for text in (text for argument in call.args for text in constants(argument)):
                if short and re.fullmatch(r"[a-z_]+", text):
                    found[short + text].append(({*keywords(call)[0], "at", "found"}, keywords(call)[1]))
                elif CODE.fullmatch(text):
                    (raised if called(call) in RAISES else found)[text].append(keywords(call))
    for code in {
        *model_faults._OURS,
        *model_faults._WITH_FOUND.values(),
        *model_faults._SHORT.values(),
        *model_faults._BAD_NAMES.values(),
        *(code for code, _ in model_faults._WITH_LIMIT.values()),
    }:
        found[f"model.{code}"].append((set(), False))
    # Expressions raise Invalid; the model turns each into a fault at its place.
    for code in [code for code in raised if code.startswith("expression.")]:
        found[code] += raised.pop(code)
    return raised, found


ADDED = {
    "model.faults",
    "http.refused",
    "http.bad_request",
    "http.not_found",
    "http.method",
    "http.too_large",
}
"""Codes that are not raised by a call: the one of ModelFaults, and those made from the framework's refusals."""
BOTH = {"option.unknown", "option.value"}
"""Errors of a request that ``with`` in a model makes faults of."""


def test_every_error_has_a_sentence() -> None:
    raised, _ = scan()
    assert sorted(raised.keys() - SENTENCES.keys()) == []


def test_every_sentence_is_for_an_error() -> None:
    raised, _ = scan()
    assert sorted(SENTENCES.keys() - raised.keys() - ADDED) == []


def test_every_fault_has_a_sentence() -> None:
    _, found = scan()
    assert sorted(found.keys() - FAULTS.keys()) == []


def test_every_sentence_is_for_a_fault() -> None:
    _, found = scan()
    assert sorted(FAULTS.keys() - found.keys() - BOTH) == []


@pytest.mark.parametrize("kind", [0, 1], ids=["errors", "faults"])
def test_sentences_use_only_what_is_given(kind: int) -> None:
    sentences, calls = (SENTENCES, FAULTS)[kind], scan()[kind]
    wrong = [
        (code, sorted(set(re.findall(r"%\((\w+)\)s", sentences[code])) - given))
        for code, places in calls.items()
        for given, whole in places
        if code in sentences and whole and set(re.findall(r"%\((\w+)\)s", sentences[code])) - given
    ]
    assert wrong == []


@pytest.mark.parametrize("sentence", [*SENTENCES.values(), *FAULTS.values()])
def test_sentences_are_sentences(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0] == "%"
    assert sentence.endswith(".")
    assert "!" not in sentence


def test_a_sentence_names_boxes_as_people_do() -> None:
    error = Illegal("move.box_written", box="full_house", points=25)
    names = {"full_house": "Full house"}
    assert Words().sentence(error, names.__getitem__) == "Full house is written already, with 25."


def test_a_sentence_repeats_foreign_input_short_and_printable() -> None:
    said = Words().sentence(Illegal("match.unknown", match="x\0\u202e" + "y" * 500))
    assert len(said) < 200
    assert said.isprintable()


def test_a_code_without_a_sentence_is_still_said() -> None:
    assert "no.such_code" in Words().sentence(Illegal("no.such_code"))
    assert "no.such_code" in Words().fault(Fault("no.such_code", 1, 1))


def test_words_join_series_and_read_dice() -> None:
    words = Words()
    assert [words.series("abc"[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert words.faces([5, 2, 8]) == "five, two, 8"
