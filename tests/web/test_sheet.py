"""The sheet on the page: the lines of the paper one, its arithmetic, its reasons."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from at_site import Tag, Visitor
from at_table import ANA, whole
from regatta.web.tongues import Tongue
from regatta.words import Words

Dice = list[tuple[int, ...]]


def rows(visitor: Visitor) -> dict[str, Tag]:
    """The lines of the sheet, by the id of what they are about."""
    sheet = visitor.page.one(id="sheet")
    return {
        row.one("th", scope="row").attributes["id"].removeprefix("line-"): row
        for row in sheet.all("tr", class_="row")
    }


def shown(row: Tag, column: int = 0) -> str:
    return row.all("td")[column].text


def ink(row: Tag, column: int = 0) -> int:
    """The points that a cell has in ink; nothing for an empty one."""
    found = row.all("td")[column].all("span", class_="ink")
    return int(found[0].text) if found else 0


def adds_up(visitor: Visitor) -> bool:
    """Whether boxes, bonuses and extras of every column add up to its total, and to that in the strip."""
    lines = rows(visitor)
    strip = [int(tag.text) for tag in visitor.page.one("ol", class_="seats").all("span", class_="total")]
    for column, total in enumerate(strip):
        parts = [ink(row, column) for row in lines.values() if row.is_so({"class_": "part"})]
        if sum(parts) != total or ink(lines["grand-total"], column) != total:
            return False
    return True


def turn(visitor: Visitor, loaded: Dice, dice: tuple[int, ...], box: str) -> None:
    loaded.append(dice)
    visitor.roll()
    visitor.write(box)
    assert adds_up(visitor)


def test_the_lines_of_the_paper_sheet(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana", "Ben")
    assert [
        row.one("th", scope="row").all("span", class_="label")[0].text for row in rows(visitor).values()
    ] == [
        *["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"],
        *["Sum", "Upper bonus", "Total"],
        *[
            "Three of a kind",
            "Four of a kind",
            "Full house",
            "Small straight",
            "Large straight",
            "Yahtzee",
            "Chance",
        ],
        *["Bonus chips", "Total"],
        "Grand total",
    ]


def test_open_boxes_show_what_they_would_give(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yahtzee")
    loaded.append((5, 2, 5, 5, 2))
    visitor.roll()
    buttons = {button.attributes["value"]: button for button in visitor.page.all("button", name="box")}
    given = {box: int(button.text) for box, button in buttons.items()}
    assert given["fives"] == 15
    assert given["full_house"] == 25
    assert given["chance"] == 19
    assert given["yahtzee"] == 0
    assert buttons["fives"].attributes["aria-label"] == "Write 15 into Fives"
    assert given == visitor.state()["preview"]["points"]
    visitor.write("full_house")
    assert shown(rows(visitor)["full_house"]) == "25"


def test_only_the_seat_to_move_has_pencil(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana", "Ben", "Eva")
    visitor.roll()
    mover = visitor.state()["seat"]
    for row in visitor.page.one(id="sheet").all("tr", class_="box"):
        assert [bool(cell.all("button")) for cell in row.all("td")] == [seat == mover for seat in range(3)]


def test_ui_05_bonus_chips_have_a_row_and_everything_adds_up(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yahtzee")
    turn(visitor, loaded, (5, 5, 5, 5, 5), "yahtzee")
    loaded.append((5, 5, 5, 5, 5))
    visitor.roll()
    assert "100" in visitor.page.one("p", id="why").text
    assert adds_up(visitor)
    visitor.write("fives")
    assert adds_up(visitor)
    assert shown(rows(visitor)["joker"]) == "1 × 100 100"
    assert rows(visitor)["joker"].one("th").text == "Bonus chips 1 × 100"
    assert ink(rows(visitor)["grand-total"]) == 50 + 25 + 100


def test_a_joker_says_why_it_forces_boxes(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yahtzee")
    turn(visitor, loaded, (1, 2, 3, 4, 6), "yahtzee")
    loaded.append((4, 4, 4, 4, 4))
    visitor.roll()
    why = visitor.page.one("p", id="why")
    assert why.text == ("Joker, since the box Yahtzee is written: these dice may be written only into Fours.")
    (button,) = visitor.page.all("button", name="box")
    assert button.attributes["value"] == "fours"
    assert button.attributes["aria-describedby"] == "why"
    answer = visitor.send("/write", box="chance")
    assert answer.status_code == 422
    assert "only Fours" in visitor.page.one("p", id="notice").text
    visitor.write("fours")
    loaded.append((4, 4, 4, 4, 4))
    visitor.roll()
    assert "marked boxes" in visitor.page.one("p", id="why").text
    assert "full_house" in visitor.boxes()
    assert "ones" not in visitor.boxes()


def test_the_bonus_says_how_far_it_is_until_it_is_decided(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yahtzee")
    assert shown(rows(visitor)["upper_bonus"]) == "63 short of 63"
    for face, box in enumerate(("ones", "twos", "threes", "fours", "fives"), 1):
        turn(visitor, loaded, (face, face, face, face, 6 if face < 6 else 1), box)
    assert shown(rows(visitor)["upper_bonus"]) == "3 short of 63"
    turn(visitor, loaded, (6, 6, 1, 1, 2), "sixes")
    assert shown(rows(visitor)["upper_bonus"]) == "35"
    assert shown(rows(visitor)["upper-sum"]) == "72"
    assert shown(rows(visitor)["upper-total"]) == "107"


def test_a_bonus_that_is_lost_says_0(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yahtzee")
    for box in ("ones", "twos", "threes", "fours", "fives", "sixes"):
        turn(visitor, loaded, (1, 2, 3, 4, 5), box)
    assert shown(rows(visitor)["upper_bonus"]) == "0"


def test_ui_03_the_sheet_has_headers_for_rows_and_columns(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana", "Ben")
    visitor.roll()
    tables = visitor.page.one(id="sheet").all("table")
    assert tables
    for table in tables:
        assert table.one("caption").text
        heads = table.one("thead").all("th", scope="col")
        assert [head.text for head in heads] == ["Box", "Ana", "Ben"]
        for row in table.one("tbody").all("tr"):
            assert len(row.all("th", scope="row")) == 1
            assert len(row.all("td")) == 2
    assert visitor.page.one("ol", class_="dice").attributes["aria-label"] == "Dice"
    for die in visitor.page.one("ol", class_="dice").all("button"):
        assert die.attributes["aria-label"].endswith(", free")
        assert die.attributes["aria-pressed"] == "false"


def test_ids_are_given_once(visitor: Visitor) -> None:
    visitor.open("yahtzee", "Ana", "Ben")
    visitor.roll()
    ids = [tag.attributes["id"] for tag in visitor.page.all() if "id" in tag.attributes]
    assert len(ids) == len(set(ids))
    labels = [
        tag.attributes[name]
        for tag in visitor.page.all()
        for name in ("aria-labelledby", "for")
        if name in tag.attributes
    ]
    assert set(labels) <= set(ids)


def test_a_sheet_without_sections_is_halved(visitor: Visitor) -> None:
    visitor.open("yacht")
    parts = visitor.page.one(id="sheet").all("table", class_="part")
    assert [len(part.one("tbody").all("tr")) for part in parts] == [6, 6]


def test_sheets_of_others_can_be_opened(visitor: Visitor) -> None:
    path = visitor.open("yacht", "Ana", "Ben")
    for number in (1, 2):
        visitor.get(f"{path}?sheet={number}")
        (seat,) = visitor.page.one("ol", class_="seats").all("li", class_="focus")
        assert seat.one("bdi").text == ["Ana", "Ben"][number - 1]
    for odd in ("0", "9", "x", "-1", "%00", "9" * 50):
        assert visitor.get(f"{path}?sheet={odd}").status_code == 200


def test_history_tells_what_bots_did(visitor: Visitor, loaded: Dice) -> None:
    visitor.open("yacht", "Ana", bots_greedy="1")
    while visitor.state()["number"] == 0:
        visitor.roll()
    visitor.write("choice")
    history = visitor.page.one("section", id="history").text
    assert "Greedy" in history
    assert history.count("wrote") >= 2
    say = visitor.page.one("div", id="table").attributes["data-say"]
    assert "Greedy" in say
    assert "is to roll" in say


def test_fl_15_all_who_share_the_best_total_win(visitor: Visitor, loaded: Dice) -> None:
    loaded += [(6, 6, 6), (1, 1, 1), (1, 1, 2)]  # who begins
    visitor.open("crag", "Ana", "Ben", "Eva")
    totals = {0: (6, 6, 1), 1: (6, 6, 1), 2: (1, 1, 2)}
    before = datetime.now(UTC).date()
    while not visitor.page.all("section", id="result"):
        loaded.append(totals[visitor.state()["seat"]])
        visitor.roll()
        visitor.write()
    result = visitor.page.one("section", id="result")
    assert result.one("h2").text.startswith("Ana and Ben share the win with ")
    day = date.fromisoformat(result.one("time").attributes["datetime"])
    assert before <= day <= datetime.now(UTC).date()
    assert result.one("time").text == Words("en").day(day)
    ranks = [
        (row.one("td", class_="rank").text, row.one("bdi").text) for row in result.one("tbody").all("tr")
    ]
    assert ranks == [("1", "Ana"), ("1", "Ben"), ("3", "Eva")]
    assert adds_up(visitor)


@pytest.mark.parametrize(
    ("language", "one", "three", "many"),
    [
        ("en", "1 point", "3 points", "25 points"),
        ("hu", "1 pont", "3 pont", "25 pont"),
        ("sk", "1 bod", "3 body", "25 bodov"),
        ("pl", "1 punkt", "3 punkty", "25 punktów"),
        ("af", "1 punt", "3 punte", "25 punte"),
    ],
)
def test_who_plays_alone_reads_points_as_the_language_counts_them(
    language: str, one: str, three: str, many: str
) -> None:
    match = whole("yacht", "Ana")[0]
    assert match.finished is not None
    phrases = Tongue(Words(language)).phrases("yacht")
    ends = [replace(match, finished=replace(match.finished, totals=(total,))) for total in (1, 3, 25)]
    said = [phrases.result(end.view(ANA)) for end in ends]
    assert said == [one, three, many]
