"""From what may be seen of a match to the context of its page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from regatta.match.events import BY_HAND, PERSON, Held, Rolled, Wrote
from regatta.match.fair import MAX_SALT
from regatta.match.view import Die
from regatta.model import catalogue
from regatta.remember import kept_by_first
from regatta.web import contexts, hintview
from regatta.web.bestview import ending
from regatta.web.entryview import entry
from regatta.web.leavingview import leaving
from regatta.web.meanwhileview import meanwhile, played_by
from regatta.web.reactions import called
from regatta.web.seriesview import series
from regatta.web.sheetview import SheetView
from regatta.web.ways import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.match import Turn
    from regatta.match.view import View
    from regatta.storage.scores import Standing
    from regatta.storage.series import PastGame
    from regatta.tables import Tables
    from regatta.web.botsteps import Step
    from regatta.web.coaching import Told
    from regatta.web.phrases import Phrases

KEPT = 1024
"""Of each game so many dice, as they lie, and turns are kept in words."""

MOVES: set[type[Event]] = {Held, Rolled, Wrote}
"""What leaves most of a page as it is."""


def table(
    view: View,
    tables: Tables,
    phrases: Phrases,
    frame: contexts.Frame,
    *,
    key: str,
    now: int,
    notice: str = "",
    focus: int | None = None,
    finished: int | None = None,
    events: Sequence[Event] = (),
    steps: Sequence[Step] = (),
    games: Sequence[PastGame] = (),
    standing: Standing | None = None,
    following: str | None = None,
    away: Sequence[int] = (),
    told: Told | None = None,
) -> contexts.Table:
    """Return the context of the page of a match.

    Args:
        view: the match.
        tables: those of its game.
        phrases: the words of its game.
        frame: what stands around it.
        key: of the forms.
        now: the time by the clock that ends turns, in ms since 1970.
        notice: why the last move was refused.
        focus: the seat whose sheet a phone shows.
        finished: when it was over, in ms since 1970, UTC; None before, but for a score pad: then it is now.
        events: what a move has just done, where the page is the answer to one.
        steps: what the bots did in it.
        games: those of the series that are over.
        standing: how the match stands among the viewer's own, once it is over.
        following: the game that followed it in its series.
        away: for how many seconds who holds each seat has been away.
        told: what the coach says, where it was asked.
    """
    if focus is None or not 0 <= focus < len(view.seats):
        focus = _focus(view)
    sheet = SheetView(view, tables, phrases, focus)
    hint = hintview.hint(view, told, phrases)
    return contexts.Table(
        frame=frame,
        match=view.match,
        version=view.version,
        key=key,
        mover=view.seat or 0,
        focus=focus,
        heading=phrases.naming.title,
        day=_day(finished, phrases) if finished is not None else None,
        rules_of=rules_of(view.game, view.options) if catalogue.known(view.game) else "",
        say="\n".join(hintview.say(hint, events) or phrases.say(view, events)),
        standing=phrases.standing(view),
        turn=phrases.turn(view) if _meet(view) else "",
        calls=_calls(view, phrases),
        faces=tables.faces,
        rolled=bool(events) and isinstance(events[-1], Rolled),
        steps=_steps(steps, phrases),
        notice=notice,
        seats=seats(view, phrases, focus, away),
        dock=dock(view, tables, phrases) if view.seat is not None else None,
        take_back=_take_back(view, phrases),
        why=phrases.why(view, tables) if view.yours else "",
        hint=hint,
        blocks=hintview.marked(sheet.blocks(phrases.naming.title), hint),
        series=series(view, tables, games, phrases=phrases, sheet=sheet, focus=focus),
        turns=_turns(view, phrases),
        proof=_proof(view, phrases),
        waiting=_waiting(view),
        result=_result(view, phrases, standing),
        room=meanwhile(view, phrases.words, now, following),
        leaving=leaving(view, phrases.words),
        welcome=frame.settings.help_seen == "no"
        and view.yours
        and not (view.dice or view.turns or view.method == BY_HAND),
    )


def _day(moment: int, phrases: Phrases) -> contexts.Day:
    day = datetime.fromtimestamp(moment // 1000, UTC).date()
    return contexts.Day(phrases.words.day(day), day.isoformat())


def moved(
    view: View,
    tables: Tables,
    phrases: Phrases,
    frame: contexts.Frame,
    *,
    key: str,
    now: int,
    events: Sequence[Event],
    steps: Sequence[Step] = (),
    away: Sequence[int] = (),
) -> contexts.Moved | None:
    """Return what ``events``, the last ones of the match, have changed on its page; ``now`` as in ``table``.

    None where that is more than holds, rolls and writes change: then the table is to be drawn as a whole.
    """
    kinds = {type(event) for event in events}
    if view.seat is None or view.method == BY_HAND or not kinds or not kinds <= MOVES:
        return None
    rolled = Rolled in kinds
    wrote = sorted({event.seat for event in events if isinstance(event, Wrote)})
    focus = _focus(view)
    sheet = SheetView(view, tables, phrases, focus)
    cells = sheet.columns(wrote)
    if rolled and view.yours and view.seat not in wrote:
        cells += sheet.open_boxes(view.seat)
    return contexts.Moved(
        frame=frame,
        match=view.match,
        since=view.version - len(events),
        version=view.version,
        key=key,
        mover=view.seat,
        focus=focus,
        say="\n".join(phrases.say(view, events)),
        standing=phrases.standing(view),
        turn=phrases.turn(view) if _meet(view) else "",
        rolled=bool(events) and isinstance(events[-1], Rolled),
        steps=_steps(steps, phrases),
        seats=seats(view, phrases, focus, away) if wrote else (),
        rows=sheet.progress() if wrote else (),
        cells=cells,
        turns=_turns(view, phrases) if rolled or wrote else (),
        dock=dock(view, tables, phrases),
        take_back=_take_back(view, phrases),
        why=phrases.why(view, tables) if view.yours else "",
        hint=hintview.hint(view, None, phrases),
        room=meanwhile(view, phrases.words, now),
    )


def seats(view: View, phrases: Phrases, focus: int, away: Sequence[int]) -> tuple[contexts.Seat, ...]:
    """Return all seats as the strip shows them; ``away`` holds the seconds that each was away for."""
    return tuple(
        contexts.Seat(
            index + 1,
            seat.name,
            seat.total,
            to_move=index == view.seat,
            focus=index == focus,
            href=f"/matches/{view.match}?sheet={index + 1}",
            note=played_by(view, index, phrases.words) if view.terms is not None else "",
            away=phrases.away(away[index]) if away and away[index] and not seat.yours else "",
        )
        for index, seat in enumerate(view.seats)
    )


def _focus(view: View) -> int:
    """The seat to move where the viewer plays it, else the viewer's own, else whoever moves or won."""
    if view.yours and view.seat is not None:
        return view.seat
    own = next((index for index, seat in enumerate(view.seats) if seat.yours), None)
    if view.result is not None:
        return view.result.winners[0]
    return own if own is not None else view.seat or 0


