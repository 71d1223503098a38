"""What one wants to know before playing: players, dice, things; goal, set-up and end; what lies on the table."""

from __future__ import annotations

from regatta.words.rules.page import Facts, Item, Zone
from regatta.words.rules.voice import Voice
from regatta.words.speech import NOTHING, Sentence


def facts(voice: Voice) -> Facts:
    """Return the facts in words."""
    ngettext = voice.words.ngettext
    rolls = voice.model.rolls
    return Facts(
        _players(voice),
        _best(voice),
        _kind(voice),
        _audience(voice),
        voice.say(
            ngettext("%(count)s roll in a turn.", "Up to %(count)s rolls in a turn.", rolls), count=rolls
        ),
        _dice(voice),
        _colours(voice),
        material(voice),
    )


def _players(voice: Voice) -> Sentence:
    ngettext = voice.words.ngettext
    low, high = voice.spec.players.from_, voice.spec.players.to
    if low == high:
        return voice.say(ngettext("%(count)s player.", "%(count)s players.", high), count=high)
    # Translators: the plural is that of %(high)s.
    template = ngettext("%(low)s to %(high)s player.", "%(low)s to %(high)s players.", high)
    return voice.say(template, low=low, high=high)


def _best(voice: Voice) -> Sentence:
    _, ngettext = voice.words.gettext, voice.words.ngettext
    best = voice.spec.players.best
    if best is None:
        return NOTHING
    low, high = best
    if low == high:
        template = ngettext("Best with %(count)s player.", "Best with %(count)s players.", high)
        return voice.say(template, count=high)
    # Translators: the plural is that of %(high)s.
    template = ngettext(
        "Best with %(low)s to %(high)s player.", "Best with %(low)s to %(high)s players.", high
    )
    return voice.say(template, low=low, high=high)


def _kind(voice: Voice) -> Sentence:
    _ = voice.words.gettext
    about = voice.spec.about
    template = {
        "combinations": _("A dice game of combinations, written on a score sheet."),
        "sums": _("A dice game of sums, written on a score sheet."),
        "combinations and sums": _("A dice game of combinations and sums, written on a score sheet."),
    }.get((about and about.kind) or "", _("A dice game with a score sheet."))
    return voice.say(template)


def _audience(voice: Voice) -> Sentence:
    _ = voice.words.gettext
    about = voice.spec.about
    template = {
        "everyone": _("For children and adults."),
        "children": _("For children."),
        "adults": _("For adults."),
    }.get((about and about.audience) or "")
    return voice.say(template) if template else NOTHING


def _dice(voice: Voice) -> Sentence:
    ngettext = voice.words.ngettext
    dice = voice.spec.dice
    template = ngettext(
        "%(count)s die with the faces 1 to %(faces)s.",
        "%(count)s dice with the faces 1 to %(faces)s.",
        dice.count,
    )
    return voice.say(template, count=dice.count, faces=dice.faces)


def _colours(voice: Voice) -> tuple[Sentence, ...]:
    # Translators: a colour, and the faces that have it.
    template = voice.words.gettext("%(colour)s: the faces %(faces)s.")
    one = voice.words.gettext("%(colour)s: the face %(faces)s.")
    return tuple(
        voice.say(
            template if len(faces) > 1 else one,
            colour=voice.speech.plain(voice.name(colour)),
            faces=voice.speech.series([voice.speech.dice((face,)) for face in sorted(faces)]),
        )
        for colour, faces in voice.spec.dice.colours.items()
    )


