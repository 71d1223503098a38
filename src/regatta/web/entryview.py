"""What is entered at a score pad: faces to tap, which roll of the turn they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.web.contexts import Entry, Face, RollNumber, Slot

if TYPE_CHECKING:
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.phrases import Phrases

FACE = "{face}"
"""Stands in a label for the face that the page puts there."""


def entry(view: View, tables: Tables, phrases: Phrases) -> Entry:
    """Return what who keeps the pad can enter now; no faces and no numbers where no roll is left."""
    face_of = phrases.words.face
    shown = [die.face for die in view.dice] or [0] * tables.count
    slots = tuple(
        Slot(
            place,
            face,
            phrases.slot(place + 1, face_of(face) if face else ""),
            phrases.slot(place + 1, ""),
            phrases.slot(place + 1, FACE),
        )
        for place, face in enumerate(shown)
    )
    if not view.left:
        return Entry(slots, (), ())
    likely = view.number + 1 if view.dice or _one_by_one(view) else view.rolls
    return Entry(
        slots,
        tuple(Face(face, face_of(face)) for face in range(1, tables.faces + 1)),
        tuple(RollNumber(number, number == likely) for number in range(view.number + 1, view.rolls + 1)),
    )


def _one_by_one(view: View) -> bool:
    """Whether these people enter each roll, as far as the last turns tell; else only what they write."""
    for turn in reversed(view.turns):
        if len(turn.rolls) > 1:
            return True
        if turn.rolls[0].number == view.rolls:
            return False
    return False
