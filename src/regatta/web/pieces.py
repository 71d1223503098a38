"""The small parts of a table as markup: each that differs is drawn once, for all tables that show it.

What was drawn is found by as little as says how it looks: that is much quicker than to describe it to a template, let alone to draw it.
Nothing in it belongs to one guest. Several pieces in a row are a plain string of markup.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from regatta.web.contexts import Die, PastTurn
from regatta.web.pages import shown
from regatta.web.sheetcells import head, ink, pencil, plain
from regatta.web.stencil import Stencil, hole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regatta.engine import SheetLine
    from regatta.match.match import Turn
    from regatta.web.contexts import Seat
    from regatta.web.pages import Pages
    from regatta.web.phrases import Phrases
    from regatta.web.sheetcells import Marks

KEPT = 1024
"""Of each game so many of each kind are kept."""

KEPT_TURNS = 2048
"""Turns are told with the name of who had them, so that most are shown at one table alone."""


class DieLook(NamedTuple):
    """How a die is drawn: whether it may be held, is only looked at; ``apart`` from its face, which the page puts in by itself."""

    can_hold: bool
    watched: bool
    apart: bool


class Pieces:
    """Draws in one language, with the words of one game."""

    def __init__(self, pages: Pages, phrases: Phrases) -> None:
        self.phrases = phrases
        self._macros = pages.macros
        keep = lru_cache(KEPT)
        self.die, self.ink = keep(self._die), keep(self._ink)
        self.pencil, self.line, self.head = keep(self._pencil), keep(self._line), keep(self._head)
        self.seat = keep(partial(self._draw, "seat"))
        self._running = Stencil(self._draw("turn", PastTurn(hole("name"), (), hole("last"))))
        self.turn = lru_cache(KEPT_TURNS)(self._turn)
        self.throw = lru_cache(KEPT_TURNS)(self._throw)

    def _draw(self, macro: str, *of: object) -> Markup:
        # In a stream each line would be a line of its own.
        return Markup(self._macros[macro](*of).replace("\n", " "))  # noqa: S704 - a template of ours

    def _die(self, place: int, face: int, held: tuple[int, ...], how: DieLook) -> Markup:
        """A die; ``held`` are the places of all that are. Face 0 is a die in the cup."""
        says = self.phrases.die
        free, kept = says(place + 1, face, held=False), says(place + 1, face, held=True)
        die = Die(
            place=place,
            number=place + 1,
            face=face,
            held=place in held,
            after=",".join(map(str, sorted({*held} ^ {place}))),
            label=kept if place in held else free,
            label_held=kept,
            label_free=free,
        )
        return self._draw("die", die, *how)

    def _ink(self, box: str, seat: int, points: int | None, focus: bool, last: bool) -> Markup:
        return self._draw("cell", ink(box, seat, points, focus, last), False)

    def _pencil(self, box: str, seat: int, points: int, marks: Marks, explained: bool) -> Markup:
        return self._draw("cell", pencil(self.phrases, box, seat, points, marks), explained)

    def _line(self, _: str, line: SheetLine, seat: int, focus: bool) -> Markup:
        """A cell of a line that is no box. Lines of two kinds can hold the same: the kind is part of the question."""
        return self._draw("cell", plain(self.phrases, line, seat, focus), False)

    def _head(self, _: str, lines: tuple[SheetLine, ...], focus: int) -> Markup:
        """The head of a row, with the lines of all seats, of one kind: as ``line``. On a phone it tells how far the seat in focus is."""
        cells = tuple([plain(self.phrases, line, seat, seat == focus) for seat, line in enumerate(lines)])
        _, name, label = head(self.phrases, lines[0])
        return self._draw("head", f"line-{name}", label, cells)

    def strip(self, seats: Iterable[Seat]) -> str:
        """The seats as they stand on top."""
        return "".join([self.seat(seat) for seat in seats])

    def running(self, name: str, turn: Turn) -> str:
        """A turn that goes on: so far nobody has written."""
        return self._running.fill({"name": shown(name), "last": shown(self.phrases.rolled(turn))})

    def _turn(self, name: str, turn: Turn) -> Markup:
        *before, last = self.phrases.steps(turn)
        return self._draw("turn", PastTurn(name, before, last))

    def _throw(self, name: str, dice: tuple[int, ...]) -> Markup:
        """What a seat threw for the first turn."""
        threw = self.phrases.words.gettext("threw %(dice)s for the first turn")
        return self._draw("turn", PastTurn(name, (), threw % {"dice": " ".join(map(str, dice))}))
