"""What the tests of the core share: every game with every combination of options, and plays of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from regatta import engine
from regatta.engine import Action, Event, Position, Roll
from regatta.model import Model, catalogue, parse_all
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile

HERE = Path(__file__).parent
TEST_GAMES = {path.stem: path for path in sorted((HERE / "games").glob("*.yaml"))}


@cache
def models() -> dict[str, Model]:
    """Return every game of the catalogue and of the tests under every combination of its options."""
    found = {}
    files = {game: catalogue.path_of(game) for game in catalogue.ids()} | TEST_GAMES
    for game, path in files.items():
        for model in parse_all(path.read_bytes(), path.name):
            chosen = ",".join(f"{name}={value}" for name, value in model.options.items())
            found[f"{game}[{chosen}]" if chosen else game] = model
    return found


@cache
def every_tables() -> dict[str, Tables]:
    """Return the tables of each of ``models``, compiled here and not taken from a cache."""
    return {name: compile(model) for name, model in models().items()}


def tables(game: str, **options: str) -> Tables:
    """Return the tables of one game with some options chosen, the others as they are by default."""
    for name, model in models().items():
        default = {option: choice.default for option, choice in model.choices.items()}
        if model.id == game and model.options == default | options:
            return every_tables()[name]
    raise LookupError(game, options)


def throw(position: Position, rng: Random) -> Roll:
    """Return dice that fell at random; one throw in four shows one face only, so that jokers come up."""
    game = position.game
    number = game.count - len(position.kept)
    if rng.random() < 0.25:
        face = rng.choice(position.kept or range(1, game.faces + 1))
        return Roll((face,) * number)
    return Roll(tuple(sorted(rng.randint(1, game.faces) for _ in range(number))))


def choose(position: Position, rng: Random) -> Action:
    """Return any action of chance or of the seat to act."""
    if position.phase == "roll":
        return throw(position, rng)
    return rng.choice(engine.legal_actions(position))


def play(position: Position, rng: Random) -> Iterator[tuple[Position, Action, Event, Position]]:
    """Play to the end at random, verifying every action: each position, the action, its event, what follows."""
    while position.phase != "over":
        action = choose(position, rng)
        after, event = engine.apply(position, action)
        yield position, action, event, after
        position = after


def at_write(game: Tables, sheet: str, dice: tuple[int, ...], extras: int = 0, number: int = 0) -> Position:
    """Return the position of one player with that sheet, who has to write those dice."""
    number = number or game.rolls
    written = engine.parse_sheet(game, sheet, extras)
    return Position(game, (written,), 0, "write", number, game.dice.read(dice))
