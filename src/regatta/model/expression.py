"""The author's own formula: a small, total language over whole numbers.

Grammar, loosest first; a subset of the Common Expression Language, so nothing here surprises its users::

    choice   = or ["?" or ":" choice]
    or       = and {"||" and}
    and      = relation {"&&" relation}
    relation = sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum]
    sum      = product {("+" | "-") product}
    product  = unary {("*" | "/" | "%") unary}
    unary    = {"-" | "!"} atom
    atom     = number | "true" | "false" | name | name "(" number ")" | "(" choice ")"

Names are those of ``FUNCTIONS``. There are no loops, strings, lists or macros, so the work is bounded by
the length of the text. Every expression has one type, a number or a truth, known before it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NoReturn

from regatta.errors import Invalid

MAX_LENGTH = 200
MAX_DEPTH = 20
LARGEST = 1_000_000
"""No number in an expression, nor any result on the way, may be larger than this."""

FUNCTIONS = {
    "sum": 0,
    "highest": 0,
    "lowest": 0,
    "most_alike": 0,
    "longest_run": 0,
    "different": 0,
    "roll": 0,
    "count": 1,
}
"""What an expression may look at, with the number of arguments: ``count(6)`` is how many dice show a six."""

Type = Literal["number", "truth"]


@dataclass(frozen=True, slots=True)
class Term:
    """A node of the parsed expression: an operator, a name or a constant, and what it works on.

    ``at`` is the position of its first character, from 1.
    """

    operator: str
    parts: tuple[Term, ...]
    type: Type
    at: int
    number: int = 0


_TOKEN = re.compile(r"\s*(?:([0-9]+)|([a-z_]+)|(\|\||&&|[=!<>]=|[-+*/%<>!?:()]))", re.ASCII)
_BLANK = " \t\n\r\f\v"


def parse(text: str, expected: Type | None = None) -> Term:
    """Parse an expression, whose result must be of the type ``expected``.

    Raises:
        Invalid: ``expression.*`` with the position (from 1) of what cannot be read.
    """
    if len(text) > MAX_LENGTH:
        raise Invalid("expression.too_long", limit=MAX_LENGTH, found=len(text))
    parser = _Parser(text)
    term = parser.whole()
    return parser.typed(term, expected) if expected else term


def counted(term: Term) -> Iterator[int]:
    """Yield the faces that an expression counts, in their order."""
    if term.operator == "count":
        yield term.number
    for part in term.parts:
        yield from counted(part)


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        self.position = 0
        self.depth = 0
        at, end = 0, len(text.rstrip(_BLANK))
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                start = at + len(text[at:]) - len(text[at:].lstrip(_BLANK))
                raise Invalid("expression.character", at=start + 1, found=text[start])
            token = found[found.lastindex or 0]
            self.tokens.append((token, found.start(found.lastindex or 0) + 1))
            at = found.end()
        self.end = len(text) + 1

    def fail(self, code: str, **params: object) -> NoReturn:
        token, at = self.tokens[self.position] if self.position < len(self.tokens) else ("", self.end)
        raise Invalid(f"expression.{code}", **{"at": at, "found": token, **params})

    def next_is(self, *tokens: str) -> str | None:
        if self.position < len(self.tokens) and (token := self.tokens[self.position][0]) in tokens:
            self.position += 1
            return token
        return None

    def expect(self, token: str) -> None:
        if not self.next_is(token):
            self.fail("expected", expected=token)

    def whole(self) -> Term:
        term = self.choice()
        if self.position < len(self.tokens):
            self.fail("unexpected")
        return term

    def typed(self, term: Term, expected: Type) -> Term:
        if term.type != expected:
            self.fail("type", at=term.at, found=term.type, expected=expected)
        return term

    def choice(self) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("too_deep", limit=MAX_DEPTH)
        term = self.disjunction()
        if self.next_is("?"):
            self.typed(term, "truth")
            first = self.disjunction()
            self.expect(":")
            second = self.typed(self.choice(), first.type)
            term = Term("?", (term, first, second), first.type, term.at)
        self.depth -= 1
        return term

    def disjunction(self) -> Term:
        term = self.conjunction()
        while self.next_is("||"):
            parts = self.typed(term, "truth"), self.typed(self.conjunction(), "truth")
            term = Term("||", parts, "truth", term.at)
        return term

    def conjunction(self) -> Term:
        term = self.relation()
        while self.next_is("&&"):
            parts = self.typed(term, "truth"), self.typed(self.relation(), "truth")
            term = Term("&&", parts, "truth", term.at)
        return term

    def relation(self) -> Term:
        term = self.sum()
        if operator := self.next_is("==", "!=", "<", "<=", ">", ">="):
            both: Type = term.type if operator in ("==", "!=") else "number"
            term = Term(operator, (self.typed(term, both), self.typed(self.sum(), both)), "truth", term.at)
        return term

    def sum(self) -> Term:
        term = self.product()
        while operator := self.next_is("+", "-"):
            parts = self.typed(term, "number"), self.typed(self.product(), "number")
            term = Term(operator, parts, "number", term.at)
        return term

    def product(self) -> Term:
        term = self.unary()
        while operator := self.next_is("*", "/", "%"):
            parts = self.typed(term, "number"), self.typed(self.unary(), "number")
            term = Term(operator, parts, "number", term.at)
        return term

    def unary(self) -> Term:
        operators = []
        while operator := self.next_is("-", "!"):
            operators.append((operator, self.tokens[self.position - 1][1]))
        term = self.atom()
        for operator, at in reversed(operators):
            kind: Type = "number" if operator == "-" else "truth"
            term = Term("neg" if operator == "-" else "!", (self.typed(term, kind),), kind, at)
        return term

    def atom(self) -> Term:
        if self.position >= len(self.tokens):
            self.fail("ends_early")
        token, at = self.tokens[self.position]
        if token == "(":
            self.position += 1
            term = self.choice()
            self.expect(")")
            return term
        if token.isdigit():
            return Term("number", (), "number", at, self.number())
        if token in ("true", "false"):
            self.position += 1
            return Term("truth", (), "truth", at, int(token == "true"))
        if token in FUNCTIONS:
            self.position += 1
            argument = 0
            if FUNCTIONS[token]:
                self.expect("(")
                argument = self.number()
                self.expect(")")
            return Term(token, (), "number", at, argument)
        if token.isidentifier():
            self.fail("name", known=", ".join(sorted(FUNCTIONS)))
        return self.fail("unexpected")

    def number(self) -> int:
        token = self.tokens[self.position][0] if self.position < len(self.tokens) else ""
        if not token.isdigit():
            self.fail("expected", expected="number")
        if len(token) > 7 or int(token) > LARGEST:
            self.fail("too_large", limit=LARGEST)
        self.position += 1
        return int(token)
