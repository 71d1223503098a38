"""A sentence for every fault of a model file: what stands there, and what is expected."""

from __future__ import annotations

from regatta.words.marks import N_

FAULTS: dict[str, str] = {
    # The file
    "file.alias": N_("Anchors and aliases are not allowed: write the value out."),
    "file.bad_name": N_("A name must be plain text."),
    "file.empty": N_("The file is empty."),
    "file.named_twice": N_("The name %(name)s stands here again; first in line %(first)s."),
    "file.not_a_mapping": N_("A model is a mapping of names to values."),
    "file.not_utf8": N_("The file is not UTF-8."),
    "file.not_yaml": N_(
        "This is no YAML: what stands here does not fit what stands before it. Look at brackets, quotes, colons "
        "and how far the lines are indented."
    ),
    "file.tab": N_("A tab stands here; YAML is indented with spaces."),
    "file.second_document": N_("A file holds one model; a second document begins here."),
    "file.tag": N_("Tags are not allowed: %(tag)s."),
    "file.too_deep": N_("Values are nested more than %(limit)s deep."),
    "file.too_large": N_("The file is larger than %(limit)s bytes."),
    "file.too_many_nodes": N_("The file has more than %(limit)s values."),
    "file.unprintable": N_("A character stands here that cannot be printed."),
    # The words of the language
    "model.bad_game_id": N_(
        "%(found)s is no id of a game: it takes small letters, digits and hyphens, a letter first."
    ),
    "model.bad_id": N_("%(found)s is no id: it takes small letters, digits and underscores, a letter first."),
    "model.bad_language": N_("%(found)s is no code of a language, such as en, hu or pt-BR."),
    "model.breaks_below": N_("Because of this, line %(line)s of %(file)s no longer holds."),
    "model.colon_without_blank": N_("A blank is missing behind the colon of %(name)s."),
    "model.face_coloured_twice": N_("The face %(face)s has two colours."),
    "model.flow_name": N_("%(found)s is no flow. The named flows are: %(known)s."),
    "model.flow_unplayable": N_("A turn must roll all dice, may choose and reroll, and writes into a box."),
    "model.goes_with": N_("%(word)s has a meaning only together with: %(other)s."),
    "model.expression_means": N_("An expression needs a sentence that says what it means: add means."),
    "model.groups_of_dice": N_("These groups need %(needed)s dice together; the game has %(dice)s."),
    "model.missing": N_("%(name)s is missing."),
    "model.name_taken": N_("The name %(name)s is taken by something else."),
    "model.nested": N_("%(word)s cannot stand inside another one."),
    "model.no_colours": N_("The dice have no colours: add them under dice."),
    "model.no_such_face": N_("No die shows %(found)s: the faces are 1 to %(faces)s."),
    "model.no_word": N_("%(name)s is no word of the model language."),
    "model.not_a_list": N_("%(found)s stands here; a list is expected."),
    "model.not_a_mapping": N_("%(found)s stands here; a mapping of names to values is expected."),
    "model.not_a_number": N_("%(found)s stands here; a whole number is expected."),
    "model.not_one_of": N_("%(found)s stands here; expected is one of: %(expected)s."),
    "model.not_points": N_(
        "%(found)s stands here; expected is a whole number, sum, set, or a mapping such as {sum of: 6}."
    ),
    "model.not_text": N_("%(found)s stands here; text is expected."),
    "model.not_yes_or_no": N_("%(found)s stands here; yes or no is expected."),
    "model.one_of": N_("Exactly one of these is expected here: %(words)s; %(given)s are given."),
    "model.order_incomplete": N_("The order leaves out: %(boxes)s."),
    "model.options_too_large": N_(
        "The rules times the combinations of options make %(found)s words and values; at most %(limit)s are possible."
    ),
    "model.patch_touches": N_("An option cannot change %(name)s."),
    "model.points_range": N_(
        "The dice %(dice)s would give %(found)s points; allowed are -%(limit)s to %(limit)s."
    ),
    "model.range_order": N_("The range goes from %(low)s to %(high)s, upside down."),
    "model.set_of_which": N_(
        "The sum of the set needs exactly one set of dice; the condition has %(found)s."
    ),
    "model.sheet_empty": N_("A sheet or section needs at least one box."),
    "model.step_number": N_("%(found)s is no step of a bonus: write a whole number of points."),
    "model.text_control": N_("The text holds a control character."),
    "model.that_face_of_which": N_(
        "There is no face that this could mean: the rule is about no set of like dice."
    ),
    "model.too_few": N_("%(found)s is too short: at least %(limit)s."),
    "model.too_large": N_("%(found)s is too large: at most %(limit)s."),
    "model.too_many": N_("%(found)s is too long: at most %(limit)s."),
    "model.too_many_cells": N_("The sheet has %(found)s boxes; at most %(limit)s are possible."),
    "model.too_many_combinations": N_(
        "The options combine in %(found)s ways; at most %(limit)s are possible."
    ),
    "model.too_many_rolls": N_("These dice fall in %(found)s ways; at most %(limit)s are possible."),
    "model.too_much_text": N_(
        "The rules are too long: at most %(limit)s characters, counted for each roll of the turn."
    ),
    "model.too_much_work": N_("The expressions take too long to compute: at most %(limit)s steps."),
    "model.too_small": N_("%(found)s is too small: at least %(limit)s."),
    "model.unknown_name": N_("There is no %(name)s. Known here: %(known)s."),
    "model.unknown_word": N_("%(name)s is no word of the model language. Near it: %(near)s."),
    "model.word_elsewhere": N_("The word %(name)s of the model language cannot stand here."),
    "model.wrong": N_("%(found)s cannot stand here."),
    # Options that a model settles by itself
    "option.unknown": N_("The game has no option %(option)s. Its options are: %(known)s."),
    "option.value": N_("The option %(option)s cannot be %(found)s. It can be: %(known)s."),
    # Expressions
    "expression.character": N_("The expression holds %(found)s at character %(at)s, which it cannot."),
    "expression.ends_early": N_("The expression ends too early."),
    "expression.expected": N_("At character %(at)s stands %(found)s; expected is %(expected)s."),
    "expression.name": N_("%(found)s at character %(at)s is no function. The functions are: %(known)s."),
    "expression.overflow": N_(
        "With the dice %(dice)s a number in the expression becomes larger than %(limit)s."
    ),
    "expression.too_deep": N_("The expression is nested more than %(limit)s deep."),
    "expression.too_large": N_("%(found)s at character %(at)s is too large: at most %(limit)s."),
    "expression.too_long": N_("The expression has %(found)s characters; at most %(limit)s are possible."),
    "expression.type": N_("At character %(at)s a value of another kind is expected: %(expected)s."),
    "expression.unexpected": N_("The expression cannot go on with %(found)s at character %(at)s."),
    "expression.zero": N_("With the dice %(dice)s the expression divides by zero."),
}
