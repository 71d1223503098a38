"""Templates: compiled once per language, filled from a context."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from regatta.web.drawn import filters

if TYPE_CHECKING:
    from regatta.web.contexts import Away, Context, Reaction, Rules
    from regatta.words import Words

FOLDER = Path(__file__).parent / "templates"


MAX_FACE = 20
"""The largest face that a die of any game can show; those above six show a number instead of pips."""


KEPT = 4096
"""So many of each small piece of a table are kept drawn: the next table shows most of them again."""

PIECES = {
    "die": "parts/die.html",
    "head": "parts/cell.html",
    "cell": "parts/cell.html",
    "past_turn": "parts/turn.html",
    "away": "parts/away.html",
}
"""Macros that are drawn once for all tables, by name, with their files. Nothing of one guest may be in their arguments."""


class Compiler(Environment):
    """Compiles templates for one language: sentences without parameters are translated once, then plain text.

    What a template includes becomes part of it, which spares a search and a new context for every part of every page.
    """

    words: Words

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = Includer(self).visit(super()._parse(source, name, filename))
        for output in tree.find_all(nodes.Output):
            output.nodes = [self._said(node) for node in output.nodes]
        return tree

    def body_of(self, template: str) -> list[nodes.Node]:
        """Return what another template consists of."""
        if self.loader is None:
            raise LookupError(template)
        source, filename, _ = self.loader.get_source(self, template)
        return self._parse(source, template, filename).body

    def _said(self, node: nodes.Expr) -> nodes.Expr:
        match node:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(sentence))], kwargs=[]):
                # As the i18n extension has it, a translation is markup; it may stand in an attribute.
                text = self.words.gettext(sentence).replace('"', "&quot;")
                return nodes.TemplateData(text, lineno=node.lineno)
        return node


class Includer(NodeTransformer):
    """Puts the bodies of templates in the place of their includes."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:  # noqa: N802 - as jinja2 calls it
        return self._compiler.body_of(node.template.as_const())


class Pages:
    """Renders the pages of one language."""

    def __init__(self, words: Words) -> None:
        self._env = Compiler(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        self._env.words = words
        self._env.filters |= filters(words)
        install = self._env.install_gettext_translations  # type: ignore[attr-defined]
        install(words.translations, newstyle=True)
        draw = self._env.get_template("dice.html").module
        self._env.globals["bones"] = [Markup(draw.face(face)) for face in range(MAX_FACE + 1)]  # type: ignore[attr-defined]  # noqa: S704
        for name, template in PIECES.items():
            macro = getattr(self._env.get_template(template).module, name)
            self._env.globals[name] = lru_cache(KEPT)(macro)

    def page(self, context: Context) -> str:
        """Return a whole page."""
        return self._render(context.template, context)

    def part(self, context: Context) -> str:
        """Return the part of a page that a move replaces."""
        return self._render(getattr(context, "part", context.template), context)

    def content(self, context: Rules | Away | Reaction) -> Markup:
        """Return what is the same for everybody: it stands in no frame."""
        return Markup(self._render(context.template, context))  # noqa: S704 - a template of ours

    def piece(self, template: str, context: Context) -> str:
        """Return one of the templates that a page is made of."""
        return self._render(template, context)

    def _render(self, template: str, context: Context | Rules | Away | Reaction) -> str:
        return self._env.get_template(template).render(
            {field.name: getattr(context, field.name) for field in fields(context)}
        )
