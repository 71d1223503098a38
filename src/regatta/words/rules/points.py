"""What a box gives, as sentences."""

from __future__ import annotations

from regatta.model.document import Path
from regatta.model.spec import Box, Pattern, Points
from regatta.words.rules.page import Gives
from regatta.words.rules.voice import Voice
from regatta.words.speech import NOTHING, Sentence


def gives(voice: Voice, box: Box, path: Path) -> tuple[Gives, ...]:
    """Return what a box gives, once for each roll of the turn where that matters."""
    points = box.points
    pattern = box.if_[0] if len(box.if_) == 1 else None
    if points.by_roll is None:
        return (Gives(path, _words(voice, points, 0, pattern)),)
    rolls = voice.model.rolls
    steps = points.by_roll[:rolls]
    return tuple(
        Gives(
            (*path, "by roll", position),
            _words(voice, step, points.plus, pattern),
            _roll(voice, position + 1, last=position + 1 == len(steps), rolls=rolls),
        )
        for position, step in enumerate(steps)
    )


def _roll(voice: Voice, number: int, *, last: bool, rolls: int) -> Sentence:
    _ = voice.words.gettext
    if last and number < rolls:
        return voice.say(_("From roll %(number)s on:"), number=number) if number > 1 else NOTHING
    return voice.say(_("With roll %(number)s:"), number=number)


def _words(voice: Voice, points: Points, more: int, pattern: Pattern | None) -> Sentence:
    ngettext = voice.words.ngettext
    plus = points.plus + more
    if points.fixed is not None:
        worth = points.fixed + plus
        template = ngettext("Gives %(count)s point.", "Gives %(count)s points.", abs(worth))
        return voice.say(template, count=worth)
    if points.sum_of is not None:
        return _sum_of(voice, points.sum_of, plus)
    if points.expression is not None:
        return _expression(voice, points, plus)
    if points.sum == "all dice" or (pattern is not None and _takes_all(pattern, voice.spec.dice.count)):
        return _all_dice(voice, plus)
    return _set(voice, plus, several=pattern is not None and _has_several(pattern, voice.spec.dice.count))


def _all_dice(voice: Voice, plus: int) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    if plus > 0:
        template = ngettext(
            "Gives the sum of all dice and %(count)s point more.",
            "Gives the sum of all dice and %(count)s points more.",
            plus,
        )
    elif plus < 0:
        template = ngettext(
            "Gives the sum of all dice less %(count)s point.",
            "Gives the sum of all dice less %(count)s points.",
            -plus,
        )
    else:
        template = _("Gives the sum of all dice.")
    return voice.say(template, count=abs(plus))


def _set(voice: Voice, plus: int, *, several: bool) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    if plus > 0:
        template = ngettext(
            "Gives the sum of these dice alone and %(count)s point more.",
            "Gives the sum of these dice alone and %(count)s points more.",
            plus,
        )
    elif plus < 0:
        template = ngettext(
            "Gives the sum of these dice alone less %(count)s point.",
            "Gives the sum of these dice alone less %(count)s points.",
            -plus,
        )
    else:
        template = _("Gives the sum of these dice alone.")
    said = voice.say(template, count=abs(plus))
    if several:
        return voice.speech.join([said, voice.say(_("Where several would do, the highest sum counts."))])
    return said


def _sum_of(voice: Voice, face: int, plus: int) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    shown = voice.speech.dice((face,))
    if plus > 0:
        template = ngettext(
            "Gives the sum of the dice that show %(face)s and %(count)s point more.",
            "Gives the sum of the dice that show %(face)s and %(count)s points more.",
            plus,
        )
    elif plus < 0:
        template = ngettext(
            "Gives the sum of the dice that show %(face)s less %(count)s point.",
            "Gives the sum of the dice that show %(face)s less %(count)s points.",
            -plus,
        )
    else:
        template = _("Gives the sum of the dice that show %(face)s.")
    return voice.say(template, face=shown, count=abs(plus))


def _expression(voice: Voice, points: Points, plus: int) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    means = voice.speech.author(voice.game.means(points.means or {}))
    # Translators: what follows the colon says how the points are found, in the words of the game's author.
    said = voice.say(_("Gives: %(means)s."), means=means)
    if not plus:
        return said
    template = (
        ngettext("To this comes %(count)s point.", "To this come %(count)s points.", plus)
        if plus > 0
        else ngettext("From this %(count)s point is taken.", "From this %(count)s points are taken.", -plus)
    )
    return voice.speech.join([said, voice.say(template, count=abs(plus))])


def _takes_all(pattern: Pattern, every: int) -> bool:
    """Whether the dice that fulfil the condition are always all dice."""
    size = {
        "alike": pattern.alike,
        "groups": sum(pattern.groups or ()),
        "faces": len(pattern.faces or ()),
        "run": pattern.run,
        "one_colour": pattern.one_colour,
        "different": pattern.different,
        "sum": every,
        "expression": every,
    }
    if pattern.any_of:
        return all(_takes_all(each, every) for each in pattern.any_of)
    return size[pattern.word] == every


def _has_several(pattern: Pattern, every: int) -> bool:
    """Whether several choices of dice may fulfil the condition, with different sums."""
    match pattern.word:
        case "alike":
            return 2 * (pattern.alike or 0) <= every
        case "faces":
            return False
    return True
