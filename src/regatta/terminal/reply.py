"""What somebody typed at the table, understood: nothing is judged here, the match does that."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

HELP, QUIT, STOP, BACK, ROLL, UNDO = "?", "q", "s", "k", "r", "u"
NONE, ALL = "-", "*"
LETTERS = "abcdefghij"
"""What the dice are called by place; with more dice than that only faces can be typed."""


class Help(NamedTuple):
    """Say what can be typed."""


class Quit(NamedTuple):
    """Leave the table."""


class Stop(NamedTuple):
    """Roll no more: choose a box."""


class Back(NamedTuple):
    """Choose dice again instead of a box."""


class TakingBack(NamedTuple):
    """Take back what was written last."""


class Rolling(NamedTuple):
    """Roll the dice that are not held."""


class Holding(NamedTuple):
    """Hold the dice at ``places`` and no others; ``roll`` the rest at once."""

    places: tuple[int, ...]
    roll: bool = False


class Writing(NamedTuple):
    """Write into a box, by its id."""

    box: str


class Lost(NamedTuple):
    """A face was asked for that does not lie on the table so often."""

    face: int


class Unclear(NamedTuple):
    """Nobody knows what that means; ``near`` are the names that it could be the beginning of."""

    near: tuple[str, ...] = ()


Reply = Help | Quit | Stop | Back | TakingBack | Rolling | Holding | Writing | Lost | Unclear

_ALWAYS: dict[str, Reply] = {
    HELP: Help(),
    "h": Help(),
    "help": Help(),
    QUIT: Quit(),
    "quit": Quit(),
    UNDO: TakingBack(),
    "undo": TakingBack(),
}


def to_roll(text: str) -> Reply:
    """Understand what is typed before the first roll of a turn."""
    word = text.strip().casefold()
    return Rolling() if word in ("", ROLL) else _ALWAYS.get(word, Unclear())


def to_keep(
    text: str, dice: Sequence[int], held: Sequence[int], faces: int, boxes: Mapping[str, str]
) -> Reply:
    """Understand what is typed while rolls are left.

    Args:
        text: the line.
        dice: the faces by place.
        held: the places that are held now; of equal dice these are taken first.
        faces: how many faces a die has.
        boxes: the name of each box that may be written, by id.
    """
    word = text.strip().casefold()
    if word in _ALWAYS:
        return _ALWAYS[word]
    if word in ("", ROLL):
        return Stop() if len(held) == len(dice) else Rolling()
    if word == STOP:
        return Stop()
    if word in (NONE, ALL):
        return Holding(tuple(range(len(dice))) if word == ALL else ())
    named, roll = (word[:-1].strip(), True) if word.endswith(ROLL) else (word, False)
    if dice_named := _letters(named, len(dice)):
        return Holding(dice_named, roll)
    if re.fullmatch(r"[0-9\s,]+", named):
        return _faces(named, dice, held, faces, roll=roll)
    return _box(word, boxes)


def to_write(text: str, boxes: Mapping[str, str]) -> Reply:
    """Understand what is typed when a box is to be chosen: its number in the list ``boxes``, or its name."""
    word = text.strip().casefold()
    if word in _ALWAYS:
        return _ALWAYS[word]
    if word in ("", BACK):
        return Back()
    if re.fullmatch(r"[0-9]{1,3}", word):
        return Writing(list(boxes)[int(word) - 1]) if 1 <= int(word) <= len(boxes) else Unclear()
    return _box(word, boxes)


def _letters(word: str, count: int) -> tuple[int, ...]:
    """Return the places that ``b d`` names; none unless all of it names places."""
    known = LETTERS[:count] if count <= len(LETTERS) else ""
    letters = re.sub(r"[\s,]+", "", word)
    if not letters or any(letter not in known for letter in letters):
        return ()
    return tuple(sorted({known.index(letter) for letter in letters}))


def _faces(word: str, dice: Sequence[int], held: Sequence[int], faces: int, *, roll: bool) -> Reply:
    """Return the places of the faces ``2 2 5``; ``225`` is the same where a face is one digit."""
    parts = re.findall(r"[0-9]" if faces < 10 else r"[0-9]{1,4}", word)
    free = sorted(range(len(dice)), key=lambda place: (place not in held, place))
    places = []
    for face in map(int, parts):
        place = next((place for place in free if dice[place] == face), None)
        if place is None:
            return Lost(face)
        free.remove(place)
        places.append(place)
    return Holding(tuple(sorted(places)), roll) if places else Unclear()


def _box(word: str, boxes: Mapping[str, str]) -> Reply:
    """Return the box whose id or name this is, or the only one whose id or name begins so."""
    plain = _plain(word)
    names = {box: (_plain(box), _plain(name)) for box, name in boxes.items()}
    exact = [box for box, both in names.items() if plain in both]
    found = exact or [
        box for box, both in names.items() if len(plain) > 1 and any(n.startswith(plain) for n in both)
    ]
    return Writing(found[0]) if len(found) == 1 else Unclear(tuple(boxes[box] for box in found))


def _plain(text: str) -> str:
    """Return text as one may type it: without capitals, accents and double blanks."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("_", " "))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.replace("\N{LATIN SMALL LETTER L WITH STROKE}", "l").split())
