"""Authors' expressions against a small interpreter of their own, with the meaning CEL gives them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regatta.dice import Faces, dice
from regatta.errors import Invalid
from regatta.model import expression
from regatta.model.expression import FUNCTIONS, LARGEST, MAX_DEPTH, MAX_LENGTH
from regatta.tables.formula import evaluate
from search import examples

SOME = dice(3, 5)
Kind = Literal["number", "truth"]


# ------------------------------------------------------------------------- a second implementation, by the book


class Wrong(Exception):
    """The value of an expression does not exist: a division by zero, or a number that is too large."""


@dataclass(frozen=True)
class Tree:
    """An expression: its operator, its parts, and how tightly CEL binds it (higher is tighter)."""

    operator: str
    parts: tuple[Tree, ...] = ()
    text: str = ""

    @property
    def binds(self) -> int:
        levels = {"?": 0, "||": 1, "&&": 2, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5, "neg": 6, "not": 6}
        relations = dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 3)
        return (levels | relations).get(self.operator, 7)

    def __str__(self) -> str:
        parts = self.parts
        match self.operator:
            case "":
                return self.text
            case "neg" | "not":
                return ("-" if self.operator == "neg" else "!") + parts[0].inside(6)
            case "?":
                return f"{parts[0].inside(1)} ? {parts[1].inside(1)} : {parts[2].inside(0)}"
        # Operators of one level are read from the left; comparisons do not follow one another.
        left = self.binds + (self.binds == 3)
        return f"{parts[0].inside(left)} {self.operator} {parts[1].inside(self.binds + 1)}"

    def inside(self, least: int) -> str:
        return str(self) if self.binds >= least else f"({self})"

    def value(self, roll: Faces, number: int) -> int | bool:  # noqa: C901, PLR0912 - one case an operator
        if self.operator == "":
            return atom(self.text, roll, number)
        first = self.parts[0].value(roll, number)
        match self.operator:
            case "?":
                return self.parts[1 if first else 2].value(roll, number)
            case "&&":
                return bool(first) and bool(self.parts[1].value(roll, number))
            case "||":
                return bool(first) or bool(self.parts[1].value(roll, number))
            case "not":
                return not first
            case "neg":
                return -first
        second = self.parts[1].value(roll, number)
        match self.operator:
            case "==":
                return first == second
            case "!=":
                return first != second
            case "<":
                return first < second
            case "<=":
                return first <= second
            case ">":
                return first > second
            case ">=":
                return first >= second
            case "+":
                return bounded(first + second)
            case "-":
                return bounded(first - second)
            case "*":
                return bounded(first * second)
        if second == 0:
            raise Wrong
        quotient = int(first / second)  # towards zero; the numbers are small enough for a float
        return quotient if self.operator == "/" else first - second * quotient


def bounded(number: int) -> int:
    if abs(number) > LARGEST:
        raise Wrong
    return number


def atom(text: str, roll: Faces, number: int) -> int | bool:
    if text in ("true", "false"):
        return text == "true"
    if text.isdigit():
        return int(text)
    if text.startswith("count("):
        return roll.count(int(text[6:-1]))
    runs = [
        length for length in range(1, 6) for low in range(1, 6) if set(range(low, low + length)) <= set(roll)
    ]
    return {
        "sum": sum(roll),
        "highest": max(roll),
        "lowest": min(roll),
        "most_alike": max(map(roll.count, roll)),
        "longest_run": max(runs),
        "different": len(set(roll)),
        "roll": number,
    }[text]


names = sorted(set(FUNCTIONS) - {"count"})
number_atoms = (
    st.integers(0, 12).map(str)
    | st.sampled_from(names)
    | st.integers(0, 9).map(lambda face: f"count({face})")
)


@st.composite
def trees(draw: st.DrawFn, kind: Kind = "number", depth: int = 3) -> Tree:
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return Tree("", (), draw(number_atoms if kind == "number" else st.sampled_from(["true", "false"])))
    if draw(st.integers(0, 5)) == 0:
        parts = draw(trees("truth", depth - 1)), draw(trees(kind, depth - 1)), draw(trees(kind, depth - 1))
        return Tree("?", parts)
    if kind == "number":
        operator = draw(st.sampled_from(["+", "-", "*", "/", "%", "neg"]))
        sides = [draw(trees("number", depth - 1)) for _ in range(1 if operator == "neg" else 2)]
        return Tree(operator, tuple(sides))
    operator = draw(st.sampled_from(["&&", "||", "not", "==", "!=", "<", "<=", ">", ">="]))
    equal: Kind = draw(st.sampled_from(["number", "truth"]))
    inner: Kind = {"==": equal, "!=": equal, "&&": "truth", "||": "truth", "not": "truth"}.get(
        operator, "number"
    )
    sides = [draw(trees(inner, depth - 1)) for _ in range(1 if operator == "not" else 2)]
    return Tree(operator, tuple(sides))


@examples(150)
@given(tree=trees("number", 4) | trees("truth", 4), number=st.integers(1, 3), tight=st.booleans())
def test_expressions_mean_what_they_mean_in_cel(tree: Tree, number: int, tight: bool) -> None:
    text = str(tree).replace(" ", "") if tight else str(tree)
    if len(text) > MAX_LENGTH:
        return
    term = expression.parse(text)
    expected: list[int] | None
    try:
        expected = [int(tree.value(roll, number)) for roll in SOME.rolls]
    except Wrong:
        expected = None
    if expected is None:
        with pytest.raises(Invalid, match=r"^expression\.(zero|overflow)") as caught:
            evaluate(term, SOME, number)
        with pytest.raises(Wrong):
            tree.value(caught.value.params["dice"], number)
    else:
        assert evaluate(term, SOME, number).tolist() == expected


# ---------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "ends_early", 1),
        ("   ", "ends_early", 4),
        ("1 +", "ends_early", 4),
        ("(1", "expected", 3),
        ("1)", "unexpected", 2),
        ("1 2", "unexpected", 3),
        ("sum()", "unexpected", 4),
        ("count", "expected", 6),
        ("count()", "expected", 7),
        ("count(sum)", "expected", 7),
        ("count(-1)", "expected", 7),
        ("count(1, 2)", "character", 8),
        ("size", "name", 1),
        ("Sum", "character", 1),
        ("sum.x", "character", 4),
        ("'x'", "character", 1),
        ('"x" + "y"', "character", 1),
        ("[1, 2]", "character", 1),
        ("{}", "character", 1),
        ("1.5", "character", 2),
        ("1e5", "unexpected", 2),
        ("0x10", "unexpected", 2),
        ("1u", "unexpected", 2),
        ("1000001", "too_large", 1),
        ("99999999999999999999", "too_large", 1),
        ("1 == 1 == true", "unexpected", 8),
        ("1 < 2 < 3", "unexpected", 7),
        ("true == 1 < 2", "type", 9),
        ("1 ? 2 : 3", "type", 1),
        ("true ? 1 : false", "type", 12),
        ("true ? true ? 1 : 2 : 3", "expected", 13),
        ("!1", "type", 2),
        ("-true", "type", 2),
        ("1 && true", "type", 1),
        ("true || 1", "type", 9),
        ("true + 1", "type", 1),
        ("1 + (sum > 3)", "type", 6),
        ("sum = 3", "character", 5),
        ("sum & 1", "character", 5),
        ("sum; 1", "character", 4),
        ("sum\u200b", "character", 4),
        ("ѕum", "character", 1),
        ("١", "character", 1),
        ("１", "character", 1),
        ("sum − 1", "character", 5),
        ("sum\u00a0+ 1", "character", 4),
        ("sum\u2003", "character", 4),
        ("\0", "character", 1),
        ("__import__", "name", 1),
        ("all(1)", "name", 1),
        ("roll roll", "unexpected", 6),
    ],
)
def test_what_the_grammar_refuses_and_where(text: str, code: str, at: int) -> None:
    with pytest.raises(Invalid) as caught:
        expression.parse(text)
    assert (caught.value.code, caught.value.params["at"]) == (f"expression.{code}", at)


@given(st.text(alphabet="()!-+*/%<>=&|?: 0123456789abcdefghilmnorstuw_", max_size=60) | st.text(max_size=40))
def test_any_text_is_an_expression_or_invalid(text: str) -> None:
    with suppress(Invalid):
        evaluate(expression.parse(text), SOME, 1)


def test_the_length_and_the_depth_are_bounded() -> None:
    longest = "1+" * (MAX_LENGTH // 2 - 1) + "11"
    assert len(longest) == MAX_LENGTH
    expression.parse(longest)
    with pytest.raises(Invalid, match=r"^expression\.too_long"):
        expression.parse(longest + " ")
    deepest = "(" * (MAX_DEPTH - 1) + "1" + ")" * (MAX_DEPTH - 1)
    expression.parse(deepest)
    with pytest.raises(Invalid, match=r"^expression\.too_deep"):
        expression.parse(f"({deepest})")


@pytest.mark.parametrize("sign", ["!", "-"])
def test_as_many_signs_as_the_length_allows(sign: str) -> None:
    text = sign * (MAX_LENGTH - 4) + ("true" if sign == "!" else "1234")
    found = evaluate(expression.parse(text), SOME, 1)
    assert set(found.tolist()) == {1 if sign == "!" else 1234}


def test_the_expected_type_is_checked() -> None:
    assert expression.parse("sum > 3", "truth").type == "truth"
    with pytest.raises(Invalid, match=r"^expression\.type") as caught:
        expression.parse("sum > 3", "number")
    assert caught.value.params == {"at": 1, "found": "truth", "expected": "number"}


@pytest.mark.parametrize(
    "text",
    [
        "true ? 1 : 1 / 0",
        "sum > 100 ? 1 / 0 : 2",
        "false && 1 / 0 == 1 ? 1 : 2",
        "true || 1 / 0 == 1 ? 1 : 2",
        "sum > 100 ? 999999 * 999999 : 0",
        "count(1) == 0 ? 0 : 12 / count(1)",
        "count(1) > 0 && 12 / count(1) > 3 ? 1 : 0",
    ],
)
def test_a_fault_in_a_branch_not_taken_is_none(text: str) -> None:
    evaluate(expression.parse(text), SOME, 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 / 0", "zero"),
        ("1 % 0", "zero"),
        ("1 / (sum - 12)", "zero"),
        ("999999 + 2", "overflow"),
        ("-1000000 - 1", "overflow"),
        ("1000 * 1000 * 1000 * 1000 * 1000 * 1000 * 1000 * 1000", "overflow"),
        ("(1000000 + sum) / 1000000", "overflow"),
    ],
)
def test_a_fault_in_a_branch_that_is_taken_names_the_dice(text: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        evaluate(expression.parse(text), SOME, 1)
    assert caught.value.code == f"expression.{code}"
    assert caught.value.params["dice"] in SOME.rolls
