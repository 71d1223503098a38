"""Rules pages that were drawn before: to draw one takes a tenth of a second, to send it again next to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from regatta.remember import Recent
from regatta.storage.copies import split
from regatta.tables import tables_of
from regatta.web import rulesview
from regatta.web.library import model_of
from regatta.words.languages import version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from regatta.model import Model
    from regatta.web.tongues import Tongue
    from regatta.words.rules import RulesInWords

MOST = 96
"""So many pages are kept."""

MOST_CHARACTERS = 30_000_000
"""Of so many characters together: a stranger's game may have a page of a million."""


class Drawn(NamedTuple):
    """The content of a page, and the rules that it tells."""

    rules: RulesInWords
    content: Markup


CopyDrawer = Callable[[str, "Mapping[str, str]", str], Awaitable["Drawn"]]
"""Draws the page of a copy where strangers' texts are read: takes its id, its options, a language."""

Key = tuple[str, str, tuple[tuple[str, str], ...], str, str]


class RulesShelf:
    """Keeps the pages that were asked for last, by game, file, options, language and its catalogue."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: Recent[Key, Drawn] = Recent(most, MOST_CHARACTERS, lambda drawn: len(drawn.content))
        self._drawing: dict[Key, asyncio.Future[Drawn]] = {}

    async def get(
        self,
        game: str,
        wanted: Mapping[str, object],
        tongue: Tongue,
        copies: CopyDrawer | None = None,
    ) -> Drawn:
        """Return the page of a game under some options; one of a copy is drawn by ``copies``.

        Raises:
            Missing: as ``model_of``.
            Invalid: ``option.unknown`` or ``option.value``.
            RegattaError: whatever ``copies`` raises.
        """
        model = model_of(game)
        if wanted:
            model = model.under(wanted)
        language = tongue.words.tag
        key = (game, model.file_digest, tuple(sorted(model.options.items())), language, version(language))
        found = self._kept.get(key)
        if found is not None:
            return found
        task = self._drawing.get(key)
        if task is None:
            # Whoever asks for the same page meanwhile waits for the one drawing.
            drawing = (
                copies(game, model.options, language)
                if copies is not None and split(game)
                else asyncio.to_thread(draw, model, tongue)
            )
            task = self._drawing[key] = asyncio.ensure_future(drawing)
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(task)

    def _keep(self, key: Key, done: asyncio.Future[Drawn]) -> None:
        self._drawing.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self._kept.put(key, done.result())


def draw(model: Model, tongue: Tongue) -> Drawn:
    """Return the page of a model in a language."""
    body = rulesview.body(model, tables_of(model.id, model.options), tongue.words, tongue.pages)
    return Drawn(body.rules, tongue.pages.content(body))
