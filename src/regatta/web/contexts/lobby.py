"""The first page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

from regatta.web.contexts.frame import Context
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.web.roomcontexts import OpenRoom


@dataclass(frozen=True, slots=True)
class Own:
    """What a guest reached in a game with some options, as sentence parts; ``spark`` draws the last totals."""

    options: str
    """The options, where they are not the usual ones."""
    line: str
    last: str
    spark: Markup


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the catalogue."""

    id: str
    title: Name
    line: Name | None
    """What is special about it, in the author's words."""
    players: str
    """How many can play, as a sentence part."""
    dice: str
    """How many dice it needs, as a sentence part."""
    own: tuple[Own, ...]
    """What the guest reached in it, the options played last first."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A player of an unfinished match, with the points so far."""

    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that its guest can go on with."""

    id: str
    title: Name
    seats: tuple[Standings, ...]
    turn: Markup
    """Whose turn it is."""
    when: str
    """When somebody moved last, in words."""
    at: str
    """The same for machines."""
    yours: bool
    """Whether it waits for the viewer."""


@dataclass(frozen=True, slots=True)
class Lobby(Context):
    """The first page."""

    template: ClassVar[str] = "lobby.html"

    games: tuple[Game, ...]
    """The catalogue."""
    matches: tuple[Unfinished, ...]
    """This guest's matches that are not over: those that wait for the guest first, then the latest."""
    rooms: tuple[OpenRoom, ...]
    """Public rooms with free seats."""
    watched: str
    """What there is to look at, in words."""
    key: str
    """Names the room that a button of this page opens, so that pressing it twice opens one."""
