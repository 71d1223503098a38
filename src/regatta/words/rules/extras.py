"""Extra rules in words: what they pay, and a joker as a decision, question by question."""

from __future__ import annotations

from regatta.model.document import Path
from regatta.model.spec import Extra as Rule
from regatta.model.spec import Line
from regatta.model.spec import Pays as Paid
from regatta.tables.tables import mask_for
from regatta.words.rules.conditions import needs
from regatta.words.rules.page import Extra, Fork, Pays
from regatta.words.rules.sheets import kind_of, named, whens
from regatta.words.rules.voice import Voice
from regatta.words.speech import NOTHING, Sentence


def extras(voice: Voice) -> tuple[Extra, ...]:
    """Return every extra rule, in the order in which they count."""
    return tuple(_extra(voice, name, rule) for name, rule in voice.spec.extra.items())


def precedence(voice: Voice) -> Sentence:
    """Return which rule counts where several say where to write; nothing where only one does."""
    if sum(rule.write is not None for rule in voice.spec.extra.values()) < 2:
        return NOTHING
    template = voice.words.gettext("Where several of these rules say where to write, the first one counts.")
    return voice.say(template)


def _extra(voice: Voice, name: str, rule: Rule) -> Extra:
    _ = voice.words.gettext
    path: Path = ("extra", name)
    if rule.write is None:
        words = _("This rule pays for a roll; where the roll is written stays free.")
    else:
        words = _(
            "This rule decides where such a roll is written. The first question with the answer yes counts."
        )
    lines = rule.write or []
    return Extra(
        path,
        voice.name(name),
        voice.say(words),
        needs(voice, rule.if_, (*path, "if")),
        whens(voice, rule.when, (*path, "when")),
        _pays(voice, rule.pays, (*path, "pays")) if rule.pays else None,
        tuple(_fork(voice, line, (*path, "write", position)) for position, line in enumerate(lines)),
        voice.say(_("Otherwise any box that may be written can be chosen, and it gives 0."))
        if rule.write is not None and not _covers(voice, name)
        else NOTHING,
    )


def _covers(voice: Voice, name: str) -> bool:
    """Whether the lines name every box, whatever face the roll is about."""
    tables = voice.tables
    extra = next(extra for extra in tables.extras if extra.id == name)
    for face in {face for row in extra.face for face in row} - {0}:
        union = 0
        for line in extra.lines or ():
            union |= mask_for(line.masks, face)
        if union != tables.all_boxes:
            return False
    return True


def _pays(voice: Voice, pays: Paid, path: Path) -> Pays:
    ngettext, _ = voice.words.ngettext, voice.words.gettext
    template = (
        ngettext(
            "Each time it pays %(count)s point on top of the box.",
            "Each time it pays %(count)s points on top of the box.",
            pays.points,
        )
        if pays.points >= 0
        else ngettext(
            "Each time it costs %(count)s point.", "Each time it costs %(count)s points.", -pays.points
        )
    )
    chip = voice.name(pays.as_)
    counted = (
        voice.say(
            _("They are noted under %(chip)s in the section %(section)s."),
            chip=chip,
            section=voice.name(pays.in_),
        )
        if pays.in_
        else voice.say(_("They are noted under %(chip)s at the end of the sheet."), chip=chip)
    )
    return Pays(
        path,
        voice.say(template, count=abs(pays.points)),
        voice.say(_("But only on such a sheet:")) if pays.when else NOTHING,
        whens(voice, pays.when, (*path, "when")),
        counted,
    )


def _fork(voice: Voice, line: Line, path: Path) -> Fork:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    kind = kind_of(voice, line.in_)
    ask, then = {
        "box": (_("May the box %(name)s be written?"), _("Then it must be written.")),
        "section": (
            _("May a box of the section %(name)s be written?"),
            _("Then one of these boxes must be written."),
        ),
        "any": (_("May any box be written?"), _("Then it can be chosen freely.")),
        "face": (
            _("May the box in the section %(name)s for the face of these dice be written?"),
            _("Then it must be written."),
        ),
    }[kind]
    said = [voice.say(then)]
    if line.points is not None:
        template = ngettext(
            "It gives %(count)s point, whatever the dice are worth.",
            "It gives %(count)s points, whatever the dice are worth.",
            abs(line.points),
        )
        said.append(voice.say(template, count=line.points))
    elif not line.values:
        said.append(voice.say(_("It gives what the dice are worth there.")))
    values = tuple(
        voice.say(
            ngettext(
                "The box %(name)s then gives %(count)s point in any case.",
                "The box %(name)s then gives %(count)s points in any case.",
                abs(points),
            ),
            name=voice.name(box),
            count=points,
        )
        for box, points in line.values.items()
        if voice.tables.box_index.get(box) is not None
    )
    if line.values:
        said.append(voice.say(_("A box that is not named below gives what the dice are worth there.")))
    return Fork(
        path,
        voice.say(ask, name=named(voice, line.in_)),
        tuple(said),
        values,
        voice.say(_("These values count only on such a sheet; otherwise the dice decide:"))
        if line.values_when
        else NOTHING,
        whens(voice, line.values_when, (*path, "values when")),
    )
