"""The sentences of one language."""

from __future__ import annotations

import gettext
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from regatta.errors import Fault, ModelFaults, RegattaError
from regatta.words.errors import SENTENCES
from regatta.words.faults import FAULTS
from regatta.words.languages import DOMAIN, LOCALE, SOURCE, Untranslated, candidates, catalogue

if TYPE_CHECKING:
    from datetime import date

__all__ = ["DOMAIN", "LOCALE", "Names", "Words"]

Names = Callable[[str], str]
"""Turns the id of a box, section or option into what people call it."""

NAMED = ("box", "rule", "section", "bonus", "option")
"""Parameters of errors that hold an id which has a name in the game's own words."""

LISTS = ("allowed", "boxes")
"""Parameters that hold several such ids, with commas."""

OURS = (*LISTS, "known", "expected")
"""Parameters that the program made itself, so they may be long."""

WORLD = "en_001"
"""English as it is written around the world: 1 March 2026."""

KEPT = 4096
"""So many sentences are kept as they are found: a table says the same again and again."""

MAX_SHOWN = 80
"""How many characters of foreign input a sentence repeats."""


class Words:
    """Speaks one language; a sentence that nobody translated stays English."""

    def __init__(self, language: str = SOURCE, translations: gettext.NullTranslations | None = None) -> None:
        self.language = language
        self._said = said = translations or catalogue(language)
        self.gettext: Callable[[str], str] = lru_cache(KEPT)(said.gettext)
        self.ngettext: Callable[[str, str, int], str] = lru_cache(KEPT)(said.ngettext)

    @property
    def tag(self) -> str:
        """The language as the web writes it: ``pt-BR``."""
        return candidates(self.language)[0]

    @property
    def translations(self) -> gettext.NullTranslations:
        return self._said

    def pgettext(self, context: str, message: str) -> str:
        return self._said.pgettext(context, message)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        return self._said.npgettext(context, one, many, number)

    def term(self, context: str, message: str) -> str | None:
        """Return the translation of a word of an author, or None where the catalogue has none."""
        found = self._said.pgettext(context, message)
        return None if isinstance(found, Untranslated) else found

    def number(self, number: int) -> str:
        """Return a whole number as the language writes it."""
        if -1000 < number < 1000:
            return str(number)
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self._locale)

    def decimal(self, number: float, digits: int) -> str:
        """Return a number rounded to so many digits after the point, as the language writes it."""
        from babel.numbers import format_decimal

        return format_decimal(round(number, digits), locale=self._locale, decimal_quantization=False)

    def fixed(self, number: float, digits: int) -> str:
        """Return a number with exactly so many digits after the point, so that figures stand below each other."""
        from babel.numbers import format_decimal

        return format_decimal(number, "#,##0." + "0" * digits, locale=self._locale)

    def percent(self, share: float) -> str:
        """Return a share of 1 in percent, with at most two digits after the point."""
        from babel.numbers import format_percent

        return format_percent(round(share, 4), locale=self._locale, decimal_quantization=False)

    def day(self, day: date) -> str:
        """Return a day as the language writes it, with the name of the month."""
        from babel.dates import format_date

        return format_date(day, "long", locale=self._locale)

    def soon(self, seconds: int) -> str:
        """Return "in 12 seconds", "in 3 minutes"; never earlier than it is."""
        from babel.dates import format_timedelta

        if seconds > 90:
            minutes = timedelta(minutes=math.ceil(seconds / 60))
            return format_timedelta(minutes, "minute", threshold=60, add_direction=True, locale=self._locale)
        span = timedelta(seconds=seconds)
        return format_timedelta(span, "second", threshold=100, add_direction=True, locale=self._locale)

    @property
    def _locale(self) -> str:
        """The language, where it is one whose numbers and dates are known; else that of the sources."""
        from babel import Locale, UnknownLocaleError

        if self.language == SOURCE:
            return WORLD
        for code in candidates(self.language):
            try:
                return str(Locale.parse(code, sep="-"))
            except (ValueError, UnknownLocaleError):
                continue
        return WORLD

    def sentence(self, error: RegattaError, names: Names | None = None) -> str:
        """Return what is wrong, and what was expected, in one sentence."""
        if isinstance(error, ModelFaults):
            return "\n".join(self.fault(fault) for fault in error.faults)
        params = error.params
        if "when" in params:
            params = params | {"when": self.soon(params["when"])}
        return self._filled(SENTENCES, error.code, params, names)

    def fault(self, fault: Fault) -> str:
        """Return what is wrong in a model file; without the place, which every caller sets in its own way."""
        said = self._filled(FAULTS, fault.code, fault.params, None)
        return said if fault.below is None else f"{said} {self.fault(fault.below)}"

    def series(self, parts: Iterable[str]) -> str:
        """Return "a, b and c"."""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        _ = self.gettext
        # Translators: joins the last two parts of a list; the first may hold commas.
        return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}

    def alternatives(self, parts: Iterable[str]) -> str:
        """Return "a, b or c"."""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        _ = self.gettext
        # Translators: joins the last two parts of a list of which one is meant; the first may hold commas.
        return _("%(first)s or %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}

    def face(self, face: int) -> str:
        """Return the face of a die as a word."""
        _ = self.gettext
        return {1: _("one"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six")}.get(
            face, str(face)
        )

    def faces(self, faces: Iterable[int]) -> str:
        """Return dice as words: "five, two, five"."""
        return ", ".join(self.face(face) for face in faces)

    def _filled(
        self, sentences: Mapping[str, str], code: str, params: Mapping[str, Any], names: Names | None
    ) -> str:
        template = sentences.get(code)
        if template is None:
            return self.gettext("Something is wrong (%(code)s).") % {"code": code}
        shown = {name: _shown(name, value, names) for name, value in params.items()}
        return self.gettext(template) % _Lenient(shown)


class _Lenient(dict[str, str]):
    """Parameters of a sentence, where one that is not there must not hide the rest."""

    def __missing__(self, key: str) -> str:
        return "?"


def _shown(name: str, value: object, names: Names | None) -> str:
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return ", ".join(_shown(name, part, names) for part in parts)
    if names and name in NAMED and isinstance(value, str):
        return names(value)
    text = str(value)
    if names and name in LISTS:
        return ", ".join(names(part) for part in text.split(", "))
    if name in OURS:
        return text
    text = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"
