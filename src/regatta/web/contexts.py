"""What each page is given: one frozen dataclass per page, and one per part of it; a tuple where there are many of them.

``template`` names the file; the names a template uses are exactly the fields of its context.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from markupsafe import Markup

from regatta.web.anchors import Anchors
from regatta.web.settings import Settings
from regatta.words.rules import RulesInWords
from regatta.words.speech import Name

if TYPE_CHECKING:
    from regatta.web.roomcontexts import Meanwhile, OpenRoom


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site, by the name that it gives itself; ``href`` is this page in it."""

    code: str
    name: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs around its own content."""

    language: str
    """The language of the program's own sentences."""
    token: str
    """Proves that a form came from a page that this guest was given."""
    style: str
    """Address of the style sheet."""
    script: str
    """Address of the script."""
    icon: str
    """Address of the site's icon."""
    touch_icon: str
    """Address of the icon that a phone puts on its first screen."""
    settings: Settings
    """How the guest likes it."""
    back: str
    """Address of this page, for a form that leads back to it."""
    languages: tuple[Language, ...]
    """The languages to choose from; none where there is only one."""

    def with_token(self, token: str) -> Frame:
        """Return the frame of a page with a form that names no other address of the site."""
        return replace(self, token=token)


@dataclass(frozen=True, slots=True)
class Context:
    """The part that all pages share."""

    template: ClassVar[str]

    frame: Frame
    """What stands around the content."""


# ------------------------------------------------------------------------------------------------ lobby


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


# --------------------------------------------------------------------------------------------- new game


@dataclass(frozen=True, slots=True)
class NameField:
    """A field for the name of somebody around the screen; ``number`` counts from 1."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class BotField:
    """How many bots of one kind play."""

    id: str
    label: str
    line: str
    """How this bot plays."""
    counts: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    value: str
    label: Name
    chosen: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the game's rules."""

    id: str
    label: Name
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class NewGame(Context):
    """The form for a new match."""

    template: ClassVar[str] = "new.html"

    game: str
    """Id of the game."""
    title: Name
    """Its title."""
    line: Name | None
    """What is special about it."""
    notice: str
    """What was wrong with the form that was sent; empty on a fresh one."""
    key: str
    """Names this form, so that sending it twice opens one match."""
    seats: tuple[NameField, ...]
    """Name fields, as many as the game has seats."""
    bots: tuple[BotField, ...]
    """The kinds of bots."""
    options: tuple[OptionField, ...]
    """The options of the rules."""
    own_salt: bool
    """Whether it was chosen to add words to the dice."""


# ------------------------------------------------------------------------------------------------ table


class Seat(NamedTuple):
    """A seat in the strip on top and as a column of the sheet; ``number`` counts from 1."""

    number: int
    name: str
    total: int
    to_move: bool
    focus: bool
    """Whether its sheet is the one that a phone shows."""
    href: str
    """Address of this page with that sheet in focus."""
    note: str = ""
    """A word about who plays it: that a bot does, in a room."""
    away: str = ""
    """For how long its holder has been away, in words; empty for who is there, and where nobody knows."""


class Die(NamedTuple):
    """A die on the table; ``place`` counts from 0, ``number`` from 1, ``face`` 0 is a die in the cup."""

    place: int
    number: int
    face: int
    held: bool
    thrown: bool
    after: str
    """The places that are held after a tap on it."""
    label: str
    label_held: str
    label_free: str


@dataclass(frozen=True, slots=True)
class Dock:
    """Dice and the button to roll them."""

    status: Markup
    """What is to be done."""
    dice: tuple[Die, ...]
    held: str
    """The held places: "0,2"."""
    can_hold: bool
    can_roll: bool
    rolls_left: int
    verb: str
    left: str
    """How many rolls are left, in words; empty for none."""
    parity: int
    """0 and 1 by turns, so that each roll starts its movement anew."""
    watched: bool = False
    """Whether they are only looked at: no die is a button then."""


class Cell(NamedTuple):
    """One seat's cell of a row: ink, a pencil button (where ``box`` is set) or nothing. ``id`` is that of its element."""

    id: str
    text: str = ""
    note: str = ""
    box: str = ""
    label: str = ""
    focus: bool = False
    forced: bool = False
    """Whether a rule leaves only this box and few others."""
    last: bool = False
    """Whether this is what the seat wrote last."""
    cheer: str = ""
    """What is called out when this is written: for the most that any box can give."""
    have: int = 0
    goal: int = 0
    """How far the seat is on the way to a bonus, while that is open."""
    chips: int = 0
    """How many chips the seat has been given."""
    advised: bool = False
    """Whether the coach would write into it."""


