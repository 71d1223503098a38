"""Copies of games: kept version by version, played like any other game, never changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from at_desk import played
from at_table import ANA, STRANGER, seats
from loops import run
from regatta.errors import Denied, Illegal, Invalid, Missing
from regatta.match.verify import verify
from regatta.model import catalogue, load
from regatta.storage import copies as storage
from regatta.storage.copies import Copies, Copy, split
from regatta.storage.desk import Desk
from regatta.tables import tables_of

TINY = """
game: tiny
players: {to: 3}
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum:  {points: sum}
words:
  en: {title: Tiny}
"""
OTHER = TINY.replace("points: 10", "points: 20")


class Shelf:
    """Copies, with their async ways made plain."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.copies = Copies(desk)

    def keep(self, text: str = TINY, guest: str = ANA, name: str | None = None) -> Copy:
        return run(self.copies.akeep(guest, text, "Tiny", parent="yacht", name=name))


@pytest.fixture
def shelf(desk: Desk) -> Iterator[Shelf]:
    found = Shelf(desk)
    yield found
    found.copies.close()


def test_a_version_is_a_game_like_any_other(shelf: Shelf) -> None:
    made = shelf.keep()
    assert (made.version, made.parent, split(made.game)) == (1, "yacht", (made.id, 1))
    model = load(made.game)
    assert (model.id, model.spec.game, model.title()) == (made.game, "tiny", "Tiny")
    assert catalogue.known(made.game)
    assert made.game not in catalogue.ids()
    match = played(shelf.desk, shelf.desk.open(made.game, seats("Ana", "greedy"), ANA))
    assert match.finished is not None
    assert (match.opened.game, verify(shelf.desk.record(match.id))) == (made.game, [])


def test_a_new_edit_is_a_new_version_and_the_old_one_stays(shelf: Shelf) -> None:
    first = shelf.keep()
    match = shelf.desk.open(first.game, seats("Ana"), ANA)
    second = shelf.keep(OTHER, name=first.id)
    assert (second.id, second.version) == (first.id, 2)
    assert shelf.keep(OTHER, name=first.id).version == 2
    assert tables_of(first.game).highest == 10
    assert tables_of(second.game).highest == 20
    assert shelf.desk.match(match.id).tables.highest == 10
    assert [each.version for each in run(shelf.copies.aowned(ANA))] == [2]


def test_running_matches_of_a_copy_survive_a_restart_and_its_end(url: str) -> None:
    with Desk(url) as desk:
        first = Shelf(desk)
        made = first.keep()
        match = desk.open(made.game, seats("Ana"), ANA)
        first.copies.close()
    assert not catalogue.known(made.game)
    with Desk(url) as desk:
        again = Shelf(desk)
        assert catalogue.known(made.game)
        again.copies.withdraw(made.id)
        assert not catalogue.known(made.game)
        with pytest.raises(Missing, match=r"copy\.withdrawn"):
            run(again.copies.afind(made.id))
        with pytest.raises(Missing):
            desk.open(made.game, seats("Ana"), ANA)
        assert played(desk, desk.match(match.id)).finished is not None
        again.copies.close()


def test_the_copy_of_another_is_only_read(shelf: Shelf) -> None:
    made = shelf.keep()
    with pytest.raises(Denied):
        shelf.keep(OTHER, guest=STRANGER, name=made.id)
    with pytest.raises(Denied):
        run(shelf.copies.athrow_away(STRANGER, made.id))
    fork = shelf.keep(OTHER, guest=STRANGER)
    assert fork.id != made.id
    assert [each.id for each in run(shelf.copies.aowned(STRANGER))] == [fork.id]


def test_what_is_thrown_away_leaves_the_list_and_keeps_its_address(shelf: Shelf) -> None:
    made = shelf.keep()
    run(shelf.copies.athrow_away(ANA, made.id))
    assert run(shelf.copies.aowned(ANA)) == []
    assert load(made.game).title() == "Tiny"
    assert shelf.keep(OTHER, name=made.id).version == 2
    assert len(run(shelf.copies.aowned(ANA))) == 1


def test_there_is_an_end_to_copies_and_versions(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MOST_COPIES", 2)
    monkeypatch.setattr(storage, "MOST_VERSIONS", 2)
    made = shelf.keep()
    shelf.keep()
    with pytest.raises(Illegal, match=r"copy\.too_many\b"):
        shelf.keep()
    shelf.keep(guest=STRANGER)
    run(shelf.copies.athrow_away(ANA, made.id))
    third = shelf.keep()
    with pytest.raises(Illegal, match=r"copy\.too_many\b"):
        shelf.keep(OTHER, name=made.id)
    run(shelf.copies.athrow_away(ANA, third.id))
    shelf.keep(OTHER, name=made.id)
    with pytest.raises(Illegal, match=r"copy\.too_many_versions"):
        shelf.keep(TINY, name=made.id)
    with pytest.raises(Invalid, match=r"copy\.text"):
        shelf.keep("\ud800", name=made.id)
    run(shelf.copies.athrow_away(ANA, made.id))
    monkeypatch.setattr(storage, "MOST_MEGABYTES", 0)
    with pytest.raises(Illegal, match=r"copy\.too_much"):
        shelf.keep()
    monkeypatch.setattr(storage, "MOST_MEGABYTES", 1)
    shelf.keep()


@pytest.mark.parametrize(
    "game",
    [
        "",
        "yacht",
        "yacht.1",
        "a.1",
        "caaaaaaaaaaaaaaa",
        "caaaaaaaaaaaaaaa.0",
        "caaaaaaaaaaaaaaa.99999",
        "__proto__.1",
    ],
)
def test_other_ids_are_no_copies(shelf: Shelf, game: str) -> None:
    assert split(game) is None
    assert shelf.copies.source(game) is None


def test_an_unknown_copy_is_unknown(shelf: Shelf) -> None:
    assert shelf.copies.source("c" * 16 + ".1") is None
    with pytest.raises(Missing):
        load("c" * 16 + ".1")
    with pytest.raises(Missing, match=r"copy\.unknown"):
        run(shelf.copies.afind("c" * 16))
