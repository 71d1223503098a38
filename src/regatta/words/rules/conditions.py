"""Conditions on the dice as sentences: each is true where the condition holds."""

from __future__ import annotations

from collections.abc import Sequence

from regatta.model.document import Path
from regatta.model.spec import Pattern
from regatta.words.marks import N_
from regatta.words.rules.page import Need
from regatta.words.rules.voice import Voice
from regatta.words.speech import Sentence

USUAL_GROUPS: dict[tuple[int, ...], str] = {
    (2, 2): N_("Two dice show one face and two dice show another face."),
    (3, 2): N_("Three dice show one face and two dice show another face."),
    (3, 3): N_("Three dice show one face and three dice show another face."),
    (4, 2): N_("Four dice show one face and two dice show another face."),
    (2, 2, 2): N_("Two dice show one face, two dice show a second face, and two dice show a third face."),
}
"""Groups that have a sentence of their own; all others are told by their sizes."""

USUAL_OF_ANY_FACE: dict[tuple[int, ...], str] = {
    (2, 2): N_("Two dice show one face and two more dice show one face, the same or another."),
    (3, 2): N_("Three dice show one face and two more dice show one face, the same or another."),
    (3, 3): N_("Three dice show one face and three more dice show one face, the same or another."),
    (4, 2): N_("Four dice show one face and two more dice show one face, the same or another."),
}
"""The same where the groups may be of one face."""

MOST_RUNS = 4
"""So many runs are named; where there are more, one is an example."""


def needs(voice: Voice, patterns: Sequence[Pattern], path: Path) -> tuple[Need, ...]:
    """Return the conditions at ``path``, all of which must hold."""
    return tuple(need(voice, pattern, (*path, position)) for position, pattern in enumerate(patterns))


def need(voice: Voice, pattern: Pattern, path: Path) -> Need:
    """Return one condition in words."""
    if pattern.any_of is None:
        return Need(path, _words(voice, pattern))
    inner = tuple(
        need(voice, each, (*path, "any of", position)) for position, each in enumerate(pattern.any_of)
    )
    return Need(path, voice.say(voice.words.gettext("At least one of these is true:")), inner)


def _words(voice: Voice, pattern: Pattern) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    every = voice.spec.dice.count
    match pattern.word:
        case "alike":
            count = pattern.alike or 0
            template = (
                ngettext("The %(count)s die shows one face.", "All %(count)s dice show the same face.", count)
                if count == every
                else ngettext(
                    "At least %(count)s die shows one face.",
                    "At least %(count)s dice show the same face.",
                    count,
                )
            )
            return voice.say(template, count=count)
        case "groups":
            return _groups(voice, pattern)
        case "faces":
            wanted = voice.speech.dice(tuple(sorted(pattern.faces or ())))
            template = (
                _("The dice show %(dice)s.")
                if len(wanted.runs[0].dice) == every
                else _("%(dice)s are among the dice.")
                if len(wanted.runs[0].dice) > 1
                else _("%(dice)s is among the dice.")
            )
            return voice.say(template, dice=wanted)
        case "run":
            return _run(voice, pattern.run or 0)
        case "sum":
            template = _("All dice together show exactly %(sum)s.")
            return voice.say(template, sum=pattern.sum or 0)
        case "one_colour":
            count = pattern.one_colour or 0
            template = (
                _("All dice are of one colour.")
                if count == every
                else ngettext(
                    "At least %(count)s die is of one colour.",
                    "At least %(count)s dice are of one colour.",
                    count,
                )
            )
            return voice.say(template, count=count)
        case "different":
            count = pattern.different or 0
            template = (
                _("No two dice show the same face.")
                if count == every
                else ngettext(
                    "At least %(count)s different face is among the dice.",
                    "At least %(count)s different faces are among the dice.",
                    count,
                )
            )
            return voice.say(template, count=count)
        case _:
            # Translators: what follows is a condition in the words of the game's author.
            template = _("Needed: %(means)s.")
            return voice.say(template, means=voice.speech.author(voice.game.means(pattern.means or {})))


def _groups(voice: Voice, pattern: Pattern) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    sizes = tuple(sorted(pattern.groups or (), reverse=True))
    said = []
    if usual := (USUAL_OF_ANY_FACE if pattern.same_face_ok else USUAL_GROUPS).get(sizes):
        said.append(voice.say(_(usual)))
    else:
        shown = voice.say(" + ".join(map(str, sizes)))
        template = ngettext(
            "There is a group of so many like dice: %(sizes)s.",
            "There are groups of so many like dice: %(sizes)s.",
            len(sizes),
        )
        said.append(voice.say(template, sizes=shown))
        if len(sizes) > 1:
            template = (
                _("The groups may show the same face.")
                if pattern.same_face_ok
                else _("Each group shows another face.")
            )
            said.append(voice.say(template))
    if pattern.same_colour:
        said.append(voice.say(_("All these dice are of one colour.")))
    return voice.speech.join(said)


def _run(voice: Voice, length: int) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    lows = range(1, voice.spec.dice.faces - length + 2)
    runs = [voice.speech.dice(tuple(range(low, low + length))) for low in lows]
    if len(runs) <= MOST_RUNS:
        template = ngettext(
            "%(count)s face in a row is among the dice: %(runs)s.",
            "%(count)s faces in a row are among the dice: %(runs)s.",
            length,
        )
        return voice.say(template, count=length, runs=voice.speech.alternatives(runs))
    template = ngettext(
        "%(count)s face in a row is among the dice, such as %(run)s.",
        "%(count)s faces in a row are among the dice, such as %(run)s.",
        length,
    )
    return voice.say(template, count=length, run=runs[0])
