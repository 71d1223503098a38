"""Sentences and dice as markup: dice are drawn, names that are in another language say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from regatta.web.ways import about_copy
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.words import Words
    from regatta.words.speech import Run, Sentence

BONE = Markup('<svg class="bone%s" viewBox="0 0 100 104"><use href="#face-%s"/></svg>')

Filters = Mapping[str, Callable[..., Markup]]


def filters(words: Words) -> Filters:
    """Return what templates of one language turn values into markup with."""
    draw = Drawn(words)
    return {
        "lang": lang,
        "symbol": symbol,
        "said": draw.said,
        "named": named,
        "dice": draw.dice,
        "near": draw.near,
        "spoken": draw.spoken,
        "copied": draw.copied,
        "copied_link": draw.copied_link,
    }


def lang(name: Name) -> Markup:
    """Return the attribute that says in which language a name is; nothing where that is the page's own."""
    return Markup(' lang="%s"') % name.lang if name.lang else Markup()


def named(name: Name) -> Markup:
    """Return a name, marked where it is in another language."""
    return Markup('<span lang="%s">%s</span>') % (name.lang, name.text) if name.lang else escape(name.text)


def symbol(bone: Markup, face: int) -> Markup:
    """Return a drawn die as a symbol of the page, which every die that shows this face then uses."""
    inside = (
        str(bone).partition(">")[2].removesuffix("</svg>").replace('"bone-face"', '"bone-face bone-line"')
    )
    return Markup('<symbol id="face-%s" viewBox="0 0 100 104">%s</symbol>') % (face, Markup(inside))  # noqa: S704


class Drawn:
    """Draws in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def said(self, sentence: Sentence) -> Markup:
        """Return a sentence: its dice drawn, its names marked."""
        return Markup().join(self._run(run) for run in sentence.runs)

    def spoken(self, faces: Iterable[int]) -> Markup:
        """Return dice as words, for who hears the page."""
        return escape(self._words.faces(faces))

    def copied(self, title: Name) -> Markup:
        """Return what stands behind the title of a copy, so that nobody takes it for the game it came from."""
        return self._mark(Markup("span"), title) if about_copy(title.id) else Markup()

    def copied_link(self, title: Name) -> Markup:
        """Return the same as a link to the page about the copy."""
        about = about_copy(title.id)
        return self._mark(Markup('a href="%s"') % about, title) if about else Markup()

    def dice(
        self, faces: Iterable[int], kept: Iterable[int] | None = None, *, hidden: bool = False
    ) -> Markup:
        """Return dice in a row; where some are ``kept``, the others are marked as those that go.

        ``hidden`` are they from who hears the page, where a sentence beside them says it all.
        """
        left = Counter(faces if kept is None else kept)
        return self._row(tuple(faces), left, "loose", hidden=hidden)

    def near(self, faces: Iterable[int], instead_of: Iterable[int]) -> Markup:
        """Return dice in a row, the one marked that should be another for them to be ``instead_of``; a sentence says it."""
        return self._row(tuple(faces), Counter(instead_of), "odd", hidden=True)

    def _row(self, faces: tuple[int, ...], wanted: Counter[int], other: str, *, hidden: bool) -> Markup:
        drawn = []
        for face in faces:
            known = wanted[face] > 0
            wanted[face] -= 1
            drawn.append(BONE % ("" if known else f" {other}", face))
        row = Markup().join(drawn)
        if hidden:
            return Markup('<span class="dice-row" aria-hidden="true">%s</span>') % row
        return Markup('<span class="dice-row" role="img" aria-label="%s">%s</span>') % (
            self._words.faces(faces),
            row,
        )

    def _mark(self, tag: Markup, title: Name) -> Markup:
        said = Name(self._words.gettext("a copy"), lang=self._words.tag if title.lang else "")
        return Markup(' <%s class="copy-mark"%s>%s</%s>') % (tag, lang(said), said.text, tag.split()[0])

    def _run(self, run: Run) -> Markup:
        if run.kind == "dice":
            return self.dice(run.dice)
        if run.lang:
            return Markup('<span lang="%s">%s</span>') % (run.lang, run.text)
        return escape(run.text)
