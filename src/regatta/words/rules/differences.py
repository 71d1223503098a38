"""What one game plays otherwise than another: the difference between their rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.words.rules.build import outline
from regatta.words.rules.page import Change
from regatta.words.rules.variations import changes, statements
from regatta.words.rules.voice import Voice

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.tables import Tables
    from regatta.words.words import Words


def differences(
    before: tuple[Model, Tables], after: tuple[Model, Tables], words: Words
) -> tuple[Change, ...]:
    """Return what the rules of the game ``after`` say otherwise than those of ``before``, part by part."""
    old, new = Voice(words, *before), Voice(words, *after)
    return changes(
        new,
        dict(statements(old.speech, outline(old))),
        dict(statements(new.speech, outline(new))),
    )
