"""The rules of a game in words, as data: what a terminal prints and a page draws.

Every part carries its ``path``, the way of names through the model (``("sheet", "lower", "full_house")``): the same
in each language, so that a page can tie a sentence to a step, a box, or a line of the model file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from regatta.dice import Faces
from regatta.model.document import Path
from regatta.words.speech import NOTHING, Name, Sentence

__all__ = ["Path"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules that stands somewhere in the model."""

    path: Path

    @property
    def id(self) -> str:
        """The path as one word, for an anchor: ``sheet.lower.full_house``."""
        return ".".join(str(step).replace(" ", "_") for step in self.path)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part stands in a file: line and column of its name, and the last line of what it holds."""

    file: str
    line: int
    column: int
    last: int


# ------------------------------------------------------------------------------------------------ what it is


@dataclass(frozen=True, slots=True)
class Item(Part):
    """A thing one needs: ``words`` say what and how many; ``pieces`` name its parts, as the boxes of a sheet."""

    words: Sentence
    count: int
    pieces: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What one wants to know before playing."""

    players: Sentence
    best: Sentence
    kind: Sentence
    audience: Sentence
    rolls: Sentence
    dice: Sentence
    colours: tuple[Sentence, ...]
    material: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Zone(Part):
    """A place on the table: what lies there, whose it is, who sees it."""

    name: Sentence
    owner: Sentence
    seen: Sentence
    words: Sentence


# ---------------------------------------------------------------------------------------------- how it goes


@dataclass(frozen=True, slots=True)
class Step(Part):
    """A step of the game.

    ``kind`` is ``repeat``, ``each``, ``roll``, ``choose`` or ``write``; ``label`` is short, for a drawing;
    ``until`` says when a repetition ends, ``most`` how often it runs at most (0: no limit), ``decides`` says
    who decides, ``choices`` what there is to decide.
    """

    kind: str
    label: Sentence
    words: Sentence
    until: Sentence = NOTHING
    most: int = 0
    decides: Sentence = NOTHING
    choices: tuple[Sentence, ...] = ()
    children: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Order(Part):
    """In which order boxes may be written; ``stages`` are what opens one after the other."""

    words: Sentence
    stages: tuple[Name, ...] = ()


# ------------------------------------------------------------------------------------------------ the boxes


@dataclass(frozen=True, slots=True)
class Need(Part):
    """A condition, as a sentence that is true where it holds; of ``any_of`` one must hold."""

    words: Sentence
    any_of: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class Gives(Part):
    """What a box gives; ``roll`` says with which roll of the turn, where that matters."""

    words: Sentence
    roll: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Shown:
    """Dice, made as roll ``number`` of the turn, and what they give in a box."""

    dice: Faces
    points: int
    number: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Dice that score nothing, and those that would with one die otherwise."""

    dice: Faces
    points: int
    instead_of: Faces
    number: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another box for the same dice, and what they would give there."""

    box: Name
    points: int


@dataclass(frozen=True, slots=True)
class Box(Part):
    """A box of the sheet: all of ``needs`` must hold, then it gives ``gives``, otherwise 0.

    ``lowest`` and ``highest`` are the results other than 0 that dice can give there; ``alternatives`` are those
    of the first example on an empty sheet, the best first.
    """

    name: Name
    needs: tuple[Need, ...]
    gives: tuple[Gives, ...]
    examples: tuple[Shown, ...] = ()
    near_miss: NearMiss | None = None
    lowest: int = 0
    highest: int = 0
    alternatives: tuple[Elsewhere, ...] = ()


@dataclass(frozen=True, slots=True)
class Section(Part):
    """Boxes that belong together; ``name`` is None where the sheet has no sections."""

    name: Name | None
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class BonusStep(Part):
    """From ``least`` points on there are ``points``."""

    words: Sentence
    least: int
    points: int


@dataclass(frozen=True, slots=True)
class Bonus(Part):
    """Points for a subtotal; the highest of the steps that is reached counts."""

    name: Name
    steps: tuple[BonusStep, ...]
    words: Sentence = NOTHING


# ----------------------------------------------------------------------------------------------- extra rules


@dataclass(frozen=True, slots=True)
class Pays(Part):
    """Points on top: ``words`` say how many, ``counted`` where they are noted; ``but`` leads on to ``when``."""

    words: Sentence
    but: Sentence
    when: tuple[Need, ...]
    counted: Sentence


