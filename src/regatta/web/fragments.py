"""What moves have changed on the page of a match: the parts of it that are to be replaced, and no others.

Each is drawn by the template that draws it on the page. What all see who have the same seat in focus stands around what is one
viewer's own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from regatta.match.events import Held, Rolled, Wrote
from regatta.web import hintview
from regatta.web.contexts import Forms, Moved, TakeBack
from regatta.web.meanwhileview import meanwhile
from regatta.web.pages import shown
from regatta.web.sheetview import SheetView
from regatta.web.stencil import Filling, Stencil, hole
from regatta.web.tableview import (
    dice,
    dock,
    past_turns,
    running_turn,
    seats,
    steps_as_json,
    take_back,
    turn_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.match.view import View
    from regatta.tables import Tables
    from regatta.web.botsteps import Step
    from regatta.web.pages import Pages
    from regatta.web.pieces import Pieces

MOVES: set[type[Event]] = {Held, Rolled, Wrote}
"""What leaves most of a page as it is."""

KEPT = 256
"""Of each game so many ways are kept in which the part of one viewer can look: there are few, whoever plays."""

NOTHING = Markup()

Around = tuple[bytes, bytes]
"""What stands before and after the part of one viewer."""


class Change(NamedTuple):
    """What some events change: the seats that ``wrote``; whether dice were ``held`` and nothing else was done."""

    wrote: tuple[int, ...]
    held: bool


ROLLED, HELD = Change((), held=False), Change((), held=True)


def change_of(match: Match, events: Sequence[Event]) -> Change | None:
    """Return what the last events of a match are; None where its page is to be drawn as a whole."""
    kinds = {type(event) for event in events}
    if match.seat is None or match.by_hand or not kinds or not kinds <= MOVES:
        return None
    if Wrote not in kinds:
        return HELD if Rolled not in kinds else ROLLED
    return Change(tuple(sorted({event.seat for event in events if isinstance(event, Wrote)})), held=False)


class Fragments:
    """Draws them in one language, with the words of one game."""

    def __init__(self, pages: Pages, pieces: Pieces) -> None:
        self.pieces = pieces
        self._macros = pages.macros
        self._opening = lru_cache(self._cut_opening)
        self._closing = lru_cache(self._cut_closing)
        self._own: dict[_Situation, Stencil] = {}

    def around(
        self,
        view: View,
        tables: Tables,
        focus: int,
        change: Change,
        *,
        events: Sequence[Event],
        steps: Sequence[Step] = (),
    ) -> Around:
        """Return what all see who have the same seat in ``focus``, of ``events``, the last ones of the match.

        Args:
            view: the match, as one of them sees it.
            tables: those of its game.
            focus: the seat whose sheet a phone shows.
            change: what that is, by its kind.
            events: what moves have just done.
            steps: what the bots did in it.
        """
        pieces, phrases = self.pieces, self.pieces.phrases
        told: Filling = {
            "since": view.version - len(events),
            "version": view.version,
            "mover": view.seat or 0,
            "focus": focus,
            "say": shown("\n".join(phrases.say(view, events))),
            "standing": shown(phrases.standing(view)),
            "steps": shown(steps_as_json(steps, phrases)),
        }
        opening = self._opening(bool(steps), isinstance(events[-1], Rolled)).fill(told)
        sheet = SheetView(view, tables, pieces, focus) if change.wrote else None
        changed: Filling = {
            "heads": sheet.progress() if sheet else "",
            "cells": sheet.columns(change.wrote) if sheet else "",
            "turns": "" if change.held else running_turn(view, pieces) + past_turns(view, pieces),
        }
        closing = self._closing(sheet is not None, not change.held).fill(changed)
        return opening.encode(), closing.encode()

    def own(
        self,
        view: View,
        tables: Tables,
        focus: int,
        change: Change,
        *,
        token: str,
        key: str,
        now: Callable[[], int],
        away: Sequence[int] = (),
    ) -> str:
        """Return what one viewer sees besides.

        Args:
            view: the match, as the viewer sees it.
            tables: those of its game.
            focus: the seat whose sheet a phone shows.
            change: what the last events were, by their kind.
            token: of the viewer's forms.
            key: of the next form.
            now: gives the time by the clock that ends turns, in ms since 1970.
            away: for how many seconds who holds each seat has been away.
        """
        pieces, phrases = self.pieces, self.pieces.phrases
        plays, preview = view.own is not None, None if change.held else view.preview
        why = phrases.why(view, tables) if preview else ""
        back = take_back(view, phrases) if plays else None
        filling: Filling = {
            "version": view.version,
            "key": key,
            "match": view.match,
            "token": token,
            "strip": pieces.strip(seats(view, phrases, focus, away)) if change.wrote else "",
            "cells": SheetView(view, tables, pieces, focus, explained=why != "").pencils() if preview else "",
            "status": phrases.status(view),
            "dice": dice(view, tables, pieces, apart=True),
            "back": back.seat if back else "",
            "label": shown(back.label) if back else "",
        }
        # Whatever decides how it looks in a match without a room, but for what goes into the holes.
        situation = _Situation(
            wrote=change.wrote != (),
            held_only=change.held,
            writes=preview is not None,
            goes_back=back is not None,
            why=why,
            turn=turn_of(view, phrases) if plays else "",
            plays=plays,
            yours=view.yours,
            phase=view.phase,
            number=view.number,
            left=view.left,
            held=view.held,
            hint=view.hint,
            dice=tables.count,
        )
        if view.terms is not None:
            # Beside the table of a room time goes by: nothing of it is kept.
            return self._drawn(view, tables, situation, now(), lambda name: Markup(filling[name]))  # noqa: S704
        stencil = self._own.get(situation)
        if stencil is None:
            if len(self._own) >= KEPT:
                self._own.clear()
            stencil = self._own[situation] = Stencil(self._drawn(view, tables, situation, 0, hole))
        return stencil.fill(filling)

    def _drawn(
        self, view: View, tables: Tables, situation: _Situation, now: int, put: Callable[[str], Markup]
    ) -> str:
        """Return the part of one viewer; ``put`` gives what goes in where the filling of a stencil goes."""
        phrases = self.pieces.phrases
        context = Moved(
            frame=Forms(put("token")),
            match=put("match"),
            version=put("version"),
            key=put("key"),
            turn=situation.turn,
            held=situation.held_only,
            strip=put("strip") if situation.wrote else NOTHING,
            cells=put("cells") if situation.writes else NOTHING,
            dock=dock(view, tables, phrases, put("status"), put("dice")),
            take_back=TakeBack(put("back"), put("label")) if situation.goes_back else None,
            why=situation.why,
            hint=hintview.hint(view, None, phrases),
            room=meanwhile(view, phrases.words, now),
        )
        return self._macros["moved"](*context)

    def _cut_opening(self, steps: bool, rolled: bool) -> Stencil:
        told = map(hole, ("since", "version", "mover", "focus", "say", "standing"))
        return Stencil(self._macros["opening"](*told, hole("steps") if steps else NOTHING, rolled))

    def _cut_closing(self, sheet: bool, turns: bool) -> Stencil:
        changed = (hole("heads"), hole("cells")) if sheet else (NOTHING, NOTHING)
        return Stencil(self._macros["closing"](*changed, hole("turns") if turns else NOTHING))


class _Situation(NamedTuple):
    """What decides how the part of one viewer looks; see ``_drawn`` and what it calls."""

    wrote: bool
    held_only: bool
    writes: bool
    goes_back: bool
    why: str
    turn: str
    plays: bool
    yours: bool
    phase: str
    number: int
    left: int
    held: tuple[int, ...]
    hint: str
    dice: int
