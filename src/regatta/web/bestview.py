"""A guest's own bests, in words: beside a game of the lobby, and at the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.web import contexts
from regatta.web.library import model_of
from regatta.web.sparkline import draw

if TYPE_CHECKING:
    from typing import Any

    from regatta.model import Model
    from regatta.storage.scores import Best, Standing
    from regatta.web.library import Naming
    from regatta.words import Words

MOST = 3
"""Of how many combinations of options the lobby tells the bests of one game: those played last."""


def own(model: Model, bests: list[Best], words: Words, naming: Naming) -> tuple[contexts.Own, ...]:
    """Return a guest's bests of one game of the catalogue, by its options."""
    found = [best for best in bests if best.game == model.id][:MOST]
    return tuple(
        contexts.Own(_options(model, best, naming), _line(best, words), _last(best, words), draw(best.last))
        for best in found
    )


def ending(standing: Standing, words: Words) -> contexts.Standing:
    """Return how a finished game stands among one's own."""
    _, best = words.gettext, standing.best
    if best.played == 1:
        return contexts.Standing("", _("Your first game of this kind"), "", "", Markup())
    params = {"place": standing.place, "played": best.played}
    if standing.record:
        place = _("Your best of %(played)s games") % params
    else:
        place = _("Place %(place)s of your %(played)s games") % params
    heading = _("New best") if standing.record else ""
    return contexts.Standing(heading, place, _line(best, words), _last(best, words), draw(best.last))


def best_json(best: Best) -> dict[str, Any]:
    """Return bests as JSON data."""
    return {**best._asdict(), "last": list(best.last)}


def standing_json(standing: Standing | None) -> dict[str, Any] | None:
    """Return how a finished game stands as JSON data; ``record`` tells a new best."""
    if standing is None:
        return None
    return {**standing._asdict(), "best": best_json(standing.best)}


def _options(model: Model, best: Best, naming: Naming) -> str:
    """What sets these options apart from those that a new game has by itself."""
    usual = model_of(model.id).options
    chosen = [
        f"{naming.names(name)}: {naming.names(f'{name}.{value}')}"
        for name, value in best.options.items()
        if usual.get(name) != value
    ]
    return ", ".join(chosen)


def _line(best: Best, words: Words) -> str:
    params = {"best": best.best, "average": round(best.average), "played": best.played}
    sentence = words.ngettext(
        "Best %(best)s, average %(average)s in %(played)s game",
        "Best %(best)s, average %(average)s in %(played)s games",
        best.played,
    )
    return sentence % params


def _last(best: Best, words: Words) -> str:
    return words.gettext("last: %(totals)s") % {"totals": ", ".join(map(str, best.last))}
