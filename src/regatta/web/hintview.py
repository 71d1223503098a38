"""What the coach says about the dice on the table, in words and as marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from regatta.coach import facts
from regatta.engine import Keep, Write
from regatta.errors import RegattaError
from regatta.match import events as happened
from regatta.web.contexts import Hint
from regatta.web.jobs import Job
from regatta.web.reviewview import working

if TYPE_CHECKING:
    from regatta.coach import Option
    from regatta.match.view import View
    from regatta.web.coaching import Hinted, Told
    from regatta.web.phrases import Phrases

SHOWN = 2
"""How many of the next best options are told."""


def hint(view: View, told: Told | None, phrases: Phrases) -> Hint | None:
    """Return what the page shows of the coach; None where nobody asks it."""
    if not view.hint:
        return None
    words = phrases.words
    if told is None or view.hint != "given":
        return Hint(view.hint)
    if isinstance(told, RegattaError):
        return Hint(view.hint, words.sentence(told, phrases.names))
    if isinstance(told, Job):
        line = words.gettext("The coach works this game out, once. The hint comes by itself.")
        return Hint(view.hint, f"{line} {working(told, words).line}", working=True)
    return _told(view, told, phrases)


def _told(view: View, told: Hinted, phrases: Phrases) -> Hint:
    words = phrases.words
    _ = words.gettext
    advice, (best, *others) = told.advice, told.advice.options
    write = best if isinstance(best.action, Write) else told.then.options[0] if told.then else None
    what = _what(best, view, phrases)
    if told.then and write:
        what = _("stop and %(write)s") % {"write": _what(write, view, phrases)}
    line = _("Best: %(what)s. On average %(value)s points in the end.") % {
        "what": what,
        "value": words.fixed(advice.value, 1),
    }
    next_best = [
        _("%(what)s (%(less)s less)")
        % {"what": _what(other, view, phrases), "less": words.fixed(advice.value - other.value, 1)}
        for other in others[:SHOWN]
    ]
    more = _("Next: %(options)s.") % {"options": "; ".join(next_best)} if next_best else ""
    keep = tuple(place + 1 for place in told.places) if told.then is None else ()
    box = write.action.box if write is not None and isinstance(write.action, Write) else ""
    return Hint(view.hint, line, more, keep, box)


def _what(option: Option, view: View, phrases: Phrases) -> str:
    """Return an option as a part of a sentence."""
    words, action = phrases.words, option.action
    _ = words.gettext
    if isinstance(action, Write):
        return _("write %(points)s into %(box)s") % {
            "points": option.points,
            "box": phrases.names(action.box),
        }
    faces = action.faces if isinstance(action, Keep) else ()
    if len(faces) == len(view.dice):
        return _("stop")
    return _("keep %(faces)s") % {"faces": words.faces(faces)} if faces else _("roll all dice")


def say(hint: Hint | None, events: Sequence[happened.Event]) -> tuple[str, ...]:
    """Return what a screen reader hears where asking the coach is what has just happened."""
    if hint is None or not any(isinstance(event, happened.Hinted) for event in events):
        return ()
    return tuple(sentence for sentence in (hint.line, hint.more) if sentence)


def advice_json(told: Told) -> dict[str, Any]:
    """Return the same for programs: advice, how far the work is, or what went wrong."""
    if isinstance(told, RegattaError):
        return {"error": told.code}
    if isinstance(told, Job):
        return {"working": told.state.value, "share": told.share}
    return facts.of_advice(told.advice)
