"""The scoring table: each box with its sentences, its dice and where else these could go."""

from __future__ import annotations

from regatta.dice import Faces
from regatta.model.spec import Box as Rule
from regatta.tables import Tables
from regatta.words.rules.conditions import needs
from regatta.words.rules.examples import examples
from regatta.words.rules.page import Box, Elsewhere, Need, Path, Section
from regatta.words.rules.points import gives
from regatta.words.rules.voice import Voice


def sections(voice: Voice, *, with_dice: bool = True) -> tuple[Section, ...]:
    """Return the sections with their boxes; ``with_dice`` also finds examples."""
    found = []
    for section, rules in voice.spec.sheet.sections.items():
        path: Path = ("sheet", section) if section else ("sheet",)
        boxes = tuple(_box(voice, (*path, name), name, rule, with_dice) for name, rule in rules.items())
        found.append(Section(path, voice.name(section) if section else None, boxes))
    return tuple(found)


def _box(voice: Voice, path: Path, name: str, rule: Rule, with_dice: bool) -> Box:
    conditions = needs(voice, rule.if_, (*path, "if"))
    if not conditions and rule.points.sum == "all dice":
        conditions = (Need((*path, "if"), voice.say(voice.words.gettext("Any dice do."))),)
    worth = gives(voice, rule, (*path, "points"))
    if not with_dice:
        return Box(path, voice.name(name), conditions, worth)
    index = voice.tables.box_index[name]
    found = examples(voice.tables, index)
    first = found.examples[0]
    return Box(
        path,
        voice.name(name),
        conditions,
        worth,
        found.examples,
        found.near_miss,
        found.lowest,
        found.highest,
        elsewhere(voice, index, first.dice, first.number),
    )


def filled_before(tables: Tables, box: int) -> int:
    """Return the boxes that must be full before ``box`` may be written; the smallest such set."""
    return min(tables.requires[box], key=int.bit_count, default=0)


def elsewhere(voice: Voice, box: int, dice: Faces, number: int) -> tuple[Elsewhere, ...]:
    """Return where else dice could score on the emptiest sheet on which ``box`` may be written, best first."""
    tables = voice.tables
    writes = tables.writes(filled_before(tables, box), 0, dice, number)
    others = [(points, other) for other, points in writes.points.items() if other != box and points > 0]
    return tuple(
        Elsewhere(voice.name(tables.boxes[other]), points)
        for points, other in sorted(others, key=lambda pair: (-pair[0], pair[1]))
    )
