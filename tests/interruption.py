"""Long work that is interrupted before its end."""

from __future__ import annotations

import pytest

from regatta import solver
from regatta.tables import Tables


class Enough(Exception):
    """Somebody had enough of waiting."""


def break_off(tables: Tables) -> None:
    """Work out the chances of all totals of a game, and stop when nine tenths are done."""

    def stop(share: float | None) -> None:
        if share is not None and share > 0.9:
            raise Enough

    with pytest.raises(Enough):
        solver.chances_and_keep(tables, progress=stop)
