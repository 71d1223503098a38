"""From copies of games to the contexts of their pages."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.errors import ModelFaults, RegattaError
from regatta.model import catalogue
from regatta.storage.copies import game_of, split
from regatta.tables import tables_of
from regatta.web import copycontexts as contexts
from regatta.web.drafts import told
from regatta.web.editorwords import editor_words
from regatta.web.library import model_of
from regatta.web.lobbyview import ago
from regatta.words.rules.differences import differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.storage.copies import Copy, Version
    from regatta.web.contexts import Frame
    from regatta.web.drafts import Checked
    from regatta.web.tongues import Tongue
    from regatta.words import Words
    from regatta.words.rules.page import Change

KEPT = 256
"""How many comparisons are remembered."""


def copies(frame: Frame, tongue: Tongue, kept: Sequence[Copy], now: int) -> contexts.CopiesPage:
    """Return the context of a guest's list."""
    return contexts.CopiesPage(
        frame=frame,
        copies=tuple(_kept(copy, tongue.words, now) for copy in kept),
        games=tuple(source(game, tongue) for game in catalogue.in_order()),
    )


def _kept(copy: Copy, words: Words, now: int) -> contexts.Kept:
    version = words.gettext("version %(number)s") % {"number": copy.version}
    return contexts.Kept(
        copy.id,
        copy.title,
        version,
        ago(max(0, now - copy.updated) // 1000, words),
        at(copy.updated),
        copy.game,
    )


def at(moment: int) -> str:
    """Return a moment, in ms since 1970, as machines read it."""
    return datetime.fromtimestamp(moment // 1000, UTC).isoformat()


def source(game: str, tongue: Tongue) -> contexts.Source:
    """Return a game as something that copies come from."""
    copy = split(game)
    href = f"/copies/{copy[0]}?version={copy[1]}" if copy else f"/games/{game}"
    return contexts.Source(game, tongue.naming(game).title, href)


def origin(game: str | None, tongue: Tongue) -> contexts.Source | None:
    """Return the game that a copy came from, where there is such a game still."""
    return source(game, tongue) if game and catalogue.known(game) else None


def editor(
    frame: Frame,
    tongue: Tongue,
    *,
    script: str,
    copy: Copy | None,
    parent: str | None,
    text: str,
    saved: str,
    heading: str = "",
    checked: Checked | None = None,
    notice: str = "",
    done: str = "",
) -> contexts.EditorPage:
    """Return the context of the editor.

    Args:
        frame: what stands around it.
        tongue: the language of the page.
        script: address of the editor's script.
        copy: the copy that is edited; None for a new one.
        parent: the game that a new one comes from.
        text: what is edited.
        saved: the text as it is kept.
        heading: what the text is called; by default its title.
        checked: what was found in the text, where somebody looked.
        notice: why it was refused as a whole.
        done: what has just been done.
    """
    words = tongue.words
    source_of = text.encode("utf-8", "replace")
    faults = told(checked.faults, source_of, words) if checked is not None else []
    return contexts.EditorPage(
        frame=frame,
        action=f"/copies/{copy.id}" if copy else "/copies",
        parent=(parent or "") if copy is None else "",
        heading=(checked.title if checked is not None else "") or heading or words.gettext("A new game"),
        origin=origin(copy.parent if copy else parent, tongue),
        about=f"/copies/{copy.id}" if copy else "",
        text=text,
        saved=saved,
        script=script,
        words=editor_words(words),
        faults=tuple(contexts.Fault(place.line, place.column, said) for place, said in faults),
        state=state(len(faults), words) if checked is not None else "",
        preview=Markup(checked.preview) if checked is not None else Markup(),  # noqa: S704 - drawn by our templates
        notice=notice,
        done=done,
    )


def state(faults: int, words: Words) -> str:
    """Return how a text stands, in words."""
    said = editor_words(words)
    return said["count"].replace("{count}", str(faults)) if faults else said["clean"]


def about(
    frame: Frame,
    tongue: Tongue,
    copy: Copy,
    versions: Sequence[Version],
    number: int,
    *,
    mine: bool,
    link: str,
    now: int,
) -> contexts.CopyPage:
    """Return the context of the page about version ``number`` of a copy; takes a moment."""
    words, game = tongue.words, game_of(copy.id, number)
    naming = tongue.naming(game)
    before = origin(copy.parent, tongue)
    compared = []
    if before is not None:
        heading = words.gettext("What it changes in %(game)s") % {"game": before.title.text}
        compared.append(compare(heading, before.id, game, tongue))
    if number > 1:
        heading = words.gettext("What version %(number)s changed") % {"number": number}
        compared.append(compare(heading, game_of(copy.id, number - 1), game, tongue))
    return contexts.CopyPage(
        frame=frame,
        id=copy.id,
        game=game,
        title=naming.title,
        line=naming.line,
        number=number,
        newest=number == copy.version,
        origin=before,
        gone=words.gettext("The game it was copied from is not here any more.")
        if copy.parent and before is None
        else "",
        mine=mine,
        link=link,
        compared=tuple(compared),
        versions=tuple(
            contexts.Version(
                each.number,
                ago(max(0, now - each.created) // 1000, words),
                at(each.created),
                f"/copies/{copy.id}?version={each.number}",
                game_of(copy.id, each.number),
                each.number == number,
            )
            for each in versions
        ),
    )


def compare(heading: str, before: str, after: str, tongue: Tongue) -> contexts.Compared:
    """Return what one game plays otherwise than another, under the usual options of both."""
    try:
        changes = _changes(before, after, tongue.words)
    except (RegattaError, ModelFaults):
        return contexts.Compared(heading, (), tongue.words.gettext("The two cannot be compared."))
    nothing = tongue.words.gettext("Nothing in the rules: only words and names may differ.")
    return contexts.Compared(heading, changes, "" if changes else nothing)


@lru_cache(KEPT)
def _changes(before: str, after: str, words: Words) -> tuple[Change, ...]:
    return differences((model_of(before), tables_of(before)), (model_of(after), tables_of(after)), words)
