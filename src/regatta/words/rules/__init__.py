"""The rules of any game in words, made from its model: change a rule, and its sentence changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from regatta import tables
from regatta.words.rules import jokers, places
from regatta.words.rules.build import outline
from regatta.words.rules.page import Note, RulesInWords
from regatta.words.rules.turn import turn
from regatta.words.rules.variations import variations
from regatta.words.rules.voice import Voice

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.tables import Tables
    from regatta.words.words import Words

__all__ = ["RulesInWords", "rules_in_words"]


def rules_in_words(model: Model, words: Words, compiled: Tables | None = None) -> RulesInWords:
    """Return all that is to be said about ``model`` in the language of ``words``.

    ``compiled`` are its tables, where somebody has them already.

    Raises:
        ModelFaults: the model, or what an option makes of it, cannot be compiled.
    """
    voice = Voice(words, model, compiled or tables.compile(model))
    rules = outline(voice, with_dice=True)
    whole = replace(
        rules,
        extras=tuple(
            replace(extra, examples=jokers.sheet_examples(voice, str(extra.path[-1])))
            for extra in rules.extras
        ),
        turn=turn(voice),
        variations=variations(voice),
        differs=_differs(voice),
        exact=places.exact(model),
    )
    return replace(whole, places=places.places(model, (part.path for part in whole.parts())))


def _differs(voice: Voice) -> tuple[Note, ...]:
    """Return how others play it, of the game as a whole first; not of parts that an option took away."""
    spec = voice.spec
    known = {*voice.tables.boxes, *voice.sections, *spec.bonuses, *spec.extra, *voice.model.choices}
    known |= {*spec.components, *spec.dice.colours}
    found: list[Note] = []
    for name, texts in voice.game.differs():
        path = ("words", *([texts[0].lang or voice.words.tag] if texts else []), "differs", name)
        if name == "any":
            found.insert(0, Note(path, None, texts))
        elif name in known:
            found.append(Note(path, voice.name(name), texts))
    return tuple(found)
