"""The rules of the table: from a command to the events it causes, or to the reason why it is refused.

Pure: nothing is stored and nothing is thrown but what the match's own seed says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from regatta import engine, players
from regatta.errors import Denied, Illegal, Invalid
from regatta.match import by_hand
from regatta.match.checks import check_seat, check_turn, places_in, short
from regatta.match.clock import time_out
from regatta.match.commands import (
    Arrange,
    Begin,
    Command,
    Enter,
    Hint,
    Hold,
    Leave,
    Move,
    Rename,
    Return,
    Roll,
    Salt,
    Sit,
    SitBot,
    StandIn,
    TakeBack,
    TimeOut,
    Write,
)
from regatta.match.events import (
    Event,
    Held,
    Hinted,
    RolledOff,
    Salted,
    Started,
    Throw,
    TookBack,
)
from regatta.match.fair import Fair, salt_of
from regatta.match.match import begun
from regatta.match.moves import roll, write
from regatta.match.rooms import (
    arrange,
    check_begin,
    come_back,
    leave,
    move,
    rename,
    sit,
    sit_bot,
    stand_in,
)

if TYPE_CHECKING:
    from regatta.match.match import Actor, Match
    from regatta.match.ports import Entropy

SALT_BYTES = 16
MAX_ROUNDS = 100
"""After so many rounds of ties (dice with one face would tie for ever) the first of the tied seats starts."""


def decide(match: Match, command: Command, actor: Actor, entropy: Entropy) -> list[Event]:
    """Return the events that ``command`` causes when ``actor`` sends it: at least one.

    Raises:
        Denied: ``match.watching``, ``seat.not_yours`` (seat, name).
        Missing: ``seats.unknown`` (seat).
        Illegal: ``match.begun``, ``match.not_begun``, ``match.by_hand``, ``move.not_your_turn`` (seat, name,
            turn, turn_name), ``salt.given`` (seat, name), ``roll.all_held``, ``back.nothing``, ``back.rolled``,
            ``back.other_seat`` (seat, name, last, last_name), ``back.shared``, ``hint.not_here``, ``hint.given``, ``player.not_ready`` (game), and what the engine says:
            ``move.roll_first``, ``move.no_roll_left``, ``move.game_over``, ``move.box_written`` and so on.
        Denied, Illegal, Invalid, Missing: what the judges of ``rooms``, ``by_hand`` and ``clock`` say.
        Invalid: ``command.unknown``, ``salt.text`` (most), ``hold.no_such_die`` (found, dice),
            ``hold.twice`` (die), ``box.unknown``.
    """
    judge = _JUDGES.get(type(command))
    if judge is None:
        raise Invalid("command.unknown")
    outside = isinstance(actor, str) and actor not in match.private.holders
    if outside and not isinstance(command, Sit):
        raise Denied("match.watching")
    return judge(match, command, actor, entropy)


def _salt(match: Match, command: Salt, actor: Actor, _: Entropy) -> list[Event]:
    check_seat(match, command.seat, actor)
    if match.position is not None:
        raise Illegal("match.begun")
    if match.salts[command.seat] is not None:
        raise Illegal("salt.given", seat=command.seat, name=match.seats[command.seat].name)
    return [Salted(command.seat, salt_of(command.text), own=True)]


def _begin(match: Match, _: Begin, actor: Actor, entropy: Entropy) -> list[Event]:
    if match.position is not None:
        raise Illegal("match.begun")
    check_begin(match, actor)
    if match.by_hand:
        return by_hand.begin(match)
    for seat in match.seats:
        if seat.bot and not players.ready(seat.player, match.tables):
            raise Illegal("player.not_ready", game=match.opened.game)
    events: list[Event] = []
    salts = []
    for number, (seat, given) in enumerate(zip(match.seats, match.salts, strict=True)):
        salt = given
        if salt is None and not seat.bot:
            salt = entropy.token(SALT_BYTES).hex()
            events.append(Salted(number, salt))
        salts.append(salt or "")
    if match.private.seed is None:
        raise ValueError("the dice have no seed")
    fair = Fair(match.private.seed, match.id, tuple(salts))
    starter = match.opened.starter
    if starter is not None:
        return [*events, Started(starter % len(match.seats))]
    rounds, first = roll_off(match, fair)
    return [*events, *rounds, Started(first)]


def roll_off(match: Match, fair: Fair) -> tuple[list[Event], int]:
    """Throw for the first turn: all seats, then only those that tie. Returns the rounds and the winner.

    A seat that plays alone does not throw.
    """
    rounds: list[Event] = []
    left, k = tuple(range(len(match.seats))), match.rolled
    while len(left) > 1 and len(rounds) < MAX_ROUNDS:
        throws = tuple(
            Throw(seat, k + nth, fair.roll(k + nth, match.tables.count, match.tables.faces))
            for nth, seat in enumerate(left)
        )
        rounds.append(RolledOff(len(rounds) + 1, throws))
        k += len(left)
        left = best(match, throws)
    return rounds, left[0]


def best(match: Match, throws: tuple[Throw, ...]) -> tuple[int, ...]:
    """Return the seats whose throws are the best ones by the game's rule for the start."""
    return engine.roll_off(match.tables, {throw.seat: tuple(sorted(throw.dice)) for throw in throws})


