"""Copies of games on the site: edited, kept version by version, shared, compared, worked out; written by strangers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader

from at_site import Tag, Visitor, read, refused
from hostile import CASES
from regatta import solver
from regatta.errors import Illegal
from regatta.model import Model
from regatta.model.document import MAX_BYTES
from regatta.solver import layers, store
from regatta.storage import copies as storage
from regatta.tables import tables_of
from regatta.terminal.main import main
from regatta.web import coaching, effect, limits, site, views
from regatta.web.library import at_hand, model_of
from web import work

Visitors = Callable[[], Visitor]

TINY = """\
game: tiny
players: {to: 3}
dice: {count: 2, faces: 3}
flow: two rolls
sheet:
  pair: {if: {alike: 2}, points: 10}
  sum: {points: sum}
bonuses:
  all: {of: any, from: {12: 5}}
words:
  en: {title: Tiny}
"""
RICHER = TINY.replace("points: 10", "points: 20")
BAD = TINY.replace("points: 10", "points: ten")
SCRIPT = "<script>alert(1)</script>"
NASTY = TINY.replace(
    "{title: Tiny}",
    f"{{title: '{SCRIPT}', line: '<a href=https://evil.example>', names: {{pair: '<img src=x>', sum: '\"><b>'}}}}",
)


def text_of(visitor: Visitor) -> str:
    """Return the text in the editor, as a browser reads it."""
    (inside,) = visitor.page.one("textarea", id="text").children
    assert isinstance(inside, str)
    return inside.removeprefix("\n")


def text_of_file(visitor: Visitor, copy: str) -> str:
    return visitor.http.get(f"/copies/{copy}.yaml").content.decode()


def token(visitor: Visitor) -> str:
    visitor.get("/copies")
    return visitor.form("/copies")[1]["token"]


def keep(visitor: Visitor, text: str = TINY, **fields: str) -> str:
    """Keep a new copy; gives its id."""
    answer = visitor.post("/copies", token=token(visitor), text=text, **fields)
    assert answer.status_code == 200, visitor.page.text
    assert visitor.path.startswith("/copies/")
    return visitor.path.split("/")[2]


def check(visitor: Visitor, text: str, **headers: str) -> dict:
    answer = visitor.http.post("/drafts/check", json={"text": text, "token": token(visitor)}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def few_drafts(patch: pytest.MonkeyPatch, amount: int) -> None:
    """Let a guest read little; the address has as much as ever, as the visitors of all tests come from there."""
    budget = limits.BUDGETS["drafts"]
    patch.setitem(limits.BUDGETS, "drafts", budget._replace(amount=amount))
    patch.setattr(limits, "GUESTS", limits.GUESTS * budget.amount // amount)


# ----------------------------------------------------------------------------------------- from a game to a copy


def test_a_game_is_copied_changed_and_played(visitor: Visitor) -> None:
    visitor.get("/games/crag")
    (link,) = [tag for tag in visitor.page.all("a") if tag.text == "Edit a copy"]
    visitor.get(link.attributes["href"])
    text = text_of(visitor)
    assert text == visitor.http.get("/games/crag.yaml").text
    assert visitor.page.one("a", href="/copies").text == "Games of your own"
    assert visitor.http.get("/copies", headers={"accept": "application/json"}).json()["copies"] == []
    changed = text.replace("points: 50", "points: 60").replace("\n", "\r\n")
    visitor.send("/copies", text=changed, act="save")
    assert "Saved." in visitor.page.text
    assert text_of(visitor) == changed.replace("\r\n", "\n")
    copy = visitor.path.split("/")[2]
    visitor.send(f"/copies/{copy}", text=text_of(visitor).replace("points: 26", "points: 27"), act="play")
    assert visitor.path == f"/new/{copy}.2"
    visitor.send(f"/new/{copy}.2")
    assert visitor.state()["game"] == f"{copy}.2"
    assert visitor.page.all("h1")[0].text.startswith("Crag")
    visitor.play_out()
    for part in ("", "/replay", "/dice"):
        assert visitor.get(f"{visitor.path_of_match}{part}").status_code == 200
    visitor.get("/copies")
    assert [tag.text for tag in visitor.page.all("span", class_="line-title")] == ["Crag"]


def test_the_page_of_a_copy_says_where_it_comes_from_and_what_it_changes(visitors: Visitors) -> None:
    ana, bo = visitors(), visitors()
    copy = keep(ana, TINY, game="crag")
    ana.get(f"/copies/{copy}/edit")
    ana.send(f"/copies/{copy}", text=RICHER)
    ana.get(f"/copies/{copy}")
    assert ana.page.one("p", class_="copy-facts").one("a").attributes["href"] == "/games/crag"
    headings = [tag.text for tag in ana.page.all("h2")]
    assert headings[:2] == ["What it changes in Crag", "What version 2 changed"]
    changed = ana.page.one("section", aria_labelledby="compared-2").one("dl")
    assert [tag.text for tag in changed.all("dt")] == ["Pair"]
    assert [changed.one("p", class_=side).text for side in ("was", "now")] == [
        "−Before: Gives 10 points.",
        "+Now: Gives 20 points.",
    ]
    assert [tag.text for tag in ana.page.one("ol", class_="versions").all("span", class_="line-title")] == [
        "version 2",
        "version 1",
    ]
    link = ana.page.one("input", id="link").attributes["value"]
    assert link.endswith(f"/copies/{copy}")
    # Another reads and copies it, and changes nothing of it.
    bo.get(link)
    assert not [form for form in bo.page.all("form") if "throw-away" in form.attributes["action"]]
    assert f"/copies/{copy}/edit" not in bo.answer.text
    for path in ("", "/throw-away"):
        answer = bo.post(f"/copies/{copy}{path}", token=token(bo), text=BAD)
        assert refused(answer, 403) == "This copy is another's: make a copy of your own to change it."
    refused(bo.get(f"/copies/{copy}/edit"), 403)
    bo.get(f"/copies/{copy}?version=1")
    (fork,) = [tag for tag in bo.page.all("a") if tag.text == "Edit a copy"]
    assert fork.attributes["href"] == f"/copies/new?game={copy}.1"
    bo.get(fork.attributes["href"])
    bo.send("/copies", text=RICHER.replace("sum: {points: sum}", "sum: {points: 1}"))
    own = bo.path.split("/")[2]
    assert own != copy
    bo.get(f"/copies/{own}")
    assert bo.page.one("p", class_="copy-facts").one("a").attributes["href"] == f"/copies/{copy}?version=1"
    assert bo.page.all("h2")[0].text == "What it changes in Tiny"
    facts = bo.http.get(f"/copies/{own}", headers={"accept": "application/json"}).json()
    assert (facts["parent"], facts["version"], facts["mine"]) == (f"{copy}.1", 1, True)


def test_what_is_published_never_changes_and_matches_keep_theirs(visitors: Visitors) -> None:
    ana, bo = visitors(), visitors()
    copy = keep(ana)
    match = bo.open(f"{copy}.1", "Bo")
    before = bo.http.get(f"/games/{copy}.1.yaml").text
    ana.get(f"/copies/{copy}/edit")
    ana.send(f"/copies/{copy}", text=RICHER)
    assert bo.http.get(f"/games/{copy}.1.yaml").text == before == TINY
    assert bo.http.get(f"/games/{copy}.2.yaml").text == bo.http.get(f"/copies/{copy}.yaml").text == RICHER
    bo.get(match)
    bo.play_out()
    record = bo.http.get(f"{match}/record.json").json()
    assert record["rules"]["sheet"]["pair"]["points"] == {"fixed": 10}
    assert refused(ana.get(f"/copies/{copy}?version=3"), 404) == "This copy has no version 3."
    refused(ana.get(f"/games/{copy}.3"), 404)
    refused(ana.get("/copies/caaaaaaaaaaaaaaa"), 404)
    ana.get(f"/copies/{copy}")
    ana.send("/throw-away")
    assert ana.http.get("/copies", headers={"accept": "application/json"}).json()["copies"] == []
    assert ana.get(f"/copies/{copy}").status_code == 200


def test_a_copy_goes_wherever_a_game_goes(visitors: Visitors) -> None:
    ana, bo = visitors(), visitors()
    game = f"{keep(ana, NASTY)}.1"
    for path in (f"/games/{game}", f"/games/{game}.json", f"/new/{game}", f"/pad/{game}", f"/online/{game}"):
        assert ana.get(path).status_code == 200, path
    pdf = ana.get(f"/games/{game}/sheet.pdf").content
    assert SCRIPT in PdfReader(BytesIO(pdf)).pages[0].extract_text().replace("\n", "")
    ana.get(f"/pad/{game}")
    ana.send(f"/pad/{game}")
    assert ana.path.startswith("/matches/")
    ana.get(f"/online/{game}")
    ana.send(f"/online/{game}")
    bo.get(ana.path)
    for guest in (ana, bo):
        assert guest.page.one("a", href=f"/copies/{game.replace('.', '?version=')}").text == "About this copy"
    bo.get(f"/games/{game}")
    assert "A guest of this site wrote these rules." in bo.page.text
    room = ana.path
    assert game in {tag.attributes["value"] for tag in ana.page.all("option")}
    bo.get(room)
    bo.send("/sit", name="Bo")
    assert bo.path == room
    ana.get(room)
    ana.send("/begin")
    assert ana.state(room)["game"] == game


# ------------------------------------------------------------------------------------------------------- faults


def test_faults_come_with_their_place_and_in_the_readers_language(visitor: Visitor) -> None:
    found = check(visitor, BAD)
    (fault,) = found["faults"]
    message = fault.pop("message")
    assert fault == {"line": 6, "column": 34, "end_line": 6, "end_column": 37}
    assert message.startswith("ten stands here; expected is")
    assert (found["ok"], found["preview"], found["state"]) == (False, "", "Faults: 1")
    assert check(visitor, BAD, **{"accept-language": "hu"})["faults"][0]["message"] != message
    good = check(visitor, TINY)
    assert (good["ok"], good["faults"], good["state"]) == (True, [], "No faults")
    preview = read(good["preview"])
    assert preview.one("h2", class_="preview-title").text == "Tiny"
    assert "Gives 10 points." in preview.text
    assert preview.one("figure", class_="picture").all("table")
    assert not preview.all("form")
    based = check(visitor, "game: own\nbased on: yacht\ndice: {count: 1}\n")
    place = {"line": 3, "column": 8, "end_line": 3, "end_column": 13}
    assert based["faults"]
    for fault in based["faults"]:
        message = fault.pop("message")
        assert fault == place, "at the change, not at a line of yacht.yaml"
        assert message.startswith("Because of this, line ")


@pytest.mark.parametrize("act", ["save", "play", "check"])
def test_a_text_with_faults_comes_back_as_it_was_typed(visitor: Visitor, act: str) -> None:
    visitor.get("/copies/new")
    answer = visitor.send("/copies", text=f"\n{BAD}", act=act)
    assert answer.status_code == 422
    assert [tag.text[:24] for tag in visitor.page.all("li", class_="fault")] == ["Line 7: ten stands here;"]
    assert text_of(visitor) == f"\n{BAD}"
    assert ("Not saved yet: the text has faults." in visitor.page.text) == (act != "check")
    assert visitor.http.get("/copies", headers={"accept": "application/json"}).json()["copies"] == []
    visitor.send("/copies", text=TINY, act="check")
    assert "No faults" in visitor.page.text
    assert "Gives 10 points." in visitor.page.one("section", class_="edit-preview").text
    assert not visitor.page.all("li", class_="fault")


def test_a_file_is_exported_and_imported(visitor: Visitor) -> None:
    copy = keep(visitor)
    exported = visitor.http.get(f"/games/{copy}.1.yaml")
    assert f"{copy}.1.yaml" in exported.headers["content-disposition"]
    fields = {"token": token(visitor)}

    def bring(body: bytes) -> int:
        return visitor._shown(
            visitor.http.post("/copies", data=fields, files={"file": ("a.yaml", body)})
        ).status_code

    assert bring(b"\xef\xbb\xbf" + exported.content) == 200
    assert visitor.path.endswith("/edit")
    assert text_of(visitor) == TINY
    assert text_of_file(visitor, keep(visitor, f"\ufeff{TINY}")) == TINY, "what is kept is what was looked at"
    assert bring(BAD.encode()) == 422
    assert text_of(visitor) == BAD
    assert bring("café".encode("latin-1")) == 400
    assert bring(b"a\0b") == 400
    assert bring(b"") == 400
    assert bring(b"#" * (MAX_BYTES + 1)) == 422
    assert bring(b"#" * 300_000) == 413
    broken = visitor.http.post("/copies", content=b"x", headers={"content-type": "multipart/form-data"})
    assert broken.status_code == 400
    cut = {"content-type": "multipart/form-data; boundary=a"}
    assert visitor.http.post("/copies", content=b"--a\r\nx: \xff", headers=cut).status_code in (400, 403)


def test_nobody_keeps_a_copy_without_our_form(visitor: Visitor) -> None:
    for path in ("/copies", "/drafts/check", "/copies/caaaaaaaaaaaaaaa/effect"):
        refused(visitor.post(path, text=TINY), 403)
    refused(visitor.post("/copies", token=token(visitor)), 400)
    refused(visitor.post("/copies", token=token(visitor), game="nothing"), 404)
    refused(visitor.post("/copies", token=token(visitor), text=TINY, act="dance"), 400)
    told = visitor.http.post("/copies", json={"token": token(visitor), "text": BAD})
    assert "line 6" in refused(told, 422, "copy.faults")


# ----------------------------------------------------------------------------------------------- hostile authors


def in_markup(tag: Tag) -> Iterator[Tag]:
    for child in tag.children:
        if isinstance(child, Tag):
            yield child
            yield from in_markup(child)


def test_wherever_the_title_of_a_copy_stands_it_says_that_it_is_one(visitors: Visitors) -> None:
    ana, bo = visitors(), visitors()
    text = ana.http.get("/games/crag.yaml").text
    copy = keep(ana, text.replace("points: 50", "points: 60"), game="crag")

    def marks(guest: Visitor, path: str) -> list[Tag]:
        assert guest.get(path).status_code == 200
        found = guest.page.all("", class_="copy-mark")
        assert all(mark.parent is not None and "Crag" in mark.parent.text for mark in found), path
        assert all(mark.text == "a copy" for mark in found), path
        return found

    for game, copied in ((f"{copy}.1", True), ("crag", False)):
        match = ana.open(game, "Ana")
        found = {
            path: marks(ana, path) for path in (f"/new/{game}", f"/pad/{game}", f"/online/{game}", match)
        }
        ana.get("/")  # where others may have copies of other games
        found["in the lobby"] = ana.page.one("a", href=match, class_="line").all("", class_="copy-mark")
        assert {mark.text for mark in found["in the lobby"]} <= {"a copy"}
        ana.get(match)
        ana.play_out()
        found["as a result"] = ana.page.one("section", id="result").all("", class_="copy-mark")
        found |= {path: marks(ana, path) for path in (f"{match}/replay", f"{match}/dice")}
        assert [path for path, there in found.items() if bool(there) != copied] == []
        links = {mark.attributes["href"] for there in found.values() for mark in there if mark.name == "a"}
        assert links == ({f"/copies/{copy}?version=1"} if copied else set())
    assert marks(bo, f"/new/{copy}.1"), "others see it too"
    assert bo.get(f"/copies/{copy}?version=1").status_code == 200


def test_what_an_author_writes_is_only_ever_text(visitor: Visitor) -> None:
    copy = keep(visitor, NASTY)
    game = f"{copy}.1"
    match = visitor.open(game, "Ana")
    for _ in range(2):
        visitor.roll()
        visitor.write()
    paths = ["/copies", f"/copies/{copy}", f"/copies/{copy}/edit", f"/copies/{copy}/effect", f"/games/{game}"]
    paths += [f"/new/{game}", match, f"{match}/replay", f"{match}/dice", "/", f"/copies/new?game={game}"]
    for path in paths:
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        assert SCRIPT not in answer.text, path
        for tag in in_markup(visitor.page):
            assert tag.name != "img", path
            assert not tag.attributes.get("href", "").startswith(("http", "//", "javascript:")), path
            if tag.name == "script":
                assert tag.attributes["src"].startswith("/static/"), path
    assert SCRIPT not in check(visitor, NASTY)["preview"]


def test_hostile_models_come_through_no_door_and_the_site_goes_on(visitors: Visitors) -> None:
    """Each comes by one door in turn; a proof sends all of them through all."""
    # Hard work is dear: one for each door.
    strangers, other = [visitors() for _ in range(3)], visitors()
    tokens, answers, over = [token(each) for each in strangers], list[int](), threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            answers.append(other.http.get("/healthz").status_code)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for at, (source, _) in enumerate(CASES.values()):
            door(strangers[at % 3], tokens[at % 3], source[:300_000], at % 3)
    finally:
        over.set()
        watcher.join()
    assert set(answers) == {200}
    for each in strangers:
        assert each.http.get("/copies", headers={"accept": "application/json"}).json()["copies"] == []


def door(visitor: Visitor, sent: str, source: bytes, which: int) -> None:
    """Send a hostile text to be checked, to be kept, or as a file: it is refused in words."""
    text = source.decode("utf-8", "replace")
    if which == 0:
        answer = visitor.http.post("/drafts/check", data={"token": sent, "text": text})
        assert answer.status_code in (200, 400, 413), answer.text[:300]
        if answer.status_code == 200:
            assert answer.json()["faults"]
            assert all(fault["message"] for fault in answer.json()["faults"])
        return
    if which == 1:
        answer = visitor.http.post("/copies", data={"token": sent, "text": text})
    else:
        answer = visitor.http.post("/copies", data={"token": sent}, files={"file": ("a.yaml", source)})
    assert answer.status_code in (400, 413, 422), answer.text[:300]
    assert read(answer.text).all("h1")


def test_what_takes_too_much_is_dear_and_disturbs_nobody(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_drafts(monkeypatch, site.COSTLY)
    ana, bo = visitors(), visitors()
    sent = token(ana)
    with monkeypatch.context() as patch:
        patch.setattr(views.copies.drafts, "check", work.die_of_it)
        answer = ana.http.post("/drafts/check", json={"token": sent, "text": TINY})
    assert "MB of memory" in refused(answer, 422, "bounded.too_much")
    answer = ana.http.post("/drafts/check", json={"token": sent, "text": TINY})
    refused(answer, 429, "limit.reached")
    assert int(answer.headers["retry-after"]) > 0
    assert check(bo, TINY)["ok"]


def test_who_sends_many_texts_at_once_does_not_fill_the_queue(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few_drafts(monkeypatch, 3 * site.COSTLY)
    ana, sent, gate = visitors(), "", tmp_path / "gate"
    sent = token(ana)
    monkeypatch.setattr(views.copies.drafts, "check", partial(work.clean_when, str(gate)))
    queued, run = [0], site.Bounded.run

    async def counted(bounded: site.Bounded, *what: Any) -> Any:
        queued.append(queued[-1] + 1)
        try:
            return await run(bounded, *what)
        finally:
            queued.append(queued[-1] - 1)

    monkeypatch.setattr(site.Bounded, "run", counted)
    with ThreadPoolExecutor(6) as pool:

        def send(_: int) -> int:
            answer = ana.http.post("/drafts/check", json={"token": sent, "text": TINY})
            if answer.status_code == 429:
                gate.touch()
            return answer.status_code

        found = sorted(pool.map(send, range(6)))
    assert max(queued) == 1, "the texts of one guest wait for each other, not before those of others"
    assert found == [200, 200, 200, 429, 429, 429]
    assert check(ana, TINY)["ok"], "what was harmless is given back"


def test_pages_and_sheets_of_copies_are_drawn_where_strangers_texts_are_read(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = visitors(), visitors()
    game = f"{keep(ana)}.1"
    for path, kind in ((f"/games/{game}", "page"), (f"/games/{game}/sheet.pdf", "paper")):
        with monkeypatch.context() as patch:
            patch.setattr(views.copies.drafts, kind, work.die_of_it)
            assert "MB of memory" in refused(bo.get(path), 422)
        assert bo.get(path).status_code == 200
    assert bo.answer.headers["content-type"] == "application/pdf"
    few_drafts(monkeypatch, 1)
    assert bo.get(f"/games/{game}?lang=sk").status_code == 200
    assert bo.get(f"/games/{game}").status_code == 200, "a page that is drawn costs nothing"
    assert bo.answer.headers["x-robots-tag"] == "noindex"
    refused(bo.get(f"/games/{game}?lang=hu"), 429)


def test_a_copy_is_read_beside_other_requests_and_who_asks_for_a_large_one_pays(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = visitors(), visitors()
    copy, seen = keep(ana), list[str]()

    def read_it(game: str) -> Model:
        if game.startswith(copy):
            seen.append(game)
            with pytest.raises(RuntimeError):
                asyncio.get_running_loop()
        return model_of(game)

    monkeypatch.setattr(site, "model_of", read_it)
    monkeypatch.setattr(site.library, "at_hand", lambda _: False)
    pages = [f"/{start}/{copy}.1" for start in ("games", "new", "online", "pad")]
    for path in (*pages, f"/copies/{copy}", f"/copies/{copy}/effect", f"/copies/new?game={copy}.1"):
        seen.clear()
        assert bo.get(path).status_code == 200
        assert seen, path
    for path in (f"/games/{copy}.1.yaml", f"/copies/{copy}.yaml"):
        seen.clear()
        assert bo.http.get(path).text == TINY
        assert not seen, "a file is sent as it is"
    monkeypatch.setattr(site.drafts, "timed", lambda work, *args: (6.0, work(*args)))
    few_drafts(monkeypatch, 20)
    assert bo.get(pages[1]).status_code == 200
    for path in pages:
        refused(bo.get(path), 429)
    monkeypatch.setattr(site.library, "at_hand", at_hand)
    monkeypatch.setattr(site, "model_of", model_of)
    assert ana.get(pages[1]).status_code == 200
    assert bo.get(pages[1]).status_code == 200, "what has been read is there for all"
    assert bo.get("/new/crag").status_code == 200


def test_copies_are_compared_where_strangers_texts_are_read(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = visitors(), visitors()
    child, told = keep(ana, RICHER, game=f"{keep(ana)}.1"), "The two cannot be compared."
    with monkeypatch.context() as patch:
        patch.setattr(views.copies.drafts, "differ", work.die_of_it)
        assert told in bo.get(f"/copies/{child}").text
    assert told not in bo.get(f"/copies/{child}").text
    with monkeypatch.context() as patch:
        patch.setattr(views.copies.drafts, "differ", work.die_of_it)
        assert told not in bo.get(f"/copies/{child}").text, "it is remembered"
        few_drafts(patch, 1)
        assert bo.get(f"/copies/{child}?lang=pl").status_code == 200
        refused(bo.get(f"/copies/{child}?lang=hu"), 429)


def test_there_is_an_end_to_copies(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MOST_COPIES", 1)
    keep(visitor)
    answer = visitor.post("/copies", token=token(visitor), text=RICHER)
    assert answer.status_code == 422
    assert visitor.page.one("p", class_="notice").text == "You keep 1 copies already: throw one away first."
    assert text_of(visitor) == RICHER


# --------------------------------------------------------------------------------------------- the host, figures


def test_a_host_takes_a_copy_away(
    visitor: Visitor, site_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(storage, "GOOD_FOR", 0.0)
    database = f"sqlite:///{site_folder / 'regatta.sqlite'}"

    def host(*arguments: str) -> tuple[int, str]:
        return main(["copies", *arguments, "--database", database]), capsys.readouterr().out

    copy = keep(visitor)
    match = visitor.open(f"{copy}.1", "Ana")
    code, listed = host("list", "--most", "1")
    assert (code, listed.split()[0], "(taken away)" in listed) == (0, copy, False)
    assert host("withdraw", copy) == (0, f"{copy} is taken away.\n")
    said = "The host of this site has taken this copy away."
    for path in (f"/copies/{copy}", f"/games/{copy}.1", f"/games/{copy}.1.yaml", f"/new/{copy}.1"):
        assert refused(visitor.get(path), 410) == said
    answer = visitor.post(f"/new/{copy}.1", token=token(visitor), key="k")
    assert refused(answer, 410) == said
    assert visitor.get(match).status_code == 200
    assert visitor.page.all("h1")[0].text.startswith("A copy that was taken away")
    visitor.play_out()
    assert visitor.state(match)["result"]
    assert visitor.get("/").status_code == 200
    code, listed = host("list", "--json")
    (facts,) = [each for each in json.loads(listed) if each["id"] == copy]
    assert (code, facts["withdrawn"], facts["title"]) == (0, True, "Tiny")
    assert host("withdraw", "caaaaaaaaaaaaaaa")[0] == 2
    assert host("withdraw")[0] == 2
    assert main(["copies", "list", "--database", f"sqlite:///{site_folder / 'none'}"]) == 2
    capsys.readouterr()


def figures(page: Tag) -> dict[str, list[str]]:
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in page.one("tbody").all("tr")}


def test_what_a_copy_does_to_the_points(visitors: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = visitors(), visitors()
    copy = keep(ana)
    bo.get(f"/copies/new?game={copy}.1")
    bo.send("/copies", text=RICHER)
    own = bo.path.split("/")[2]
    for game in (f"{own}.1", f"{copy}.1"):
        # Worked out beforehand, so that nobody waits for the worker process; the test of jobs has that.
        solver.averages_of(solver.strategy_of(tables_of(game)))
    bo.get(f"/copies/{own}")
    bo.send("/effect")
    assert (bo.path, bo.answer.status_code) == (f"/copies/{own}/effect", 200)
    mine, theirs = (solver.averages_of(solver.strategy_of(tables_of(f"{each}.1"))) for each in (own, copy))
    rows = figures(bo.page)
    assert list(rows) == ["Pair", "Sum", "All", "Grand total"]
    assert rows["Pair"][:2] == [f"{mine.boxes[0]:.2f}", f"{theirs.boxes[0]:.2f}"]
    assert rows["Grand total"][:2] == [f"{mine.total:.2f}", f"{theirs.total:.2f}"]
    assert mine.total == pytest.approx(solver.strategy_of(tables_of(f"{own}.1")).start, abs=1e-9)
    assert f"{mine.total:.2f} points on average" in bo.page.text
    facts = bo.http.get(f"/copies/{own}/effect", headers={"accept": "application/json"}).json()
    assert [each["averages"]["total"] for each in facts["games"]] == [mine.total, theirs.total]
    # A game that is too large is refused with the number that is too large.
    large = "".join(f"  b{n}: {{points: sum}}\n" for n in range(63))
    huge = keep(ana, TINY.partition("sheet")[0] + f"sheet:\n{large}")
    ana.get(f"/copies/{huge}")
    ana.send("/effect")
    while ana.answer.status_code == 202:
        ana.get(f"/copies/{huge}/effect")
    assert "63 boxes cannot be solved" in ana.page.one("p", class_="notice").text


def test_how_long_the_work_takes_is_not_promised_before_it_is_done(visitor: Visitor) -> None:
    copy = keep(visitor, TINY.replace("points: 10", "points: 11"))  # which no other test has worked out
    tables = tables_of(f"{copy}.1")
    store.keep(tables, effect.SIZE, np.array(layers.count(tables), dtype=np.float64))
    sizes = "to solve it takes one core less than a second"
    more = "There may also be a wait before"
    visitor.get(f"/copies/{copy}/effect")
    assert sizes in visitor.page.text
    assert more in visitor.page.text
    solver.averages_of(solver.strategy_of(tables))
    visitor.get(f"/copies/{copy}/effect")
    assert sizes in visitor.page.text
    assert more not in visitor.page.text


def test_a_site_solves_no_game_that_takes_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "MOST_MEMORY", 10_000)
    for begin in (coaching.work_out, effect.work_out):
        with pytest.raises(Illegal, match=r"solve\.memory"):
            begin(tables_of("crag"), progress=lambda _: None)


# ---------------------------------------------------------------------------------------------- without an editor


def test_the_new_game_page_says_what_the_options_change(visitor: Visitor) -> None:
    visitor.get("/new/yahtzee")
    told = {tag.attributes["id"]: tag.text for tag in visitor.page.all("dl", class_="option-told")}
    options = {
        tag.attributes["id"]: tag.attributes["aria-describedby"]
        for tag in visitor.page.all("select")
        if "aria-describedby" in tag.attributes
    }
    assert len(options) == len(told) >= 2
    assert set(options.values()) == set(told)
    assert any("“Joker” is left out." in text for text in told.values())
    visitor.get("/new/crag")
    assert not visitor.page.all("dl", class_="option-told")
