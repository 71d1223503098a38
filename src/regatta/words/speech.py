"""Sentences as data: runs of text, among them names and dice, so that a page can show these in its own way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from regatta.dice import Faces
    from regatta.words.words import Words

_PLACEHOLDER = re.compile(r"%\((\w+)\)s|%%")


@dataclass(frozen=True, slots=True)
class Name:
    """What people call something; ``lang`` is the language it is in, empty where that is the reader's own."""

    text: str
    id: str = ""
    lang: str = ""

    def __str__(self) -> str:
        return self.text


class Run(NamedTuple):
    """A piece of a sentence.

    ``kind`` is empty for the sentence itself, else ``name`` (of the part with the id ``of``), ``author`` (the
    author's own words), ``dice`` (these ``dice``) or ``number``. ``lang`` as in ``Name``.
    """

    text: str
    kind: str = ""
    of: str = ""
    lang: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """One or more whole sentences; ``str`` is their plain text."""

    runs: tuple[Run, ...]

    def __str__(self) -> str:
        return "".join(run.text for run in self.runs)

    def __bool__(self) -> bool:
        return bool(self.runs)


NOTHING = Sentence(())

Value = int | str | Name | Sentence


def shown(dice: Iterable[int]) -> str:
    """Return dice as text: ``2-2-5``."""
    return "-".join(map(str, dice))


class Speech:
    """Fills sentences of one language with names, numbers and dice."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, template: str, **values: Value) -> Sentence:
        """Return a translated template with its named places filled; names are set in quotation marks."""
        runs: list[Run] = []
        start = 0
        for found in _PLACEHOLDER.finditer(template):
            runs.append(Run(template[start : found.start()]))
            runs += self._runs(values[found[1]]) if found[1] else [Run("%")]
            start = found.end()
        return Sentence(_joined([*runs, Run(template[start:])]))

    def dice(self, dice: Faces) -> Sentence:
        """Return dice, to be put into a sentence."""
        return Sentence((Run(shown(dice), "dice", dice=tuple(dice)),))

    def author(self, name: Name) -> Sentence:
        """Return the author's own words, to be put into a sentence without quotation marks."""
        return Sentence((Run(name.text, "author", name.id, name.lang),))

    def plain(self, name: Name) -> Sentence:
        """Return a name without quotation marks, for where it stands by itself."""
        return Sentence((Run(name.text, "name", name.id, name.lang),))

    def join(self, sentences: Iterable[Sentence]) -> Sentence:
        """Return sentences one after the other."""
        runs: list[Run] = []
        for sentence in sentences:
            if sentence:
                runs += [Run(" "), *sentence.runs] if runs else sentence.runs
        return Sentence(_joined(runs))

    def series(self, parts: Sequence[Sentence]) -> Sentence:
        """Return "a, b and c"."""
        return self._list(self.words.series, parts)

    def alternatives(self, parts: Sequence[Sentence]) -> Sentence:
        """Return "a, b or c"."""
        return self._list(self.words.alternatives, parts)

    def _list(self, joined: Callable[[Iterable[str]], str], parts: Sequence[Sentence]) -> Sentence:
        marks = [f"%({chr(ord('a') + position)})s" for position in range(len(parts))]
        values: dict[str, Value] = {mark[2:-2]: part for mark, part in zip(marks, parts, strict=True)}
        return self.say(joined(marks), **values)

    def _runs(self, value: Value) -> Iterable[Run]:
        if isinstance(value, Sentence):
            return value.runs
        if isinstance(value, Name):
            # Translators: how your language sets the name of a box or section off from the sentence.
            return self.say(self.words.pgettext("a name", "“%(quoted)s”"), quoted=self.plain(value)).runs
        if isinstance(value, int):
            return (Run(self.words.number(value), "number"),)
        return (Run(value),)


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Join plain runs that follow each other."""

    def all_of() -> Iterator[Run]:
        plain = ""
        for run in runs:
            if run.kind:
                if plain:
                    yield Run(plain)
                yield run
                plain = ""
            else:
                plain += run.text
        if plain:
            yield Run(plain)

    return tuple(all_of())
