"""Runs an author's expression over all rolls at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from regatta.dice import Dice
from regatta.errors import Invalid
from regatta.model.expression import LARGEST, Term


def evaluate(term: Term, dice: Dice, number: int) -> np.ndarray:
    """Return int64[rolls]: the value for each roll, made as the ``number``-th of the turn; a truth is 0 or 1.

    Raises:
        Invalid: ``expression.overflow`` or ``expression.zero`` (a division by zero) with the first such roll.
    """
    value = _Run(dice, number).value(term, np.ones(len(dice.rolls), dtype=bool))
    return np.asarray(value)


class _Run:
    """``live`` marks the rolls for which a term counts: a fault in a branch not taken is none."""

    def __init__(self, dice: Dice, number: int) -> None:
        self.dice = dice
        self.number = number
        self.counts = dice.counts
        self.faces = np.arange(1, dice.faces + 1)

    def value(self, term: Term, live: np.ndarray) -> Any:
        match term.operator:
            case "number" | "truth":
                return np.full(len(self.counts), term.number, dtype=np.int64)
            case "?":
                test = self.value(term.parts[0], live) != 0
                return np.where(
                    test, self.value(term.parts[1], live & test), self.value(term.parts[2], live & ~test)
                )
            case "&&":
                first = self.value(term.parts[0], live) != 0
                return np.where(first, self.value(term.parts[1], live & first), 0)
            case "||":
                first = self.value(term.parts[0], live) != 0
                return np.where(first, 1, self.value(term.parts[1], live & ~first))
            case "!":
                return 1 - self.value(term.parts[0], live)
            case "neg":
                return -self.value(term.parts[0], live)
        if term.parts:
            return self.binary(term, live)
        return self.looked_up(term)

    def binary(self, term: Term, live: np.ndarray) -> Any:
        left, right = (self.value(part, live) for part in term.parts)
        match term.operator:
            case "+":
                result = left + right
            case "-":
                result = left - right
            case "*":
                result = left * right
            case "/" | "%":
                self.refuse(live & (right == 0), "expression.zero")
                divisor = np.where(right == 0, 1, right)
                # Division of whole numbers cuts towards zero, as in the Common Expression Language.
                quotient = np.abs(left) // np.abs(divisor) * np.sign(left) * np.sign(divisor)
                result = quotient if term.operator == "/" else left - quotient * divisor
            case "==":
                return (left == right).astype(np.int64)
            case "!=":
                return (left != right).astype(np.int64)
            case "<":
                return (left < right).astype(np.int64)
            case "<=":
                return (left <= right).astype(np.int64)
            case ">":
                return (left > right).astype(np.int64)
            case _:
                return (left >= right).astype(np.int64)
        too_large = np.abs(result) > LARGEST
        self.refuse(live & too_large, "expression.overflow", limit=LARGEST)
        return np.where(too_large, 0, result)

    def looked_up(self, term: Term) -> Any:
        counts, faces = self.counts, self.faces
        match term.operator:
            case "sum":
                return counts @ faces
            case "count":
                known = 1 <= term.number <= self.dice.faces
                return counts[:, term.number - 1] if known else np.zeros(len(counts), dtype=np.int64)
            case "highest":
                return np.max(np.where(counts > 0, faces, 0), axis=1)
            case "lowest":
                return np.min(np.where(counts > 0, faces, self.dice.faces), axis=1)
            case "most_alike":
                return np.max(counts, axis=1)
            case "different":
                return np.sum(counts > 0, axis=1)
            case "longest_run":
                longest = run = np.zeros(len(counts), dtype=np.int64)
                for column in (counts > 0).T:
                    run = np.where(column, run + 1, 0)
                    longest = np.maximum(longest, run)
                return longest
            case _:
                return np.full(len(counts), self.number, dtype=np.int64)

    def refuse(self, where: np.ndarray, code: str, **params: object) -> None:
        if where.any():
            raise Invalid(code, dice=self.dice.rolls[int(np.argmax(where))], **params)
