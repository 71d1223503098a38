"""Advice and reviews as JSON data, the same on the command line and on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regatta.engine import Keep, Write

if TYPE_CHECKING:
    from regatta.coach.advice import Advice
    from regatta.coach.walk import Decision, Review
    from regatta.engine import Action


def of_action(action: Action) -> dict[str, Any]:
    """Return ``{"keep": [faces]}``, ascending, or ``{"box": id}``; to keep all dice is to stop."""
    if isinstance(action, Write):
        return {"box": action.box}
    return {"keep": list(action.faces)} if isinstance(action, Keep) else {}


def of_advice(advice: Advice) -> dict[str, Any]:
    """Return ``value``, ``best`` (null before the first roll of a turn) and all ``options``, the best first."""
    best = advice.best
    return {
        "value": advice.value,
        "best": None if best is None else of_action(best.action),
        "options": [{**of_action(option.action), "value": option.value} for option in advice.options],
    }


def of_review(review: Review, name: str) -> dict[str, Any]:
    """Return the review of the seat that ``name`` held; seats count from 0, turns and rolls from 1."""
    return {
        "seat": review.seat,
        "name": name,
        "over": review.over,
        "start_value": review.start_value,
        "final": review.final,
        "luck": review.luck,
        "loss": review.loss,
        "accuracy": review.accuracy,
        "decisions": [_decision(decision) for decision in review.decisions],
        "rolls": [
            {
                "turn": throw.turn,
                "roll": throw.number,
                "dice": list(throw.dice),
                "before": throw.before,
                "after": throw.after,
                "luck": throw.luck,
                "unseen": throw.unseen,
            }
            for throw in review.throws
        ],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "turn": decision.turn,
        "roll": decision.number,
        "dice": list(decision.dice),
        "chosen": of_action(decision.chosen),
        "best": of_action(decision.best),
        "value": decision.before,
        "loss": decision.loss,
        "by": decision.by,
        "hinted": decision.hinted,
    }
