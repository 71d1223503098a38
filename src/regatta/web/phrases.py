"""Sentences of the table page: what a position, a turn and a rule are called, in one language and one game's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.match.events import BY_HAND, Held, TookBack, Wrote
from regatta.match.match import CLOCK

if TYPE_CHECKING:
    from regatta.match.events import Event
    from regatta.match.match import Turn
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.library import Naming
    from regatta.words import Words

KEPT = 1024
"""So many sentences about somebody are kept: a table says them again and again."""

MAX_NAMED = 3
"""How many boxes a sentence names before it only counts them."""


class Phrases:
    """Speaks about one game in one language."""

    def __init__(self, words: Words, naming: Naming) -> None:
        self.words = words
        self.naming = naming
        self.names = naming.names
        self._face = lru_cache(words.face)
        self._of = lru_cache(KEPT)(named)
        self._plain = lru_cache(KEPT)(marked)
        self._totals = lru_cache(KEPT)(self._every)
        self._fallen = lru_cache(KEPT)(self._roll)

    # ------------------------------------------------------------------------------------------- dice

    def die(self, number: int, face: int, *, held: bool) -> str:
        """Return what a die is called: "die 2: five, held"."""
        _ = self.words.gettext
        if not face:
            return _("die %(number)s: in the cup") % {"number": number}
        sentence = _("die %(number)s: %(face)s, held") if held else _("die %(number)s: %(face)s, free")
        return sentence % {"number": number, "face": self._face(face)}

    def verb(self, view: View) -> str:
        """Return what the button that rolls says."""
        _ = self.words.gettext
        if view.phase == "write":
            return _("Choose a box")
        return _("Enter the dice") if view.method == BY_HAND else _("Roll")

    def left(self, view: View) -> str:
        words = self.words
        if view.phase == "write":
            return ""
        return words.ngettext("(%(count)s left)", "(%(count)s left)", view.left) % {"count": view.left}

    def status(self, view: View) -> Markup:
        """Return what is to be done now."""
        _ = self.words.gettext
        if view.seat is None:
            return Markup()
        name = view.names[view.seat]
        if not view.yours:
            return self._of(_("%(name)s is to move"), name)
        if view.method == BY_HAND and view.phase != "write":
            return self._entering(view)
        if not view.faces:
            alone = len(view.names) == 1
            return self._of(_("Your turn") if alone else _("%(name)s is to roll"), name)
        if view.phase == "write":
            return self._plain(_("Write into a box of the sheet"))
        return self._plain(_("Tap dice to keep them, or write into a box"))

    def _entering(self, view: View) -> Markup:
        _ = self.words.gettext
        if view.dice:
            return self._plain(_("Tap the dice that were thrown again, or write into a box"))
        if len(view.names) == 1 or view.seat is None:
            return self._plain(_("Throw, and enter the dice"))
        return marked(_("%(name)s throws: enter the dice"), {"name": isolated(view.names[view.seat])})

    def slot(self, number: int, face: str) -> str:
        """Return what the place of a die that is entered is called; ``face`` in words, empty for none."""
        _ = self.words.gettext
        if not face:
            return _("die %(number)s: none yet") % {"number": number}
        return _("die %(number)s: %(face)s") % {"number": number, "face": face}

    def turn(self, view: View) -> str:
        """Return that it is the viewer's turn, until the first roll of it; empty else."""
        return (
            self.words.gettext("Your turn") if view.yours and view.phase == "roll" and not view.number else ""
        )

    def take_back(self, turn: Turn) -> str:
        """Return what the button says that takes a turn's write back: "Take back: Four of a kind 17".

        Of a turn that goes on it is the last roll, by its dice.
        """
        if turn.box is None:
            dice = " ".join(map(str, turn.rolls[-1].dice))
            return self.words.gettext("Take back: %(dice)s") % {"dice": dice}
        params = {"box": self.names(turn.box or ""), "points": turn.points + turn.extra}
        return self.words.gettext("Take back: %(box)s %(points)s") % params

    def away(self, seconds: int) -> str:
        """Return that somebody is away, and for how long: "away 20 s"."""
        _ = self.words.gettext
        if seconds < 60:
            return _("away %(seconds)s s") % {"seconds": seconds}
        if seconds < 3600:
            return _("away %(minutes)s min") % {"minutes": seconds // 60}
        return _("away %(hours)s h") % {"hours": seconds // 3600}

    # ------------------------------------------------------------------------------------------ rules

    def why(self, view: View, tables: Tables) -> str:
        """Return which rule decides where these dice may be written, and what the roll itself is paid."""
        preview = view.preview
        if preview is None:
            return ""
        sentences = []
        if preview.rule is not None:
            sentences.append(self._restriction(view, tables))
        if preview.extra:
            sentences.append(self._paid(preview.extra, preview.paid, tables))
        return " ".join(sentence for sentence in sentences if sentence)

    def _restriction(self, view: View, tables: Tables) -> str:
        _ = self.words.gettext
        preview = view.preview
        if preview is None or preview.rule is None or view.seat is None:
            return ""
        rule = self._rule(preview.rule, tables)
        if preview.line == -1:
            return _("%(rule)s: no box fits these dice, so any open box takes 0.") % {"rule": rule}
        boxes = [self.names(box) for box in preview.points]
        params = {"rule": rule, "boxes": self.words.series(boxes), "count": len(boxes)}
        if len(boxes) > MAX_NAMED:
            return _("%(rule)s: these dice may be written only into the %(count)s marked boxes.") % params
        # Translators: a list of one or more boxes.
        return _("%(rule)s: these dice may be written only into %(boxes)s.") % params

    def _rule(self, rule: str, tables: Tables) -> str:
        """Return the name of a rule with the reason why it holds now."""
        _, ngettext = self.words.gettext, self.words.ngettext
        extra = next(extra for extra in tables.extras if extra.id == rule)
        filled = [
            self.names(box)
            for condition in extra.when
            if condition.word in ("filled", "made") and len(condition.masks) == 1
            for index, box in enumerate(tables.boxes)
            if condition.masks[0] >> index & 1
        ]
        if not filled:
            return self.names(rule)
        params = {"rule": self.names(rule), "boxes": self.words.series(filled)}
        sentence = ngettext(
            "%(rule)s, since the box %(boxes)s is written",
            "%(rule)s, since the boxes %(boxes)s are written",
            len(filled),
        )
        return sentence % params

    def _paid(self, points: int, extras: Iterable[str], tables: Tables) -> str:
        _ = self.words.gettext
        chips = {extra.id: extra.chip or extra.id for extra in tables.extras}
        names = self.words.series(self.names(chips.get(extra, extra)) for extra in extras)
        return _("Whatever the box, %(points)s extra: %(names)s.") % {"points": points, "names": names}

    # ---------------------------------------------------------------------------------------- history

    def steps(self, turn: Turn) -> tuple[str, ...]:
        """Return what was done in a turn, one sentence part each."""
        steps = []
        if turn.rolls:
            steps.append(self.rolled(turn))
        if turn.box is not None:
            steps.append(self._wrote(turn))
        if turn.by:
            steps.append(self._by(turn.by))
        return tuple(steps)

    def rolled(self, turn: Turn) -> str:
        """Return which rolls were made in a turn."""
        return self.words.gettext("rolled %(rolls)s") % {"rolls": " → ".join(_rolls(turn))}

    def _by(self, by: str) -> str:
        """Say who finished a turn in a seat's stead."""
        _ = self.words.gettext
        return _("the time was up") if by == CLOCK else _("a bot stood in")

    def _wrote(self, turn: Turn) -> str:
        _ = self.words.gettext
        params = {"points": turn.points, "box": self.names(turn.box or ""), "extra": turn.extra}
        if turn.extra:
            return _("wrote %(points)s into %(box)s and got %(extra)s extra") % params
        return _("wrote %(points)s into %(box)s") % params

    # ----------------------------------------------------------------------------------- announcements

    def say(self, view: View, events: Iterable[Event] = ()) -> tuple[str, ...]:
        """Return what a screen reader is to hear, a sentence each: the last roll, or who wrote what and who is next.

        ``events`` are what the move did that is answered, if one is; there is one sentence for each turn that
        ended in it. None where dice were only held: whoever held them knows.
        """
        _ = self.words.gettext
        kinds = [type(event) for event in events]
        if kinds and kinds.count(Held) == len(kinds):
            return ()
        if TookBack in kinds:
            return (_("The last entry is taken back."), *self.say(view))
        if view.faces:
            fallen = tuple([view.faces[place] for place in view.turn.rolls[-1].places])
            return (self._fallen(view.number, view.rolls, fallen),)
        ended = max(1, kinds.count(Wrote))
        sentences = [self._said(turn, view) for turn in view.turns[-ended:]]
        if view.result is not None:
            sentences.append(f"{self.result(view).striptags()}.")
        elif view.seat is not None:
            sentences.append(_("%(name)s is to roll.") % {"name": isolated_text(view.names[view.seat])})
        return tuple(sentences)

    def _roll(self, number: int, rolls: int, fallen: tuple[int, ...]) -> str:
        params = {"number": number, "rolls": rolls, "faces": ", ".join(map(self._face, fallen))}
        return self.words.gettext("Roll %(number)s of %(rolls)s: %(faces)s.") % params

    def _said(self, turn: Turn, view: View) -> str:
        _ = self.words.gettext
        params = {
            "name": isolated_text(view.names[turn.seat]),
            "points": turn.points,
            "box": self.names(turn.box or ""),
            "extra": turn.extra,
        }
        if turn.extra:
            return _("%(name)s wrote %(points)s into %(box)s and got %(extra)s extra.") % params
        return _("%(name)s wrote %(points)s into %(box)s.") % params

    def rolls(self, name: str) -> str:
        """Return what is said while a bot rolls."""
        return self.words.gettext("%(name)s rolls") % {"name": isolated_text(name)}

    def standing(self, view: View) -> str:
        """Return how the game stands: all totals, and how many rolls are left."""
        totals = self._totals(view.names, view.totals)
        if view.phase not in ("roll", "keep"):
            return totals
        left = self.words.ngettext("%(count)s roll left.", "%(count)s rolls left.", view.left)
        return f"{totals} {left % {'count': view.left}}"

    def _every(self, names: tuple[str, ...], totals: tuple[int, ...]) -> str:
        told = [
            self.words.gettext("%(name)s %(total)s") % {"name": isolated_text(name), "total": total}
            for name, total in zip(names, totals, strict=True)
        ]
        return f"{', '.join(told)}."

    # ----------------------------------------------------------------------------------------- result

    def result(self, view: View) -> Markup:
        """Return who won; all who share the best total."""
        _, ngettext = self.words.gettext, self.words.ngettext
        if view.result is None:
            return Markup()
        winners = view.result.winners
        total = view.result.totals[winners[0]]
        if len(view.names) == 1:
            return marked(ngettext("%(total)s point", "%(total)s points", total), {"total": total})
        names = [isolated(view.names[seat]) for seat in winners]
        if len(names) == 1:
            return marked(_("%(name)s wins with %(total)s"), {"name": names[0], "total": total})
        params = {"names": self._series(names), "total": total}
        return marked(_("%(names)s share the win with %(total)s"), params)

    def _series(self, parts: list[Markup]) -> Markup:
        _ = self.words.gettext
        first = Markup(", ").join(parts[:-1])
        return marked(_("%(first)s and %(last)s"), {"first": first, "last": parts[-1]})


def _rolls(turn: Turn) -> Iterator[str]:
    """Yield the dice of each roll, and dots where rolls before it were not entered."""
    number = 0
    for thrown in turn.rolls:
        if thrown.number > number + 1:
            yield "…"
        yield _dice(thrown.dice)
        number = thrown.number


@lru_cache(KEPT)
def _dice(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def marked(sentence: str, params: Mapping[str, object] | None = None) -> Markup:
    """Return one of our own sentences as markup, its parameters escaped."""
    return Markup(sentence) % (params or {})  # noqa: S704 - sentences of the catalogue are ours


def named(sentence: str, name: str) -> Markup:
    """Return one of our own sentences about somebody."""
    return marked(sentence, {"name": isolated(name)})


def isolated(name: str) -> Markup:
    """Return a name that cannot reorder the text around it, for a page."""
    return Markup("<bdi>%s</bdi>") % name


def isolated_text(name: str) -> str:
    """Return a name that cannot reorder the text around it, for plain text."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
