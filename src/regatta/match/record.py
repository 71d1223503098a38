"""A match to take home: one JSON document that replays to the same position, anywhere and for ever.

It carries the canonical rules that the match was played by. Its shape is ``docs/record.schema.json``, made
from the classes here. ``read`` checks the shape, ``Record.replay`` replays; whether what it says is true is for
the module ``verify``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from regatta import tables as compiled
from regatta.errors import Illegal, Invalid, RegattaError
from regatta.match.events import (
    BY_HAND,
    Arranged,
    Event,
    Finished,
    HandedOver,
    Held,
    Hinted,
    Left,
    Moved,
    Opened,
    Renamed,
    Returned,
    Rolled,
    RolledOff,
    Salted,
    Seat,
    Seated,
    Started,
    Throw,
    TimedOut,
    TookBack,
    Wrote,
)
from regatta.match.evolve import evolve, start
from regatta.match.fair import MAX_SALT
from regatta.match.match import CLOCK, Match, Private, begun
from regatta.model import from_rules

if TYPE_CHECKING:
    from regatta.tables import Tables

MAX_BYTES = 4_000_000
LINE = 100

Count = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
Face = Annotated[int, Field(ge=1, le=1_000)]
Place = Annotated[int, Field(ge=0, lt=1_000)]
Hint = Annotated[int, Field(ge=1, le=100)]
Number = Annotated[int, Field(ge=0, lt=64)]
Name = Annotated[str, Field(min_length=1, max_length=1_000)]
Id = Annotated[str, Field(min_length=1, max_length=100)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Faces = Annotated[tuple[Face, ...], Field(min_length=1, max_length=100)]
Places = Annotated[tuple[Place, ...], Field(max_length=100)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SeatPart(_Part):
    """One seat: a name, and ``person`` or the name of a bot."""

    name: Name
    player: Id = "person"


class DicePart(_Part):
    """How the dice were made. ``seed`` is null until the match is over, all but ``method`` for dice by hand."""

    method: Literal["regatta-dice-1", "by hand"]
    commitment: Hex | None = None
    salts: Annotated[tuple[Annotated[str, Field(max_length=MAX_SALT)] | None, ...], Field(max_length=64)] = ()
    seed: Hex | None = None


class ThrowPart(_Part):
    """A seat's throw in the roll-off; ``k`` is the number of the roll in the match, null by hand."""

    seat: Number
    k: Count | None = None
    dice: Faces


class RollPart(_Part):
    """One roll: ``dice`` are the faces that the dice at ``places`` (from 0) show after it.

    ``k`` is null by hand. There ``number`` says which roll of the turn it was (from 1) where those before it were not
    entered; all places then count as thrown. It is left out for a roll that follows the one before.
    """

    k: Count | None = None
    places: Annotated[Places, Field(min_length=1)]
    dice: Faces
    number: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, exclude_if=lambda found: found is None
    )


