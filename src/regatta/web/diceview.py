"""The pages about dice: what proves those of one match, and how all of the site fell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from regatta.dice.evenness import chi_square, runs
from regatta.match.events import PERSON, Rolled, RolledOff, Salted, Wrote
from regatta.match.record import standing
from regatta.web import contexts
from regatta.web.bars import draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from regatta.dice.evenness import ChiSquare
    from regatta.match.events import Event
    from regatta.match.match import Match
    from regatta.storage.thrown import Falls
    from regatta.web.tongues import Tongue
    from regatta.words import Words

LEAST = 0.0001
"""A p-value below this is not told in more digits."""


def match_dice(
    match: Match, events: Sequence[Event], tongue: Tongue, frame: contexts.Frame, script: str
) -> contexts.MatchDice:
    """Return the page that proves the dice of a match."""
    opened, over = match.opened, match.finished
    seed = over.seed if over is not None and over.seed is not None else ""
    facts = {
        "method": opened.method,
        "match": match.id,
        "commitment": opened.commitment,
        "seed": seed,
        "salts": [salt or "" for salt in match.salts],
        "faces": match.tables.faces,
    }
    return contexts.MatchDice(
        frame=frame,
        match=match.id,
        title=tongue.naming(opened.game).title,
        names=tuple(seat.name for seat in match.seats),
        method=opened.method,
        commitment=opened.commitment or "",
        seed=seed,
        salts=tuple(_salts(match, events, tongue.words)),
        begun=match.position is not None,
        rolls=tuple(_rolls(match, events, tongue.words)),
        facts=json.dumps(facts) if seed else "",
        proof_script=script,
    )


def match_dice_json(match: Match, events: Sequence[Event], tongue: Tongue) -> dict[str, Any]:
    """Return what proves the dice of a match as JSON data."""
    finished = match.finished
    return {
        "match": match.id,
        "method": match.opened.method,
        "commitment": match.opened.commitment,
        "seed": finished.seed if finished is not None else None,
        "salts": list(match.salts),
        "faces": match.tables.faces,
        "rolls": [{"k": roll.k, "dice": roll.dice} for roll in _rolls(match, events, tongue.words)],
    }


def _salts(match: Match, events: Sequence[Event], words: Words) -> Iterator[contexts.SaltOf]:
    """What each seat added. Who typed it, the log says: seats may have moved since, so the text is what is compared."""
    _ = words.gettext
    own = {event.salt for event in events if isinstance(event, Salted) and event.own}
    for seat, salt in zip(match.seats, match.salts, strict=True):
        if salt is None:
            by = _("nothing yet") if seat.player == PERSON and match.position is None else _("nothing: a bot")
        else:
            by = _("typed by the player") if salt in own else _("made by the server")
        yield contexts.SaltOf(seat.name, salt or "", by)


def _rolls(match: Match, events: Sequence[Event], words: Words) -> Iterator[contexts.FairRoll]:
    """All rolls in their order, each with the turn it was made in."""
    _ = words.gettext
    turn, over = 0, True
    for event in standing(events):
        match event:
            case RolledOff():
                for throw in event.throws:
                    name = match.seats[throw.seat].name
                    yield contexts.FairRoll(throw.k, name, _("for the first turn"), throw.dice)
            case Rolled():
                turn, over = turn + over, False
                when = _("turn %(turn)s, roll %(number)s") % {"turn": turn, "number": event.number}
                yield contexts.FairRoll(event.k, match.seats[event.seat].name, when, event.dice)
            case Wrote():
                over = True
            case _:
                pass


# --------------------------------------------------------------------------------------- all dice of the site


def site_dice(falls: Mapping[int, Falls], words: Words, frame: contexts.Frame) -> contexts.SiteDice:
    """Return the page about the dice of the site."""
    _ = words.gettext
    return contexts.SiteDice(
        frame=frame,
        proves=(
            _(
                "Before a game begins the server draws a secret number, the seed, and shows its fingerprint, the commitment."
            ),
            _(
                "Nobody can find another seed with this fingerprint, so none can be put in its place later without being seen."
            ),
            _(
                "After that each player may add words that nobody could foresee, the salt; for who adds none the server makes one, and bots add nothing."
            ),
            _(
                "Seed, salts, the name of the match and the number of the roll go into a fixed calculation (HMAC-SHA256), and what comes out are the dice."
            ),
            _(
                "What would favour some faces is thrown away on the way, so that each face has exactly the same chance."
            ),
            _(
                "Which dice stay is settled before a roll is calculated, and leaving, loading the page again or coming back never gives another roll."
            ),
            _(
                "When the last box is written the seed is shown, and your browser, the command “regatta verify” or a program of your own can calculate every roll again."
            ),
        ),
        leaves_open=(
            _(
                "It does not prove that nobody knew the dice: who runs the server can read the seed, and foresee every roll if they play themselves or a friend of theirs does."
            ),
            _(
                "Where the server made all salts it could have tried many seeds before the game, and a host who adds salt after you can try many salts; words of your own, typed last, leave neither way open."
            ),
            _(
                "Dice that were thrown by hand and typed in have no seed, and the names of the players are no part of the proof."
            ),
        ),
        kinds=tuple(_kind(faces, falls[faces], words) for faces in sorted(falls)),
    )


def site_dice_json(falls: Mapping[int, Falls]) -> dict[str, Any]:
    """Return how all dice of the site fell as JSON data."""
    return {"kinds": [_figures(faces, falls[faces]) for faces in sorted(falls)]}


def _figures(faces: int, counts: Falls) -> dict[str, Any]:
    even, follow, stretches = _measured(faces, counts)
    return {
        "faces": faces,
        "counts": _counts(faces, counts),
        "followed": _followed(faces, counts),
        "chi_square": even._asdict(),
        "chi_square_of_pairs": follow._asdict(),
        "runs": stretches._asdict(),
    }


def _counts(faces: int, counts: Falls) -> list[int]:
    """How often each face fell."""
    return [sum(counts.get((before, face), 0) for before in range(faces + 1)) for face in range(1, faces + 1)]


def _followed(faces: int, counts: Falls) -> list[list[int]]:
    """How often each face fell after each face."""
    each = range(1, faces + 1)
    return [[counts.get((before, face), 0) for face in each] for before in each]


def _measured(faces: int, counts: Falls) -> tuple[ChiSquare, ChiSquare, Any]:
    followed = _followed(faces, counts)
    pairs = sum(map(sum, followed))
    repeats = sum(followed[face][face] for face in range(faces))
    first = sum(counts.get((0, face), 0) for face in range(1, faces + 1))
    return chi_square([_counts(faces, counts)]), chi_square(followed), runs(first, pairs, repeats, faces)


def _kind(faces: int, counts: Falls, words: Words) -> contexts.DiceCount:
    _, ngettext, number = words.gettext, words.ngettext, words.number
    fallen = _counts(faces, counts)
    total = sum(fallen)
    even, follow, stretches = _measured(faces, counts)
    return contexts.DiceCount(
        heading=_("Dice with %(faces)s faces") % {"faces": faces},
        total=ngettext("%(count)s die fell so far.", "%(count)s dice fell so far.", total)
        % {"count": number(total)},
        bars=draw(fallen),
        faces=tuple(
            contexts.FaceCount(face, number(count), words.percent(count / total))
            for face, count in enumerate(fallen, start=1)
        ),
        measures=(
            contexts.Measure(
                _("Faces"),
                _("Does each face fall as often as the others?"),
                _chi(even, words),
                _verdict(even.p, words),
            ),
            contexts.Measure(
                _("What follows"),
                _("Does a die tell anything of the next one in the same game?"),
                _chi(follow, words),
                _verdict(follow.p, words),
            ),
            contexts.Measure(
                _("Runs"),
                _("Do faces repeat too often, or too seldom? A run is a stretch of the same face."),
                _("%(count)s runs, %(expected)s ± %(deviation)s expected")
                % {
                    "count": number(stretches.number),
                    "expected": number(round(stretches.expected)),
                    "deviation": number(round(stretches.deviation)),
                },
                _verdict(stretches.p, words),
            ),
        ),
    )


def _chi(found: ChiSquare, words: Words) -> str:
    params = {"value": words.decimal(found.value, 2), "freedom": found.freedom}
    # Translators: the Greek letter chi, squared; its degrees of freedom.
    return words.gettext("χ² = %(value)s with %(freedom)s degrees of freedom") % params


def _verdict(p: float | None, words: Words) -> str:
    """The p-value, and what it means."""
    _ = words.gettext
    if p is None:
        return _("Too few dice yet to tell.")
    if p < LEAST:
        params = {"p": words.decimal(LEAST, 4), "share": words.percent(LEAST)}
        return _("p < %(p)s: of even dice, less than %(share)s of such counts are as far off.") % params
    params = {"p": words.decimal(p, 4), "share": words.percent(p)}
    return _("p = %(p)s: of even dice, %(share)s of such counts are at least as far off.") % params
