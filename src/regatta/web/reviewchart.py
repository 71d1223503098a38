"""The line of the total that can be expected, turn by turn: luck slopes, losses fall. A table beside it has the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from markupsafe import Markup

WIDTH, HEIGHT = 360, 210
LEFT, RIGHT, TOP, FOOT = 34, 24, 16, 20
"""Margins of the drawing, in its own units: labels of totals, the mark of the end, room, labels of turns."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
LINES = 5
"""At most so many lines are drawn across."""
MANY = 16
"""With more turns than that only every second or fifth is named."""


class Leg(NamedTuple):
    """One turn: what could be expected before it, after all luck in it, and once what was lost is taken away."""

    before: float
    lucky: float
    after: float


def draw(legs: Sequence[Leg], marks: Mapping[int, Sequence[int]]) -> Markup:
    """Return the line through some turns, at least one; ``marks`` are the numbers of mistakes by turn, from 0."""
    values = [value for leg in legs for value in leg]
    step = next(
        step for step in STEPS if (max(values) - min(values)) / step <= LINES - 1 or step == STEPS[-1]
    )
    low, high = floor(min(values) / step) * step, ceil(max(values) / step) * step
    high += step * (high == low)

    def x(turn: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / len(legs)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - FOOT) * (high - value) / (high - low)

    drawn = [_across(y(level), level) for level in range(low, high + 1, step)]
    drawn.append(_start(y(legs[0].before)))
    every = 1 if len(legs) <= MANY else 2 if len(legs) <= 2 * MANY else 5
    drawn += [_turn(x(turn), turn) for turn in range(1, len(legs) + 1) if turn % every == 0]
    for turn, leg in enumerate(legs, 1):
        drawn.append(_luck((x(turn - 1), y(leg.before)), (x(turn), y(leg.lucky))))
        if leg.after < leg.lucky:
            drawn.append(_loss(x(turn), y(leg.lucky), y(leg.after)))
        if turn - 1 in marks:
            drawn.append(_mark(x(turn), y(leg.after), marks[turn - 1]))
    drawn.append(
        Markup('<circle class="chart-end" cx="%.1f" cy="%.1f" r="4"/>') % (x(len(legs)), y(legs[-1].after))
    )
    return Markup('<svg class="chart" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">%s</svg>') % (
        WIDTH,
        HEIGHT,
        Markup().join(drawn),
    )


def _across(y: float, level: int) -> Markup:
    return Markup(
        '<path class="chart-grid" d="M%d %.1fH%d"/><text class="chart-level" x="%d" y="%.1f">%d</text>'
    ) % (
        LEFT,
        y,
        WIDTH - RIGHT,
        LEFT - 6,
        y,
        level,
    )


def _start(y: float) -> Markup:
    return Markup('<path class="chart-start" d="M%d %.1fH%d"/>') % (LEFT, y, WIDTH - RIGHT)


def _turn(x: float, turn: int) -> Markup:
    return Markup('<text class="chart-turn" x="%.1f" y="%d">%d</text>') % (x, HEIGHT - 4, turn)


def _luck(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    return Markup('<path class="chart-luck" d="M%.1f %.1fL%.1f %.1f"/>') % (*start, *end)


def _loss(x: float, high: float, low: float) -> Markup:
    return Markup('<path class="chart-loss" d="M%.1f %.1fV%.1f"/>') % (x, high, low)


def _mark(x: float, y: float, numbers: Sequence[int]) -> Markup:
    """A point below the end of what was lost, with the numbers of the mistakes."""
    y = min(y, HEIGHT - FOOT - 20)
    return Markup(
        '<path class="chart-mark" d="M%.1f %.1fl-4 6h8z"/><text class="chart-number" x="%.1f" y="%.1f">%s</text>'
    ) % (x, y + 3, x, y + 18, ",".join(map(str, numbers)))
