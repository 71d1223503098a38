"""Ties the parts of a rules page to the lines of the model file: each part has one place on the page, and knows its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.words.rules.page import Part, Path, Place, RulesInWords


class Lines(NamedTuple):
    """Where a part stands: the anchor of its first line, and that line's number."""

    href: str
    number: int


class Anchors:
    """Gives out the anchors of one page, while it is drawn from top to bottom."""

    def __init__(self, rules: RulesInWords, words: frozenset[str]) -> None:
        """``words`` are the top words of the model file: what stands nowhere in it has no line."""
        self.places: Mapping[Path, Place] = {
            path: place for path, place in rules.places.items() if path and path[0] in words
        }
        self._given: dict[str, Path] = {}

    def at(self, part: Part) -> Markup:
        """Return the attributes of the element that shows a part; the first one is where links lead."""
        name = part.id
        fresh = name not in self._given
        self._given.setdefault(name, part.path)
        own = Markup(' id="at-%s"') % name if fresh else Markup()
        return own + self.tied(part)

    def tied(self, part: Part) -> Markup:
        """Return the attributes of a further element that belongs to a part."""
        place = self.places.get(part.path)
        if place is None:
            return Markup()
        return Markup(' data-path="%s" data-lines="%s %s %s"') % (
            part.id,
            place.file.removesuffix(".yaml"),
            place.line,
            place.last,
        )

    def lines(self, part: Part) -> Lines | None:
        """Return where a part stands in the file, or None."""
        place = self.places.get(part.path)
        if place is None:
            return None
        return Lines(f"#{line_id(place.file, place.line)}", place.line)

    def on(self, file: str, line: int) -> tuple[str, ...]:
        """Return the parts that a line produces, as names of anchors that were given out; the outermost first."""
        around = [
            (place.last - place.line, len(path), name)
            for name, path in self._given.items()
            if (place := self.places.get(path)) and place.file == file and place.line <= line <= place.last
        ]
        closest = min((found[0] for found in around), default=0)
        return tuple(name for span, _, name in sorted(around) if span == closest)


def line_id(file: str, line: int) -> str:
    """Return the anchor of a line of a model file."""
    return f"line-{file.removesuffix('.yaml')}-{line}"
