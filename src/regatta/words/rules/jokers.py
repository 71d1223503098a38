"""Extra rules at work: sheets and dice found by search, and what the engine says of them."""

from __future__ import annotations

from collections.abc import Iterator

from regatta import engine
from regatta.dice import Faces
from regatta.engine import Position, Sheet
from regatta.errors import RegattaError
from regatta.tables import Extra, Tables, Writes, bits
from regatta.tables.tables import Condition, mask_for
from regatta.words.rules.boxes import filled_before
from regatta.words.rules.examples import examples
from regatta.words.rules.page import Elsewhere, SheetExample, Written
from regatta.words.rules.voice import Voice
from regatta.words.speech import Sentence


def sheet_examples(voice: Voice, name: str) -> tuple[SheetExample, ...]:
    """Return an example for each line of a rule that a sheet can lead to, and one where nothing is paid."""
    tables = voice.tables
    index = next(at for at, extra in enumerate(tables.extras) if extra.id == name)
    extra = tables.extras[index]
    found: dict[int | None, SheetExample] = {}
    unpaid: SheetExample | None = None
    for position in _positions(tables, extra):
        writes = engine.previews(position)
        paid = index in writes.paid
        line = _line(writes, extra)
        if line is None and not paid:
            continue
        if line not in found and (paid or not _can_pay(extra)):
            found[line] = _example(voice, position, writes, extra, line)
        elif not paid and unpaid is None and _can_pay(extra):
            unpaid = _example(voice, position, writes, extra, line)
    every = sorted(found.values(), key=lambda example: _rank(example.line, extra))
    return (*every, unpaid) if unpaid else tuple(every)


def _rank(line: int | None, extra: Extra) -> int:
    return len(extra.lines or ()) if line in (-1, None) else line or 0


def _can_pay(extra: Extra) -> bool:
    return extra.worth is not None


def _line(writes: Writes, extra: Extra) -> int | None:
    return writes.rule[1] if writes.rule and writes.rule[0] == extra.id else None


def _positions(tables: Tables, extra: Extra) -> Iterator[Position]:
    """Yield sheets with dice that the rule is about: those with the fewest boxes filled first."""
    for number in range(1, min(len(extra.face), tables.rolls) + 1):
        for roll in _rolls(tables, extra, number):
            face = extra.face_of(tables.dice.roll_index[roll], number)
            for filled in _sheets(tables, extra, face):
                for crossed in (False, True):
                    sheet = _sheet(tables, filled, _made(extra.pays_when, face) if crossed else 0)
                    if sheet is not None and all(
                        test.holds(sheet.filled, sheet.made, face) for test in extra.when
                    ):
                        yield Position(tables, (sheet,), 0, "write", number, roll)


def _rolls(tables: Tables, extra: Extra, number: int) -> list[Faces]:
    """Return the rolls that the rule is about, one for each face at most, the last but one face first."""
    found: dict[int, Faces] = {}
    for index, roll in enumerate(tables.dice.rolls):
        if face := extra.face_of(index, number):
            found.setdefault(face, roll)
    return [found[face] for face in sorted(found, key=lambda face: abs(face - tables.faces + 1))]


def _sheets(tables: Tables, extra: Extra, face: int) -> Iterator[int]:
    """Yield sets of filled boxes on which one line after the other can no longer be used."""
    base = 0
    for test in (*extra.when, *extra.pays_when):
        if test.word != "open":
            base |= mask_for(test.masks, face)
    lines = extra.lines or ()
    filled = base
    for position in range(len(lines) + 1):
        for more in (0, *(_made(line.when, face) for line in lines[position : position + 1])):
            closed = _closed(tables, filled | more)
            if closed != tables.all_boxes:
                yield closed
        if position < len(lines):
            filled |= mask_for(lines[position].masks, face)


def _made(conditions: tuple[Condition, ...], face: int) -> int:
    union = 0
    for test in conditions:
        if test.word != "open":
            union |= mask_for(test.masks, face)
    return union


def _closed(tables: Tables, filled: int) -> int:
    """Return the boxes with all that the order wants filled before them."""
    for box in bits(filled):
        filled |= filled_before(tables, box)
    return filled


def _sheet(tables: Tables, filled: int, crossed: int) -> Sheet | None:
    """Return a sheet with usual results, and 0 in the boxes of ``crossed``; None where it cannot be."""
    sheet = Sheet.empty(tables)
    for box in bits(filled):
        points = 0 if crossed >> box & 1 else examples(tables, box).examples[0].points
        sheet = sheet.written(box, points)
    try:
        engine.parse_sheet(tables, sheet.text(tables.boxes))
    except RegattaError:
        return None
    return sheet


def _example(
    voice: Voice, position: Position, writes: Writes, extra: Extra, line: int | None
) -> SheetExample:
    tables = voice.tables
    sheet = position.sheets[0]
    return SheetExample(
        _words(voice, writes, extra, line),
        tuple(Written(voice.name(tables.boxes[box]), sheet.points[box] or 0) for box in bits(sheet.filled)),
        position.dice,
        position.number,
        line,
        tuple(Elsewhere(voice.name(tables.boxes[box]), points) for box, points in writes.points.items()),
        writes.extra,
        sheet.text(tables.boxes),
    )


def _words(voice: Voice, writes: Writes, extra: Extra, line: int | None) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    said = []
    if line == -1:
        said.append(voice.say(_("No question has the answer yes.")))
    elif line is not None:
        said.append(voice.say(_("Question %(number)s decides."), number=line + 1))
    if writes.extra:
        template = ngettext("%(count)s point on top.", "%(count)s points on top.", abs(writes.extra))
        said.append(voice.say(template, count=writes.extra))
    elif extra.worth is not None:
        said.append(voice.say(_("Nothing comes on top.")))
    return voice.speech.join(said)
