"""From what has happened in a match to what that changes on its page: for all who look on, and for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from regatta.match.events import Held, Rolled, Wrote
from regatta.web import contexts, hintview
from regatta.web.meanwhileview import meanwhile
from regatta.web.sheetview import SheetView
from regatta.web.tableview import dock, seats, steps_as_json, take_back, turn_of, turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.botsteps import Step
    from regatta.web.pieces import Pieces

MOVES: set[type[Event]] = {Held, Rolled, Wrote}
"""What leaves most of a page as it is."""


class Kind(NamedTuple):
    """What kind of change some events are: the seats that ``wrote``; whether dice were ``held`` and nothing else was done."""

    wrote: tuple[int, ...]
    held: bool


def kind_of(match: Match, events: Sequence[Event]) -> Kind | None:
    """Return what the last events of a match are; None where its page is to be drawn as a whole."""
    kinds = {type(event) for event in events}
    if match.seat is None or match.by_hand or not kinds or not kinds <= MOVES:
        return None
    wrote = {event.seat for event in events if isinstance(event, Wrote)}
    return Kind(tuple(sorted(wrote)), kinds == {Held})


def happened(
    view: View,
    tables: Tables,
    pieces: Pieces,
    focus: int,
    *,
    kind: Kind,
    events: Sequence[Event],
    steps: Sequence[Step] = (),
) -> contexts.Happened:
    """Return what ``events`` change for all who have the same seat in ``focus``, whose view does not matter here."""
    phrases = pieces.phrases
    sheet = SheetView(view, tables, pieces, focus) if kind.wrote else None
    return contexts.Happened(
        since=view.version - len(events),
        version=view.version,
        mover=view.seat or 0,
        focus=focus,
        say="\n".join(phrases.say(view, events)),
        standing=phrases.standing(view),
        steps=steps_as_json(steps, phrases),
        rolled=isinstance(events[-1], Rolled),
        heads=sheet.progress() if sheet else Markup(),
        cells=sheet.columns(kind.wrote) if sheet else Markup(),
        turns=Markup() if kind.held else turns(view, pieces),
    )


def moved(
    view: View,
    tables: Tables,
    pieces: Pieces,
    focus: int,
    *,
    frame: contexts.Frame,
    kind: Kind,
    key: str,
    now: int,
    away: Sequence[int] = (),
) -> contexts.Moved:
    """Return what events of a ``kind`` change for one viewer besides; ``key``, ``now`` and ``away`` as in ``tableview.table``."""
    phrases = pieces.phrases
    why = phrases.why(view, tables)
    return contexts.Moved(
        frame=frame,
        match=view.match,
        version=view.version,
        key=key,
        turn=turn_of(view, phrases),
        held=kind.held,
        seats=seats(view, phrases, focus, away) if kind.wrote else (),
        cells=SheetView(view, tables, pieces, focus, explained=why != "").pencils()
        if view.preview
        else Markup(),
        dock=dock(view, tables, pieces),
        take_back=take_back(view, phrases),
        why=why,
        hint=hintview.hint(view, None, phrases),
        room=meanwhile(view, phrases.words, now),
    )
