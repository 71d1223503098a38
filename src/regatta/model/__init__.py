"""What a game is: the model language, its reader with faults by line, and the catalogue of games.

The names are found when first used: a program that gets its tables from disk never reads a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regatta.model.model import Model, digest_of, from_rules, load, parse, parse_all

__all__ = ["Model", "digest_of", "from_rules", "load", "parse", "parse_all"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from regatta.model import model

        return getattr(model, name)
    raise AttributeError(name)
