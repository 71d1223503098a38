"""The dice of a match, and of all matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from regatta.web.contexts.frame import Context
from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class SaltOf:
    """What a seat added to the dice; ``by`` says who made it."""

    name: str
    text: str
    by: str


@dataclass(frozen=True, slots=True)
class FairRoll:
    """A roll as it was recorded; ``k`` is its number in the match, from 0."""

    k: int
    name: str
    when: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchDice(Context):
    """The page that proves the dice of one match."""

    template: ClassVar[str] = "match-dice.html"

    match: str
    """Id of the match."""
    title: Name
    """The game's title."""
    names: tuple[str, ...]
    """Who plays."""
    method: str
    """Name of the way in which the dice are drawn."""
    commitment: str
    """Promises the seed."""
    seed: str
    """Empty until the match is over."""
    salts: tuple[SaltOf, ...]
    """What each seat added."""
    begun: bool
    """Whether the salts are fixed."""
    rolls: tuple[FairRoll, ...]
    """All rolls so far."""
    facts: str
    """What the script needs to recompute them, as JSON; empty until the match is over."""
    proof_script: str
    """Address of the script that recomputes the rolls."""


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often a face fell, and its share in words."""

    face: int
    count: str
    share: str


@dataclass(frozen=True, slots=True)
class Measure:
    """One statistical test: what it measures, the figures, and the p-value in words."""

    name: str
    line: str
    figures: str
    verdict: str


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How dice with so many faces fell on this site."""

    heading: str
    total: str
    bars: Markup
    faces: tuple[FaceCount, ...]
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class SiteDice(Context):
    """How the dice are made fair, and how all dice of the site fell."""

    template: ClassVar[str] = "site-dice.html"

    proves: tuple[str, ...]
    """What the dice prove, a sentence each."""
    leaves_open: tuple[str, ...]
    """What they do not prove, a sentence each."""
    kinds: tuple[DiceCount, ...]
    """The counts, by how many faces a die has; none before the first roll."""
