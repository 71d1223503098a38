"""Players that know what everything is worth: they need a solved game, and play as well as they say."""

from __future__ import annotations

from random import Random

import pytest

from plays import at_write, tables
from regatta import engine, players
from regatta.coach import advise
from regatta.engine import Keep
from regatta.errors import Illegal
from regatta.players import solved
from regatta.players.human import BLURS
from regatta.terminal.simulate import totals


def test_who_needs_a_solved_game_says_so_and_solves_nothing(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGATTA_CACHE", str(tmp_path))
    solved.strategies.clear()
    game = tables("tiny")
    position = at_write(game, "", (1, 2))
    for name in players.names():
        assert players.ready(name, game) == (name not in players.KNOWING)
    for name in players.KNOWING:
        with pytest.raises(Illegal, match=r"player\.not_ready"):
            players.player(name).choose(position, Random(1))
    assert list(tmp_path.rglob("*.values")) == []
    players.prepare("optimal", game)
    assert all(players.ready(name, game) == (name not in players.LONG) for name in players.names())
    players.prepare("record:9", game)
    assert all(players.ready(name, game) for name in players.names())
    assert list(tmp_path.rglob("*.values")) != []
    solved.strategies.clear()
    assert players.ready("casual", game), "what is on the disk is found"


def test_solved_games_in_memory_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [tables(name) for name in ("tiny", "odd")]
    for game in games:
        players.prepare("optimal", game)
    first, second = map(solved.strategy_of, games)
    shelf = solved.Shelf(lambda _: False, lambda _: None)
    shelf.put(games[0], first)
    shelf.put(games[1], second)
    assert [shelf.find(game) for game in games] == [first, second]
    monkeypatch.setattr(solved, "MOST_MEMORY", first.space.memory)
    shelf.put(games[0], first)
    assert [shelf.find(game) for game in games] == [first, None]
    monkeypatch.setattr(solved, "MOST_MEMORY", 0)
    shelf.put(games[1], second)
    assert [shelf.find(game) for game in games] == [None, second], "the last one stays, however large"


def test_optimal_does_what_advice_puts_first() -> None:
    game = tables("odd")
    players.prepare("optimal", game)
    strategy = solved.strategy_of(game)
    optimal, rng = players.player("optimal"), Random(4)
    for _ in range(3):
        position = engine.start(game)
        while position.phase != "over":
            if position.phase == "roll":
                ways = engine.chance_outcomes(position)
                position = engine.advance(position, rng.choice(ways)[0])
                continue
            best = advise(position, strategy).options
            action = optimal.choose(position, rng)
            chosen = next(option.value for option in best if option.action == action)
            assert chosen == pytest.approx(best[0].value, abs=1e-9)
            position = engine.advance(position, rng.choice([action, *engine.legal_actions(position)]))


def test_strengths_come_in_order() -> None:
    """Exact: what each strength loses in the mean on the way through one game, decision by decision."""
    game = tables("crag")
    players.prepare("optimal", game)
    strategy = solved.strategy_of(game)
    lost = dict.fromkeys(("optimal", "expert", "steady", "casual", "random"), 0.0)
    dice = Random(2)
    position = engine.start(game)
    while position.phase != "over":
        if position.phase == "roll":
            ways = engine.chance_outcomes(position)
            position = engine.advance(position, dice.choice(ways)[0])
            continue
        advice = advise(position, strategy)
        values = {option.action: option.value for option in advice.options}
        for name in lost:
            player = players.player(name)
            for seed in range(30):
                lost[name] += advice.value - values[player.choose(position, Random(seed))]
        position = engine.advance(position, advice.options[0].action)
    assert list(lost) == sorted(lost, key=lost.__getitem__)
    assert lost["optimal"] == pytest.approx(0)
    assert lost["expert"] * 2 < lost["steady"] < lost["casual"] < lost["random"]


def test_a_strength_prefers_what_is_worth_more() -> None:
    """The chance of each option is in proportion to e to the power of value / blur, to within four standard errors."""
    game = tables("tiny")
    players.prepare("casual", game)
    position = at_write(game, "", (2, 2), number=1)._replace(phase="keep")
    values = {option.action: option.value for option in advise(position, solved.strategy_of(game)).options}
    player, rng, games = players.player("casual"), Random(1), 4_000
    drawn = [player.choose(position, rng) for _ in range(games)]
    weights = {action: 2.718281828459045 ** (value / BLURS["casual"]) for action, value in values.items()}
    for action, weight in weights.items():
        share = weight / sum(weights.values())
        error = (share * (1 - share) / games) ** 0.5
        assert drawn.count(action) / games == pytest.approx(share, abs=4 * error + 1e-12)
    assert drawn.count(Keep((2, 2))) > games / 2


def test_the_mean_of_optimal_is_the_value_of_the_game() -> None:
    game = tables("tiny")
    players.prepare("optimal", game)
    found = list(totals(game, players.player("optimal"), 4_000, 3))
    mean = sum(found) / len(found)
    error = (sum((total - mean) ** 2 for total in found) / len(found) ** 2) ** 0.5
    assert mean == pytest.approx(solved.strategy_of(game).start, abs=4 * error)
