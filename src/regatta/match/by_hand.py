"""The score pad: a match whose dice are thrown on a real table and typed in. The judges of ``decide``.

Such dice have no seed, so nothing is drawn and nothing is proved; what is typed in may be mended.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from regatta import engine
from regatta.errors import Illegal, Invalid
from regatta.match.checks import check_turn, places_in, short
from regatta.match.events import Rolled, Started
from regatta.match.match import begun

if TYPE_CHECKING:
    from regatta.match.commands import Enter
    from regatta.match.events import Event
    from regatta.match.match import Actor, Match
    from regatta.match.ports import Entropy


class Pad(NamedTuple):
    """What a score pad agrees on: the seat that starts, and whether the coach may be asked."""

    starter: int = 0
    hints: bool = False


def next_pad(match: Match) -> Pad | None:
    """Return what the next game after ``match`` agrees on, where the next seat starts; None unless it is by hand."""
    if not match.by_hand:
        return None
    starter = ((match.opened.starter or 0) + 1) % len(match.seats)
    return Pad(starter, hints=bool(match.opened.hints))


def begin(match: Match) -> list[Event]:
    """Nobody throws for the first turn here: who does so does it on the table, and says who starts."""
    return [Started(match.opened.starter or 0)]


def enter(match: Match, command: Enter, actor: Actor, _: Entropy) -> list[Event]:
    check_turn(match, command.seat, actor)
    if not match.by_hand:
        raise Illegal("match.not_by_hand")
    position, rolls, every = begun(match), match.tables.rolls, tuple(range(match.tables.count))
    if position.phase == "write":
        engine.verify(position, engine.Roll(()))
    number: object = rolls if command.number is None else command.number
    if type(number) is not int or not 1 <= number <= rolls:
        raise Invalid("roll.number", found=short(number), rolls=rolls)
    if number <= position.number:
        raise Illegal("roll.entered", number=number)
    dice = _read(match, command.dice)
    follows = bool(match.dice) and number == position.number + 1
    if not follows:
        thrown = every
    elif command.kept is None:
        dice, thrown = laid(match.dice, dice)
    else:
        thrown = _thrown(match, dice, places_in(match, command.kept))
    return [Rolled(position.seat, number, thrown, tuple(dice[place] for place in thrown), match.rolled)]


def laid(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dice ``after`` a roll by place, and the places that were thrown: as few as can have been, but one.

    Where no die has changed, one of those was thrown that the fewest others are like: it fell as it had lain.
    """
    left, stay = Counter(after), []
    for place, face in enumerate(before):
        if left[face]:
            left[face] -= 1
            stay.append(place)
    if len(stay) == len(before):
        stay.remove(min(stay, key=lambda place: (before.count(before[place]), before[place])))
        return before, tuple(place for place in range(len(before)) if place not in stay)
    new = [face for face in after if _take(left, face)]
    lie = tuple(before[place] if place in stay else new.pop(0) for place in range(len(before)))
    return lie, tuple(place for place in range(len(before)) if place not in stay)


def _take(left: Counter[int], face: int) -> bool:
    left[face] -= 1
    return left[face] >= 0


def _read(match: Match, found: object) -> tuple[int, ...]:
    dice = match.tables.dice
    if not isinstance(found, tuple | list):
        raise Illegal("dice.unreadable", found=short(found))
    if len(found) != dice.count:
        raise Illegal("dice.count", found=len(found), expected=dice.count)
    for face in found:
        if type(face) is not int or not 1 <= face <= dice.faces:
            raise Illegal("dice.face", found=short(face), faces=dice.faces)
    return tuple(found)


def _thrown(match: Match, dice: tuple[int, ...], kept: tuple[int, ...]) -> tuple[int, ...]:
    for place in kept:
        if dice[place] != match.dice[place]:
            raise Illegal("dice.kept", die=place + 1, found=dice[place], expected=match.dice[place])
    if len(kept) == len(dice):
        raise Illegal("roll.all_held")
    return tuple(place for place in range(len(dice)) if place not in kept)