@dataclass(frozen=True, slots=True)
class Fork(Part):
    """A question on the way to a decision: where the answer is yes, ``then`` counts and the way ends.

    ``values`` tell of single boxes; ``but`` leads on to the conditions under which these count.
    """

    ask: Sentence
    then: tuple[Sentence, ...]
    values: tuple[Sentence, ...] = ()
    but: Sentence = NOTHING
    only_if: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A box of a sheet in an example, and what stands in it."""

    box: Name
    points: int


@dataclass(frozen=True, slots=True)
class SheetExample:
    """An extra rule at work, computed by the engine.

    On a sheet with ``sheet`` (the other boxes are open) these dice may be written into ``boxes``; ``line`` is the
    fork that decides (-1: none did; None: the rule does not say where), ``extra`` the points on top.
    """

    words: Sentence
    sheet: tuple[Written, ...]
    dice: Faces
    number: int
    line: int | None
    boxes: tuple[Elsewhere, ...]
    extra: int
    position: str
    """The sheet in the notation of the command line."""


@dataclass(frozen=True, slots=True)
class Extra(Part):
    """A rule on top of the boxes: a joker as a decision (``forks``, then ``otherwise``), or points for a roll."""

    name: Name
    words: Sentence
    dice: tuple[Need, ...]
    sheet: tuple[Need, ...]
    pays: Pays | None
    forks: tuple[Fork, ...]
    otherwise: Sentence
    examples: tuple[SheetExample, ...] = ()


# ------------------------------------------------------------------------------------------ a turn, variations


@dataclass(frozen=True, slots=True)
class TurnStep:
    """What happened in a turn: ``kind`` is ``roll``, ``keep``, ``stop`` or ``write``."""

    kind: str
    words: Sentence
    dice: Faces
    kept: Faces = ()
    number: int = 0
    box: Name | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Change(Part):
    """What a variation changes in one part: sentences that no longer hold, and those that hold instead."""

    name: Name | None
    gone: tuple[Sentence, ...]
    new: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Value(Part):
    """A value of an option, and what it would change in these rules; nothing for the chosen one."""

    value: str
    name: Name
    chosen: bool
    default: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Variation(Part):
    """An option of the game."""

    name: Name
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Note(Part):
    """How others play it: of ``name``, or of the game as a whole."""

    name: Name | None
    texts: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Exact(Part):
    """An expression as the author wrote it."""

    text: str


# ----------------------------------------------------------------------------------------------------- whole


@dataclass(frozen=True)
class RulesInWords:
    """All that is to be said about a game in one language."""

    game: str
    language: str
    options: dict[str, str]
    title: Name
    line: Name | None
    facts: Facts
    text: Name | None
    goal: tuple[Sentence, ...]
    end: tuple[Sentence, ...]
    setup: tuple[Sentence, ...]
    flow: tuple[Step, ...]
    writing: tuple[Sentence, ...]
    order: Order
    sections: tuple[Section, ...]
    bonuses: tuple[Bonus, ...]
    extras: tuple[Extra, ...]
    precedence: Sentence
    zones: tuple[Zone, ...]
    turn: tuple[TurnStep, ...] = ()
    variations: tuple[Variation, ...] = ()
    differs: tuple[Note, ...] = ()
    exact: tuple[Exact, ...] = ()
    places: dict[Path, Place] = field(default_factory=dict)

    def parts(self) -> Iterator[Part]:
        """Yield every part that has a place in the model, outer ones first."""
        yield from _parts(self)

    def at(self, file: str, line: int) -> Path | None:
        """Return the innermost part that stands at a line of a file, or None."""
        around = [
            (place.last - place.line, -len(path), path)
            for path, place in self.places.items()
            if place.file == file and place.line <= line <= place.last
        ]
        return min(around, key=lambda found: found[:2])[2] if around else None


def _parts(value: Any) -> Iterator[Part]:
    if isinstance(value, Part):
        yield value
    if is_dataclass(value) and not isinstance(value, Name | Sentence):
        for item in fields(value):
            yield from _parts(getattr(value, item.name))
    elif isinstance(value, tuple):
        for inside in value:
            yield from _parts(inside)
