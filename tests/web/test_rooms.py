"""Rooms over HTTP: opened in one tap, found by link and code, safe from strangers, played to the end and again."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx
import pytest

from at_room import JSON, began, begins, code_of, do, done, joins, mover, opens, turn, turns
from at_site import Visitor, form_of, read, refused, served
from regatta import solver
from regatta.storage.rooms import Rooms
from regatta.tables import Tables, tables_of
from regatta.web import coaching, names, tickets
from regatta.web.guests import COOKIE
from regatta.web.jobs import Job
from regatta.web.limits import BUDGETS

Make = Callable[[], Visitor]

MARKUP = "<script>alert(1)</script>&\"'"


@pytest.fixture
def ana(visitors: Make) -> Visitor:
    return visitors()


@pytest.fixture
def bo(visitors: Make) -> Visitor:
    return visitors()


def names_at(guest: Visitor, path: str) -> list[str]:
    return [seat["name"] for seat in guest.state(path)["seats"]]


def seats_of(guest: Visitor, path: str) -> list[int]:
    return [number for number, seat in enumerate(guest.state(path)["seats"]) if seat["yours"]]


# --------------------------------------------------------------------------------------------------- the way in


def test_a_room_is_opened_in_one_tap_and_shows_how_others_come_in(ana: Visitor) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    page = ana.page
    link = page.one("a", id="room-link").attributes["href"]
    assert link == f"{ana.http.base_url}/r/{code}".replace("//r", "/r")
    assert page.one(class_="room-code").text.replace(" ", "") == code
    assert page.one(class_="room-code").attributes["aria-label"] == " ".join(code)
    assert page.one("svg", class_="qr").attributes["aria-label"]
    assert len(page.one(class_="commitment").text) == 64
    assert "disabled" in page.one("button", id="begin-button").attributes
    assert page.one(id="begin-why").text
    (host,) = ana.state(path)["seats"]
    assert host["yours"]
    assert host["player"] == "person"


def test_the_same_form_sent_twice_opens_one_room(ana: Visitor) -> None:
    ana.get("/new/crag")
    where, fields = ana.form("/online/crag")
    first, second = (ana.http.post(where, data=fields).url.path for _ in range(2))
    assert first == second


def test_options_chosen_beforehand_are_those_of_the_room(ana: Visitor) -> None:
    ana.get("/online/yahtzee?option-upper_first=yes")
    ana.send("/online/yahtzee")
    assert ana.state()["options"]["upper_first"] == "yes"
    ana.get("/games/yahtzee?option-upper_first=yes")
    (link,) = [tag for tag in ana.page.all("a") if "data-online" in tag.attributes]
    assert link.attributes["href"] == "/online/yahtzee?option-upper_first=yes"


def test_ON_16_nine_people_join_one_code_however_they_type_it(ana: Visitor, visitors: Make) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    typed = [code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}", f"  {code}  "]
    guests = [visitors() for _ in range(9)]
    for number, guest in enumerate(guests):
        assert guest.get(f"/join?code={typed[number % len(typed)]}").status_code == 200
        assert guest.path == path
        assert guest.send("/sit", name="Guest").status_code == 200
    assert len(set(names_at(ana, path))) == 10
    late = visitors()
    late.get(path)
    assert late.page.all("form", id="sit") == []
    refused(do(late, path, "sit", name="Late"), 422, "room.full")


def test_ON_17_ON_18_an_unknown_code_is_told_at_once_and_makes_nothing(ana: Visitor, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        guest = Visitor(address)
        for where in ("/r/AAAAAA", "/join?code=AAA%20AAA"):
            assert guest.get(where).status_code == 404
            field = guest.page.one("input", id="code")
            assert field.attributes["value"].replace(" ", "") == "AAAAAA"
            assert guest.page.one(id="notice").text
        refused(guest.http.get("/r/BBBBBB", headers=JSON), 404, "room.unknown")
        assert guest.get("/join").status_code == 200
        guest.close()
    with sqlite3.connect(tmp_path / "regatta.sqlite") as database:
        assert database.execute("select count(*) from match").fetchone() == (0,)


def test_ON_14_two_browsers_behind_one_address_have_their_own_seats(ana: Visitor, bo: Visitor) -> None:
    path = began(ana, bo)
    assert seats_of(ana, path) == [0]
    assert seats_of(bo, path) == [1]


def test_who_has_a_seat_is_led_to_the_match(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    joins(bo, code, "Bo")
    for guest in (ana, bo):
        guest.get(f"/r/{code}")
        assert guest.path == path
        assert guest.page.all("form", id="sit") == []


def test_a_name_is_remembered(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    joins(bo, code_of(ana, path), "Bo Derek")
    other = opens(bo)
    assert names_at(bo, other) == ["Bo Derek"]


# ----------------------------------------------------------------------------------------------- before it begins


def test_ON_24_leaving_and_joining_again(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    joins(bo, code_of(ana, path), "Bo")
    assert bo.send("/stand-up").status_code == 200
    assert names_at(bo, path)[1:] == []
    assert bo.send("/sit", name="Bo").status_code == 200
    assert names_at(bo, path)[1:] == ["Bo"]


def test_ON_15_there_is_one_host_and_the_next_one_begins(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path, cy = opens(ana), visitors()
    code = code_of(ana, path)
    joins(bo, code, "Bo")
    joins(cy, code, "Cy")
    refused(do(bo, path, "begin", version=bo.state(path)["version"]), 403, "room.not_host")
    done(ana, path, "stand-up", seat=0)
    joins(ana, code, "Ana")
    bo.get(path)
    assert bo.page.one("button", id="begin-button")
    ana.get(path)
    assert ana.page.all("button", id="begin-button") == []
    refused(do(ana, path, "begin", version=ana.state(path)["version"]), 403, "room.not_host")
    assert begins(bo, path)["phase"] == "roll"


def test_ON_20_a_second_start_changes_nothing(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    joins(bo, code_of(ana, path), "Bo")
    version = ana.state(path)["version"]
    head = {"token": ana.state(path)["token"], "version": version}
    first = ana.http.post(f"{path}/begin", json=head | {"key": "one"}, headers=JSON)
    again = ana.http.post(f"{path}/begin", json=head | {"key": "one"}, headers=JSON)
    other = ana.http.post(f"{path}/begin", json=head | {"key": "two"}, headers=JSON)
    assert first.status_code == again.status_code == 200
    assert first.json()["version"] == again.json()["version"] == ana.state(path)["version"]
    refused(other, 409, "match.stale")


def test_FL_21_a_match_needs_two(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    joins(bo, code_of(ana, path), "Bo")
    done(ana, path, "stand-up", seat=1)
    refused(do(ana, path, "begin", version=ana.state(path)["version"]), 422, "room.too_few")
    refused(do(bo, path, "sit", name="Bo"), 403, "room.barred")
    bo.get(path)
    assert bo.page.all("form", id="sit") == []
    done(ana, path, "bots", player="greedy")
    assert begins(ana, path)["phase"] == "roll"


def test_a_stale_page_sends_nobody_else_away(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path, cy = opens(ana), visitors()
    code = code_of(ana, path)
    joins(bo, code, "Bo")
    joins(cy, code, "Cy")
    ana.get(path)
    (form,) = [tag.up("form") for tag in ana.page.all("button", id="go-1")]
    assert form is not None
    fields = {tag.attributes["name"]: tag.attributes["value"] for tag in form.all("input")}
    bo.get(path)
    bo.send("/stand-up")
    answer = ana.http.post(form.attributes["action"], data=fields)
    assert answer.status_code == 409
    assert names_at(ana, path)[1:] == ["Cy"]


def test_a_host_arranges_what_is_played(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana, "yahtzee")
    joins(bo, code_of(ana, path), "Bo")
    changed = {"game": "crag", "clock": "60", "listed": "yes", "watchers": "no", "hints": "yes", "seats": "3"}
    terms = done(ana, path, "arrange", **changed)["terms"]
    expected = {"seats": 3, "clock": 60, "listed": True, "watchers": False, "hints": True}
    assert terms == expected
    assert ana.state(path)["game"] == "crag"
    assert done(ana, path, "arrange", seats="2")["terms"] == expected | {"seats": 2}
    refused(do(ana, path, "arrange", seats="1"), 400, "seats.number")
    refused(do(ana, path, "arrange", clock="17"), 400, "clock.unknown")
    refused(do(ana, path, "arrange", listed="perhaps"), 400, "option.value")
    refused(do(ana, path, "arrange", game="chess"), 404, "game.unknown")
    refused(do(bo, path, "arrange", clock=""), 403, "room.not_host")
    begins(ana, path)
    refused(do(ana, path, "arrange", clock=""), 422, "room.begun")


def test_words_of_ones_own_come_with_the_seat(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    bo.get(path)
    bo.send("/sit", name="Bo", salt="nobody knows this")
    ana.get(path)
    assert "nobody knows this" in ana.page.text
    done(ana, path, "salt", seat=0, salt="nor this", version=ana.state(path)["version"])
    begins(ana, path)
    assert [seat["salt"] for seat in ana.state(path)["seats"]] == ["nor this", "nobody knows this"]


def test_a_bad_name_stays_in_its_field(ana: Visitor, bo: Visitor) -> None:
    path = opens(ana)
    bo.get(path)
    answer = bo.send("/sit", name="\u202eevil")
    assert answer.status_code == 400
    assert bo.page.one(id="notice").text
    assert bo.page.one("input", id="sit-name")
    assert names_at(ana, path)[1:] == []


# ------------------------------------------------------------------------------------------------ while it is played


def test_ON_21_who_comes_late_only_watches(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    joins(bo, code, "Bo")
    begins(ana, path)
    before, late = ana.state(path), visitors()
    late.get(f"/r/{code}")
    assert late.path == path
    assert late.page.one("div", id="table").all("form") == []
    refused(do(late, path, "sit", name="Late"), 422, "room.begun")
    assert ana.state(path) == before


def test_ON_08_a_page_loaded_again_is_the_same_seat(ana: Visitor, bo: Visitor) -> None:
    path = began(ana, bo)
    moves, _ = mover(path, ana, bo)
    before = done(moves, path, "roll", version=moves.state(path)["version"], seat=moves.state(path)["seat"])
    moves.get(path)
    assert moves.page.all("input", id="sit-name") == []
    after = moves.state(path)
    assert [seat["yours"] for seat in after["seats"]] == [seat["yours"] for seat in before["seats"]]
    assert (after["number"], after["dice"], after["preview"]) == (1, before["dice"], before["preview"])


def test_ON_10_who_leaves_is_played_by_a_bot_until_they_return(ana: Visitor, bo: Visitor) -> None:
    path = began(ana, bo)
    bo.get(path)
    action, fields = form_of(bo.page.one("section", id="players"), "/stand-up")
    assert bo.post(action, **fields).status_code == 200
    bo.get(path)
    slip = bo.page.one("form", id="slip")
    assert slip.attributes["action"].endswith("/return")
    ana.get(path)
    assert "bot" in [tag.text for tag in ana.page.one("ol", class_="seats").all(class_="away")]
    turns(path, ana, most=2)
    history = ana.get(path) and ana.page.one("section", id="history").text
    assert "a bot stood in" in history
    assert bo.send("/return").status_code == 200
    assert names_at(bo, path) == ["Ana", "Bo"]
    assert seats_of(bo, path) == [1]
    assert not bo.state(path)["seats"][1]["stands_in"]


def test_giving_up_in_the_list_leaves_the_seat_to_a_bot(ana: Visitor, bo: Visitor) -> None:
    path = began(ana, bo)
    bo.get("/")
    assert [tag for tag in bo.page.all("a", class_="line") if tag.attributes["href"] == path]
    assert bo.send(f"{path}/leave").status_code == 200
    assert [tag for tag in bo.page.all("a", class_="line") if tag.attributes["href"] == path] == []
    assert ana.state(path)["seats"][1]["stands_in"]
    done(bo, path, "return", seat=1)
    bo.get("/")
    assert [tag for tag in bo.page.all("a", class_="line") if tag.attributes["href"] == path]


def test_the_menu_of_the_table_has_the_way_out(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    def way_out(guest: Visitor, path: str) -> tuple[str, dict[str, str]] | None:
        guest.get(path)
        found = guest.page.all("details", id="leaving")
        return form_of(found[0], "") if found else None

    path = began(ana, bo)
    action, fields = way_out(bo, path) or ("", {})
    bo.post(action, **fields)
    assert ana.state(path)["seats"][1]["stands_in"]
    assert way_out(bo, path) is None, "a bot plays the seat"
    assert way_out(visitors(), path) is None, "who looks on has no seat"
    # Back again, the host has sent somebody away by the same page: that is another form's key.
    done(bo, path, "return", seat=1)
    action, fields = way_out(ana, path) or ("", {})
    done(ana, path, "stand-up", seat=1, key=fields["key"].removesuffix("-menu"))
    ana.post(action, **fields)
    host, other = bo.state(path)["seats"]
    assert host["stands_in"]
    assert other["player"] != "person"
    # Around one screen the match leaves the list; once it is over nobody leaves.
    alone = ana.open("crag", "Ana")
    action, fields = way_out(ana, alone) or ("", {})
    ana.post(action, **fields)
    assert alone not in {tag.attributes["href"] for tag in ana.page.all("a")}
    ana.open("crag", "Ana")
    ana.play_out()
    assert way_out(ana, ana.path_of_match) is None


def test_the_host_lets_a_bot_play_for_who_keeps_them_waiting(
    ana: Visitor, bo: Visitor, visitors: Make
) -> None:
    cy = visitors()
    path = began(ana, bo, cy)
    while ana.state(path)["seat"] != 1:
        turn(mover(path, ana, bo, cy)[0], path)
    refused(do(cy, path, "stand-in", seat=1), 422, "stand_in.early")
    cy.get(path)
    assert "hidden" in cy.page.one("form", id="slip").attributes
    done(ana, path, "stand-in", seat=1)
    assert ana.state(path)["seat"] == 2
    done(ana, path, "stand-up", seat=1)
    refused(do(bo, path, "return", seat=1), 403)


def test_ON_30_nobody_writes_for_another_seat(ana: Visitor, bo: Visitor) -> None:
    path = began(ana, bo)
    moves, other = mover(path, ana, bo)
    state = done(moves, path, "roll", version=moves.state(path)["version"], seat=moves.state(path)["seat"])
    box = next(iter(state["preview"]["points"]))
    seat = state["seat"]
    refused(do(other, path, "write", version=state["version"], seat=seat, box=box), 403, "seat.not_yours")
    refused(do(other, path, "write", version=state["version"], seat=1 - seat, box=box), 422)
    assert moves.state(path)["version"] == state["version"]
    done(moves, path, "write", version=state["version"], seat=seat, box=box)
    lines = moves.state(path)["seats"][seat]["lines"]
    assert [line["box"] for line in lines if line["kind"] == "box" and line["points"] is not None] == [box]


def test_ON_23_SE_16_a_restart_loses_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        guests = [Visitor(address) for _ in range(4)]
        paths = [began(guests[0], guests[1]), began(guests[2], guests[3], clock="86400")]
        waiting = opens(guests[0])
        turn(mover(paths[0], *guests[:2])[0], paths[0])
        before = [guest.state(path) for guest, path in zip(guests[::2], paths, strict=True)]
        code = code_of(guests[0], waiting)
    with served(tmp_path) as address:
        for guest in guests:
            guest.http.base_url = address
        after = [guest.state(path) for guest, path in zip(guests[::2], paths, strict=True)]
        assert [state["seats"] for state in after] == [state["seats"] for state in before]
        assert after[1]["deadline"] == before[1]["deadline"]
        guests[3].get(f"/r/{code}")
        assert guests[3].path == waiting
        for path, pair in zip(paths, (guests[:2], guests[2:]), strict=True):
            assert turns(path, *pair)["result"] is not None
    for guest in guests:
        guest.close()


def test_a_rematch_begins_with_the_next_seat_and_all_find_it(
    ana: Visitor, bo: Visitor, visitors: Make
) -> None:
    path = began(ana, bo)
    first = ana.state(path)["seat"]
    turns(path, ana, bo)
    watcher = visitors()
    watcher.get(path)
    assert [form for form in watcher.page.all("form") if form.attributes["action"].endswith("/again")] == []
    assert bo.http.get(f"{path}/next", headers=JSON).json() == {"match": None}
    ana.get(path)
    assert ana.send("/again").status_code == 200
    following = ana.path
    bo.get(path)
    assert bo.page.one("a", id="next-game").attributes["href"] == following
    assert bo.send("/again").status_code == 200
    assert bo.path == following
    watcher.get(f"{path}/next")
    assert watcher.path == following
    again = begins(ana, following)
    assert again["rounds"] == []
    assert again["series"]["number"] == 2
    assert again["seat"] == 1 - first
    assert turns(following, ana, bo)["result"] is not None


# --------------------------------------------------------------------------------------------------- who may look on


def test_a_room_without_watchers_shows_strangers_nothing(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = began(ana, bo, watchers="no", listed="yes")
    stranger = visitors()
    stranger.get("/")
    token = stranger.form("/online/crag")[1]["token"]
    for ending in ("", ".json", "/record.json", "/dice", "/news?since=1", "/stream", "/move", "/next"):
        refused(stranger.http.get(path + ending, headers=JSON), 403, "room.no_watchers")
    answer = stranger.get(path)
    assert answer.status_code == 403
    assert "Ana" not in answer.text
    stranger.get("/watch")
    assert path not in stranger.answer.text
    for act in ("roll", "sit", "stand-up", "return", "again"):
        answer = stranger.http.post(f"{path}/{act}", json={"token": token, "key": "k"}, headers=JSON)
        refused(answer, 403, "room.no_watchers")
    for guest in (ana, bo):
        assert guest.get(path).status_code == 200
    turns(path, ana, bo)
    refused(stranger.http.get(f"{path}/replay", headers=JSON), 403, "room.no_watchers")


def test_SE_02_SE_19_a_watcher_sees_no_previews_and_does_nothing(
    ana: Visitor, bo: Visitor, visitors: Make
) -> None:
    path, watcher = began(ana, bo), visitors()
    moves, other = mover(path, ana, bo)
    seat = moves.state(path)["seat"]
    state = done(moves, path, "roll", version=moves.state(path)["version"], seat=seat)
    assert state["preview"]
    for guest in (other, watcher):
        assert guest.state(path)["preview"] is None
        guest.get(path)
        assert guest.boxes() == []
    assert watcher.page.one("div", id="table").all("form") == []
    version = state["version"]
    tries = {
        "roll": {"version": version, "seat": seat},
        "hold": {"version": version, "seat": seat, "held": [0]},
        "write": {"version": version, "seat": seat, "box": "thirteen"},
        "begin": {"version": version},
        "stand-up": {"seat": 0},
        "stand-in": {"seat": seat},
        "return": {"seat": 0},
        "rename": {"seat": 0, "name": "Me"},
        "bots": {"player": "greedy"},
        "arrange": {"seats": "2"},
        "take-back": {"version": version, "seat": seat},
        "again": {},
        "leave": {},
        "react": {"seat": seat, "reaction": "well"},
    }
    for act, fields in tries.items():
        answer = do(watcher, path, act, **fields)
        assert answer.status_code in (403, 404), (act, answer.text)
    assert moves.state(path)["version"] == version


def test_public_matches_and_the_bots_are_listed(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = opens(ana, listed="yes")
    stranger = visitors()
    stranger.get("/")
    assert path in [tag.attributes["href"] for tag in stranger.page.all("a", class_="line")]
    ana.get("/")
    assert stranger.http.get("/watch", headers=JSON).json()["show"]["seats"]
    assert path not in [f"/matches/{each['match']}" for each in watchable(stranger)]
    joins(bo, code_of(ana, path), "Bo")
    begins(ana, path)
    assert path in [f"/matches/{each['match']}" for each in watchable(stranger)]
    stranger.get("/watch")
    hrefs = [tag.attributes["href"] for tag in stranger.page.all("a", class_="line")]
    assert path in hrefs
    stranger.get(hrefs[0])
    assert stranger.page.one("div", id="table").all("form") == []
    hidden = began(ana, bo)
    assert hidden not in [f"/matches/{each['match']}" for each in watchable(stranger)]


def watchable(guest: Visitor) -> list[dict]:
    return guest.http.get("/watch", headers=JSON).json()["matches"]


def test_my_games_begin_with_those_that_wait_for_me(ana: Visitor, bo: Visitor) -> None:
    paths = [began(ana, bo), began(ana, bo)]
    for path in paths:
        if mover(path, ana, bo)[0] is not ana:
            turn(bo, path)
    turn(ana, paths[1])
    ana.get("/")
    lines = ana.page.all("li", class_="going-on")
    own = [(line.all("a")[0].attributes["href"], "yours" in line.attributes["class"]) for line in lines]
    assert own[0] == (paths[0], True)
    assert (paths[1], False) in own
    assert "Your turn" in lines[0].text
    assert "Bo is to move" in next(
        line.text for line in lines if paths[1] == line.all("a")[0].attributes["href"]
    )


# ------------------------------------------------------------------------------------------------------ safe


def test_SE_04_an_old_seat_gives_no_rights(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path, cy = opens(ana), visitors()
    code = code_of(ana, path)
    joins(bo, code, "Bo")
    fields = {"token": bo.state(path)["token"]}
    done(bo, path, "stand-up", seat=1)
    joins(cy, code, "Cy")
    begins(ana, path)
    while ana.state(path)["seat"] != 1:
        turn(ana, path)
    state = cy.state(path)
    stolen = fields | {"version": state["version"], "seat": 1, "key": "old"}
    refused(bo.http.post(f"{path}/roll", json=stolen, headers=JSON), 403, "match.watching")


def test_SE_06_what_a_page_tells_is_no_proof_of_who_one_is(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = began(ana, bo)
    secrets = {guest.http.cookies[COOKIE].partition(".")[0] for guest in (ana, bo)}
    assert all(len(secret) == 32 for secret in secrets)
    stranger = visitors()
    for guest in (ana, bo, stranger):
        for where in (path, f"{path}.json", f"{path}/record.json", f"{path}/dice", "/watch", "/"):
            text = guest.http.get(where).text
            assert not [secret for secret in secrets if secret in text], where
    for forged in (next(iter(secrets)), f"{next(iter(secrets))}.AAAA", ana.http.cookies[COOKIE][:-2]):
        thief = visitors()
        thief.http.cookies.set(COOKIE, forged)
        assert seats_of(thief, path) == []


def test_no_guest_can_be_chosen_for_somebody(visitors: Make, ana: Visitor) -> None:
    """Session fixation: an id that was not signed here is replaced, and a link sets no cookie of its own choice."""
    path = opens(ana)
    victim = visitors()
    victim.http.cookies.set(COOKIE, "0" * 32)
    victim.get(f"/r/{code_of(ana, path)}?{COOKIE}=1")
    given = [cookie.value for cookie in victim.http.cookies.jar if cookie.name == COOKIE]
    assert not any(value.startswith("0" * 32 + ".") for value in given if value)
    assert any("." in (value or "") for value in given)


def test_SE_07_markup_is_shown_as_it_is_in_every_view(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    name = MARKUP[: names.MAX_LENGTH]
    path = opens(ana, listed="yes")
    done(ana, path, "rename", seat=0, name=name)
    watcher = visitors()
    seen = [(watcher, path), (watcher, "/"), (ana, path), (ana, "/")]
    joins(bo, code_of(ana, path), f"{name[:-1]}b")

    def look(guest: Visitor, where: str) -> None:
        answer = guest.get(where)
        assert answer.status_code == 200, where
        assert "<script>alert" not in answer.text, where
        shown = read(answer.text)
        assert shown.all("script")[1:] == [] or all("src" in tag.attributes for tag in shown.all("script"))
        assert name in shown.text or name[:-1] in shown.text, where

    for guest, where in seen:
        look(guest, where)
    begins(ana, path)
    ana.get(f"{path}/move")
    (ticket,) = [tag.attributes["href"] for tag in ana.page.all("a") if "/move/" in tag.attributes["href"]]
    for guest, where in [
        (watcher, path),
        (watcher, "/watch"),
        (bo, path),
        (ana, f"{path}/move"),
        (watcher, ticket[ticket.index("/matches/") :]),
    ]:
        look(guest, where)
    turns(path, ana, bo)
    for guest in (ana, watcher):
        look(guest, path)
        look(guest, f"{path}/replay")


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0", "  \u2003 "])
def test_SE_09_blanks_make_no_second_name(ana: Visitor, bo: Visitor, blank: str) -> None:
    path = opens(ana)
    done(ana, path, "rename", seat=0, name="Player")
    joins(bo, code_of(ana, path), f"Player{blank}")
    assert names_at(ana, path) == ["Player", "Player (2)"]


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 10_000, "a\nb", "\u200b", "\u202e", "   "])
def test_SE_13_odd_names_are_refused_at_the_door(ana: Visitor, bo: Visitor, name: str) -> None:
    path = opens(ana)
    bo.get(path)
    before = names_at(ana, path)
    answer = do(bo, path, "sit", name=name)
    assert answer.status_code == 400
    assert names_at(ana, path) == before
    joins(bo, code_of(ana, path), "\\\"'`%(name)s{{ name }}")
    assert names_at(ana, path)[1] == "\\\"'`%(name)s{{ name }}"


def test_SE_14_codes_are_guessed_slowly_and_nobody_else_is_locked_out(ana: Visitor, visitors: Make) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    thief = visitors()
    thief.get("/")
    for number in range(BUDGETS["guesses"].amount):
        assert thief.get(f"/r/{'ACDEFGHJKM'[number]}QQQQQ").status_code == 404
    answer = thief.get("/r/ZZZZZZ")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert thief.get(f"/r/{code}").status_code == 429
    friend = visitors()
    friend.get("/")
    assert friend.get(f"/r/{code}").status_code == 200
    assert friend.path == path


def test_SE_14_guesses_sent_all_at_once_are_paid_before_a_right_one_is_told(
    ana: Visitor, visitors: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(ana, opens(ana))
    asked, tell = Event(), Event()
    find = Rooms.afind

    async def late(rooms: Rooms, typed: str) -> str:
        found = await find(rooms, typed)
        asked.set()
        await asyncio.to_thread(tell.wait, 20)
        return found

    monkeypatch.setattr(Rooms, "afind", late)
    thief = visitors()
    thief.get("/")
    cookies = dict(thief.http.cookies)
    with ThreadPoolExecutor(1) as beside:
        try:
            right = beside.submit(
                httpx.get, f"{thief.http.base_url}/r/{code}", cookies=cookies, trust_env=False
            )
            assert asked.wait(20)
            for number in range(BUDGETS["guesses"].amount):
                assert thief.get(f"/r/{'ACDEFGHJKM'[number]}QQQQQ").status_code == 404
        finally:
            tell.set()
        assert right.result().status_code == 429


def test_a_bot_sits_down_where_its_game_is_worked_out(
    ana: Visitor, bo: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the match would stand still at its first turn, with nobody there to do anything about it."""
    solver.strategy_of(tables_of("crag"))
    path = opens(ana)
    joins(bo, code_of(ana, path), "Bo")
    done(ana, path, "bots", player="optimal")

    async def strategy(_: object, tables: Tables, *__: object, **___: object) -> object:
        return Job("solve", print, ()) if tables.game == "yacht" else None

    monkeypatch.setattr(coaching.Coaching, "strategy", strategy)
    refused(do(ana, path, "arrange", game="yacht"), 422, "player.not_ready")
    assert ana.state(path)["game"] == "crag"
    done(ana, path, "arrange", clock="60")
    done(ana, path, "stand-up", seat=2)
    done(ana, path, "arrange", game="yacht")
    refused(do(ana, path, "bots", player="optimal"), 422, "player.not_ready")
    done(ana, path, "bots", player="greedy")


