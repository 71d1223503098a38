"""The author's words about a game in the reader's language.

The author's own translation comes first, then that of the program's catalogue (which knows the words of the games
that come with it, and the common terms), else the author's words with the language they are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from regatta.model import Model
from regatta.model.document import Path
from regatta.model.spec import Words as AuthorWords
from regatta.words.languages import SOURCE, candidates
from regatta.words.speech import Name
from regatta.words.words import Words


class Term(NamedTuple):
    """Words of an author in the language of the sources: ``context`` says what they name, ``path`` where they stand."""

    context: str
    text: str
    path: Path


class GameWords:
    """What the parts of one game are called in one language."""

    def __init__(self, words: Words, model: Model) -> None:
        self.words = words
        self.model = model

    @property
    def title(self) -> Name:
        return self._text("title") or Name(self.model.title(), lang=self._lang(SOURCE))

    @property
    def line(self) -> Name | None:
        return self._text("line")

    @property
    def text(self) -> Name | None:
        return self._text("text")

    def name(self, name: str) -> Name:
        """Return what a box, section, bonus, extra, thing, option or ``option.value`` is called."""
        context = self._kinds.get(name, "name")
        for language, words in self._by_language():
            if name in words.names:
                return self._said(context, words.names[name], language, name)
        # No author named it: then its id is English, and may be a common term.
        plain = name.rpartition(".")[2].replace("_", " ")
        return self._said(context, plain if "." in name else plain.capitalize(), SOURCE, name)

    def differs(self) -> Iterator[tuple[str, tuple[Name, ...]]]:
        """Yield how others play it: the name of the part (or ``any``), and the notes."""
        for language, words in self._by_language():
            for name, notes in words.differs.items():
                yield name, tuple(self._said("differs", note, language, name) for note in notes)
            if words.differs:
                return

    def means(self, means: Mapping[str, str]) -> Name:
        """Return the author's sentence for an expression."""
        language = next(
            (code for code in (*candidates(self.words.language), *means) if code in means), SOURCE
        )
        return self._said("means", means[language], language)

    def names(self, name: str) -> str:
        """Return ``name`` as plain text."""
        return self.name(name).text

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return kinds(self.model.root.plain())

    def _by_language(self) -> Iterator[tuple[str, AuthorWords]]:
        """Yield the author's words by language: the reader's first, then in the order of the file."""
        every = self.model.spec.words
        for code in dict.fromkeys((*candidates(self.words.language), *every)):
            if code in every:
                yield code, every[code]

    def _text(self, word: str) -> Name | None:
        for language, words in self._by_language():
            if found := getattr(words, word):
                return self._said(word, found, language)
        return None

    def _said(self, context: str, text: str, language: str, name: str = "") -> Name:
        if not self._lang(language):
            return Name(text, name)
        translated = self.words.term(context, text) if language == SOURCE else None
        return Name(text, name, self._lang(language)) if translated is None else Name(translated, name)

    def _lang(self, language: str) -> str:
        """Return the language of a text, empty where it is the reader's own."""
        return "" if language in candidates(self.words.language) else language


def kinds(game: Mapping[str, Any]) -> dict[str, str]:
    """Return of what kind each name of a game is (its data as the file has it), with what its options bring."""
    found: dict[str, str] = {}
    for name, option in _mapping(game, "options").items():
        found[name] = "option"
        for value, patch in _mapping(option, "choices").items():
            found[f"{name}.{value}"] = "value"
            found |= kinds(patch) if isinstance(patch, dict) else {}
    for thing in _mapping(game, "components"):
        found[thing] = "thing"
    for colour in _mapping(_mapping(game, "dice"), "colours"):
        found[colour] = "colour"
    for bonus in _mapping(game, "bonuses"):
        found[bonus] = "bonus"
    for name, extra in _mapping(game, "extra").items():
        found[name] = "rule"
        if "as" in _mapping(extra, "pays"):
            found[str(_mapping(extra, "pays")["as"])] = "thing"
    for name, inside in _mapping(game, "sheet").items():
        if isinstance(inside, dict) and "points" in inside:
            found[name] = "box"
        elif isinstance(inside, dict):
            found[name] = "section"
            found |= dict.fromkeys(inside, "box")
    return found


def _mapping(data: Any, word: str) -> dict[str, Any]:
    found = data.get(word) if isinstance(data, dict) else None
    return found if isinstance(found, dict) else {}


def terms(model: Model) -> Iterator[Term]:
    """Yield the author's words in the language of the sources that stand in the file of ``model`` itself."""
    words = model.spec.words.get(SOURCE)
    if words is None:
        return
    kind = kinds(model.root.plain())
    found = [
        Term(word, getattr(words, word), ("words", SOURCE, word))
        for word in ("title", "line", "text")
        if getattr(words, word)
    ]
    found += [
        Term(kind.get(name, "name"), text, ("words", SOURCE, "names", name))
        for name, text in words.names.items()
    ]
    for name, notes in words.differs.items():
        found += [Term("differs", note, ("words", SOURCE, "differs", name)) for note in notes]
    found += _means(model.root.plain(), ())
    for term in found:
        if model.root.find(term.path)[0].file == model.root.file:
            yield term


def _means(data: Any, path: Path) -> Iterator[Term]:
    """Yield the sentences of expressions, wherever they stand."""
    if isinstance(data, dict):
        means = data.get("means")
        if "expression" in data and isinstance(means, dict) and SOURCE in means:
            yield Term("means", str(means[SOURCE]), (*path, "means", SOURCE))
        for name, inside in data.items():
            yield from _means(inside, (*path, name))
    elif isinstance(data, list):
        for position, inside in enumerate(data):
            yield from _means(inside, (*path, position))
