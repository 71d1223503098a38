"""From what is known of the points of a copy to the context of its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from regatta.web import copycontexts as contexts
from regatta.web.effect import failed
from regatta.web.reviewview import working
from regatta.words.speech import Name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.solver import Averages
    from regatta.storage.copies import Copy
    from regatta.tables import Tables
    from regatta.web.contexts import Frame
    from regatta.web.effect import Effect
    from regatta.web.library import Naming
    from regatta.web.tongues import Tongue
    from regatta.words import Words

DIGITS = 2
MINUTE = 60

Lines = dict[tuple[str, str], float]
"""Averages by what they are of: ``box``, ``bonus`` or ``extra``, and its id."""


def page(
    frame: Frame, tongue: Tongue, copy: Copy, number: int, *, looked: Sequence[Effect]
) -> contexts.EffectPage:
    """Return the context of the page about a version, from what is known of it and of the game it came from."""
    words = tongue.words
    names = [tongue.naming(each.tables.game) for each in looked]
    wrong = next((each.job.error for each in looked if failed(each) and each.job and each.job.error), None)
    jobs = [each.job for each in looked if each.waits and each.job is not None]
    ready = all(each.averages is not None for each in looked)
    # Where only the other game is too large, the version is told alone.
    alone = looked[0].averages is not None and any(map(failed, looked[1:]))
    told = looked[:1] if alone else looked
    return contexts.EffectPage(
        frame=frame,
        copy=copy.id,
        number=number,
        here=f"/copies/{copy.id}/effect?version={number}",
        title=names[0].title,
        two=len(told) > 1,
        sizes=tuple(_sizes(looked, words)),
        working=working(jobs[0], words) if jobs else None,
        refused=words.sentence(wrong, names[0].names) if wrong is not None else "",
        averages=tuple(_averages(names, told, words)) if ready or alone else (),
        lead=_lead(names, told, words) if ready or alone else "",
    )


def _sizes(looked: Sequence[Effect], words: Words) -> Iterator[contexts.Size]:
    _ = words.gettext
    for each, of in zip(looked, (_("This copy"), _("The original")), strict=False):
        if each.size is not None:
            megabytes = words.decimal(max(each.size.memory / 10**6, 0.1), 1)
            yield contexts.Size(
                of,
                words.number(each.size.states),
                span(each.size.seconds, words),
                _("%(megabytes)s MB") % {"megabytes": megabytes},
            )


def span(seconds: float, words: Words) -> str:
    """Return about how long something takes."""
    if seconds < 1:
        return words.gettext("less than a second")
    if seconds < 2 * MINUTE:
        count = round(seconds)
        return words.ngettext("about %(count)s second", "about %(count)s seconds", count) % {"count": count}
    count = round(seconds / MINUTE)
    return words.ngettext("about %(count)s minute", "about %(count)s minutes", count) % {"count": count}


def _lead(names: Sequence[Naming], looked: Sequence[Effect], words: Words) -> str:
    _ = words.gettext
    totals = [round(each.averages.total, DIGITS) for each in looked if each.averages is not None]
    said = {"total": words.fixed(totals[0], DIGITS)}
    if len(totals) < 2:
        return _("The best play brings %(total)s points on average.") % said
    more = totals[0] - totals[1]
    said |= {"game": names[1].title.text, "more": words.fixed(abs(more), DIGITS)}
    if round(more, DIGITS) == 0:
        return _("The best play brings %(total)s points on average, as in %(game)s.") % said
    if more > 0:
        return _("The best play brings %(total)s points on average, %(more)s more than in %(game)s.") % said
    return _("The best play brings %(total)s points on average, %(more)s less than in %(game)s.") % said


def _averages(names: Sequence[Naming], looked: Sequence[Effect], words: Words) -> Iterator[contexts.Average]:
    _ = words.gettext
    tables = [_lines(each.tables, each.averages) for each in looked if each.averages is not None]
    here, there = tables[0], tables[1] if len(tables) > 1 else {}
    for key in dict.fromkeys((*here, *there)):
        kind, part = key
        naming = names[0] if key in here else names[-1]
        name = naming.name(part) if kind != "extra" else Name(_("Points on top"))
        yield _average(name, here.get(key), there.get(key), words, two=len(tables) > 1)
    sums = [each.averages.total for each in looked if each.averages is not None]
    yield _average(
        Name(_("Grand total")),
        sums[0],
        sums[1] if len(sums) > 1 else None,
        words,
        two=len(sums) > 1,
        kind="sum",
    )


def _average(
    name: Name, here: float | None, there: float | None, words: Words, *, two: bool, kind: str = ""
) -> contexts.Average:
    def shown(value: float | None) -> str:
        return "–" if value is None else words.fixed(value, DIGITS)

    more = ""
    if two and here is not None and there is not None:
        difference = round(round(here, DIGITS) - round(there, DIGITS), DIGITS)
        sign = "+" if difference > 0 else "\N{MINUS SIGN}" if difference < 0 else ""
        more = f"{sign}{words.fixed(abs(difference), DIGITS)}"
    return contexts.Average(name, shown(here), shown(there) if two else "", more, kind)


def _lines(tables: Tables, averages: Averages) -> Lines:
    """Return the averages in the order of the sheet; what rules pay on top only where there is such a rule."""
    found = {("box", box): mean for box, mean in zip(tables.boxes, averages.boxes, strict=True)}
    found |= {("bonus", bonus.id): mean for bonus, mean in zip(tables.bonuses, averages.bonuses, strict=True)}
    if any(extra.worth for extra in tables.extras):
        found["extra", ""] = averages.extra
    return found


def as_json(looked: Sequence[Effect]) -> dict[str, Any]:
    """Return the same for programs: of the version, and of the game it came from."""
    return {"games": [_json(each) for each in looked]}


def _json(each: Effect) -> dict[str, Any]:
    averages: Mapping[str, Any] | None = None
    if each.averages is not None:
        averages = {
            "total": each.averages.total,
            "boxes": dict(zip(each.tables.boxes, each.averages.boxes, strict=True)),
            "bonuses": dict(
                zip((bonus.id for bonus in each.tables.bonuses), each.averages.bonuses, strict=True)
            ),
            "extra": each.averages.extra,
        }
    job = each.job
    return {
        "game": each.tables.game,
        "size": each.size._asdict() if each.size else None,
        "averages": averages,
        "working": job.state.value if each.waits and job else None,
        "share": job.share if each.waits and job else None,
        "error": job.error.code if failed(each) and job and job.error else None,
    }
