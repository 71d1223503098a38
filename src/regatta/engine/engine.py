"""The rules in motion: which actions a position allows, and what each leads to.

Each action has ``verify`` (raises with the reason), ``can`` (tells whether) and ``apply`` (returns the
new position and the event that a log stores). The engine never rolls: chance is an action from outside.
"""

from __future__ import annotations

from functools import lru_cache

from regatta.dice import Dice, Faces
from regatta.engine.position import Action, Event, Keep, Kept, Position, Roll, Rolled, Write, Wrote
from regatta.engine.sheet import Sheet, total
from regatta.errors import Illegal, Invalid, RegattaError
from regatta.remember import kept_by_first
from regatta.tables import Tables, Writes


def start(tables: Tables, seats: int = 1, first: int = 0) -> Position:
    """Return the position before the first roll of a game.

    Raises:
        Invalid: ``seats.number`` where the game is not for so many, ``seats.unknown`` for ``first``.
    """
    low, high = tables.seats
    if not low <= seats <= high:
        raise Invalid("seats.number", found=seats, low=low, high=high)
    if not 0 <= first < seats:
        raise Invalid("seats.unknown", seat=first)
    return Position(tables, (Sheet.empty(tables),) * seats, first, "roll")


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return what the seat to act may do, in a fixed order; nothing where chance is to act or all is over."""
    if position.phase == "keep":
        return _keeps(position.game.dice, position.dice)
    if position.phase == "write":
        every = _all_writes(position.game)
        return tuple([every[box] for box in previews(position).points])
    return ()


@kept_by_first(1)
def _all_writes(tables: Tables) -> tuple[Write, ...]:
    return tuple(map(Write, tables.boxes))


@lru_cache(maxsize=4096)
def _keeps(dice: Dice, roll: Faces) -> tuple[Keep, ...]:
    return tuple(map(Keep, dice.keeps_of(roll)))


def chance_outcomes(position: Position) -> tuple[tuple[Roll, int], ...]:
    """Return each way the dice can fall, with its weight; nothing where chance is not to act.

    Weights add up to faces ** (number of dice thrown).
    """
    if position.phase != "roll":
        return ()
    dice = position.game.dice
    return _rolls(dice, dice.count - len(position.kept))


@lru_cache(maxsize=256)
def _rolls(dice: Dice, number: int) -> tuple[tuple[Roll, int], ...]:
    return tuple((Roll(faces), weight) for faces, weight in dice.outcomes(number))


def previews(position: Position) -> Writes:
    """Return where the dice on the table may be written by the seat to act, and for how much.

    Raises:
        Illegal: ``move.no_dice`` before the first roll of a turn.
    """
    if not position.dice or position.phase in ("roll", "over"):
        raise Illegal("move.no_dice", position=str(position))
    sheet = position.sheets[position.seat]
    return position.game.writes(sheet.filled, sheet.made, position.dice, position.number)


def verify(position: Position, action: Action) -> None:
    """Raise the reason why ``action`` is not possible, if there is one.

    Raises:
        Invalid: it is no action of this game at all (``action.unknown``, ``dice.face``, ``dice.count``,
            ``box.unknown``).
        Illegal: it is one, but not now (``move.*``).
        Both say in which position.
    """
    try:
        _verify(position, action)
    except RegattaError as error:
        error.params["position"] = str(position)
        raise


def _verify(position: Position, action: Action) -> None:
    dice = position.game.dice
    match action:
        case Roll(tuple() as faces):
            dice.check_faces(faces)
            _expect(position, "roll")
            if len(faces) != dice.count - len(position.kept):
                raise Invalid("dice.count", found=len(faces), expected=dice.count - len(position.kept))
        case Keep(tuple() as faces):
            dice.check_faces(faces)
            _expect(position, "keep")
            if any(faces.count(face) > position.dice.count(face) for face in set(faces)):
                raise Illegal("move.not_on_table", faces=faces)
        case Write(str() as box):
            if box not in position.game.box_index:
                raise Invalid("box.unknown", box=box, known=", ".join(position.game.boxes))
            if position.phase == "keep":
                raise Illegal("move.stop_first")
            _expect(position, "write")
            _verify_box(position, box)
        case _:
            raise Invalid("action.unknown", action=repr(action)[:60])


def _verify_box(position: Position, box: str) -> None:
    index = position.game.box_index[box]
    sheet = position.sheets[position.seat]
    writes = previews(position)
    if index in writes.points:
        return
    if sheet.filled >> index & 1:
        raise Illegal("move.box_written", box=box, points=sheet.points[index])
    if index not in position.game.writable(sheet.filled):
        raise Illegal("move.box_not_yet", box=box)
    rule, line = writes.rule or ("", 0)
    allowed = ", ".join(position.game.boxes[other] for other in writes.points)
    raise Illegal("move.box_forbidden", box=box, rule=rule, line=line, allowed=allowed)


def _expect(position: Position, phase: str) -> None:
    if position.phase == phase:
        return
    if position.phase == "over":
        raise Illegal("move.game_over")
    if phase == "roll":
        raise Illegal("move.no_roll_left" if position.phase == "write" else "move.choose_first")
    if phase == "keep" and position.phase == "write":
        raise Illegal("move.no_roll_left")
    raise Illegal("move.roll_first")


def can(position: Position, action: Action) -> bool:
    """Whether ``action`` is possible."""
    try:
        verify(position, action)
    except RegattaError:
        return False
    return True


def apply(position: Position, action: Action) -> tuple[Position, Event]:
    """Return the position after ``action``, and the event; raises as ``verify``."""
    verify(position, action)
    return advance(position, action), _event(position, action)


def advance(position: Position, action: Action) -> Position:
    """Return the position after an action from ``legal_actions`` or ``chance_outcomes``: nothing is verified."""
    game, sheets, seat, _, number, dice, kept = position
    if isinstance(action, Roll):
        number += 1
        phase = "keep" if number < game.rolls else "write"
        return Position(game, sheets, seat, phase, number, tuple(sorted(kept + action.dice)))
    if isinstance(action, Keep):
        faces = tuple(sorted(action.faces))
        if len(faces) == game.count:
            return Position(game, sheets, seat, "write", number, dice)
        return Position(game, sheets, seat, "roll", number, (), faces)
    index = game.box_index[action.box]
    sheet = sheets[seat]
    writes = game.writes(sheet.filled, sheet.made, dice, number)
    after = sheet.written(index, writes.points[index], writes.paid)
    sheets = (*sheets[:seat], after, *sheets[seat + 1 :])
    following = (seat + 1) % len(sheets)
    over = sheets[following].filled == game.all_boxes
    return Position(game, sheets, seat if over else following, "over" if over else "roll")


def unseen(position: Position, number: int) -> Position:
    """Return the position in which all dice may fall after roll ``number`` of the turn, of which nobody saw the dice.

    Raises:
        Illegal: ``move.*`` unless rolls are left in the turn, ``roll.number`` (found, rolls) where none is left after it.
    """
    if position.phase != "roll":
        _expect(position, "keep")
    if not position.number < number < position.game.rolls:
        raise Illegal("roll.number", found=number + 1, rolls=position.game.rolls)
    return position._replace(phase="roll", number=number, dice=(), kept=())


def _event(position: Position, action: Action) -> Event:
    seat = position.seat
    if isinstance(action, Roll):
        return Rolled(seat, position.number + 1, action.dice)
    if isinstance(action, Keep):
        return Kept(seat, tuple(sorted(action.faces)))
    writes = previews(position)
    points = writes.points[position.game.box_index[action.box]]
    return Wrote(seat, action.box, points, writes.extra, writes.paid)


def totals(position: Position) -> tuple[int, ...]:
    """Return the grand total of each seat."""
    return tuple(total(position.game, sheet) for sheet in position.sheets)


def ranks(position: Position) -> tuple[int, ...]:
    """Return the rank of each seat by its total, 1 for the best; equal totals share a rank, the next is left out."""
    every = totals(position)
    return tuple(1 + sum(other > own for other in every) for own in every)


def roll_off(tables: Tables, throws: dict[int, Faces]) -> tuple[int, ...]:
    """Return the seats whose throw is best by the rule of the game for who starts; several throw again."""
    best = max(tables.start_rank(throw) for throw in throws.values())
    return tuple(seat for seat, throw in throws.items() if tables.start_rank(throw) == best)
