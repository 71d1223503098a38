"""The sentences of the editor of models, which is a script: the page brings them in its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.errors import Fault

if TYPE_CHECKING:
    from regatta.words import Words


def editor_words(words: Words) -> dict[str, str]:
    """Return what the editor says, by name; what its parts say in English, by that."""
    _ = words.gettext
    return {
        # Translators: keys keep their names; F8 and Shift+F8 are keys too.
        "keys": _(
            "Ctrl+Space offers words, Escape closes the list. F8 goes to the next fault, Shift+F8 back. Ctrl+S saves. "
            "Tab leaves the text."
        ),
        "needed": _("needed"),
        "unknown": words.fault(Fault("model.no_word", 1, 1, params={"name": "{word}"})),
        "line": _("Line {line}: {fault}"),
        "count": _("Faults: {count}"),
        "clean": _("No faults"),
        "away": _("The server does not answer; the text is checked again as soon as it does."),
        "restored": _("What you had typed and not saved is here again."),
        "Completions": _("Words that may stand here"),
        "Find": _("Find"),
        "Replace": _("Replace"),
        "next": _("Next"),
        "previous": _("Previous"),
        "all": _("All"),
        "match case": _("Match case"),
        "by word": _("Whole words"),
        "regexp": _("Pattern (regular expression)"),
        "replace": _("Replace"),
        "replace all": _("Replace all"),
        "close": _("Close"),
        "current match": _("found here"),
        "on line": _("on line"),
        "replaced match on line $": _("Replaced on line $"),
        "replaced $ matches": _("Replaced: $"),
        "Go to line": _("Go to line"),
        "go": _("Go"),
        "Control character": _("Control character"),
    }