def _hold(match: Match, command: Hold, actor: Actor, _: Entropy) -> list[Event]:
    check_turn(match, command.seat, actor)
    return [_holding(match, command.seat, command.places)]


def _holding(match: Match, seat: int, places: object) -> Held:
    held = places_in(match, places)
    faces = tuple(sorted(match.dice[place] for place in held)) if match.dice else ()
    engine.verify(begun(match), engine.Keep(faces))
    return Held(seat, held)


def _roll(match: Match, command: Roll, actor: Actor, _: Entropy) -> list[Event]:
    check_turn(match, command.seat, actor)
    position = begun(match)
    if position.phase == "write":
        engine.verify(position, engine.Roll(()))
    events: list[Event] = []
    free = match.free
    if command.held is not None and match.dice:
        held = _holding(match, command.seat, command.held)
        free = tuple(place for place in range(match.tables.count) if place not in held.places)
        if held.places != match.held:
            events.append(held)
    return [*events, roll(match, free)]


def _write(match: Match, command: Write, actor: Actor, _: Entropy) -> list[Event]:
    check_turn(match, command.seat, actor)
    box: object = command.box
    if not isinstance(box, str):
        raise Invalid("box.unknown", box=short(box), known=", ".join(match.tables.boxes))
    return write(match, box)


def _hint(match: Match, command: Hint, actor: Actor, _: Entropy) -> list[Event]:
    """Once for the same dice: what the coach says about them stays on the table."""
    check_turn(match, command.seat, actor)
    if not match.hints:
        raise Illegal("hint.not_here")
    if not match.dice:
        raise Illegal("move.roll_first")
    if match.hinted:
        raise Illegal("hint.given")
    return [Hinted(command.seat)]


def _take_back(match: Match, command: TakeBack, actor: Actor, _: Entropy) -> list[Event]:
    """Only what one has just written, before anybody rolls: dice that fell have been seen and stay fallen.

    Dice that were typed in did not fall here: they can be taken back as well.
    """
    check_seat(match, command.seat, actor)
    if match.position is None:
        raise Illegal("match.not_begun")
    if match.finished is not None:
        raise Illegal("move.game_over", position=str(match.position))
    if not match.one_screen:
        raise Illegal("back.shared")
    last = match.last_entry
    if last is None:
        raise Illegal("back.rolled") if match.turns else Illegal("back.nothing")
    if command.seat != last:
        names = match.seats
        raise Illegal(
            "back.other_seat",
            seat=command.seat,
            name=names[command.seat].name,
            last=last,
            last_name=names[last].name,
        )
    return [TookBack(last)]


_JUDGES: dict[type, Callable[[Match, Any, Actor, Entropy], list[Event]]] = {
    Salt: _salt,
    Begin: _begin,
    Hold: _hold,
    Roll: _roll,
    Enter: by_hand.enter,
    Write: _write,
    Hint: _hint,
    TakeBack: _take_back,
    Sit: sit,
    SitBot: sit_bot,
    Leave: leave,
    Rename: rename,
    StandIn: stand_in,
    Return: come_back,
    Move: move,
    Arrange: arrange,
    TimeOut: time_out,
}
