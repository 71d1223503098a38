"""The coach: what a position is worth, and what a finished game owed to luck and to its player.

Each player is looked at alone, as if nobody else played: values are means of one player's final total under the
best play for that. Names are found when first used: advice needs no records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regatta.coach.advice import Advice, Option, advise
    from regatta.coach.walk import Decision, Review, Throw, review

__all__ = ["Advice", "Decision", "Option", "Review", "Throw", "advise", "review"]

_HOMES = {
    **dict.fromkeys(("Advice", "Option", "advise"), "advice"),
    **dict.fromkeys(("Decision", "Review", "Throw", "review"), "walk"),
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"regatta.coach.{_HOMES[name]}"), name)
    raise AttributeError(name)
