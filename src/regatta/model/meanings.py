"""What each word of the model language means, in one sentence: for editors, which show it where the word is offered.

By the name of the mapping in ``spec``. The reference for people, ``docs/model-language.md``, tells the same in the same words,
with examples; a test compares the two.
"""

from __future__ import annotations

MEANINGS: dict[str, dict[str, str]] = {
    "Spec": {
        "game": "its id: small letters, digits and hyphens",
        "players": "how many may play",
        "dice": "the dice",
        "components": "what lies in the box besides",
        "flow": "the steps of the game",
        "sheet": "boxes, or sections of boxes",
        "order": "in which order boxes are written",
        "bonuses": "points for subtotals",
        "extra": "jokers, and points on top of the boxes",
        "start": (
            "who begins: highest total of a throw of all dice (what counts if nothing is said), highest "
            "die, lowest total or lowest die; those who tie throw again"
        ),
        "winner": "highest total; equal totals share the win",
        "options": "choices before the game",
        "about": "what kind of game it is, and for whom",
        "words": "your words for people",
        "based on": "a game of the catalogue that this one changes",
        "with": "options of that game that are settled here",
    },
    "Players": {
        "from": "the fewest players, 1 if nothing is said",
        "to": "the most players, up to 12; needed",
        "best": "with how many it is best",
    },
    "DiceSpec": {
        "count": "how many dice, up to 10; needed",
        "faces": "how many faces each has, 2 to 20, numbered from 1; needed",
        "colours": "names of colours, each with its faces; a face has one colour at most",
    },
    "Component": {
        "count": "how many there are, up to 999",
        "more allowed": "whether more may be used when these are gone, no if nothing is said",
    },
    "Step": {
        "repeat": "a name for steps that are repeated; needs until or up to, and steps",
        "each": "steps that each player does in turn: player",
        "roll": "all dice or the others, those not kept",
        "choose": "dice to keep",
        "write": "an open box",
        "name": "a name for the step",
        "until": "when a repetition ends: every sheet is full",
        "up to": "how often at most steps are repeated, 1 to 8",
        "steps": "the steps inside",
    },
    "Box": {
        "if": (
            "what the dice must show: one condition, or a list of them that must all hold; left out, any "
            "dice do"
        ),
        "points": "what the box then gives; needed",
    },
    "Pattern": {
        "alike": "at least so many dice show one face",
        "groups": "groups of like dice, each of another face: 3 of one and 2 of another",
        "faces": "these faces are among the dice, each as often as it is named",
        "run": "so many faces in a row are among the dice",
        "sum": "all dice together show exactly this",
        "one colour": "at least so many dice are of one colour",
        "different": "at least so many different faces are among the dice",
        "any of": "one of these conditions holds, up to 8",
        "expression": "a formula of your own that is true",
        "means": "the same in words, for people; goes with expression",
        "same face ok": "with groups: they may be of one face, so that five alike are also 3 and 2",
        "same colour": "with groups: all groups are of one colour",
    },
    "Points": {
        "fixed": "so many points; points: 25 is short for it",
        "sum": "the sum of all dice or of the set; points: sum and points: set are short for it",
        "sum of": "the sum of the dice that show this face",
        "by roll": "points for each number of the roll in the turn, the last for all later ones, up to 9",
        "expression": "a formula of your own",
        "means": "the same in words, for people; goes with expression",
        "plus": "so many points on top",
    },
    "Bonus": {
        "of": "whose subtotal it is",
        "from": "steps, at most 12: from this subtotal on, so many points; the highest step reached counts",
    },
    "Extra": {
        "if": "what the dice must show: a condition, or a list of them",
        "when": "what the player's own sheet must show before the box is written",
        "pays": "points on top",
        "write": (
            "lines, up to 8: the first that names a box which may be written now is the one that counts, "
            "and only its boxes may be written; where none does, any writable box may be, and gives 0. "
            "Without write all stays as it is. Where several rules have lines for a roll, the first rule "
            "counts"
        ),
    },
    "When": {
        "filled": "all of the place is written",
        "open": "some of the place is not written",
        "made": "all of the place is written with more than 0 points",
    },
    "FaceBox": {
        "that face in": "the section in which to look for the box",
    },
    "Pays": {
        "points": "how many points each time; needed",
        "when": "a further condition on the sheet, for these points only",
        "as": "the name of the chips that count how often; needed",
        "in": "the section in whose total they stand; else they stand at the end of the sheet",
    },
    "Line": {
        "in": "the place that may be written",
        "points": "what its boxes give; left out, what the dice give",
        "values": "what some of its boxes give instead of what the dice give; not together with points",
        "values when": "a condition on the sheet for these values; otherwise the dice decide",
    },
    "Option": {
        "default": "the value if none is chosen",
        "choices": "2 to 8 values with their patches; a patch may not touch game, options, based on and with",
    },
    "About": {
        "kind": "what one collects: combinations of dice, sums, or combinations and sums",
        "audience": "for whom it is: everyone, children or adults",
    },
    "Words": {
        "title": "the name of the game, at most 60 characters; needed",
        "line": "one line about it, at most 200 characters",
        "text": "more about it, at most 4,000 characters",
        "names": (
            "what boxes, sections, bonuses, rules, chips, components, colours, options (upper_first) and "
            "their values (upper_first.yes) are called"
        ),
        "differs": (
            "how others play it: under the same names, or any for the game as a whole, one text or a list"
            " of up to 6, each at most 400 characters"
        ),
    },
}
