"""What Babel collects from the files of games: the authors' English words, each with what it names as its context."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Message = tuple[int, str, tuple[str, str], list[str]]


def games(
    file: IO[bytes],
    keywords: Collection[str],  # noqa: ARG001 - Babel calls every extractor so
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, Any],  # noqa: ARG001
) -> Iterator[Message]:
    """Yield line, function, (context, text) and comments for each word of an author in ``file``."""
    from regatta.model import parse
    from regatta.words.naming import terms

    name = getattr(file, "name", "game.yaml")
    model = parse(file.read(), str(name).rpartition("/")[2])
    for term in terms(model):
        comment = [".".join(map(str, term.path))] if term.context != "name" else []
        yield model.root.find(term.path)[0].line, "pgettext", (term.context, term.text), comment
