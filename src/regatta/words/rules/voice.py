"""Who tells the rules: one game in one language."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from regatta.words.naming import GameWords
from regatta.words.speech import Name, Sentence, Speech, Value

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.model.spec import Spec
    from regatta.tables import Tables
    from regatta.words.words import Words


class Voice:
    """What every sentence about a game needs: the model, its tables, its words, and how to fill a sentence."""

    def __init__(self, words: Words, model: Model, tables: Tables) -> None:
        self.words = words
        self.model = model
        self.tables = tables
        self.speech = Speech(words)
        self.game = GameWords(words, model)

    @property
    def spec(self) -> Spec:
        return self.model.spec

    @cached_property
    def sections(self) -> frozenset[str]:
        return frozenset(self.spec.sheet.sections) - {""}

    def say(self, template: str, **values: Value) -> Sentence:
        return self.speech.say(template, **values)

    def name(self, name: str) -> Name:
        return self.game.name(name)
