"""From a stop of a film to the context of the replay page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from regatta.match.events import Rolled, Started, Wrote
from regatta.web import contexts, tableview
from regatta.web.phrases import isolated, isolated_text, marked
from regatta.web.sheetview import SheetView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from regatta.match.film import Film, Still
    from regatta.match.view import View
    from regatta.web.phrases import Phrases
    from regatta.web.pieces import Pieces


def replay(
    film: Film, index: int, pieces: Pieces, frame: contexts.Frame, *, focus: int | None = None
) -> contexts.Replay:
    """Return the context of the page at the stop with this index; ``focus`` is the seat whose sheet a phone shows."""
    phrases = pieces.phrases
    still = film.still(index)
    view, tables = still.match.view(), still.match.tables
    mover = still.dice.seat if still.dice.seat is not None else 0
    if focus is None or not 0 <= focus < len(view.seats):
        chosen, focus = "", mover
    else:
        chosen = f"&sheet={focus + 1}"
    path = f"/matches/{view.match}/replay"

    def way(to: int) -> str:
        return (
            f"{path}?at={film.stops[to].version}{chosen}" if 0 <= to < len(film.stops) and to != index else ""
        )

    here = f"{path}?at={still.stop.version}"
    last = len(film.stops) - 1
    thrown = still.dice.view()
    dice = tableview.dice(thrown, tables, pieces)
    return contexts.Replay(
        frame=frame,
        match=view.match,
        version=still.stop.version,
        key="",
        mover=mover,
        heading=phrases.naming.title,
        say="\n".join(_say(still, view, phrases)),
        standing=phrases.standing(view),
        faces=tables.faces,
        seats=tuple(
            contexts.Seat(
                number + 1,
                seat.name,
                seat.total,
                to_move=number == mover,
                focus=number == focus,
                href=f"{here}&sheet={number + 1}",
            )
            for number, seat in enumerate(view.seats)
        ),
        dock=tableview.dock(thrown, tables, phrases, _told(still, view, phrases), dice),
        blocks=SheetView(view, tables, pieces, focus).blocks(phrases.naming.title),
        rolled=isinstance(still.stop.event, Rolled),
        step=phrases.words.gettext("Step %(step)s of %(steps)s") % {"step": index, "steps": last},
        ways=contexts.Ways(way(0), way(index - 1), way(index + 1), way(last)),
        here=here,
        start=_start(view, phrases),
        turns=tuple(_turns(film, still, phrases, f"{path}?turn=", chosen)),
    )


def _told(still: Still, view: View, phrases: Phrases) -> Markup:
    """What has just happened."""
    _, event = phrases.words.gettext, still.stop.event
    if view.result is not None:
        return phrases.result(view)
    if isinstance(event, Started):
        return marked(_("%(name)s begins"), {"name": isolated(view.seats[event.first].name)})
    if isinstance(event, Rolled):
        params = {"name": isolated(view.seats[event.seat].name), "number": event.number, "rolls": view.rolls}
        return marked(_("%(name)s: roll %(number)s of %(rolls)s"), params)
    if isinstance(event, Wrote):
        return escape(phrases.say(view)[0].removesuffix("."))
    return escape(_("The last entry is taken back."))


def _say(still: Still, view: View, phrases: Phrases) -> tuple[str, ...]:
    """What a screen reader is to hear: who rolled what, who wrote what."""
    event = still.stop.event
    said = phrases.say(view, (event,))
    if isinstance(event, Rolled) and event.number == 1:
        return (f"{phrases.rolls(view.seats[event.seat].name)}. {said[0]}",)
    # Who is next is told by the next step.
    return said if view.result is not None else said[:1]


def _start(view: View, phrases: Phrases) -> contexts.Start | None:
    """What was thrown for the first turn, round by round."""
    if not view.rounds:
        return None
    throws = [
        f"{isolated_text(view.seats[throw.seat].name)} {' '.join(map(str, throw.dice))}"
        for rolled in view.rounds
        for throw in rolled.throws
    ]
    return contexts.Start(phrases.words.gettext("For the first turn"), tuple(throws))


def _turns(
    film: Film, still: Still, phrases: Phrases, path: str, chosen: str
) -> Iterator[contexts.ReplayTurn]:
    """All turns, with what stands in the sheet in the end: a write that was taken back is not told."""
    names = phrases.names
    _ = phrases.words.gettext
    seats = still.match.seats
    written = {stop.turn: stop.event for stop in film.stops if isinstance(stop.event, Wrote)}
    for number, wrote in written.items():
        points = wrote.points + wrote.extra
        step = _("%(box)s %(points)s") % {"box": names(wrote.box), "points": points}
        yield contexts.ReplayTurn(
            seats[wrote.seat].name, (step,), f"{path}{number}{chosen}", current=number == still.stop.turn
        )
