"""What a page is given is what its template uses, and every field says what it is."""

from __future__ import annotations

import ast
import dataclasses
import inspect

import pytest
from jinja2 import Environment, nodes
from jinja2.ext import i18n
from jinja2.meta import find_referenced_templates, find_undeclared_variables

from regatta.web import contexts, copycontexts, reviewcontexts, roomcontexts
from regatta.web.drawn import filters
from regatta.web.pages import FOLDER, MACROS
from regatta.words import Words

PAGES = [
    contexts.Lobby,
    contexts.NewGame,
    contexts.NewPad,
    contexts.Table,
    contexts.Away,
    contexts.Reaction,
    contexts.Replay,
    contexts.MatchDice,
    contexts.SiteDice,
    contexts.Rules,
    contexts.RulesPage,
    contexts.RulesPreview,
    contexts.SettingsPage,
    contexts.Help,
    contexts.Offline,
    contexts.Refusal,
    reviewcontexts.ReviewPage,
    roomcontexts.Waiting,
    roomcontexts.Join,
    roomcontexts.Online,
    roomcontexts.Watch,
    roomcontexts.Moving,
    roomcontexts.Arriving,
    copycontexts.CopiesPage,
    copycontexts.EditorPage,
    copycontexts.CopyPage,
    copycontexts.EffectPage,
]
GIVEN_BY_JINJA = {"_", "bones"}


def used(template: str, seen: set[str]) -> set[str]:
    """Every name that a template uses, with those of the templates it is made of."""
    environment = Environment(extensions=[i18n])
    environment.filters |= filters(Words())
    tree = environment.parse((FOLDER / template).read_text("utf-8"))
    found = find_undeclared_variables(tree) - GIVEN_BY_JINJA
    imports = list(tree.find_all(nodes.Import))
    imported = {node.template.value for node in imports}
    found -= {node.target for node in imports}
    for other in find_referenced_templates(tree):
        assert other is not None, "a template's name is written out"
        if other not in seen | imported:
            seen.add(other)
            found |= used(other, seen)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_given_what_it_uses(page: type[contexts.Context]) -> None:
    assert used(page.template, set()) == {field.name for field in dataclasses.fields(page)}


def test_the_macros_of_what_moves_change_are_given_what_they_use() -> None:
    environment = Environment(extensions=[i18n])
    environment.filters |= filters(Words())
    tree = environment.parse((FOLDER / MACROS["moved"]).read_text("utf-8"))
    takes = {macro.name: tuple(arg.name for arg in macro.args) for macro in tree.find_all(nodes.Macro)}
    assert takes["moved"] == contexts.Moved._fields
    for macro in tree.find_all(nodes.Macro):
        names = {name.name for name in macro.find_all(nodes.Name) if name.ctx == "load"} - GIVEN_BY_JINJA
        included = [node.template.as_const() for node in macro.find_all(nodes.Include)]
        assert names.union(*(used(other, set()) for other in included)) == set(takes[macro.name])


def test_every_template_belongs_to_a_page() -> None:
    reached: set[str] = {page.template for page in PAGES}
    for page in PAGES:
        used(page.template, reached)
    used(MACROS["moved"], reached)
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html")}
    assert files - reached == {"dice.html"} | set(MACROS.values())


@pytest.mark.parametrize("page", [*PAGES, contexts.Moved])
def test_every_field_of_a_page_is_explained(page: type) -> None:
    source = ast.parse(inspect.getsource(inspect.getmodule(page)))
    (body,) = [
        node.body for node in source.body if isinstance(node, ast.ClassDef) and node.name == page.__name__
    ]
    for field, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and "ClassVar" not in ast.unparse(field.annotation):
            assert isinstance(after, ast.Expr), (
                f"{page.__name__}.{ast.unparse(field.target)} needs a docstring"
            )


def test_contexts_are_frozen() -> None:
    named = {**vars(contexts), **vars(roomcontexts), **vars(reviewcontexts), **vars(copycontexts)}
    kinds = [kind for kind in named.values() if dataclasses.is_dataclass(kind)]
    assert len(kinds) > 10
    for kind in kinds:
        assert kind.__dataclass_params__.frozen, kind
