"""``regatta games``: the games of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.terminal.shell import GOOD

if TYPE_CHECKING:
    from regatta.terminal.parser import Namespace, Parser
    from regatta.terminal.shell import Gettext, Shell


def arguments(parser: Parser, _: Gettext) -> None:
    parser.facts()


def run(args: Namespace, shell: Shell) -> int:
    from regatta.model import catalogue, load
    from regatta.words.naming import GameWords

    models = [load(game) for game in catalogue.in_order()]
    titles = [GameWords(shell.words, model).title.text for model in models]
    if args.json:
        shell.json(
            [
                {
                    "id": model.id,
                    "title": title,
                    "boxes": len(model.boxes),
                    "dice": model.spec.dice.count,
                    "players": [model.spec.players.from_, model.spec.players.to],
                }
                for model, title in zip(models, titles, strict=True)
            ]
        )
        return GOOD
    _ = shell.gettext
    wide = max(len(model.id) for model in models)
    widest = max(map(len, titles))
    for model, title in zip(models, titles, strict=True):
        facts = _("%(boxes)3d boxes  %(dice)d dice  %(low)d to %(high)d players") % {
            "boxes": len(model.boxes),
            "dice": model.spec.dice.count,
            "low": model.spec.players.from_,
            "high": model.spec.players.to,
        }
        shell.say(f"{model.id:<{wide}}  {title:<{widest}}  {facts}")
    return GOOD
