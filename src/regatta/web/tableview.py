"""From what may be seen of a match to the context of its page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.match.events import BY_HAND, PERSON, Rolled
from regatta.match.fair import MAX_SALT
from regatta.model import catalogue
from regatta.web import contexts, hintview
from regatta.web.bestview import ending
from regatta.web.entryview import entry
from regatta.web.leavingview import leaving
from regatta.web.meanwhileview import meanwhile, played_by
from regatta.web.pieces import DieLook
from regatta.web.reactions import called
from regatta.web.seriesview import series
from regatta.web.sheetview import SheetView
from regatta.web.ways import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.view import View
    from regatta.storage.scores import Standing
    from regatta.storage.series import PastGame
    from regatta.tables import Tables
    from regatta.web.botsteps import Step
    from regatta.web.coaching import Told
    from regatta.web.phrases import Phrases
    from regatta.web.pieces import Pieces


def table(
    view: View,
    tables: Tables,
    pieces: Pieces,
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
        pieces: of which tables are made, with the words of its game.
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
    phrases = pieces.phrases
    if focus is None or not 0 <= focus < len(view.seats):
        focus = focus_of(view)
    why, hint = phrases.why(view, tables), hintview.hint(view, told, phrases)
    sheet = SheetView(
        view, tables, pieces, focus, explained=why != "", advised=hint.box if hint is not None else ""
    )
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
        turn=turn_of(view, phrases),
        calls=_calls(view, phrases),
        faces=tables.faces,
        rolled=bool(events) and isinstance(events[-1], Rolled),
        steps=steps_as_json(steps, phrases),
        notice=notice,
        seats=seats(view, phrases, focus, away),
        dock=dock(view, tables, phrases, phrases.status(view), dice(view, tables, pieces))
        if view.seat is not None
        else None,
        take_back=take_back(view, phrases),
        why=why,
        hint=hint,
        blocks=sheet.blocks(phrases.naming.title),
        series=series(view, tables, games, phrases=phrases, focus=focus),
        turns=Markup(running_turn(view, pieces) + past_turns(view, pieces)),  # noqa: S704 - markup
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


def seats(view: View, phrases: Phrases, focus: int, away: Sequence[int]) -> tuple[contexts.Seat, ...]:
    """Return all seats as the strip shows them; ``away`` holds the seconds that each was away for."""
    every = zip(view.names, view.totals, strict=True)
    mine = [seat.yours for seat in view.seats] if any(away) else ()
    return tuple(
        [
            contexts.Seat(
                index + 1,
                name,
                total,
                to_move=index == view.seat,
                focus=index == focus,
                href=f"/matches/{view.match}?sheet={index + 1}",
                note=played_by(view, index, phrases.words) if view.terms is not None else "",
                away=phrases.away(away[index]) if mine and away[index] and not mine[index] else "",
            )
            for index, (name, total) in enumerate(every)
        ]
    )


def focus_of(view: View) -> int:
    """Return the seat to move where the viewer plays it, else the viewer's own, else whoever moves or won."""
    if view.result is not None:
        return view.result.winners[0]
    if view.yours or view.own is None:
        return view.seat or 0
    return view.own


def turn_of(view: View, phrases: Phrases) -> str:
    """Return that it is the viewer's turn, where that may be news; empty else."""
    said = phrases.turn(view)
    return said if said and view.meets else ""


def _calls(view: View, phrases: Phrases) -> contexts.Calls | None:
    if view.own is None or not view.meets:
        return None
    return contexts.Calls(view.own, tuple(contexts.Call(*each) for each in called(phrases.words)))


def steps_as_json(steps: Sequence[Step], phrases: Phrases) -> str:
    """Return what the bots did, with what the page says meanwhile, as JSON; empty for nothing."""
    if not steps:
        return ""
    shown = [{**step, "status": phrases.rolls(step["name"])} for step in steps]
    return json.dumps(shown, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------- dice


def dice(view: View, tables: Tables, pieces: Pieces, *, apart: bool = False) -> str:
    """Return the dice on the table as markup; ``apart`` as in ``DieLook``."""
    held, how = view.held, DieLook(view.yours and view.phase == "keep", view.own is None, apart)
    faces = view.faces or (0,) * tables.count
    return "".join([pieces.die(place, face, held, how) for place, face in enumerate(faces)])


def dock(view: View, tables: Tables, phrases: Phrases, status: Markup, drawn: str) -> contexts.Dock:
    """Return the dice on the table, which are ``drawn`` as markup, and the button that rolls them; ``status`` is what is to be done."""
    watched = view.own is None
    return contexts.Dock(
        status=status,
        dice=Markup(drawn),  # noqa: S704 - made of markup
        held=",".join(map(str, view.held)),
        parity=view.number % 2,
        watched=watched,
        button=_button(view, tables, phrases) if not watched else None,
        entry=entry(view, tables, phrases) if view.yours and view.method == BY_HAND else None,
    )


def _button(view: View, tables: Tables, phrases: Phrases) -> contexts.RollButton:
    return contexts.RollButton(
        can_roll=view.yours and view.left > 0 and len(view.held) < tables.count,
        rolls_left=view.left,
        verb=phrases.verb(view),
        left=phrases.left(view),
    )


def take_back(view: View, phrases: Phrases) -> contexts.TakeBack | None:
    """Return what the viewer may take back."""
    if view.take_back is None:
        return None
    last = view.turn if view.dice else view.turns[-1]
    return contexts.TakeBack(view.take_back, phrases.take_back(last))


# ---------------------------------------------------------------------------------- history, proof, result


def running_turn(view: View, pieces: Pieces) -> str:
    """Return what the seat to move did so far as markup; nothing before the first roll."""
    if not view.turn.rolls or view.result is not None:
        return ""
    return pieces.running(view.names[view.turn.seat], view.turn)


def past_turns(view: View, pieces: Pieces) -> str:
    """Return the last turns that are over as markup, the latest first."""
    names, had = view.names, view.turns
    drawn = [pieces.turn(names[turn.seat], turn) for turn in reversed(had)]
    if len(had) < len(names):
        # What each seat threw for the first turn, while that is news.
        throws = [throw for rolled in reversed(view.rounds) for throw in rolled.throws]
        drawn += [pieces.throw(names[throw.seat], throw.dice) for throw in throws]
    return "".join(drawn)


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
