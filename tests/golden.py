"""The golden texts of the rules: one file per game and language, which a person can read.

``make golden`` (or ``python tests/golden.py``) writes them anew.
"""

from __future__ import annotations

from pathlib import Path

from regatta.model import catalogue, load
from regatta.words import Words
from regatta.words.languages import languages
from regatta.words.rules import rules_in_words
from regatta.words.rules.text import text

HERE = Path(__file__).parent
FOLDER = HERE / "words" / "rules"
UNSEEN = HERE / "games" / "odd.yaml"
WIDTH = 80


def goldens() -> list[tuple[str, str]]:
    """Return every game with every language; the game of the tests in that of the sources only."""
    return [(game, language) for language in languages() for game in catalogue.ids()] + [("odd", "en")]


def file_of(game: str, language: str) -> Path:
    return FOLDER / language / f"{game}.txt"


def told(game: str, language: str) -> str:
    words = Words(language)
    return text(rules_in_words(load(str(UNSEEN) if game == "odd" else game), words), words, WIDTH)


if __name__ == "__main__":
    for game, language in goldens():
        file_of(game, language).parent.mkdir(parents=True, exist_ok=True)
        file_of(game, language).write_text(told(game, language), encoding="utf-8")
