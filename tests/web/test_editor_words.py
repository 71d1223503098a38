"""What the editor says, in every language: with the places that the script fills."""

from __future__ import annotations

import re

import pytest

from regatta.web.editorwords import editor_words
from regatta.words import Words, languages

ENGLISH = editor_words(Words("en"))


@pytest.mark.parametrize("language", languages.languages())
def test_every_sentence_has_its_places(language: str) -> None:
    said = editor_words(Words(language))
    places = {name: sorted(re.findall(r"\{\w+\}|\$", sentence)) for name, sentence in said.items()}
    assert places == {name: sorted(re.findall(r"\{\w+\}|\$", sentence)) for name, sentence in ENGLISH.items()}
    assert all(said.values())


def test_a_word_that_is_none_is_told_as_the_check_tells_it() -> None:
    assert ENGLISH["unknown"] == "{word} is no word of the model language."
