"""The outline of the rules: every sentence, without dice, examples and variations."""

from __future__ import annotations

from regatta.words.rules import bonuses, boxes, extras, facts, flow, sheets
from regatta.words.rules.page import RulesInWords
from regatta.words.rules.voice import Voice


def outline(voice: Voice, *, with_dice: bool = False) -> RulesInWords:
    """Return what a model says in words; ``with_dice`` also finds the examples of the scoring table."""
    game = voice.game
    return RulesInWords(
        game=voice.model.id,
        language=voice.words.tag,
        options=dict(voice.model.options),
        title=game.title,
        line=game.line,
        facts=facts.facts(voice),
        text=game.text,
        goal=facts.goal(voice),
        end=facts.end(voice),
        setup=facts.setup(voice),
        flow=flow.flow(voice),
        writing=facts.writing(voice),
        order=sheets.order(voice),
        sections=boxes.sections(voice, with_dice=with_dice),
        bonuses=bonuses.bonuses(voice),
        extras=extras.extras(voice),
        precedence=extras.precedence(voice),
        zones=facts.zones(voice),
    )
