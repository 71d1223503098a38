"""``regatta rules``: the rules of a game in words."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell

WIDEST = 100
"""Longer lines are hard to read."""


def arguments(parser: Parser, _: Gettext) -> None:
    parser.game()
    parser.options()
    parser.facts()


def run(args: Namespace, shell: Shell) -> int:
    from regatta.model import load
    from regatta.words.rules import rules_in_words

    rules = rules_in_words(load(args.game, dict(args.option)), shell.words)
    if args.json:
        from regatta.words.rules.data import data

        shell.json(data(rules))
    else:
        from regatta.words.rules.text import text

        shell.say(text(rules, shell.words, min(shutil.get_terminal_size().columns, WIDEST)).rstrip("\n"))
    return GOOD