def _meet(view: View) -> bool:
    """Whether the viewer plays with persons who sit elsewhere."""
    return any(seat.yours for seat in view.seats) and any(
        seat.player == PERSON and not seat.yours for seat in view.seats
    )


def _calls(view: View, phrases: Phrases) -> contexts.Calls | None:
    if not _meet(view):
        return None
    seat = next(index for index, seat in enumerate(view.seats) if seat.yours)
    return contexts.Calls(seat, tuple(contexts.Call(*each) for each in called(phrases.words)))


def _steps(steps: Sequence[Step], phrases: Phrases) -> str:
    """What the bots did, with what the page says meanwhile, as JSON."""
    if not steps:
        return ""
    shown = [{**step, "status": phrases.rolls(step["name"])} for step in steps]
    return json.dumps(shown, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------- dice


def dock(view: View, tables: Tables, phrases: Phrases) -> contexts.Dock:
    """Return the dice on the table, and the button that rolls them."""
    held, die_of = tuple([die.place for die in view.dice if die.held]), _die.about(phrases)
    shown = view.dice or [Die(place, 0, held=False, thrown=False) for place in range(tables.count)]
    return contexts.Dock(
        status=phrases.status(view),
        dice=tuple([die_of(die, held) for die in shown]),
        held=",".join(map(str, held)),
        can_hold=view.yours and view.phase == "keep",
        can_roll=view.yours and view.left > 0 and len(held) < tables.count,
        rolls_left=view.left,
        verb=phrases.verb(view),
        left=phrases.left(view),
        parity=view.number % 2,
        watched=not any(seat.yours for seat in view.seats),
        entry=entry(view, tables, phrases) if view.method == BY_HAND and view.yours else None,
    )


def _take_back(view: View, phrases: Phrases) -> contexts.TakeBack | None:
    if view.take_back is None:
        return None
    last = view.turn if view.dice else view.turns[-1]
    return contexts.TakeBack(view.take_back, phrases.take_back(last))


@kept_by_first(KEPT)
def _die(phrases: Phrases, die: Die, held: tuple[int, ...]) -> contexts.Die:
    place, face = die.place, die.face
    free, kept = phrases.die(place + 1, face, held=False), phrases.die(place + 1, face, held=True)
    return contexts.Die(
        place=place,
        number=place + 1,
        face=face,
        held=die.held,
        thrown=die.thrown,
        after=",".join(map(str, sorted({*held} ^ {place}))),
        label=kept if die.held else free,
        label_held=kept,
        label_free=free,
    )


# ---------------------------------------------------------------------------------- history, proof, result


def _turns(view: View, phrases: Phrases) -> tuple[contexts.PastTurn, ...]:
    turns = [*view.turns, view.turn] if view.turn.rolls and view.result is None else [*view.turns]
    steps = _steps_of.about(phrases)
    shown = [contexts.PastTurn(view.seats[turn.seat].name, steps(turn)) for turn in reversed(turns)]
    return (*shown, *_roll_off(view, phrases))


@kept_by_first(KEPT)
def _steps_of(phrases: Phrases, turn: Turn) -> tuple[str, ...]:
    return phrases.steps(turn)


def _roll_off(view: View, phrases: Phrases) -> list[contexts.PastTurn]:
    """What each seat threw for the first turn, while that is news."""
    if len(view.turns) >= len(view.seats):
        return []
    _ = phrases.words.gettext
    return [
        contexts.PastTurn(
            view.seats[throw.seat].name,
            (_("threw %(dice)s for the first turn") % {"dice": " ".join(map(str, throw.dice))},),
        )
        for rolled in reversed(view.rounds)
        for throw in rolled.throws
    ]


def _proof(view: View, phrases: Phrases) -> contexts.Proof:
    _ = phrases.words.gettext
    if view.method == BY_HAND:
        line = _("They were thrown on a real table and typed in. The record says so: nothing proves them.")
    elif view.seed:
        line = _(
            "The seed that was committed to before the first roll is open now: every roll can be recomputed."
        )
    else:
        line = _(
            "All rolls come from a seed that is fixed by this commitment and shown when the match is over."
        )
    return contexts.Proof(line, view.commitment or "")


def _waiting(view: View) -> contexts.Waiting | None:
    if view.phase != "waiting" or not any(seat.yours for seat in view.seats):
        return None
    seats = tuple(
        contexts.WaitingSeat(number, seat.name, seat.salt or "", adds=seat.yours and seat.salt is None)
        for number, seat in enumerate(view.seats, start=1)
        if seat.player == PERSON
    )
    return contexts.Waiting(view.commitment or "", seats, MAX_SALT)


def _result(view: View, phrases: Phrases, standing: Standing | None) -> contexts.Result | None:
    result = view.result
    if result is None:
        return None
    order = sorted(range(len(view.seats)), key=lambda seat: (result.ranks[seat], seat))
    places = [
        contexts.Place(result.ranks[seat], view.seats[seat].name, result.totals[seat]) for seat in order
    ]
    won = len(view.seats) > 1 and any(view.seats[seat].yours for seat in result.winners)
    own = ending(standing, phrases.words) if standing is not None else None
    again = any(seat.yours for seat in view.seats)
    return contexts.Result(phrases.result(view), tuple(places), won, again, own)