def test_the_time_left_is_told_by_the_clock_that_ends_turns(
    ana: Visitor, bo: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opens(ana, clock="60")
    joins(bo, code_of(ana, path), "Bo")
    begins(ana, path)
    now = time.time_ns()
    monkeypatch.setattr("regatta.match.ports.time.time_ns", lambda: now + 3600 * 10**9)
    ana.get(path)
    minutes, _, seconds = ana.page.one(id="clock-left").text.partition(":")
    assert 0 < 60 * int(minutes) + int(seconds) <= 60


def test_a_code_is_in_no_log(ana: Visitor, caplog: pytest.LogCaptureFixture, visitors: Make) -> None:
    path = opens(ana)
    code = code_of(ana, path)
    ana.get(f"{path}/move")
    (link,) = [tag.attributes["href"] for tag in ana.page.all("a") if "/move/" in tag.attributes["href"]]
    with caplog.at_level(logging.DEBUG):
        guest = visitors()
        guest.get(f"/r/{code}")
        guest.get(f"/join?code={code}")
        guest.get(link[link.index("/matches/") :])
    told = "\n".join(
        f"{record.getMessage()} {record.__dict__}"
        for record in caplog.records
        if record.name.startswith("regatta")
    )
    assert told
    for secret in (code, path.rpartition("/")[2], link.rpartition("/")[2]):
        assert secret not in told


# ------------------------------------------------------------------------------------------------------ moving


def ticket_of(guest: Visitor, path: str) -> str:
    answer = guest.get(f"{path}/move")
    assert answer.headers.get_list("referrer-policy") == ["no-referrer"]
    (link,) = [tag.attributes["href"] for tag in guest.page.all("a") if "/move/" in tag.attributes["href"]]
    return link[link.index("/matches/") :]


def test_a_seat_moves_to_a_phone(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = began(ana, bo)
    link, phone = ticket_of(ana, path), visitors()
    answer = phone.get(link)
    assert answer.headers.get_list("referrer-policy") == ["no-referrer"]
    assert "Ana" in phone.page.one("button").text
    assert seats_of(ana, path) == [0]  # a visit alone, such as that of a preview, moves nothing
    ana.get(path)
    assert ana.page.one("details", id="menu").all("a", href=f"{path}/move")
    assert phone.send("/move").status_code == 200
    assert phone.path == path
    assert seats_of(phone, path) == [0]
    assert seats_of(ana, path) == []
    ana.get(path)
    assert ana.page.one("div", id="table").all("form") == []
    assert "You are watching." in ana.page.text
    ana.get(f"{path}/move")
    assert [tag for tag in ana.page.all("a") if "/move/" in tag.attributes["href"]] == []
    assert turns(path, phone, bo)["result"] is not None


def test_a_ticket_is_good_once_for_one_seat(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path = began(ana, bo)
    link, phone, thief = ticket_of(ana, path), visitors(), visitors()
    phone.get(link)
    phone.send("/move")
    thief.get("/")
    refused(thief.http.get(link, headers=JSON), 403, "ticket.bad")
    ticket = link.rpartition("/")[2]
    refused(do(thief, path, "move", ticket=ticket), 403, "ticket.bad")
    back = ticket_of(phone, path)
    ana.get(back)
    ana.send("/move")
    assert seats_of(ana, path) == [0]
    # Even where the seat came back to where the first ticket was made, that one stays used up.
    assert thief.get(link).status_code == 200
    refused(do(thief, path, "move", ticket=ticket), 409, "command.key_used")
    assert seats_of(thief, path) == []


def test_tickets_of_others_are_none(ana: Visitor, bo: Visitor, visitors: Make) -> None:
    path, other = began(ana, bo), opens(ana)
    link, thief = ticket_of(ana, other), visitors()
    ticket = link.rpartition("/")[2]
    for forged in (ticket, ticket[:-1] + "A", "x", "null", "a.b.c"):
        refused(thief.http.get(f"{path}/move/{forged}", headers=JSON), 403, "ticket.bad")
        refused(do(thief, path, "move", ticket=forged), 403, "ticket.bad")
    own = ticket_of(ana, path)
    ana.get(own)
    assert ana.page.all("form", class_="new") == []
    refused(do(ana, path, "move", ticket=own.rpartition("/")[2]), 403, "ticket.here")
    refused(do(bo, path, "move", ticket=own.rpartition("/")[2]), 422, "room.seated")
    assert seats_of(ana, path) == [0]


def test_a_ticket_grows_old(ana: Visitor, bo: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    path = began(ana, bo)
    link = ticket_of(ana, path)
    monkeypatch.setattr(tickets, "LASTS", -1)
    refused(ana.http.get(link, headers=JSON), 403, "ticket.bad")
