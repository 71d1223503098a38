"""What the pages around a room are given; see ``contexts``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from regatta.web.contexts import BotField, Context, OptionField, Unfinished
from regatta.words.speech import Name

# ------------------------------------------------------------------------------------------- before it begins


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """A seat that is taken; ``index`` counts from 0. ``notes`` are words about it: that it is the host's, a bot's."""

    index: int
    name: str
    yours: bool
    notes: tuple[str, ...]
    salt: str
    goes: str
    """What the button says that frees the seat: for one's own, or for the host; empty for nobody."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """The form of who may sit down."""

    name: str
    most_salt: int


@dataclass(frozen=True, slots=True)
class Own:
    """What a player may do with the seat of ``index``; ``salted`` once there are words for the dice."""

    index: int
    name: str
    salted: bool
    most_salt: int


@dataclass(frozen=True, slots=True)
class Pick:
    """One value of a list to choose from."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GamePick:
    """A game to choose."""

    id: str
    title: Name
    chosen: bool


@dataclass(frozen=True, slots=True)
class Hosting:
    """What the host may do. ``begins`` is empty where the match may begin, else the reason why not."""

    begins: str
    bots: tuple[BotField, ...]
    """The kinds of bots; none where no seat is free."""
    fewer: int
    """How many seats there are when one is closed; 0 where none can be."""
    games: tuple[GamePick, ...]
    options: tuple[OptionField, ...]
    seats: tuple[Pick, ...]
    clocks: tuple[Pick, ...]
    listed: bool
    watchers: bool
    hints: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """What was agreed on, by its name."""

    name: Markup
    value: Markup


@dataclass(frozen=True, slots=True)
class Waiting(Context):
    """A room that waits for its players. ``part`` is what changes while one waits."""

    template: ClassVar[str] = "room.html"
    part: ClassVar[str] = "parts/room/waiting.html"

    match: str
    """Id of the match."""
    version: int
    """The version that this page shows."""
    key: str
    """Names what this page's forms do, so that sending it twice is doing it once."""
    heading: Name
    """The game's title."""
    rules_of: str
    """Address of the game's rules, with the options of this match; empty where it left the catalogue."""
    copy: str
    """Where the page about the copy is that is played; empty for a game of the catalogue."""
    say: str
    """What a screen reader announces when it changes."""
    notice: str
    """Why something was refused; empty else."""
    lead: Markup
    """What the room waits for."""
    code: str
    """What the room is called by."""
    spoken: str
    """The code, letter by letter."""
    link: str
    """Leads to the room from anywhere."""
    shown: str
    """The link as people read it."""
    qr: Markup
    """The link as a picture."""
    taken: str
    """How many seats are taken, in words."""
    free: str
    """How many seats are free, in words; empty for none."""
    seats: tuple[RoomSeat, ...]
    """The seats that are taken."""
    sitting: Sitting | None
    """For who may sit down; None for others."""
    closed: str
    """Why the viewer may not sit down; empty else."""
    own: Own | None
    """For who has a seat; None for others."""
    hosting: Hosting | None
    """For the host; None for others."""
    begins: Markup
    """Who begins the match; empty for the host."""
    facts: tuple[Fact, ...]
    """What was agreed on."""
    commitment: str
    """Promises the seed."""


# --------------------------------------------------------------------------------------- while it is played


@dataclass(frozen=True, slots=True)
class Clock:
    """The time for the turn, which ends at ``deadline``, in ms since 1970. ``warning`` is what its player hears ``warns``
    ms before that; empty for others."""

    text: str
    deadline: int
    warns: int
    warning: str


@dataclass(frozen=True, slots=True)
class Slip:
    """One thing to do at the table: to return to one's seat, or to let a bot play for who lets the others wait.

    ``after`` is the time until it is shown, in ms; ``act`` the end of its address.
    """

    line: Markup
    act: str
    seat: int
    button: str
    after: int


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table. ``goes`` and ``stands_in`` are buttons, ``sure`` what a first one asks back; empty for none."""

    index: int
    name: str
    notes: tuple[str, ...]
    goes: str
    sure: str
    stands_in: str


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What a room has beside its table. ``moves`` whether the viewer has a seat to take along."""

    now: int
    """The time of the server as this was drawn, in ms since 1970."""
    clock: Clock | None
    slip: Slip | None
    players: tuple[Player, ...]
    moves: bool
    watching: str
    agreed: str
    following: str
    """Address of the next game of a finished one; empty for none."""
    waits: bool
    """Whether somebody may still open the next game."""


# -------------------------------------------------------------------------------------------- other pages


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A public room with free seats."""

    id: str
    title: Name
    names: tuple[str, ...]
    free: str
    agreed: str


@dataclass(frozen=True, slots=True)
class Join(Context):
    """The page that takes the code of a room."""

    template: ClassVar[str] = "join.html"

    code: str
    """What was typed."""
    notice: str
    """What was wrong with it; empty else."""


@dataclass(frozen=True, slots=True)
class Online(Context):
    """The page that opens a room."""

    template: ClassVar[str] = "online.html"

    game: str
    """Id of the game."""
    title: Name
    """Its title."""
    line: Name | None
    """What is special about it."""
    key: str
    """Names this form, so that sending it twice opens one room."""
    options: tuple[OptionField, ...]
    """The options of the rules."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A match to look at; ``faces`` are the dice on its table, none where they are in the cup."""

    line: Unfinished
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Watch(Context):
    """The matches that one can look at."""

    template: ClassVar[str] = "watch.html"

    show: Watched | None
    """What the bots play; None where they cannot."""
    matches: tuple[Watched, ...]
    """Public matches."""


@dataclass(frozen=True, slots=True)
class Moving(Context):
    """The page that takes a seat to another browser."""

    template: ClassVar[str] = "moving.html"

    match: str
    """Id of the match."""
    names: tuple[str, ...]
    """The seats that are taken along; none once they are gone."""
    link: str
    """What the other browser opens."""
    qr: Markup
    """The link as a picture."""
    lasts: str
    """For how long the link is good."""


@dataclass(frozen=True, slots=True)
class Arriving(Context):
    """The page that the other browser opens."""

    template: ClassVar[str] = "arriving.html"

    match: str
    """Id of the match."""
    title: Name
    """The game's title."""
    names: tuple[str, ...]
    """The seats that come along."""
    ticket: str
    """What lets them come."""
    here: bool
    """Whether this browser holds them already."""
