"""The form for a score pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.web import contexts
from regatta.web.lobbyview import MAX_SEATS, option_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regatta.model import Model
    from regatta.web.tongues import Tongue


def new_pad(
    frame: contexts.Frame,
    tongue: Tongue,
    model: Model,
    *,
    key: str,
    sent: Mapping[str, object],
    notice: str = "",
) -> contexts.NewPad:
    """Return the form for a score pad of ``model``, filled with what was ``sent`` where that was refused."""
    naming = tongue.naming(model.id)
    numbers = range(1, min(model.spec.players.to, MAX_SEATS) + 1)
    return contexts.NewPad(
        frame=frame,
        game=model.id,
        title=naming.title,
        notice=notice,
        key=key,
        seats=tuple(contexts.NameField(number, str(sent.get(f"name-{number}", ""))) for number in numbers),
        starters=tuple(
            contexts.Starter(number, str(number) == str(sent.get("starter", "1"))) for number in numbers
        ),
        hints="hints" in sent,
        options=option_fields(model, naming, sent),
    )
