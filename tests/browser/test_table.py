"""The table in a real browser: whole games by clicking, with and without JavaScript; what eye, ear and thumb need."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from at_browser import (
    NO_SIDEWAYS,
    PHONE,
    a_move,
    axe,
    hear,
    heard_out,
    quiet,
    roll,
    sit_down,
    state,
    too_low,
    wait_for_holds,
)


def open_match(page: Page, game: str, *names: str, **bots: str) -> str:
    """Open a match, by the form where it takes more than two names; gives its address."""
    if len(names) <= 2 and not bots:
        sit_down(page, game, *names)
        return page.url
    page.goto(f"/new/{game}")
    if len(names) > 2:
        page.get_by_text("More players").click()
    for number, name in enumerate(names, 1):
        page.locator(f"#name-{number}").fill(name)
    for bot, count in bots.items():
        page.locator(f"#bots-{bot}").select_option(count)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    return page.url.partition("?")[0]


@pytest.fixture(autouse=True)
def still(page: Page) -> None:
    """Nothing moves in these tests, so that none waits for dice (test_motion.py is about those)."""
    page.emulate_media(reduced_motion="reduce")


def boxes(page: Page) -> Locator:
    return page.locator("#sheet button")


def write(page: Page, box: int = 0) -> None:
    """Choose a box and write it, whether or not bots play after it."""
    with a_move(page):
        boxes(page).nth(box).click()
        page.locator("#write-button").click()
        if page.locator("#skip-button").is_visible():
            page.keyboard.press("Escape")


ADDS_UP = """() => [...document.querySelectorAll(".seats .total")].every((total, seat) => {
  const points = (row) => Number(row.cells[seat + 1].querySelector(".ink")?.textContent ?? 0);
  const rows = [...document.querySelectorAll("#sheet .part.row")];
  const sum = rows.reduce((all, row) => all + points(row), 0);
  return sum === Number(total.textContent) && sum === points(document.querySelector("#sheet .total.row"));
})"""


def play(page: Page) -> int:
    """Play to the end by clicking; gives the number of turns."""
    turns = 0
    while page.locator("#roll").count():
        roll(page)
        if turns % 3 == 0:
            page.locator("#die-2").click()
            roll(page)
        write(page, turns % max(1, boxes(page).count()))
        assert page.evaluate(ADDS_UP)
        turns += 1
    return turns


# ------------------------------------------------------------------------------------------------ whole games


def test_a_whole_game_of_yacht(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Yacht ")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/matches/*")
    assert play(page) == 12
    found = state(page)
    expect(page.locator("#result h2")).to_have_text(f"{found['result']['totals'][0]} points")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(
        "path => location.pathname !== path", arg=page.url.partition("//")[2].partition("/")[2]
    )
    page.wait_for_selector("#roll")
    fresh = state(page)
    assert (fresh["number"], fresh["dice"], fresh["seats"][0]["total"]) == (0, [], 0)


def test_a_whole_game_of_yahtzee_with_a_bot(page: Page) -> None:
    page.goto("/settings")
    # How the bots' moves are shown is for the tests of motion.
    wish = {"token": page.locator("input[name=token]").first.input_value(), "back": "/", "bots": "at-once"}
    assert page.request.post("/settings", form=wish).ok
    open_match(page, "yahtzee", "Ana", greedy="1")
    assert play(page) == 13
    found = state(page)
    assert found["phase"] == "over"
    ranks = page.locator("#result tbody tr")
    expect(ranks).to_have_count(2)
    assert int(ranks.first.locator(".total").inner_text()) == max(found["result"]["totals"])


def test_a_whole_game_without_javascript(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False, "viewport": PHONE})
    page = context.new_page()
    page.goto("/new/yacht")
    page.locator("#name-1").fill("Ana")
    page.get_by_role("button", name="Play", exact=True).click()
    for turn in range(12):
        page.locator("#roll-button").click()
        if turn == 0:
            page.locator("#die-1").click()
            page.locator("#die-3").click()
            assert [die["held"] for die in state(page)["dice"]] == [True, False, True, False, False]
            page.locator("#die-1").click()
            faces = [die["face"] for die in state(page)["dice"]]
            page.locator("#roll-button").click()
            assert state(page)["dice"][2]["face"] == faces[2]
            assert state(page)["number"] == 2
        boxes(page).nth(turn % boxes(page).count()).click()
    expect(page.locator("#result h2")).to_contain_text("points")
    assert len(state(page)["turns"]) > 0
    context.close()


# ------------------------------------------------------------------------------------------------------- dice


def test_ui_07_dice_are_held_by_position(page: Page) -> None:
    open_match(page, "yacht")
    roll(page)
    page.locator("#die-1").click()
    page.locator("#die-3").click()
    wait_for_holds(page, 0, 2)
    pressed = page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.ariaPressed)")
    assert pressed == ["true", "false", "true", "false", "false"]
    before = [die["face"] for die in state(page)["dice"]]
    roll(page)
    after = state(page)["dice"]
    assert [die["thrown"] for die in after] == [False, True, False, True, True]
    assert [after[0]["face"], after[2]["face"]] == [before[0], before[2]]


def test_holds_that_were_tapped_just_before_a_roll_count(page: Page) -> None:
    open_match(page, "yacht")
    roll(page)
    before = [die["face"] for die in state(page)["dice"]]
    with a_move(page):
        page.evaluate(
            """() => { for (const id of ["die-2", "die-5", "roll-button"]) document.getElementById(id).click(); }"""
        )
    after = state(page)
    assert after["number"] == 2
    assert [die["held"] for die in after["dice"]] == [False, True, False, False, True]
    assert [after["dice"][1]["face"], after["dice"][4]["face"]] == [before[1], before[4]]


def test_a_roll_pressed_while_holds_are_on_their_way_waits_for_them(page: Page) -> None:
    path = open_match(page, "yacht")
    roll(page)
    slow: list[Route] = []

    def keep(route: Route) -> None:
        slow.append(route)

    page.route("**/hold", keep)
    with page.expect_request("**/hold"):
        page.locator("#die-4").click()
    page.get_by_role("button", name="Roll").click()
    expect(page.locator("#table.rolling")).to_have_count(1)
    assert state(page)["number"] == 1, "the roll waits"
    slow[0].continue_()
    expect(page.locator("#roll-button")).to_contain_text("1 left")
    assert [route.request.url for route in slow] == [f"{path}/hold"]
    found = state(page)
    assert found["number"] == 2
    assert [die["held"] for die in found["dice"]] == [False, False, False, True, False]
    expect(page.locator("#notice")).to_have_count(0)


def test_all_dice_held_cannot_be_rolled(page: Page) -> None:
    open_match(page, "crag")
    roll(page)
    button = page.locator("#roll-button")
    for number in (1, 2, 3):
        page.locator(f"#die-{number}").click()
    expect(button).to_be_disabled()
    page.locator("#die-2").click()
    expect(button).to_be_enabled()


def test_fl_04_a_double_click_is_one_roll(page: Page) -> None:
    open_match(page, "yacht")
    page.locator("#roll-button").dblclick()
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    quiet(page)
    assert state(page)["number"] == 1


def test_fl_11_a_new_game_is_a_fresh_one(page: Page) -> None:
    open_match(page, "crag")
    roll(page)
    page.locator("#die-2").click()
    wait_for_holds(page, 1)
    open_match(page, "crag")
    assert page.locator("#dice [aria-pressed=true]").count() == 0
    expect(page.locator("#roll-button")).to_contain_text("2 left")
    assert page.locator("#sheet .box .ink").count() == 0
    assert boxes(page).count() == 0
    roll(page)
    assert page.locator("#dice [aria-pressed=true]").count() == 0


def test_fl_24_on_08_a_reload_in_mid_turn_changes_nothing(page: Page) -> None:
    path = open_match(page, "yacht", "Ana")
    roll(page)
    with a_move(page):
        page.locator("#die-2").click()
    roll(page)
    before = state(page)
    shown = page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel)")
    page.reload()
    assert page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel)") == shown
    page.goto("/")
    page.set_viewport_size({"width": 740, "height": 360})
    page.go_back()
    expect(page.locator("#roll-button")).to_contain_text("1 left")
    assert page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel)") == shown
    page.goto("/")
    page.get_by_role("link", name="Play on").click()
    assert state(page) == before
    page.goto("/")
    page.locator(f".line[href='{path[path.index('/matches') :]}']").click()
    assert state(page) == before


def test_on_13_an_old_tab_is_told_and_shows_the_present_table(page: Page, context: BrowserContext) -> None:
    open_match(page, "yacht")
    other = context.new_page()
    other.add_init_script("delete window.BroadcastChannel")  # by which tabs tell each other that they are old
    for news in ("**/stream*", "**/news*"):
        other.route(news, lambda route: route.abort())  # by which the server does
    other.goto(page.url)
    roll(page)
    other.locator("#roll-button").click()
    expect(other.locator("#notice")).to_contain_text("moved on")
    expect(other.locator("#roll-button")).to_contain_text("2 left")
    assert state(page)["number"] == 1


def test_a_form_that_is_not_ours_any_more_is_refused_in_words(page: Page, context: BrowserContext) -> None:
    open_match(page, "yacht")
    context.clear_cookies()
    page.locator("#roll-button").click()
    expect(page.get_by_role("heading", name="That is not yours")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()


# -------------------------------------------------------------------------------------------------------- ears


def test_ui_02_each_roll_is_said_once(page: Page) -> None:
    open_match(page, "yacht", "Ana")
    roll(page)
    words = ["one", "two", "three", "four", "five", "six"]
    faces = [words[die["face"] - 1] for die in state(page)["dice"]]
    assert heard_out(page) == [f"Roll 1 of 3: {', '.join(faces)}."]
    labels = page.locator("#dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel)")
    assert labels == [f"die {place}: {face}, free" for place, face in enumerate(faces, 1)]
    with a_move(page):
        page.locator("#die-1").click()
    expect(page.locator("#die-1")).to_have_attribute("aria-label", f"die 1: {faces[0]}, held")
    roll(page)
    thrown = [words[die["face"] - 1] for die in state(page)["dice"] if die["thrown"]]
    assert heard_out(page)[2:] == [f"Roll 2 of 3: {', '.join(thrown)}."]  # after how things stood
    write(page)
    assert heard_out(page)[-1] == "Ana is to roll."


def test_ui_03_players_dice_and_sheet_are_separate_parts(page: Page) -> None:
    open_match(page, "yahtzee", "Ana", "Ben")
    roll(page)
    expect(page.get_by_role("navigation", name="Players").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("list", name="Dice").get_by_role("listitem")).to_have_count(5)
    upper = page.get_by_role("table", name="Upper section")
    expect(upper.get_by_role("columnheader")).to_have_count(3)
    expect(upper.get_by_role("rowheader")).to_have_count(9)
    expect(upper.get_by_role("row").filter(has_text="Threes").get_by_role("cell")).to_have_count(2)
    assert page.get_by_role("button", name=re.compile(r"^Write \d+ into Large straight$")).count() == 1


# -------------------------------------------------------------------------------------------- eyes and thumbs

TOO_SMALL = """() => [...document.querySelectorAll("main a, main button, main select, main summary, main input[type=text]")]
  .map((tag) => [tag.outerHTML.slice(0, 80), tag.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 44 || box.height < 44))
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "x" * 40, "W" * 40, *"DEFGHIJ")], ids=["one", "ten"])
def test_a_phone_can_play(page: Page, names: tuple[str, ...]) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    assert page.evaluate(NO_SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    page.goto("/new/yahtzee")
    assert page.evaluate(NO_SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    open_match(page, "yahtzee", *names)
    roll(page)
    page.locator("#die-3").click()
    assert page.evaluate(NO_SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    for needed in (page.locator("#roll-button"), page.locator("#die-1"), boxes(page).first, boxes(page).last):
        expect(needed).to_be_in_viewport(ratio=1)
        box = needed.bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        on_top = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.id"
        assert page.evaluate(on_top, middle) == needed.get_attribute("id")


def test_the_form_of_a_new_game_has_one_button(page: Page) -> None:
    """What else can be done with the game stands there as links."""
    page.goto("/new/yahtzee")
    for size in (PHONE, {"width": 1366, "height": 768}):
        page.set_viewport_size(size)
        assert page.locator("main").locator(".button, .primary").locator(
            "visible=true"
        ).all_inner_texts() == ["Play"]
        for way in (
            page.get_by_role("button", name="Play online"),
            page.get_by_role("link", name="Score pad"),
        ):
            expect(way).to_be_in_viewport(ratio=1)


def test_ui_01_a_long_name_stays_in_its_cell(page: Page) -> None:
    open_match(page, "yahtzee", "W" * 40, "Ana", "m" * 40)
    roll(page)
    for size in (PHONE, {"width": 1000, "height": 700}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        assert page.evaluate(NO_SIDEWAYS)
        wrong = page.evaluate(
            """() => [...document.querySelectorAll("#sheet table")].flatMap((table) => {
              const heads = [...table.tHead.rows[0].cells].slice(1);
              if (getComputedStyle(table.tHead).position === "absolute") return []; // a phone shows one column
              return [...table.tBodies[0].rows].flatMap((row) => [...row.cells].slice(1).map((cell, seat) => {
                const [a, b] = [heads[seat].getBoundingClientRect(), cell.getBoundingClientRect()];
                const shown = b.width > 0 && a.width > 1;
                return shown && (Math.abs(a.left - b.left) > 1 || Math.abs(a.right - b.right) > 1);
              }));
            }).filter(Boolean).length"""
        )
        assert wrong == 0
        inside = """() => [...document.querySelectorAll("#table .name")].every((name) => {
          const [own, around] = [name.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
          return own.right <= around.right + 1 && own.left >= around.left - 1;
        })"""
        assert page.evaluate(inside)


@pytest.mark.parametrize("names", [("Margaret", "Benedict"), ("Ana", "W" * 40), ("W" * 40, "m" * 40)])
def test_two_players_share_the_strip(page: Page, names: tuple[str, str]) -> None:
    """Nothing of either is scrolled away, and no name that is short gives way to a long one."""
    page.set_viewport_size(PHONE)
    open_match(page, "yahtzee", *names)
    strip = page.locator(".seats")
    for _ in names:
        assert strip.evaluate("strip => strip.scrollWidth <= strip.clientWidth")
        for total in strip.locator(".total").all():
            expect(total).to_be_in_viewport(ratio=1)
        for name in strip.locator(".name").all():
            cut = name.evaluate("name => name.scrollWidth > name.clientWidth")
            assert not cut or len(name.inner_text()) > len("Benedict")
        roll(page)
        write(page)


WORLD = ["Őze Žofia", "Łukasz Ľ", "Zoë", "محمد علي", "李小龍", "👩‍👩‍👧"]


def test_ui_10_names_of_the_world(page: Page) -> None:
    open_match(page, "yacht", *WORLD)
    assert page.locator(".seats .name").all_inner_texts() == WORLD
    assert page.locator("#sheet table").first.locator("thead .name").all_inner_texts() == WORLD
    roll(page)
    write(page)
    assert [seat["name"] for seat in state(page)["seats"]] == WORLD
    assert hear(page, " wrote ").split(" wrote ")[0] in WORLD
    right_of_name = """() => [...document.querySelectorAll(".seat")].every((seat) =>
      seat.querySelector(".name").getBoundingClientRect().right <= seat.querySelector(".total").getBoundingClientRect().left)"""
    assert page.evaluate(right_of_name)


def test_se_07_markup_in_names_never_runs(page: Page) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    evil = ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>"]
    open_match(page, "crag", *evil)
    roll(page)
    write(page)
    assert page.locator(".seats .name").all_inner_texts() == evil
    page.goto("/")
    expect(page.get_by_text(evil[1]).first).to_be_visible()
    assert dialogs == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(page: Page, scheme: Any) -> None:
    """4.5:1 for text on what lies under it, in light and dark."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_match(page, "yahtzee", "Ana", "Ben")
    roll(page)
    assert too_low(page, 4.5) == []


def test_axe_finds_nothing_wrong(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    for path in ("/", "/new/yahtzee", "/nowhere"):
        page.goto(path)
        assert axe(page) == [], path
    open_match(page, "yahtzee", "Ana", "Ben")
    assert axe(page) == []
    roll(page)
    page.locator("#die-1").click()
    assert axe(page) == []
