"""From copies of games to the contexts of their pages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from regatta.model import catalogue
from regatta.storage.copies import game_of
from regatta.web import copycontexts as contexts
from regatta.web.drafts import told
from regatta.web.editorwords import editor_words
from regatta.web.lobbyview import ago
from regatta.web.ways import about_copy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from regatta.storage.copies import Copy, Version
    from regatta.web.contexts import Frame
    from regatta.web.drafts import Checked
    from regatta.web.tongues import Tongue
    from regatta.words import Words
    from regatta.words.rules.page import Change


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
    return contexts.Source(game, tongue.naming(game).title, about_copy(game) or f"/games/{game}")


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
    changes: Mapping[str, tuple[Change, ...] | None],
) -> contexts.CopyPage:
    """Return the context of the page about version ``number`` of a copy.

    ``changes`` are what it plays otherwise than each of ``befores``; None where the two cannot be compared.
    """
    words, game = tongue.words, game_of(copy.id, number)
    naming = tongue.naming(game)
    before = origin(copy.parent, tongue)
    compared = [
        _compared(_heading(other, copy, number, tongue), found, words) for other, found in changes.items()
    ]
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


def befores(copy: Copy, number: int) -> tuple[str, ...]:
    """Return the games that a version is compared with: the one it came from, and the version before."""
    origin = copy.parent if copy.parent and catalogue.known(copy.parent) else None
    return (*([origin] if origin else []), *([game_of(copy.id, number - 1)] if number > 1 else []))


def _heading(before: str, copy: Copy, number: int, tongue: Tongue) -> str:
    _ = tongue.words.gettext
    if before == copy.parent:
        return _("What it changes in %(game)s") % {"game": tongue.naming(before).title.text}
    return _("What version %(number)s changed") % {"number": number}


def _compared(heading: str, changes: tuple[Change, ...] | None, words: Words) -> contexts.Compared:
    if changes is None:
        return contexts.Compared(heading, (), words.gettext("The two cannot be compared."))
    nothing = words.gettext("Nothing in the rules: only words and names may differ.")
    return contexts.Compared(heading, changes, "" if changes else nothing)
