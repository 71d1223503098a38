"""How a match ended, and the series that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from regatta.words.speech import Name


@dataclass(frozen=True, slots=True)
class Day:
    """A day in words, and for machines."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the result."""

    rank: int
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a finished game stands among the viewer's own; ``heading`` is empty but for a new best.

    ``line`` and ``last`` are empty for the first game of its kind, of which there is nothing more to tell.
    """

    heading: str
    place: str
    line: str
    last: str
    spark: Markup


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended, the best first. ``standing`` is None for who holds no seat, or several."""

    heading: Markup
    places: tuple[Place, ...]
    won: bool
    """Whether the viewer won against somebody."""
    again: bool
    """Whether the viewer may ask for another game."""
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A player's totals of the games of a series, and their sum; ``leads`` where nobody has more."""

    name: str
    cells: tuple[str, ...]
    total: str
    leads: bool


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of the sheet in each game; ``kind`` as in ``Row``."""

    kind: str
    label: Name
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """One player's sheets of several games beside each other."""

    columns: tuple[str, ...]
    rows: tuple[PadRow, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """The finished games of a series; ``name`` is whose sheets the ``pad`` shows."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[SeriesRow, ...]
    name: str
    pad: Pad | None
