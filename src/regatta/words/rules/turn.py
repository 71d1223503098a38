"""A turn as an example: the dice of a fixed seed, played by the bot that wants the most points from this turn."""

from __future__ import annotations

from random import Random

from regatta import engine
from regatta.engine import Position, Roll, Rolled, Wrote
from regatta.players.greedy import Greedy
from regatta.tables import Tables
from regatta.words.rules.page import TurnStep
from regatta.words.rules.voice import Voice

SEEDS = range(1, 41)
"""The first of these that gives a turn worth telling is told."""

Told = list[tuple[Position, engine.Event]]


def turn(voice: Voice) -> tuple[TurnStep, ...]:
    """Return a turn on an empty sheet, step by step."""
    best: tuple[tuple[bool, ...], Told] = ((), [])
    for seed in SEEDS:
        told = _played(voice.tables, seed)
        good = _worth_telling(voice, told)
        if good > best[0]:
            best = good, told
        if all(good):
            break
    return tuple(_step(voice, position, event) for position, event in best[1])


def _played(tables: Tables, seed: int) -> Told:
    rng, player = Random(seed), Greedy()  # noqa: S311 - an example, no game
    position = engine.start(tables, tables.seats[0])
    told: Told = []
    while not told or not isinstance(told[-1][1], Wrote):
        if position.phase == "roll":
            number = tables.count - len(position.kept)
            thrown = tuple(sorted(rng.randint(1, tables.faces) for _ in range(number)))
            after, event = engine.apply(position, Roll(thrown))
        else:
            after, event = engine.apply(position, player.choose(position, rng))
        # The dice of a roll lie on the table after it, those that are kept or written before.
        told.append((after if isinstance(event, Rolled) else position, event))
        position = after
    return told


def _worth_telling(voice: Voice, told: Told) -> tuple[bool, ...]:
    """A good example uses all rolls, keeps some dice each time, and ends in a box with a condition."""
    wrote = told[-1][1]
    assert isinstance(wrote, Wrote)  # noqa: S101 - how a turn ends
    rolls = [position for position, event in told if isinstance(event, Rolled)]
    kept = [event.faces for _, event in told if isinstance(event, engine.Kept)]
    box = next(boxes[wrote.box] for boxes in voice.spec.sheet.sections.values() if wrote.box in boxes)
    return (
        wrote.points > 0,
        len(rolls) == voice.tables.rolls,
        all(kept),
        bool(box.if_),
        len(set(kept)) == len(kept),
        len(set(rolls[-1].dice)) > 1,
    )


def _step(voice: Voice, position: Position, event: engine.Event) -> TurnStep:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    speech, dice, number = voice.speech, position.dice, position.number
    if isinstance(event, Rolled):
        words = voice.say(_("Roll %(number)s: %(dice)s."), number=number, dice=speech.dice(dice))
        return TurnStep("roll", words, dice, number=number)
    if isinstance(event, Wrote):
        name = voice.name(event.box)
        template = ngettext(
            "These dice are written into the box %(box)s: %(count)s point.",
            "These dice are written into the box %(box)s: %(count)s points.",
            abs(event.points),
        )
        words = voice.say(template, box=name, count=event.points)
        return TurnStep("write", words, dice, number=number, box=name, points=event.points)
    if len(event.faces) == len(dice):
        words = voice.say(_("All dice are kept, so no roll follows."))
        return TurnStep("stop", words, dice, event.faces, number)
    if not event.faces:
        return TurnStep("keep", voice.say(_("All dice are rolled again.")), dice, (), number)
    template = ngettext(
        "The die %(kept)s is kept, the others are rolled again.",
        "The dice %(kept)s are kept, the others are rolled again.",
        len(event.faces),
    )
    words = voice.say(template, kept=speech.dice(event.faces))
    return TurnStep("keep", words, dice, event.faces, number)
