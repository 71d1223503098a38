"""What the bots did since a person's move: the page shows it step by step.

The answer to a move carries it once: as JSON in ``data-steps`` of ``#table`` (a fragment for htmx), or under ``steps``
(a JSON answer). A page that is loaded has none. A list, one entry for each turn that a bot ended, in order::

    [{"seat": 1,                     # from 0
      "name": "Greedy",
      "rolls": [{"dice": [5, 2, 5, 5, 1],    # faces by place, after the roll
                 "thrown": [0, 1, 2, 3, 4],  # places that were thrown, from 0
                 "held": []},                # places that were held before it: all others
                ...],
      "box": "choice", "box_name": "Choice",
      "points": 18, "extra": 0,      # written, and paid for the roll itself
      "total": 18}]                  # of the seat, afterwards

All of it stands on the table and the sheets anyway: nothing here is a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regatta.match.events import Rolled, Wrote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.words import Names

Step = dict[str, Any]


def steps_of(match: Match, events: Sequence[Event], names: Names) -> list[Step]:
    """Return the turns of bots in ``events``, the last ones of a match."""
    if not any(match.seats[event.seat].bot for event in events if isinstance(event, Wrote)):
        return []
    totals = match.view().totals
    found: list[Step] = []
    rolls: list[dict[str, list[int]]] = []
    dice: dict[int, int] = {}
    for event in events:
        match event:
            case Rolled() if match.seats[event.seat].bot:
                dice |= dict(zip(event.places, event.dice, strict=True))
                rolls.append(
                    {
                        "dice": [dice[place] for place in sorted(dice)],
                        "thrown": list(event.places),
                        "held": [place for place in sorted(dice) if place not in event.places],
                    }
                )
            case Wrote() if match.seats[event.seat].bot:
                found.append(
                    {
                        "seat": event.seat,
                        "name": match.seats[event.seat].name,
                        "rolls": rolls,
                        "box": event.box,
                        "box_name": names(event.box),
                        "points": event.points,
                        "extra": event.extra,
                        "total": totals[event.seat],
                    }
                )
                rolls, dice = [], {}
    return found
