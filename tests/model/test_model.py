"""Models as their files say them: rules and digests, options, names, records."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from plays import TEST_GAMES, every_tables, models
from regatta.errors import Invalid, Missing
from regatta.model import Model, catalogue, from_rules, load, parse, parse_all
from regatta.tables import Tables, compile  # noqa: A004 - as in re.compile

NAMES = tuple(models())


def facts(tables: Tables) -> dict[str, Any]:
    """Return all that tables hold, but for the options that were chosen on the way to these rules."""
    names = (field.name for field in fields(tables) if field.name not in ("options", "_writable"))
    return {name: getattr(tables, name) for name in names}


def test_the_catalogue_holds_the_games_of_the_contract() -> None:
    assert set(catalogue.ids()) >= {
        *("yacht", "yahtzee", "yahtzee-free-joker", "yahtzee-upper-first", "crag", "yatzy", "kismet"),
    }
    for game in catalogue.ids():
        model = load(game)
        assert model.id == game
        assert model.title("en")
        assert 1 <= model.spec.players.from_ <= model.spec.players.to


def test_the_best_known_games_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sorted(catalogue.ORDER.read_text("utf-8").split()) == list(catalogue.ids())
    assert catalogue.in_order()[:3] == ("yahtzee", "yatzy", "yacht")
    monkeypatch.setattr(catalogue, "ids", lambda: ("aaa", "crag", "yacht", "zzz"))
    assert catalogue.in_order() == ("yacht", "crag", "aaa", "zzz")


@pytest.mark.parametrize("name", NAMES)
def test_rules_survive_json_and_give_the_same_digest_and_tables(name: str) -> None:
    model = models()[name]
    rules = json.loads(json.dumps(model.rules()))
    again = from_rules(model.id, rules)
    assert again.rules() == model.rules()
    assert again.digest == model.digest
    assert list(again.boxes) == list(model.boxes)
    assert facts(compile(again)) == facts(every_tables()[name]), name


def test_digests_differ_where_rules_do_and_only_there() -> None:
    digests: dict[str, set[str]] = {}
    for name, model in models().items():
        digests.setdefault(model.digest, set()).add(name)
    same = {frozenset(names) for names in digests.values() if len(names) > 1}
    # Games that are based on another with options are those rules; the odd game has no order to free by an option.
    assert {frozenset(name.partition("[")[0] for name in names) for names in same} <= {
        frozenset({"yahtzee", "yahtzee-free-joker"}),
        frozenset({"yahtzee", "yahtzee-upper-first"}),
        frozenset({"yahtzee-free-joker", "yahtzee-upper-first"}),
        frozenset({"yahtzee", "yahtzee-free-joker", "yahtzee-upper-first"}),
    }


def test_words_change_the_file_and_not_the_rules() -> None:
    text = TEST_GAMES["tiny"].read_bytes()
    one, other = parse(text, "tiny.yaml"), parse(text.replace(b"Tiny", b"Small"), "tiny.yaml")
    assert one.digest == other.digest
    assert one.file_digest != other.file_digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("points: 10", "points: 11"),
        ("alike: 2", "run: 2"),
        ("two rolls", "three rolls"),
        ("faces: 3", "faces: 4"),
        ("{to: 3}", "{to: 4}"),
        (
            "  pair: {if: {alike: 2}, points: 10}\n  sum:  {points: sum}\n",
            "  sum:  {points: sum}\n  pair: {if: {alike: 2}, points: 10}\n",
        ),
    ],
)
def test_rules_change_the_digest(old: str, new: str) -> None:
    text = TEST_GAMES["tiny"].read_text()
    assert old in text
    assert parse(text.encode(), "a").digest != parse(text.replace(old, new).encode(), "a").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "two rolls",
            "[{repeat: game, until: every sheet is full, steps: [{each: player, name: round, steps: [{roll: all dice}, {repeat: reroll, up to: 1, steps: [{choose: dice to keep}, {roll: the others}]}, {write: an open box}]}]}]",
        ),
        ("points: 10", "points: {fixed: 10}"),
        ("{points: sum}", "{points: {sum: all dice}}"),
        ("{if: {alike: 2}, points: 10}", "{if: [{alike: 2}], points: 10}"),
        ("flow:", "start: highest total\nwinner: highest total\norder: free\nflow:"),
        ("{to: 3}", "{from: 1, to: 3}"),
    ],
)
def test_two_ways_to_say_a_thing_are_the_same_rules(old: str, new: str) -> None:
    text = TEST_GAMES["tiny"].read_text()
    assert old in text
    assert parse(text.encode(), "a").digest == parse(text.replace(old, new, 1).encode(), "a").digest


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": 3},
        {"sheet": {}},
        {"options": {"a": {"default": "b", "choices": {"b": None, "c": None}}}},
        {"words": {"en": {"title": "x"}}},
        {"order": ["nowhere"]},
        {"flow": []},
        {"dice": {"count": 10**30, "faces": 6}},
        {"unknown": 1},
    ],
)
def test_rules_of_a_record_that_are_none_are_refused(rules: dict[str, Any]) -> None:
    whole = models()["tiny"].rules() | rules if rules else {}
    with pytest.raises(Invalid, match=r"^rules\.unreadable"):
        from_rules("tiny", whole)


def test_rules_with_something_lost_are_refused_or_are_rules() -> None:
    rng = Random(3)
    rules = models()["yahtzee[upper_first=no,extra_yahtzee=forced_joker]"].rules()
    for _ in range(60):
        damaged = json.loads(json.dumps(rules))
        inside = damaged
        while isinstance(inside, dict) and inside:
            key = rng.choice(list(inside))
            if rng.random() < 0.4 or not isinstance(inside[key], dict):
                inside[key] = rng.choice([None, 3, "x", [], {}, [None]])
                break
            inside = inside[key]
        try:
            found = from_rules("damaged", damaged)
        except Invalid:
            continue
        assert isinstance(found, Model)


# ----------------------------------------------------------------------------------------------------- options


def test_options_are_chosen_by_name_in_any_usual_spelling() -> None:
    for value in ("free_joker", "free joker", "Free-Joker", " free_joker "):
        assert load("yahtzee", {"extra_yahtzee": value}).options["extra_yahtzee"] == "free_joker"
    for truth in (True, "yes", "YES"):
        assert load("yahtzee", {"upper_first": truth}).options["upper_first"] == "yes"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"jokers": "free"}, "option.unknown"),
        ({"upper_first": "maybe"}, "option.value"),
        ({"upper_first": ""}, "option.value"),
        ({"upper_first": 1}, "option.value"),
        ({"upper_first": None}, "option.value"),
    ],
)
def test_options_that_are_none_are_refused(wanted: dict[str, object], code: str) -> None:
    with pytest.raises(Invalid) as caught:
        load("yahtzee", wanted)
    assert caught.value.code == code
    assert caught.value.params["known"]


def test_a_game_based_on_another_offers_the_options_that_are_left() -> None:
    assert list(load("yahtzee-free-joker").choices) == ["upper_first"]
    assert list(load("yahtzee-upper-first").choices) == ["extra_yahtzee"]


def test_every_combination_of_options_is_a_model() -> None:
    assert len(parse_all(TEST_GAMES["odd"].read_bytes(), "odd.yaml")) == 4 * 3 * 3
    assert len(parse_all(catalogue.path_of("yahtzee").read_bytes(), "yahtzee.yaml")) == 2 * 4


@pytest.mark.parametrize("game", ["chess", "", "../yacht", "yacht.yaml.yaml", "/no/such", "yacht\0"])
def test_a_game_that_does_not_exist_is_missing(game: str) -> None:
    with pytest.raises(Missing):
        load(game)


# ------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("game", catalogue.ids())
def test_every_name_a_player_sees_is_written(game: str) -> None:
    model = load(game)
    words, language = model.words("en")
    assert language == "en"
    assert words is not None
    seen = {*model.boxes, *(section for section in model.spec.sheet.sections if section), *model.spec.bonuses}
    seen |= {*model.spec.extra, *(extra.pays.as_ for extra in model.spec.extra.values() if extra.pays)}
    seen |= {
        *model.choices,
        *(f"{name}.{value}" for name, option in model.choices.items() for value in option.choices),
    }
    assert seen <= set(words.names)


def test_words_of_a_language_that_the_author_left_out_are_shown_in_the_authors() -> None:
    model = models()["odd[order=free,triples=joker,rolls=three]"]
    assert model.languages == ["en", "hu"]
    assert (model.title("hu"), model.title("af")) == ("Furcsa", "Odd")
    assert model.words("af")[1] == "en"
    assert model.name("ones", "hu") == "Ones"
    assert model.name("four_bonus") == "Four bonus"
    assert model.name("order.free") == "as you like"
    assert model.name("order.left_first") == "Left first"
