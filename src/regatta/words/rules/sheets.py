"""Conditions on a player's own sheet, and the order of its boxes, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from regatta.model.document import Path
from regatta.model.spec import Place, When
from regatta.words.rules.page import Need, Order
from regatta.words.rules.voice import Voice
from regatta.words.speech import Name, Sentence


def kind_of(voice: Voice, place: Place) -> str:
    """Return what a place is: ``box``, ``section``, ``any`` or ``face``."""
    if not isinstance(place, str):
        return "face"
    if place in voice.sections:
        return "section"
    return "any" if place not in voice.tables.box_index else "box"


def named(voice: Voice, place: Place) -> Name:
    """Return the name of the box or section of a place."""
    return voice.name(place if isinstance(place, str) else place.that_face_in)


def whens(voice: Voice, conditions: Sequence[When], path: Path) -> tuple[Need, ...]:
    """Return conditions on the sheet, all of which must hold."""
    return tuple(
        Need((*path, position), when(voice, condition)) for position, condition in enumerate(conditions)
    )


def when(voice: Voice, condition: When) -> Sentence:
    """Return one condition on the sheet."""
    _ = voice.words.gettext
    place: Place = getattr(condition, condition.word)
    template = {
        ("filled", "box"): _("The box %(name)s is filled."),
        ("filled", "section"): _("Every box of the section %(name)s is filled."),
        ("filled", "any"): _("Every box of the sheet is filled."),
        ("filled", "face"): _("The box in the section %(name)s for the face of these dice is filled."),
        ("open", "box"): _("The box %(name)s is open."),
        ("open", "section"): _("A box of the section %(name)s is open."),
        ("open", "any"): _("A box of the sheet is open."),
        ("open", "face"): _("The box in the section %(name)s for the face of these dice is open."),
        ("made", "box"): _("The box %(name)s holds more than 0 points."),
        ("made", "section"): _("Every box of the section %(name)s holds more than 0 points."),
        ("made", "any"): _("Every box of the sheet holds more than 0 points."),
        ("made", "face"): _(
            "The box in the section %(name)s for the face of these dice holds more than 0 points."
        ),
    }[condition.word, kind_of(voice, place)]
    return voice.say(template, name=named(voice, place))


def order(voice: Voice) -> Order:
    """Return in which order the boxes may be written."""
    _ = voice.words.gettext
    rule = voice.spec.order
    if rule == "free":
        words = _("Boxes may be written in any order.")
    elif rule == "top to bottom":
        words = _("Boxes are written in the order of the sheet, from top to bottom.")
    elif rule == "bottom to top":
        words = _("Boxes are written from the bottom of the sheet to its top.")
    else:
        words = _("These open one after the other, each when all before it are full:")
        return Order(("order",), voice.say(words), tuple(voice.name(name) for name in rule))
    return Order(("order",), voice.say(words))
