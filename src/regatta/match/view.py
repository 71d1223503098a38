"""What a page or a program may see of a match, at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from regatta import engine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.engine import SheetLine
    from regatta.match.events import RolledOff, Series, Terms
    from regatta.match.match import Actor, Match, Turn


class SeatView(NamedTuple):
    """One seat. ``lines`` are those of the paper sheet; ``yours`` whether the viewer holds the seat.

    ``stands_in`` says that a bot plays it for its person.

    ``salt`` is None until it is given; ``rank`` (1 is best, shared) until the match is over.
    """

    name: str
    player: str
    yours: bool
    total: int
    rank: int | None
    lines: tuple[SheetLine, ...]
    salt: str | None
    stands_in: bool = False


class Die(NamedTuple):
    """The die at ``place``: its ``face``, whether it is held, whether the last roll threw it."""

    place: int
    face: int
    held: bool
    thrown: bool


class Preview(NamedTuple):
    """What writing now would give: points of each box that may be written, in the order of the sheet.

    ``extra`` are points for the roll itself, ``paid`` the extras that give them. ``rule`` is the joker (its id)
    that decides where one may write, ``line`` which of its lines applies.
    """

    points: Mapping[str, int]
    extra: int
    paid: tuple[str, ...]
    rule: str | None
    line: int | None


class Result(NamedTuple):
    """How the match ended, by seat; several seats may share rank 1."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class View(NamedTuple):
    """A match at one version.

    ``series`` says which game of which series it is. ``phase`` is ``waiting`` (not begun), ``roll``, ``keep``, ``write`` or ``over``. ``seat`` is the seat to
    move. ``number`` counts the rolls made in this turn, ``left`` those that remain. ``dice`` is empty before
    the first roll of a turn. ``turn`` is what the seat to move did so far, ``turns`` the last turns, oldest
    first. ``hint`` is ``may`` where the viewer may ask the coach about these dice, ``given`` where that was done, ``later`` where it
    can be about other dice, else empty.
    ``preview`` belongs to who may write: others get None. ``take_back`` is the seat whose last entry the viewer may
    take back. ``terms`` are those of a room, ``host`` the seat that may arrange it, ``hosting`` whether the viewer holds
    that. ``turned`` is when the turn began and ``deadline`` when it must be over, in ms since 1970. ``seed`` (hexadecimal) is None before the end, ``commitment`` and ``seed`` for dice by hand.
    """

    match: str
    version: int
    game: str
    options: Mapping[str, str]
    series: Series
    seats: tuple[SeatView, ...]
    phase: str
    seat: int | None
    yours: bool
    number: int
    rolls: int
    left: int
    dice: tuple[Die, ...]
    preview: Preview | None
    hint: str
    rounds: tuple[RolledOff, ...]
    turn: Turn
    turns: tuple[Turn, ...]
    take_back: int | None
    terms: Terms | None
    host: int | None
    hosting: bool
    turned: int | None
    deadline: int | None
    result: Result | None
    method: str
    commitment: str | None
    seed: str | None

    def json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        data = self._asdict()
        data["series"] = self.series._asdict()
        data["terms"] = self.terms._asdict() if self.terms else None
        data["seats"] = [
            seat._asdict() | {"lines": [_line(line) for line in seat.lines]} for seat in self.seats
        ]
        data["dice"] = [die._asdict() for die in self.dice]
        data["preview"] = self.preview._asdict() if self.preview else None
        data["turn"] = _turn(self.turn)
        data["turns"] = [_turn(turn) for turn in self.turns]
        data["rounds"] = [[throw._asdict() for throw in rolled.throws] for rolled in self.rounds]
        data["result"] = self.result._asdict() if self.result else None
        return data


def view(match: Match, actor: Actor | None) -> View:
    """Return what ``actor`` (None: a watcher) may see of a match."""
    position = match.position
    finished = match.finished
    holders = match.private.holders
    seat = match.seat
    number = position.number if position is not None else 0
    yours = seat is not None and actor is not None and holders[seat] == actor and not match.seats[seat].bot
    host = match.host
    phase = "waiting" if position is None else "over" if finished else position.phase
    return View(
        match=match.id,
        version=match.version,
        game=match.opened.game,
        options=match.opened.options,
        series=match.series,
        seats=tuple(_seat(match, index, actor) for index in range(len(match.seats))),
        phase=phase,
        seat=seat,
        yours=yours,
        number=number if seat is not None else 0,
        rolls=match.tables.rolls,
        left=match.tables.rolls - number if phase in ("roll", "keep") else 0,
        dice=_dice(match),
        preview=_preview(match) if yours else None,
        hint=_hint(match, actor, yours=yours),
        rounds=match.rounds,
        turn=match.turn,
        turns=match.turns,
        take_back=_take_back(match, actor),
        terms=match.terms,
        host=host,
        hosting=host is not None and actor is not None and holders[host] == actor,
        turned=match.turned,
        deadline=match.deadline,
        result=Result(finished.totals, finished.ranks) if finished else None,
        method=match.opened.method,
        commitment=match.opened.commitment,
        seed=finished.seed if finished else None,
    )


def _seat(match: Match, index: int, actor: Actor | None) -> SeatView:
    seat = match.seats[index]
    lines = engine.lines(match.tables, match.sheets[index])
    return SeatView(
        name=seat.name,
        player=seat.player,
        yours=actor is not None and match.private.holders[index] == actor,
        total=lines[-1].points or 0,
        rank=match.finished.ranks[index] if match.finished else None,
        lines=lines,
        salt=match.salts[index],
        stands_in=match.stands_in(index),
    )


def _dice(match: Match) -> tuple[Die, ...]:
    thrown = match.turn.rolls[-1].places if match.turn.rolls else ()
    return tuple(
        Die(place, face, place in match.held, place in thrown) for place, face in enumerate(match.dice)
    )


def _take_back(match: Match, actor: Actor | None) -> int | None:
    last = match.last_entry
    if last is None or not match.one_screen:
        return None
    return last if match.private.holders[last] == actor else None


def _hint(match: Match, actor: Actor | None, *, yours: bool) -> str:
    if not match.hints or match.finished is not None or actor is None or match.seat_of(actor) is None:
        return ""
    if not (yours and match.dice):
        return "later"
    return "given" if match.hinted else "may"


def _preview(match: Match) -> Preview | None:
    if match.seat is None or match.position is None or not match.dice:
        return None
    writes = engine.previews(match.position)
    boxes = match.tables.boxes
    rule, line = writes.rule or (None, None)
    return Preview(
        points={boxes[index]: points for index, points in writes.points.items()},
        extra=writes.extra,
        paid=tuple(match.tables.extras[index].id for index in writes.paid),
        rule=rule,
        line=line,
    )


def _turn(turn: Turn) -> dict[str, Any]:
    return {**turn._asdict(), "rolls": [thrown._asdict() for thrown in turn.rolls]}


def _line(line: SheetLine) -> dict[str, Any]:
    """A line of the sheet; ``BoxLine`` is of kind ``box``."""
    return {"kind": type(line).__name__.removesuffix("Line").lower(), **line._asdict()}
