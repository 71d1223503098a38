"""Which languages the program speaks: that of the sources, and each for which there is a catalogue."""

from __future__ import annotations

import gettext
from pathlib import Path

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "regatta"
SOURCE = "en"
"""The language of the sentences in the sources."""


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, that of the sources first; a further one is one more catalogue."""
    found = sorted(path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *(code.replace("_", "-") for code in found if code != SOURCE))


def version(language: str) -> str:
    """Return what changes when the catalogue of a language does, so that what was made from it can be kept."""
    files = [
        LOCALE / code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.mo" for code in candidates(language)
    ]
    return " ".join(str(file.stat().st_mtime_ns) for file in files if file.is_file())


def own_name(language: str) -> str:
    """Return what a language calls itself: ``Magyar`` for ``hu``; the code where nobody knows."""
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(language.replace("-", "_")).display_name
    except (ValueError, UnknownLocaleError):
        name = None
    return name[0].upper() + name[1:] if name else language


def candidates(language: str) -> tuple[str, ...]:
    """Return the codes to look for, the closest first: ``pt-BR``, ``pt``."""
    tag = language.replace("_", "-")
    return tuple(dict.fromkeys((tag, tag.partition("-")[0])))


class Untranslated(str):
    """A sentence that no catalogue knows, as it stands in the sources."""

    __slots__ = ()


class NoTranslations(gettext.NullTranslations):
    """What answers last, where no catalogue knows a sentence."""

    def gettext(self, message: str) -> str:
        return Untranslated(message)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - gettext's own signature
        return Untranslated(message)


def catalogue(language: str) -> gettext.NullTranslations:
    """Return the sentences of a language; what it lacks comes out as ``Untranslated``."""
    codes = [code.replace("-", "_") for code in candidates(language)]
    if not gettext.find(DOMAIN, LOCALE, codes):
        return NoTranslations()
    found = gettext.translation(DOMAIN, LOCALE, codes)
    found.add_fallback(NoTranslations())
    return found
