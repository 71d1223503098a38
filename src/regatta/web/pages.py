"""Templates: compiled once per language, filled from a context."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from regatta.web.drawn import filters

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from jinja2.compiler import Frame

    from regatta.web.contexts import Away, Context, Reaction, Rules, RulesPreview
    from regatta.words import Words

FOLDER = Path(__file__).parent / "templates"


MAX_FACE = 20
"""The largest face that a die of any game can show; those above six show a number instead of pips."""


MARKS = re.compile("[&<>'\"]").search
"""Finds what must not stand in text as it is: most text has none of it."""

MACROS = {
    "die": "parts/die.html",
    "head": "parts/cell.html",
    "cell": "parts/cell.html",
    "turn": "parts/turn.html",
    "seat": "parts/seat.html",
    "opening": "parts/moved.html",
    "moved": "parts/moved.html",
    "closing": "parts/moved.html",
}
"""What draws parts of a table by itself, and the file that it stands in."""


def shown(value: object) -> str:
    """Return a value as text of a page: as ``markupsafe.escape``, in a quarter of its time."""
    if type(value) is str:
        return value if MARKS(value) is None else escape(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else escape(value)


class Writer(CodeGenerator):
    """Writes templates as Python: a value is escaped by ``Compiler.shown``, a field of a context is read as any attribute."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - as jinja2 calls it
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


class Compiler(Environment):
    """Compiles templates for one language: sentences without parameters are translated once, then plain text.

    What a template includes becomes part of it, which spares a search and a new context for every part of every page.
    """

    words: Words
    code_generator_class = Writer

    shown = staticmethod(shown)

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
        self._found: dict[str, Template] = {}
        self._env.filters |= filters(words)
        install = self._env.install_gettext_translations  # type: ignore[attr-defined]
        install(words.translations, newstyle=True)
        draw = self._env.get_template("dice.html").module
        self.bones = [Markup(draw.face(face)) for face in range(MAX_FACE + 1)]  # type: ignore[attr-defined]  # noqa: S704
        self._env.globals["bones"] = self.bones
        self.macros: Mapping[str, Callable[..., Markup]] = {name: self._macro(name) for name in MACROS}

    def _macro(self, name: str) -> Callable[..., Markup]:
        found: Callable[..., Markup] = getattr(self._env.get_template(MACROS[name]).module, name)
        return found

    def page(self, context: Context) -> str:
        """Return a whole page."""
        return self._render(context.template, context)

    def part(self, context: Context) -> str:
        """Return the part of a page that a move replaces."""
        return self._render(getattr(context, "part", context.template), context)

    def content(self, context: Rules | RulesPreview | Away | Reaction) -> Markup:
        """Return what is the same for everybody: it stands in no frame."""
        return Markup(self._render(context.template, context))  # noqa: S704 - a template of ours

    def piece(self, template: str, context: Context) -> str:
        """Return one of the templates that a page is made of."""
        return self._render(template, context)

    def _render(self, template: str, context: Context | Rules | RulesPreview | Away | Reaction) -> str:
        found = self._found.get(template)
        if found is None:
            found = self._found[template] = self._env.get_template(template)
        given = {name: getattr(context, name) for name in names_of(cast("Hashable", type(context)))}
        # As ``Template.render``, which would copy all globals of the environment one by one each time.
        return "".join(found.root_render_func(found.new_context({**self._env.globals, **given}, shared=True)))


@cache
def names_of(context: Hashable) -> tuple[str, ...]:
    """Return the names that the template of a kind of context may use."""
    return tuple(field.name for field in fields(cast("Any", context)))