class TurnPart(_Part):
    """A turn. The last one may go on: then ``box`` is null and ``held`` says which places are held.

    ``by`` says who finished it where the seat's own player did not: ``clock``, or the bot that stood in.
    ``hints`` are the places of the rolls in ``rolls``, from 1, after which the coach was asked.
    """

    seat: Number
    rolls: Annotated[tuple[RollPart, ...], Field(max_length=100)]
    held: Places | None = None
    box: Id | None = None
    points: Points = 0
    extra: Points = 0
    paid: Annotated[tuple[Id, ...], Field(max_length=100)] = ()
    by: Annotated[str, Field(max_length=100)] = ""
    hints: Annotated[tuple[Hint, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _hints_follow_rolls(self) -> Self:
        if list(self.hints) != sorted({hint for hint in self.hints if hint <= len(self.rolls)}):
            raise ValueError("hints")
        return self


class ResultPart(_Part):
    """Totals and ranks by seat; ranks count from 1 and may be shared."""

    totals: Annotated[tuple[Points, ...], Field(max_length=64)]
    ranks: Annotated[tuple[Count, ...], Field(max_length=64)]


class Record(_Part):
    """The record of a match of five-dice games, finished or not.

    ``starter`` is the seat that had the first turn without a roll-off, in a rematch; null where there was one.
    """

    format: Literal["regatta-record"] = "regatta-record"
    version: Literal[1] = 1
    match: Id
    game: Name
    file_digest: Annotated[str, Field(max_length=64)] = ""
    rules_digest: Hex
    rules: dict[str, Any]
    options: dict[str, str] = Field(default_factory=dict)
    seats: Annotated[tuple[SeatPart, ...], Field(min_length=1, max_length=64)]
    dice: DicePart
    roll_off: Annotated[
        tuple[Annotated[tuple[ThrowPart, ...], Field(max_length=64)], ...], Field(max_length=200)
    ] = ()
    first: Number | None = None
    starter: Number | None = None
    turns: Annotated[tuple[TurnPart, ...], Field(max_length=20_000)] = ()
    result: ResultPart | None = None

    def text(self) -> str:
        """Return the record as JSON, to be kept in a file."""
        return _laid_out(self.model_dump(mode="json"), 0) + "\n"

    def tables(self) -> Tables:
        """Compile the rules that the record carries.

        Raises:
            Invalid: ``rules.unreadable``.
            ModelFaults: they cannot be run.
        """
        return compiled.compile(from_rules(self.game, self.rules))

    def replay(self) -> Match:
        """Return the match at the end of the record. Points and dice are not compared: that is ``verify``.

        Raises:
            Illegal: as ``forward``.
            Invalid, ModelFaults: as ``tables``.
        """
        match = opened(self)
        for turn, event in events_of(self, match.tables.count):
            match = forward(match, event, turn)
        return match


def record(events: Sequence[Event], rules: Mapping[str, Any]) -> Record:
    """Return the record of a match from its events and the canonical rules it is played by.

    What was taken back is not in it: the dice that a write would have used lie as they lay. Seats stand there as they
    were when the match began: who played a turn in another's place is told with the turn.
    """
    table, seats, salts, past = _begun(events)
    if not seats:
        raise Illegal("match.not_begun")
    first, seed, result = None, None, None
    rounds: list[tuple[ThrowPart, ...]] = []
    turns: list[TurnPart] = []
    seat, rolls, held, hints = 0, list[RollPart](), tuple[int, ...](), tuple[int, ...]()
    made = 0
    stood = list(standing(past))
    substitutes = _substitutes(stood)
    for event in stood:
        match event:
            case RolledOff():
                rounds.append(tuple(ThrowPart(seat=s, k=k, dice=dice) for s, k, dice in event.throws))
            case Started():
                first = seat = event.first
            case Held():
                held = event.places
            case Rolled():
                held = tuple(place for place in rolls[0].places if place not in event.places) if rolls else ()
                rolls.append(_roll(event, made, by_hand=table.method == BY_HAND))
                made = event.number
            case Hinted():
                hints = (*hints, len(rolls))
            case Wrote():
                turns.append(
                    TurnPart(
                        seat=seat,
                        rolls=tuple(rolls),
                        box=event.box,
                        points=event.points,
                        extra=event.extra,
                        paid=event.paid,
                        by=next(substitutes),
                        hints=hints,
                    )
                )
                seat, rolls, held, hints, made = (seat + 1) % len(seats), [], (), (), 0
            case TimedOut() | HandedOver() | Returned() | Moved():
                pass
            case Finished():
                seed = event.seed
                result = ResultPart(totals=event.totals, ranks=event.ranks)
            case _:
                raise TypeError(f"{event.kind} cannot stand there")
    if rolls:
        turns.append(TurnPart(seat=seat, rolls=tuple(rolls), held=held, hints=hints))
    return Record(
        match=table.match,
        game=table.game,
        file_digest=table.file_digest,
        rules_digest=table.rules_digest,
        rules=dict(rules),
        options=dict(table.options),
        seats=tuple(SeatPart(name=name, player=player) for name, player in seats),
        dice=DicePart.model_validate(
            {"method": table.method, "commitment": table.commitment, "salts": salts, "seed": seed}
        ),
        roll_off=tuple(rounds),
        first=first,
        starter=None if table.starter is None or first is None else first,
        turns=tuple(turns),
        result=result,
    )


def _roll(event: Rolled, made: int, *, by_hand: bool) -> RollPart:
    """Return a roll of a turn in which so many were ``made`` before it."""
    return RollPart(
        k=None if by_hand else event.k,
        places=event.places,
        dice=event.dice,
        number=event.number if event.number > made + 1 else None,
    )


def _substitutes(events: Iterable[Event]) -> Iterator[str]:
    """Yield for each write who made it in place of the seat's own player; empty for that player."""
    late, bots = "", dict[int, str]()
    for event in events:
        match event:
            case TimedOut():
                late = CLOCK
            case HandedOver():
                bots[event.seat] = event.player
            case Returned():
                bots.pop(event.seat, None)
            case Wrote():
                yield late or bots.get(event.seat, "")
                late = ""
            case _:
                pass


def _begun(
    events: Sequence[Event],
) -> tuple[Opened, tuple[Seat, ...], tuple[str | None, ...], Sequence[Event]]:
    """Return the table, the seats and the salts as they were when the match began, and the events since."""
    table = events[0]
    if not isinstance(table, Opened):
        raise TypeError("a match begins with Opened")
    seats, salts = list(table.seats), list[str | None]([None] * len(table.seats))
    for number, event in enumerate(events[1:], 1):
        match event:
            case Arranged():
                table = replace(
                    table,
                    game=event.game,
                    file_digest=event.file_digest,
                    rules_digest=event.rules_digest,
                    options=event.options,
                )
            case Seated():
                seats.append(Seat(event.name, event.player))
                salts.append(None)
            case Left():
                del seats[event.seat], salts[event.seat]
            case Renamed():
                seats[event.seat] = seats[event.seat]._replace(name=event.name)
            case Salted():
                salts[event.seat] = event.salt
            case Moved():
                pass
            case _:
                return table, tuple(seats), tuple(salts), events[number:]
    return table, tuple(seats), tuple(salts), ()


def standing(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events without what was taken back: the last write or roll each time, with what was asked about it."""
    stood: list[Event] = []
    for event in events:
        if isinstance(event, TookBack):
            last = max(index for index, each in enumerate(stood) if isinstance(each, Wrote | Rolled))
            stood[last:] = [each for each in stood[last:] if not isinstance(each, Wrote | Rolled | Hinted)]
        else:
            stood.append(event)
    yield from stood


def read(data: bytes | str) -> Record:
    """Return the record that a file holds.

    Raises:
        Invalid: ``record.too_big`` (most), ``record.not_json`` (line, column), ``record.constant``
            (found), ``record.unreadable`` where no place is at fault, ``record.format`` (found), ``record.missing`` (path), ``record.unknown_field`` (path),
            ``record.value`` (path, found).
    """
    if len(data) > MAX_BYTES:
        raise Invalid("record.too_big", most=MAX_BYTES)
    try:
        found = json.loads(data, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Invalid("record.not_json", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise Invalid("record.unreadable") from None
    if not isinstance(found, dict) or (found.get("format"), found.get("version")) != ("regatta-record", 1):
        shown = [found.get("format"), found.get("version")] if isinstance(found, dict) else found
        raise Invalid("record.format", found=_shown(shown))
    try:
        # Through JSON again: strict, yet lists stand for tuples.
        return Record.model_validate_json(json.dumps(found))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":  # halves of characters, which json reads and nobody can store
            raise Invalid("record.unreadable") from None
        path = ".".join(map(str, first["loc"]))
        if first["type"] == "missing":
            raise Invalid("record.missing", path=path) from None
        if first["type"] == "extra_forbidden":
            raise Invalid("record.unknown_field", path=path) from None
        raise Invalid("record.value", path=path, found=_shown(first["input"])) from None
    except (ValueError, RecursionError):
        raise Invalid("record.unreadable") from None


def schema_text() -> str:
    """Return the JSON Schema of a record, as ``docs/record.schema.json`` holds it."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Record.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def opened(given: Record) -> Match:
    """Return the match as it was when it was opened."""
    seats = tuple(Seat(seat.name, seat.player) for seat in given.seats)
    seed = bytes.fromhex(given.dice.seed) if given.dice.seed else None
    first = Opened(
        match=given.match,
        game=given.game,
        file_digest=given.file_digest,
        rules_digest=given.rules_digest,
        options=given.options,
        seats=seats,
        method=given.dice.method,
        commitment=given.dice.commitment,
        starter=given.starter,
    )
    return start(first, given.tables(), Private(seed, (None,) * len(seats)))


def events_of(given: Record, dice: int) -> Iterator[tuple[int, Event]]:
    """Yield the events that a record tells of, after the first, each with its turn (from 1; 0 before the turns).

    ``dice`` is how many there are. Rolls without a number are numbered in their order.
    """
    for seat, salt in enumerate(given.dice.salts):
        if salt is not None:
            yield 0, Salted(seat, salt)
    k = 0
    for number, throws in enumerate(given.roll_off, 1):
        numbered = [throw.k if throw.k is not None else k + nth for nth, throw in enumerate(throws)]
        k += len(throws)
        yield (
            0,
            RolledOff(
                number,
                tuple(
                    Throw(throw.seat, nth, throw.dice) for throw, nth in zip(throws, numbered, strict=True)
                ),
            ),
        )
    if given.first is not None:
        yield 0, Started(given.first)
    for number, turn in enumerate(given.turns, 1):
        made = 0
        for nth, roll in enumerate(turn.rolls, 1):
            made = roll.number or made + 1
            if nth > 1:
                yield (
                    number,
                    Held(turn.seat, tuple(place for place in range(dice) if place not in roll.places)),
                )
            thrown = roll.k if roll.k is not None else k
            yield number, Rolled(turn.seat, made, roll.places, roll.dice, thrown)
            k += 1
            if nth in turn.hints:
                yield number, Hinted(turn.seat)
        if turn.held is not None and turn.box is None:
            yield number, Held(turn.seat, turn.held)
        if turn.box is not None:
            yield number, Wrote(turn.seat, turn.box, turn.points, turn.extra, turn.paid)
    if given.result is not None:
        yield len(given.turns), Finished(given.result.totals, given.result.ranks, given.dice.seed)


def forward(match: Match, event: Event, turn: int) -> Match:
    """Return the match after an event that a stranger tells of.

    Raises:
        Illegal: ``record.order`` (turn) for an event that cannot stand there, ``record.seat`` (turn, found,
            expected), ``record.places`` (turn) or ``record.move`` (turn, reason: the code of why the rules do
            not allow it, with the params of that code).
    """
    _check_order(match, event, turn)
    try:
        return evolve(match, event)
    except RegattaError as error:
        raise Illegal("record.move", turn=turn, reason=error.code, **_explained(error)) from None


def _check_order(match: Match, event: Event, turn: int) -> None:
    seats = range(len(match.seats))
    match event:
        case Salted():
            allowed = event.seat in seats and match.position is None
        case RolledOff():
            allowed = match.position is None and all(throw.seat in seats for throw in event.throws)
        case Started():
            allowed = match.position is None and event.first in seats
        case Finished():
            allowed = match.position is not None and match.position.phase == "over"
        case Held() | Rolled() | Wrote() | Hinted():
            goes_on = match.position is not None and match.position.phase != "over"
            allowed = goes_on and (bool(match.dice) or isinstance(event, Rolled))
            if goes_on and event.seat != match.seat:
                raise Illegal("record.seat", turn=turn, found=event.seat, expected=match.seat)
        case _:
            allowed = False
    if not allowed or match.finished is not None:
        raise Illegal("record.order", turn=turn, event=event.kind)
    if isinstance(event, Held) and not _are_places(match, event.places):
        raise Illegal("record.places", turn=turn)
    if isinstance(event, Rolled):
        made = begun(match).number
        if event.number != made + 1 and not (match.by_hand and event.number > made):
            raise Illegal("record.order", turn=turn, event=event.kind)
        free = not match.dice or event.number > made + 1
        some = free and len(event.places) != match.tables.count
        if some or not _are_places(match, event.places) or len(event.places) != len(event.dice):
            raise Illegal("record.places", turn=turn)


def _are_places(match: Match, places: tuple[int, ...]) -> bool:
    """Whether these are places of dice, in table order."""
    return list(places) == sorted(set(places)) and all(place < match.tables.count for place in places)


def _explained(error: RegattaError) -> dict[str, Any]:
    """What the sentence of the reason needs, without the names that the sentence around it uses."""
    return {name: value for name, value in error.params.items() if name not in ("turn", "reason")}


def _laid_out(value: Any, depth: int) -> str:
    """JSON for people: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + depth <= LINE or not isinstance(value, dict | list):
        return line
    indent = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(part, depth + 1)}"
            for key, part in value.items()
        ]
        return "{" + indent + ("," + indent).join(parts) + "\n" + " " * depth + "}"
    return (
        "["
        + indent
        + ("," + indent).join(_laid_out(part, depth + 1) for part in value)
        + "\n"
        + " " * depth
        + "]"
    )


def _no_number(name: str) -> float:
    """Refuse ``NaN`` and its like, which Python reads and JSON does not have."""
    raise Invalid("record.constant", found=name)


def _shown(found: object) -> str:
    """What stands in a record, cut to a length that can be shown."""
    try:
        return json.dumps(found)[:60]
    except (TypeError, ValueError, RecursionError):
        return type(found).__name__
