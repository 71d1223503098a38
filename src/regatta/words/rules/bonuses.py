"""Bonuses as sentences."""

from __future__ import annotations

from regatta.model.spec import Bonus as Rule
from regatta.words.rules.page import Bonus, BonusStep
from regatta.words.rules.sheets import kind_of
from regatta.words.rules.voice import Voice
from regatta.words.speech import NOTHING, Sentence


def bonuses(voice: Voice) -> tuple[Bonus, ...]:
    """Return every bonus with its steps, the lowest first."""
    found = []
    for name, rule in voice.spec.bonuses.items():
        steps = tuple(
            BonusStep(("bonuses", name, "from", str(least)), _step(voice, rule, least, points), least, points)
            for least, points in rule.steps
        )
        words = (
            voice.say(voice.words.gettext("Only the highest of these that is reached counts."))
            if len(steps) > 1
            else NOTHING
        )
        found.append(Bonus(("bonuses", name), voice.name(name), steps, words))
    return tuple(found)


def _step(voice: Voice, rule: Rule, least: int, points: int) -> Sentence:
    ngettext = voice.words.ngettext
    number = abs(points)
    template = {
        "section": ngettext(
            "Where the boxes of the section %(name)s add up to %(least)s or more: %(count)s point on top.",
            "Where the boxes of the section %(name)s add up to %(least)s or more: %(count)s points on top.",
            number,
        ),
        "box": ngettext(
            "Where the box %(name)s holds %(least)s or more: %(count)s point on top.",
            "Where the box %(name)s holds %(least)s or more: %(count)s points on top.",
            number,
        ),
        "any": ngettext(
            "Where all boxes add up to %(least)s or more: %(count)s point on top.",
            "Where all boxes add up to %(least)s or more: %(count)s points on top.",
            number,
        ),
    }[kind_of(voice, rule.of)]
    return voice.say(template, name=voice.name(rule.of), least=least, count=points)
