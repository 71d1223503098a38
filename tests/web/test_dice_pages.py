"""What proves the dice, as pages that need no JavaScript."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

from at_site import Tag, Visitor, served
from regatta.dice.evenness import chi_square
from regatta.match.fair import Fair, commit
from regatta.match.record import read as read_record
from regatta.match.verify import verify


def rolls(page: Tag) -> list[tuple[int, str, list[int]]]:
    """Number, whose and dice of each roll that a page lists."""
    rows = page.one("table", id="proof").one("tbody").all("tr")
    return [
        (
            int(row.one("th").text),
            row.one("bdi").text,
            [int(face) for face in row.all("td", class_="faces")[0].text.split()],
        )
        for row in rows
    ]


def test_before_the_end_the_page_promises_and_hides(visitor: Visitor) -> None:
    path = visitor.open("yacht", "Ana", "Ben", bots_greedy="1")
    state = visitor.state()
    visitor.get(f"{path}/dice")
    page = visitor.page
    assert page.one(id="commitment").text == state["commitment"]
    assert page.all(id="seed") == []
    assert not any("proof" in script.attributes["src"] for script in page.all("script"))
    salts = page.all("table", class_="figures")[0].one("tbody").all("tr")
    shown = [[cell.text for cell in row.children if isinstance(cell, Tag)] for row in salts]
    assert [row[0] for row in shown] == ["Ana", "Ben", "Greedy"]
    assert [row[1] for row in shown] == [state["seats"][0]["salt"], state["seats"][1]["salt"], "–"]
    assert [row[2] for row in shown] == ["made by the server", "made by the server", "nothing: a bot"]
    assert rolls(page)[0][:2] == (0, "Ana")
    twin = visitor.http.get(f"{path}/dice", headers={"accept": "application/json"}).json()
    assert twin["seed"] is None
    assert "seed" not in page.one("table", id="proof").attributes.get("data-facts", "")


def test_after_the_end_it_shows_all_that_a_check_needs(visitor: Visitor) -> None:
    path = visitor.open("crag", "Ana", "Ben")
    visitor.play_out()
    visitor.get(f"{path}/dice")
    page, record = visitor.page, visitor.http.get(f"{path}/record.json").json()
    seed = bytes.fromhex(page.one(id="seed").text)
    assert commit(seed) == page.one(id="commitment").text == record["dice"]["commitment"]
    assert f"regatta verify {path.rpartition('/')[2]}.json" in page.one("pre", class_="command").text
    facts = json.loads(page.one("table", id="proof").attributes["data-facts"])
    fair = Fair(bytes.fromhex(facts["seed"]), facts["match"], tuple(facts["salts"]))
    listed = rolls(page)
    assert [k for k, _, _ in listed] == list(range(len(listed)))
    for k, _, dice in listed:
        assert list(fair.roll(k, len(dice), facts["faces"])) == dice
    told = [throw["dice"] for round_ in record["roll_off"] for throw in round_]
    told += [roll["dice"] for turn in record["turns"] for roll in turn["rolls"]]
    assert [dice for _, _, dice in listed] == told
    assert page.one("meta", name="robots").attributes["content"] == "noindex"
    for link in (f"{path}/record.json", f"{path}/replay", path, "/dice"):
        assert page.all("a", href=link)


def test_the_table_leads_there_with_the_commitment_in_sight(visitor: Visitor) -> None:
    path = visitor.open("yacht")
    fair = visitor.page.one("section", id="fair")
    assert fair.all("code")[0].text == visitor.state()["commitment"]
    assert fair.all("a", href=f"{path}/dice")
    visitor.play_out()
    assert visitor.page.one("section", id="result").all("a", href=f"{path}/dice")


def test_the_site_counts_every_die_as_it_falls(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        visitor = Visitor(address)
        visitor.get("/dice")
        assert "Nothing yet" in visitor.page.text
        sentences = [item for list_ in visitor.page.all("ol", class_="sentences") for item in list_.all("li")]
        assert len(sentences) == 10
        assert "friend" in sentences[7].text
        paths = [visitor.open("crag", "Ana", "Ben")]
        visitor.play_out()
        paths.append(visitor.open("yacht", "Ana", bots_greedy="2"))
        visitor.roll()
        records = [read_record(visitor.http.get(f"{path}/record.json").text) for path in paths]
        assert verify(records[0]) == []
        faces: Counter[int] = Counter()
        follow: Counter[tuple[int, int]] = Counter()
        for record in records:
            throws = [throw.dice for round_ in record.roll_off for throw in round_]
            throws += [roll.dice for turn in record.turns for roll in turn.rolls]
            dice = [face for throw in throws for face in throw]
            faces.update(dice)
            follow.update(pairwise(dice))
        visitor.get("/dice")
        tables = visitor.page.all("table", class_="figures")
        shown = [
            [cell.text for cell in row.children if isinstance(cell, Tag)]
            for row in tables[0].one("tbody").all("tr")
        ]
        assert [row[:2] for row in shown] == [[str(face), str(faces[face])] for face in range(1, 7)]
        assert len(visitor.page.all("rect", class_="bar-of")) == 6
        (kind,) = visitor.http.get("/dice", headers={"accept": "application/json"}).json()["kinds"]
        assert kind["faces"] == 6
        assert kind["counts"] == [faces[face] for face in range(1, 7)]
        assert kind["followed"] == [[follow[a, b] for b in range(1, 7)] for a in range(1, 7)]
        assert kind["chi_square"] == chi_square([kind["counts"]])._asdict()
        assert kind["runs"]["number"] == len(records) + sum(n for (a, b), n in follow.items() if a != b)
        assert f"χ² = {kind['chi_square']['value']:.2f}".rstrip("0").rstrip(".") in visitor.page.text
        visitor.close()