class Row(NamedTuple):
    """A line of the sheet; ``kind`` is ``box``, ``sum``, ``bonus``, ``extra`` or ``total``."""

    kind: str
    id: str
    label: Name
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach says about the dice on the table; ``state`` as in ``match.view.View.hint``.

    ``line`` is the best that can be done, ``more`` what comes next to it. ``keep`` are the numbers (from 1) of the
    dice to be kept, ``box`` the one to be written. ``working``: it is still being worked out, as ``line`` says then.
    """

    state: str
    line: str = ""
    more: str = ""
    keep: tuple[int, ...] = ()
    box: str = ""
    working: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the sheet that is one table; ``kind`` is ``part`` or ``end``."""

    kind: str
    title: Name
    titled: bool
    """Whether the title is shown to the eye."""
    rows: tuple[Row, ...]


class PastTurn(NamedTuple):
    """What somebody did in a turn."""

    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves the dice."""

    line: str
    commitment: str


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the first roll, ``number`` from 1. ``adds`` whether the viewer may add a salt for it now."""

    number: int
    name: str
    salt: str
    adds: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The dice before the match begins: the commitment stands, salts may be added."""

    commitment: str
    seats: tuple[WaitingSeat, ...]
    most: int
    """Characters of the longest salt."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The write that may be taken back; ``seat`` is whose it was, from 0."""

    seat: int
    label: str


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


@dataclass(frozen=True, slots=True)
class Away:
    """Who of the seats is away: the same for all who follow a match in a language."""

    template: ClassVar[str] = "parts/aways.html"

    seats: tuple[Seat, ...]
    """All seats."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a player calls to the others; ``say`` is how a screen reader tells it."""

    template: ClassVar[str] = "parts/reaction.html"

    seat: int
    """Whose, from 0."""
    text: str
    """In the language of who reads it."""
    say: str
    """With the name of who calls it."""


@dataclass(frozen=True, slots=True)
class Moved(Context):
    """What moves have changed on the page of a match: the same parts as the page is made of, and no others."""

    template: ClassVar[str] = "parts/moved.html"

    match: str
    """Id of the match."""
    since: int
    """The version of the pages that it brings up to date."""
    version: int
    """The version that they show then."""
    key: str
    """Names the next move that the forms of the page make."""
    mover: int
    """As in ``Table``."""
    focus: int
    """As in ``Table``."""
    say: tuple[str, ...]
    """As in ``Table``."""
    standing: str
    """As in ``Table``."""
    turn: str
    """As in ``Table``."""
    rolled: bool
    """As in ``Table``."""
    steps: str
    """As in ``Table``."""
    seats: tuple[Seat, ...]
    """All seats, where somebody wrote; else none."""
    rows: tuple[Row, ...]
    """Rows of the sheet whose heads have changed."""
    cells: tuple[Cell, ...]
    """Cells of the sheet that may have changed."""
    turns: tuple[PastTurn, ...]
    """The last turns, the latest first; none where dice were only held, which leaves the dice and the button to change."""
    dock: Dock
    """Dice and button."""
    take_back: TakeBack | None
    """What may be taken back; None where nothing may."""
    why: str
    """As in ``Table``."""
    hint: Hint | None
    """As in ``Table``."""
    room: Meanwhile | None
    """As in ``Table``."""


class Call(NamedTuple):
    """Something that can be called."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Calls:
    """All that can be called, by which seat (from 0)."""

    seat: int
    every: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Table(Context):
    """The page of a match. ``part`` is the table alone."""

    template: ClassVar[str] = "table.html"
    part: ClassVar[str] = "parts/table.html"

    match: str
    """Id of the match."""
    version: int
    """The version that this page shows."""
    key: str
    """Names the move that this page's forms make, so that sending it twice is doing it once."""
    mover: int
    """The seat whose moves the forms make, from 0."""
    focus: int
    """The seat whose sheet a phone shows, from 0."""
    heading: Name
    """The game's title."""
    day: Day | None
    """When it was over; None before."""
    rules_of: str
    """Address of the game's rules, with the options of this match; empty where it left the catalogue."""
    say: tuple[str, ...]
    """What a screen reader announces, a sentence each."""
    standing: str
    """How the game stands, for who asks by key."""
    turn: str
    """That it is the viewer's turn, where another has just moved: for the title of the tab; empty else."""
    calls: Calls | None
    """What the viewer can call to others who hold seats; None where there are none, or the viewer only looks on."""
    faces: int
    """How many faces a die has."""
    rolled: bool
    """Whether dice have just fallen that the page is to show falling."""
    steps: str
    """What the bots did since the move that is answered, as JSON; empty for nothing. See ``botsteps``."""
    notice: str
    """Why the last move was refused; empty else."""
    seats: tuple[Seat, ...]
    """All seats."""
    dock: Dock | None
    """Dice and button; None when the match is over."""
    take_back: TakeBack | None
    """What may be taken back; None where nothing may."""
    why: str
    """Which rule narrows the choice of boxes or pays extra; empty else."""
    hint: Hint | None
    """What the coach says; None where nobody asks it at this table."""
    blocks: tuple[Block, ...]
    """The sheet."""
    series: Series | None
    """The games of the series that are over; None where there are none, or the viewer holds no seat."""
    turns: tuple[PastTurn, ...]
    """The last turns, the latest first."""
    proof: Proof
    """What proves the dice."""
    waiting: Waiting | None
    """What can be added to the dice, while the match waits to begin; None for who holds no seat, and later."""
    result: Result | None
    """How it ended; None before."""
    welcome: bool
    """Whether to show the help of the first visit."""
    room: Meanwhile | None
    """What a room has beside its table; None around one screen."""


