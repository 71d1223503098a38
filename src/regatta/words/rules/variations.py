"""What each value of an option changes: the difference between the rules in words, with it and without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from regatta import tables
from regatta.model.document import Path
from regatta.words.rules.build import outline
from regatta.words.rules.page import Change, Extra, Need, RulesInWords, Step, Value, Variation
from regatta.words.rules.voice import Voice
from regatta.words.speech import Name, Sentence, Speech

if TYPE_CHECKING:
    from regatta.model import Model
    from regatta.tables import Tables

KEPT = 64
"""Of so many values of options it is remembered what they make of their games: each language tells it anew."""


class Statement(NamedTuple):
    """All that the rules say of one part."""

    name: Name | None
    sentences: tuple[Sentence, ...]


def variations(voice: Voice) -> tuple[Variation, ...]:
    """Return every option of the game with its values."""
    model = voice.model
    if not model.choices:
        return ()
    present = dict(statements(voice.speech, outline(voice)))
    found = []
    for name, option in model.choices.items():
        values = []
        for value in option.choices:
            chosen = model.options[name] == value
            values.append(
                Value(
                    ("options", name, "choices", value),
                    value,
                    voice.name(f"{name}.{value}"),
                    chosen,
                    value == option.default,
                    () if chosen else _changes(voice, present, name, value),
                )
            )
        found.append(Variation(("options", name), voice.name(name), tuple(values)))
    return tuple(found)


def _changes(voice: Voice, present: Mapping[Path, Statement], option: str, value: str) -> tuple[Change, ...]:
    other = Voice(voice.words, *_under(voice.model, option, value))
    return changes(voice, present, dict(statements(other.speech, outline(other))))


@lru_cache(KEPT)
def _under(model: Model, option: str, value: str) -> tuple[Model, Tables]:
    other = model.under({option: value})
    return other, tables.compile(other)


def changes(
    voice: Voice, present: Mapping[Path, Statement], changed: Mapping[Path, Statement]
) -> tuple[Change, ...]:
    """Return what ``changed`` says otherwise than ``present``, part by part."""
    gone: tuple[Sentence, ...]
    come: tuple[Sentence, ...]
    found = []
    for path in dict.fromkeys((*changed, *present)):
        old, new = present.get(path), changed.get(path)
        name = (new or old or Statement(None, ())).name
        if new is None:
            left_out = voice.words.gettext("%(name)s is left out.")
            come = (voice.say(left_out, name=name),) if name else ()
            found.append(Change(path, None, old.sentences if old else (), come))
            continue
        before, after = old.sentences if old else (), new.sentences
        gone = tuple(sentence for sentence in before if sentence not in after)
        come = tuple(sentence for sentence in after if sentence not in before)
        if gone or come:
            found.append(Change(path, name, gone, come))
    return tuple(found)


def statements(speech: Speech, rules: RulesInWords) -> Iterator[tuple[Path, Statement]]:
    """Yield what the rules say, part by part."""
    facts = rules.facts
    yield ("players",), Statement(None, tuple(filter(None, (facts.players, facts.best))))
    yield ("dice",), Statement(None, (facts.dice, *facts.colours))
    for item in facts.material:
        if item.path[0] == "components":
            yield item.path, Statement(None, (item.words,))
    yield ("start",), Statement(None, rules.setup)
    yield ("flow",), Statement(None, tuple(_flow(rules.flow)))
    stages = speech.series([speech.say("%(name)s", name=stage) for stage in rules.order.stages])
    yield ("order",), Statement(None, (speech.join([rules.order.words, stages]),))
    for section in rules.sections:
        for box in section.boxes:
            gives = [speech.join([each.roll, each.words]) for each in box.gives]
            yield box.path, Statement(box.name, (*_needs(box.needs), *gives))
    for bonus in rules.bonuses:
        steps = tuple(step.words for step in bonus.steps)
        yield bonus.path, Statement(bonus.name, (*steps, *([bonus.words] if bonus.words else [])))
    for extra in rules.extras:
        yield extra.path, Statement(extra.name, tuple(_extra(speech, extra)))
    yield ("winner",), Statement(None, rules.end)


def _flow(steps: tuple[Step, ...]) -> Iterator[Sentence]:
    for step in steps:
        yield step.words
        yield from _flow(step.children)


def _needs(needs: tuple[Need, ...]) -> Iterator[Sentence]:
    for need in needs:
        yield need.words
        yield from _needs(need.any_of)


def _extra(speech: Speech, extra: Extra) -> Iterator[Sentence]:
    yield extra.words
    yield from _needs(extra.dice)
    yield from _needs(extra.sheet)
    if extra.pays:
        yield speech.join([extra.pays.words, extra.pays.but, *_needs(extra.pays.when)])
    for fork in extra.forks:
        yield speech.join([fork.ask, *fork.then, *fork.values, fork.but, *_needs(fork.only_if)])
    if extra.otherwise:
        yield extra.otherwise