def material(voice: Voice) -> tuple[Item, ...]:
    """Return what one needs: the dice, a sheet for each player, and what the model names."""
    _, ngettext = voice.words.gettext, voice.words.ngettext
    boxes = len(voice.tables.boxes)
    found = [
        Item(("dice",), _dice(voice), voice.spec.dice.count),
        Item(
            ("sheet",),
            voice.say(
                ngettext(
                    "A score sheet with %(count)s box for each player, and something to write with.",
                    "A score sheet with %(count)s boxes for each player, and something to write with.",
                    boxes,
                ),
                count=boxes,
            ),
            1,
            tuple(voice.name(box) for box in voice.tables.boxes),
        ),
    ]
    for name, thing in voice.spec.components.items():
        # Translators: a thing that one needs, and how many of it.
        template = _("%(thing)s: %(count)s.")
        if thing.more_allowed:
            template = _("%(thing)s: %(count)s, and more when these are gone.")
        words = voice.say(template, thing=voice.speech.plain(voice.name(name)), count=thing.count)
        found.append(Item(("components", name), words, thing.count))
    return tuple(found)


def goal(voice: Voice) -> tuple[Sentence, ...]:
    """Return what one plays for."""
    _ = voice.words.gettext
    said = [voice.say(_("Collect as many points as you can: the highest total wins."))]
    if voice.spec.players.from_ == 1:
        said.append(voice.say(_("Who plays alone plays for a total of their own.")))
    return tuple(said)


def end(voice: Voice) -> tuple[Sentence, ...]:
    """Return when it is over, and who wins."""
    _, ngettext = voice.words.gettext, voice.words.ngettext
    rounds = len(voice.tables.boxes)
    template = ngettext(
        "After %(count)s round every sheet is full, and the game is over.",
        "After %(count)s rounds every sheet is full, and the game is over.",
        rounds,
    )
    said = [voice.say(template, count=rounds)]
    if voice.spec.bonuses or any(rule.pays for rule in voice.spec.extra.values()):
        said.append(voice.say(_("All boxes, bonuses and extra points of a sheet are added up.")))
    else:
        said.append(voice.say(_("All boxes of a sheet are added up.")))
    if voice.spec.players.to > 1:
        said.append(voice.say(_("The highest total wins; equal totals share the win.")))
    return tuple(said)


def setup(voice: Voice) -> tuple[Sentence, ...]:
    """Return what is done before the first turn, with the roll-off."""
    _ = voice.words.gettext
    said = [voice.say(_("Each player gets an empty score sheet."))]
    if voice.spec.players.to > 1:
        start = {
            "highest total": _("Each player throws all dice once: the highest total begins."),
            "lowest total": _("Each player throws all dice once: the lowest total begins."),
            "highest die": _("Each player throws all dice once: the highest single die begins."),
            "lowest die": _("Each player throws all dice once: the lowest single die begins."),
        }[voice.spec.start]
        said += [
            voice.say(start),
            voice.say(_("Those who tie for the best throw throw again.")),
            voice.say(_("The turns go round to the left.")),
        ]
    return tuple(said)


def writing(voice: Voice) -> tuple[Sentence, ...]:
    """Return how boxes are filled."""
    _ = voice.words.gettext
    return (
        voice.say(_("At the end of a turn the dice are written into one box. Each box is written once.")),
        voice.say(_("A box whose condition the dice do not meet may be written too, and gives 0.")),
    )


def zones(voice: Voice) -> tuple[Zone, ...]:
    """Return what lies on the table."""
    _, pgettext = voice.words.gettext, voice.words.pgettext
    shared = voice.say(pgettext("zone", "shared by all"))
    seen = voice.say(pgettext("zone", "open to all"))
    found = [
        Zone(
            ("dice",),
            voice.say(pgettext("zone", "Dice")),
            shared,
            seen,
            voice.say(_("The dice of the turn, those kept apart from those to be rolled.")),
        ),
        Zone(
            ("sheet",),
            voice.say(pgettext("zone", "Score sheets")),
            voice.say(pgettext("zone", "one for each player")),
            seen,
            voice.say(_("A card for each box, filled in with its points.")),
        ),
    ]
    if voice.spec.components:
        found.append(
            Zone(
                ("components",),
                voice.say(pgettext("zone", "Supply")),
                shared,
                seen,
                voice.say(_("What the game needs besides dice and sheets.")),
            )
        )
    return tuple(found)
