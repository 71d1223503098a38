"""The steps of the game as sentences, in the tree that the model says."""

from __future__ import annotations

from collections.abc import Sequence

from regatta.model.document import Path
from regatta.model.spec import Step as Rule
from regatta.words.rules.page import Step
from regatta.words.rules.voice import Voice
from regatta.words.speech import Sentence


def flow(voice: Voice) -> tuple[Step, ...]:
    """Return the steps at the top."""
    return _steps(voice, voice.spec.flow, ("flow",))


def _steps(voice: Voice, steps: Sequence[Rule], path: Path) -> tuple[Step, ...]:
    return tuple(_step(voice, step, (*path, position)) for position, step in enumerate(steps))


def _step(voice: Voice, step: Rule, path: Path) -> Step:
    inside = _steps(voice, step.steps or (), (*path, "steps"))
    match step.word:
        case "repeat":
            return _repeat(voice, step, path, inside)
        case "each":
            _ = voice.words.gettext
            return Step(
                path,
                "each",
                voice.say(voice.words.pgettext("step", "Each player")),
                voice.say(_("Each player takes a turn, one after the other.")),
                children=inside,
            )
        case "roll":
            return _roll(voice, step, path)
        case "choose":
            return _choose(voice, path)
        case _:
            return _write(voice, path)


def _repeat(voice: Voice, step: Rule, path: Path, inside: tuple[Step, ...]) -> Step:
    _, ngettext, pgettext = voice.words.gettext, voice.words.ngettext, voice.words.pgettext
    if step.up_to is None:
        until = voice.say(pgettext("step", "until every sheet is full"))
        words = voice.say(_("Rounds follow each other until every sheet is full."))
        return Step(path, "repeat", voice.say(pgettext("step", "Rounds")), words, until, children=inside)
    template = ngettext(
        "The turn may go on with %(count)s more roll.",
        "The turn may go on with up to %(count)s more rolls.",
        step.up_to,
    )
    return Step(
        path,
        "repeat",
        voice.say(pgettext("step", "Reroll")),
        voice.say(template, count=step.up_to),
        voice.say(pgettext("step", "until no roll is left or all dice are kept")),
        step.up_to,
        _turn(voice),
        children=inside,
    )


def _turn(voice: Voice) -> Sentence:
    return voice.say(voice.words.gettext("The player whose turn it is decides."))


def _roll(voice: Voice, step: Rule, path: Path) -> Step:
    _, ngettext, pgettext = voice.words.gettext, voice.words.ngettext, voice.words.pgettext
    if step.roll == "the others":
        words = voice.say(_("Roll the dice that are not kept."))
        return Step(path, "roll", voice.say(pgettext("step", "Roll the others")), words)
    count = voice.spec.dice.count
    words = voice.say(ngettext("Roll the %(count)s die.", "Roll all %(count)s dice.", count), count=count)
    return Step(path, "roll", voice.say(pgettext("step", "Roll")), words)


def _choose(voice: Voice, path: Path) -> Step:
    _, pgettext = voice.words.gettext, voice.words.pgettext
    return Step(
        path,
        "choose",
        voice.say(pgettext("step", "Choose")),
        voice.say(_("Choose which dice to keep: any of them, also those kept or rolled before.")),
        decides=_turn(voice),
        choices=(
            voice.say(_("Keep a die, or free it to be rolled again.")),
            voice.say(_("Roll on, with the dice that are not kept.")),
            voice.say(_("Keep all dice, which ends the rolling.")),
        ),
    )


def _write(voice: Voice, path: Path) -> Step:
    _, pgettext = voice.words.gettext, voice.words.pgettext
    free = voice.spec.order == "free"
    return Step(
        path,
        "write",
        voice.say(pgettext("step", "Write")),
        voice.say(
            _("Write the dice into one open box, also where they give 0.")
            if free
            else _("Write the dice into one open box that the order allows, also where they give 0.")
        ),
        decides=_turn(voice),
        choices=(voice.say(_("One of the boxes that may be written, with the points that it would give.")),),
    )
