"""Templates: compiled once per language, filled from a context."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from regatta.web.contexts import Context
    from regatta.words import Words

FOLDER = Path(__file__).parent / "templates"


class Pages:
    """Renders the pages of one language."""

    def __init__(self, words: Words) -> None:
        self._env = Environment(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        install = self._env.install_gettext_translations  # type: ignore[attr-defined]
        install(words.translations, newstyle=True)

    def page(self, context: Context) -> str:
        """Return a whole page."""
        return self._render(context.template, context)

    def part(self, context: Context) -> str:
        """Return the part of a page that a move replaces."""
        return self._render(getattr(context, "part", context.template), context)

    def _render(self, template: str, context: Context) -> str:
        return self._env.get_template(template).render(
            {field.name: getattr(context, field.name) for field in fields(context)}
        )
