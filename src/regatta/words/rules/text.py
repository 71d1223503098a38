"""The rules as plain text, wrapped: what a terminal prints."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from regatta.words.rules.page import (
    Bonus,
    Box,
    Change,
    Elsewhere,
    Extra,
    Fork,
    Need,
    RulesInWords,
    SheetExample,
    Step,
    Variation,
)
from regatta.words.speech import Name, Sentence, shown
from regatta.words.words import Words

MOST_ELSEWHERE = 4
"""So many other boxes are named for the dice of an example."""


def text(rules: RulesInWords, words: Words, width: int = 80) -> str:
    """Return the rules as text of lines no longer than ``width`` where words allow it."""
    return _Text(rules, words, width).whole()


class _Text:
    def __init__(self, rules: RulesInWords, words: Words, width: int) -> None:
        self.rules = rules
        self.words = words
        self.width = max(width, 40)

    def whole(self) -> str:
        """Return all chapters that have something to say."""
        _, rules = self.words.gettext, self.rules
        facts = rules.facts
        chapters: list[tuple[str, Iterator[str]]] = [
            (_("At a glance"), self.items(filter(None, self._glance()))),
            (_("Material"), self.items(item.words for item in facts.material)),
            (_("In short"), self.paragraph(rules.text or "")),
            (_("Goal"), self.paragraph(*rules.goal)),
            (_("Set-up"), self.paragraph(*rules.setup)),
            (_("How the game goes"), self.steps(rules.flow, "")),
            (_("Writing"), self._writing()),
            (_("Scoring"), self._scoring()),
            (_("Bonuses"), self._bonuses(rules.bonuses)),
            (_("Extra rules"), self._extras()),
            (_("End"), self.paragraph(*rules.end)),
            (_("A turn as an example"), self.items((step.words for step in rules.turn), numbered=True)),
            (_("On the table"), self._zones()),
            (_("Variations"), self._variations(rules.variations)),
            (_("How others play it"), self._differs()),
        ]
        lines = [rules.title.text, "=" * len(rules.title.text)]
        if rules.line:
            lines += ["", *self.paragraph(rules.line)]
        for heading, found in chapters:
            body = list(found)
            if body:
                lines += ["", heading, "-" * len(heading), *body]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    # ------------------------------------------------------------------------------------------- layout

    def paragraph(self, *parts: object, indent: str = "", first: str | None = None) -> Iterator[str]:
        """Yield whole sentences as wrapped lines."""
        whole = " ".join(str(part) for part in parts if part)
        for piece in whole.splitlines():
            yield from textwrap.wrap(
                piece,
                self.width,
                initial_indent=indent if first is None else first,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )

    def items(
        self, sentences: Iterable[Sentence | Name], indent: str = "", *, numbered: bool = False
    ) -> Iterator[str]:
        """Yield each sentence as an item of a list."""
        for number, sentence in enumerate(sentences, start=1):
            mark = f"{number}. " if numbered else "- "
            yield from self.paragraph(sentence, indent=indent + " " * len(mark), first=indent + mark)

    # ----------------------------------------------------------------------------------------- chapters

    def _glance(self) -> Iterator[Sentence]:
        facts = self.rules.facts
        yield from (facts.players, facts.best, facts.kind, facts.audience, facts.rolls)
        yield from facts.colours

    def steps(self, steps: Sequence[Step], indent: str) -> Iterator[str]:
        """Yield the tree of the steps as a nested list."""
        for number, step in enumerate(steps, start=1):
            mark = f"{number}. "
            inner = indent + " " * len(mark)
            end = f"({step.until})" if step.most else ""
            yield from self.paragraph(step.words, end, step.decides, indent=inner, first=indent + mark)
            yield from self.items(step.choices, inner)
            yield from self.steps(step.children, inner)

    def _writing(self) -> Iterator[str]:
        order = self.rules.order
        yield from self.paragraph(*self.rules.writing, order.words)
        yield from self.items(order.stages, "  ", numbered=True)

    def _scoring(self) -> Iterator[str]:
        for section in self.rules.sections:
            if section.name:
                yield from ("", f"{section.name.text}:")
            for box in section.boxes:
                yield ""
                yield from self._box(box)

    def _box(self, box: Box) -> Iterator[str]:
        _ = self.words.gettext
        yield from self.paragraph(box.name, indent="  ")
        inner = "    "
        yield from self._needs(box.needs, inner)
        for each in box.gives:
            yield from self.paragraph(each.roll, each.words, indent=inner)
        if box.lowest != box.highest:
            limits = {"lowest": box.lowest, "highest": box.highest}
            yield from self.paragraph(
                _("Lowest result %(lowest)s, highest %(highest)s.") % limits, indent=inner
            )
        for example in box.examples:
            values = {"dice": shown(example.dice), "points": example.points, "number": example.number}
            template = (
                _("Example: %(dice)s gives %(points)s.")
                if example.number == 1
                else _("Example: %(dice)s with roll %(number)s gives %(points)s.")
            )
            yield from self.paragraph(template % values, indent=inner)
        if miss := box.near_miss:
            template = _("Near miss: %(dice)s gives %(points)s, one die away from %(hit)s.")
            missed = {"dice": shown(miss.dice), "points": miss.points, "hit": shown(miss.instead_of)}
            yield from self.paragraph(template % missed, indent=inner)
        if box.alternatives:
            template = _("%(dice)s could also go to: %(boxes)s.")
            others = self._elsewhere(box.alternatives[:MOST_ELSEWHERE])
            said = template % {"dice": shown(box.examples[0].dice), "boxes": others}
            yield from self.paragraph(said, indent=inner)

    @staticmethod
    def _elsewhere(boxes: Iterable[Elsewhere]) -> str:
        return ", ".join(f"{other.box.text} {other.points}" for other in boxes)

    def _needs(self, needs: Sequence[Need], indent: str) -> Iterator[str]:
        if len(needs) == 1 and not needs[0].any_of:
            yield from self.paragraph(needs[0].words, indent=indent)
            return
        if needs:
            heading = self.words.gettext("All of these must be true:")
            if len(needs) > 1:
                yield from self.paragraph(heading, indent=indent)
            for need in needs:
                inner = indent if len(needs) == 1 else indent + "  "
                mark = inner if len(needs) == 1 else indent + "- "
                yield from self.paragraph(need.words, indent=inner, first=mark)
                yield from self.items((each.words for each in need.any_of), inner)

    def _bonuses(self, bonuses: Sequence[Bonus]) -> Iterator[str]:
        for bonus in bonuses:
            yield from self.paragraph(bonus.name)
            yield from self.items((step.words for step in bonus.steps), "  ")
            yield from self.paragraph(bonus.words, indent="  ")

    def _extras(self) -> Iterator[str]:
        for number, extra in enumerate(self.rules.extras):
            if number:
                yield ""
            yield from self._extra(extra)
        yield from self.paragraph(self.rules.precedence)

    def _extra(self, extra: Extra) -> Iterator[str]:
        _ = self.words.gettext
        yield from self.paragraph(extra.name)
        yield from self.paragraph(_("It counts for these dice:"), indent="  ")
        yield from self._needs(extra.dice, "    ")
        if extra.sheet:
            yield from self.paragraph(_("On such a sheet, before it is written:"), indent="  ")
            yield from self._needs(extra.sheet, "    ")
        if extra.pays:
            yield from self.paragraph(extra.pays.words, extra.pays.counted, indent="  ")
            yield from self.paragraph(extra.pays.but, indent="  ")
            yield from self._needs(extra.pays.when, "    ")
        yield from self.paragraph(extra.words, indent="  ")
        for number, fork in enumerate(extra.forks, start=1):
            yield from self._fork(fork, number)
        yield from self.paragraph(extra.otherwise, indent="  ")
        if extra.examples:
            yield from self.paragraph(_("Examples:"), indent="  ")
        for example in extra.examples:
            yield from self._example(example)

    def _fork(self, fork: Fork, number: int) -> Iterator[str]:
        yield from self.paragraph(fork.ask, *fork.then, indent="     ", first=f"  {number}. ")
        yield from self.items(fork.values, "     ")
        yield from self.paragraph(fork.but, indent="     ")
        yield from self._needs(fork.only_if, "       ")

    def _example(self, example: SheetExample) -> Iterator[str]:
        _ = self.words.gettext
        sheet = ", ".join(f"{cell.box.text} {cell.points}" for cell in example.sheet)
        dice = shown(example.dice)
        said = (
            _("%(dice)s on a sheet with %(sheet)s.") % {"dice": dice, "sheet": sheet}
            if sheet
            else _("%(dice)s on an empty sheet.") % {"dice": dice}
        )
        boxes = _("May be written: %(boxes)s.") % {"boxes": self._elsewhere(example.boxes)}
        yield from self.paragraph(said, example.words, boxes, indent="    ", first="  - ")

    def _zones(self) -> Iterator[str]:
        for zone in self.rules.zones:
            yield from self.paragraph(
                f"{zone.name} ({zone.owner}; {zone.seen}):", zone.words, indent="  ", first="- "
            )

    def _variations(self, variations: Sequence[Variation]) -> Iterator[str]:
        _ = self.words.gettext
        for position, variation in enumerate(variations):
            if position:
                yield ""
            yield from self.paragraph(variation.name)
            for value in variation.values:
                said = _("%(value)s (as told here)") if value.chosen else "%(value)s"
                yield from self.paragraph(said % {"value": value.name.text}, indent="    ", first="  - ")
                for change in value.changes:
                    yield from self._change(change)

    def _change(self, change: Change) -> Iterator[str]:
        name = f"{change.name.text}: " if change.name else ""
        for sentence in change.new:
            yield from self.paragraph(f"{name}{sentence}", indent="      ", first="    - ")
        if not change.new:
            gone = " ".join(map(str, change.gone))
            said = self.words.gettext("No longer: %(sentences)s") % {"sentences": gone}
            yield from self.paragraph(f"{name}{said}", indent="      ", first="    - ")

    def _differs(self) -> Iterator[str]:
        for note in self.rules.differs:
            for said in note.texts:
                name = f"{note.name.text}: " if note.name else ""
                yield from self.paragraph(f"{name}{said.text}", indent="  ", first="- ")