# ----------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """A turn of a finished match; ``href`` leads to what it looked like at its end."""

    name: str
    steps: tuple[str, ...]
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Ways:
    """Addresses of other stops of the film; empty where there is none."""

    first: str
    back: str
    on: str
    last: str


@dataclass(frozen=True, slots=True)
class Replay(Context):
    """A finished match, as it was at one version. ``part`` is what a step replaces."""

    template: ClassVar[str] = "replay.html"
    part: ClassVar[str] = "parts/replay.html"

    match: str
    """Id of the match."""
    version: int
    """The version that is shown."""
    key: str
    """Empty: nothing can be done here."""
    mover: int
    """The seat whose turn it was, from 0."""
    heading: Name
    """The game's title."""
    say: tuple[str, ...]
    """What a screen reader announces, a sentence each."""
    standing: str
    """How the game stood, for who asks by key."""
    faces: int
    """How many faces a die has."""
    seats: tuple[Seat, ...]
    """All seats."""
    dock: Dock
    """The dice, and what has just happened."""
    why: str
    """Empty: nothing is to be chosen here."""
    blocks: tuple[Block, ...]
    """The sheet."""
    rolled: bool
    """Whether a roll has just been made: the dice may tumble on the way to here."""
    step: str
    """Which step it is, of how many, in words."""
    ways: Ways
    """To other steps."""
    here: str
    """Address of this position."""
    start: PastTurn | None
    """What was thrown for the first turn; None where nobody had to."""
    turns: tuple[ReplayTurn, ...]
    """All turns."""


# ------------------------------------------------------------------------------------------------- dice


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


# ------------------------------------------------------------------------------------------------ rules


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value of an option that is not the usual one."""

    option: Name
    value: Name


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A line of a model file, with its words marked; ``id`` is its anchor."""

    number: int
    id: str
    text: Markup


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file; ``href`` is where it can be fetched."""

    name: str
    href: str
    lines: tuple[ModelLine, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The content of a rules page, the same for everybody who reads its language."""

    template: ClassVar[str] = "parts/rules.html"

    rules: RulesInWords
    """All that is to be said."""
    anchors: Anchors
    """Ties what is said to lines of the model."""
    play: str
    """Address of the form for a new match with these options."""
    online: str
    """Address of the form for a room with these options."""
    paper: str
    """Address of the score sheet to print."""
    usual: str
    """Address of the rules with the usual options; empty where these are they."""
    chosen: tuple[Chosen, ...]
    """What is not as usual."""
    picture: Markup
    """The table in the middle of a game."""
    faces: int
    """How many faces a die has."""
    files: tuple[ModelFile, ...]
    """The model."""


@dataclass(frozen=True, slots=True)
class RulesPage(Context):
    """The rules of a game."""

    template: ClassVar[str] = "rules.html"

    title: Name
    """Of the game."""
    content: Markup
    """What ``Rules`` became."""


# ------------------------------------------------------------------------------- settings, help, offline


@dataclass(frozen=True, slots=True)
class SettingsPage(Context):
    """The page of all settings."""

    template: ClassVar[str] = "settings.html"


@dataclass(frozen=True, slots=True)
class Help(Context):
    """How to play, and which keys do what."""

    template: ClassVar[str] = "help.html"


@dataclass(frozen=True, slots=True)
class Offline(Context):
    """What a browser keeps, to show it where a page cannot be reached."""

    template: ClassVar[str] = "offline.html"


# ----------------------------------------------------------------------------------------------- errors


@dataclass(frozen=True, slots=True)
class Refusal(Context):
    """The page of an error."""

    template: ClassVar[str] = "error.html"

    heading: str
    """What kind of fault it is."""
    message: str
    """What was wrong and what to do, in one sentence."""
    back: str
    """Where to go on."""
