"""What stands on a printed score sheet, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regatta import engine
from regatta import tables as compiled
from regatta.engine import BonusLine, BoxLine, ExtraLine, SectionLine, Sheet, SumLine
from regatta.errors import Invalid
from regatta.model import Model
from regatta.words import Words
from regatta.words.rules.build import outline
from regatta.words.rules.voice import Voice
from regatta.words.speech import Name

COLUMNS = 6
"""So many columns are on a sheet where players and games leave the choice: the pad of the shops has six."""

MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet.

    ``kind`` is ``section`` (a heading), ``box``, ``sum``, ``bonus``, ``extra`` or ``total``. ``how`` says how it is
    scored. ``chip`` is what one chip of an extra is worth, else 0.
    """

    kind: str
    label: Name
    how: str = ""
    chip: int = 0


@dataclass(frozen=True, slots=True)
class Pad:
    """One page: the rows, and a column for each of ``players`` in each of ``games``."""

    language: str
    title: Name
    line: Name | None
    players: int
    games: int
    rows: tuple[Row, ...]
    words: dict[str, str]
    """Headings of the page: ``how``, ``name``, ``game`` (with a place for its number)."""


def pad(model: Model, words: Words, *, players: int = 1, games: int | None = None) -> Pad:
    """Return the score sheet of a game; raises Invalid ``sheet.columns`` (found, most) for what fits on no page.

    ``games`` is by default as many as fill the columns of a usual pad.
    """
    games = max(1, COLUMNS // max(players, 1)) if games is None else games
    if players < 1 or games < 1 or players * games > MOST_COLUMNS:
        raise Invalid("sheet.columns", found=max(players, 0) * max(games, 0), most=MOST_COLUMNS)
    _ = words.gettext
    voice = Voice(words, model, compiled.compile(model))
    return Pad(
        language=words.tag,
        title=voice.game.title,
        line=voice.game.line,
        players=players,
        games=games,
        rows=tuple(_rows(voice)),
        words={
            "name": _("Name"),
            "how": _("How to score"),
            "game": _("Game %(number)s"),
        },
    )


def _rows(voice: Voice) -> Iterator[Row]:
    """The lines of the sheet, top to bottom, with the names of the sections above them."""
    _, rules = voice.words.gettext, outline(voice)
    boxes = {box.path[-1]: box for section in rules.sections for box in section.boxes}
    bonuses = {bonus.path[-1]: bonus for bonus in rules.bonuses}
    extras = {extra.path[-1]: extra for extra in rules.extras}
    sections = {
        box.path[-1]: section for section in rules.sections if section.name for box in section.boxes[:1]
    }
    for line in engine.lines(voice.tables, Sheet.empty(voice.tables)):
        match line:
            case BoxLine():
                if line.box in sections:
                    yield Row("section", sections[line.box].name or Name(""))
                box = boxes[line.box]
                how = (*(need.words for need in box.needs), *(gives.words for gives in box.gives))
                yield Row("box", voice.name(line.box), _said(how))
            case SumLine():
                yield Row("sum", Name(_("Sum")))
            case BonusLine():
                steps = bonuses[line.bonus].steps
                yield Row("bonus", voice.name(line.bonus), _said(step.words for step in steps))
            case ExtraLine():
                extra = extras[line.extra]
                how = (extra.pays.words,) if extra.pays else ()
                yield Row("extra", voice.name(line.chip or line.extra), _said(how), line.worth)
            case SectionLine():
                yield Row("sum", Name(_("Total")))
            case _:
                yield Row("total", Name(_("Grand total")))


def _said(sentences: Iterable[object]) -> str:
    return " ".join(text for text in map(str, sentences) if text)
