"""The editor of models as people use it: from a typo to a game that is played, and without a mouse."""

from __future__ import annotations

import re

from playwright.sync_api import Dialog, Locator, Page, expect

from at_browser import NO_SIDEWAYS, PATIENCE, PHONE, axe, roll, state, too_low

LABEL = "The rules of the game, as a model"


def standing(page: Page) -> Locator:
    """The region that says how the text stands."""
    return page.locator("[data-state]")


def line(page: Page, begin: str) -> Locator:
    return page.locator(".cm-line", has_text=re.compile(rf"^\s*{re.escape(begin)}")).first


def settled(page: Page, said: str) -> None:
    """Wait until the server has answered, and that is what is said."""
    expect(standing(page)).to_have_text(said, timeout=PATIENCE)
    expect(standing(page)).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)


def pick(page: Page) -> None:
    """Take what is chosen in the list, which hears keys only once one can have seen it: 75 ms after it came."""
    page.wait_for_timeout(80)
    page.keyboard.press("Enter")


def test_from_a_typo_to_the_played_copy(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    left: list[str] = []  # what was asked before the page was left

    def leave(dialog: Dialog) -> None:
        left.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/")
    page.goto("/games/yacht")
    assert not any("/editor/" in url for url in asked)
    page.get_by_role("link", name="Edit a copy").click()
    expect(page.get_by_role("textbox", name=LABEL)).to_be_visible()
    assert sum("/editor/" in url for url in asked) == 1
    settled(page, "No faults")
    expect(page.get_by_role("button", name="Check")).to_be_hidden()
    worth = (
        page.locator(".preview .box-card").filter(has=page.get_by_text("Yacht", exact=True)).locator(".worth")
    )
    expect(worth).to_have_text("50")

    # A typo is marked before the server is asked, told by line, and gone to by a press.
    line(page, "yacht:").click()
    page.keyboard.press("End")
    for _ in ": 50}":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.keyboard.type("z")
    page.keyboard.press("ArrowDown")
    fault = page.locator("[data-faults] button")
    expect(fault.filter(has_text="Line 23: pointz is no word of the model language.")).to_be_visible()
    expect(page.locator(".cm-lintRange-error", has_text="pointz")).to_be_visible()
    expect(fault).to_have_count(2, timeout=PATIENCE)  # the server knows that `points` is missing too
    settled(page, "Faults: 2")
    expect(worth).to_have_text("50")
    expect(page.locator("[data-preview]")).to_have_class(re.compile(r"\bstale\b"))
    assert page.evaluate("document.documentElement.scrollHeight <= 2 * innerHeight"), (
        "the rules scroll inside"
    )
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert too_low(page, 4.5) == []
    page.emulate_media(color_scheme="light", contrast="more")
    assert too_low(page, 7) == []
    page.emulate_media(contrast="no-preference")
    page.set_viewport_size(PHONE)
    assert page.evaluate(NO_SIDEWAYS)
    page.get_by_role("link", name="Faults: 2").click()
    expect(fault.first).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})
    fault.filter(has_text="pointz").click()
    page.keyboard.type("points")  # over what the press has chosen
    settled(page, "No faults")
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)

    # A server that has no time says so, and is asked again.
    busy = {"error": {"code": "job.busy", "message": "Too much to do."}}
    page.route(
        "**/drafts/check",
        lambda route: route.fulfill(status=503, headers={"retry-after": "1"}, json=busy),
        times=1,
    )
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("60")
    expect(standing(page)).to_have_text("Too much to do.")
    settled(page, "No faults")
    expect(worth).to_have_text("60")

    # What is not saved outlasts a reload, and is one step to take back.
    assert left == []
    page.reload()
    assert left == ["beforeunload"]
    expect(line(page, "yacht:")).to_contain_text("points: 60")
    settled(page, "What you had typed and not saved is here again. No faults")
    expect(page.locator("textarea")).to_have_value(re.compile("points: 60"))
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+z")
    expect(line(page, "yacht:")).to_contain_text("points: 50")
    page.keyboard.press("Control+y")
    settled(page, "No faults")

    page.get_by_role("button", name="Save and play").click()
    expect(page).to_have_url(re.compile(r"/new/c[a-z2-7]{15}\.1$"), timeout=PATIENCE)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#table")).to_be_visible()
    roll(page)
    found = state(page)
    assert len(found["dice"]) == 5
    assert re.fullmatch(r"c[a-z2-7]{15}\.1", found["game"])

    # What was saved is no draft any more.
    page.goto("/copies/new?game=yacht")
    expect(line(page, "yacht:")).to_contain_text("points: 50")
    assert left == ["beforeunload"], "it asks only where something would be lost"


def test_a_word_that_stands_there_whole_is_not_offered(page: Page) -> None:
    page.goto("/copies/new")
    page.wait_for_load_state("networkidle")  # the words that may stand somewhere are fetched
    text = page.get_by_role("textbox", name=LABEL)
    text.focus()
    offered = page.get_by_role("option")
    for begun, rest, found in (
        ("pla", "yers", "players"),  # a word
        ("flow: one ro", "ll", "one roll"),  # a value
    ):
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.type(begun)
        expect(offered.filter(has_text=re.compile(f"^{found}"))).to_have_count(1)
        page.keyboard.type(rest)
        expect(offered).to_have_count(0)
        page.keyboard.press("Backspace")
        page.keyboard.press("Control+Space")
        expect(offered.filter(has_text=re.compile(f"^{found}"))).to_have_count(1)
        page.keyboard.type(rest[-1])
        expect(offered).to_have_count(0)
        page.keyboard.press("Enter")
        expect(line(page, begun + rest)).to_have_text(begun + rest)


def test_without_a_mouse(page: Page) -> None:
    page.goto("/copies/new")
    text = page.get_by_role("textbox", name=LABEL)
    expect(text).to_be_visible()
    for _ in range(15):
        if text.evaluate("(tag) => tag.getRootNode().activeElement === tag"):
            break
        page.keyboard.press("Tab")
    expect(text).to_be_focused()
    expect(text).to_have_accessible_description(re.compile("Tab leaves the text"))
    settled(page, "No faults")

    # Words are offered where they may stand, and told what they mean.
    page.keyboard.press("Control+End")
    page.keyboard.type("ord")
    offered = page.get_by_role("option")
    expect(offered).to_have_text(["order"])
    expect(page.locator(".cm-completionInfo")).to_have_text("in which order boxes are written")
    pick(page)
    expect(offered.first).to_have_text("bottom to top")
    page.keyboard.type("top")
    expect(offered.first).to_have_text("top to bottom")
    pick(page)
    page.keyboard.press("Enter")
    expect(line(page, "order:")).to_have_text("order: top to bottom")
    page.keyboard.type("winer: highest total")
    settled(page, "Faults: 1")

    # To the fault, and over it; out by Tab.
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator(".cm-announced")).to_have_text(
        re.compile(r"Line \d+: winer is no word of the model language")
    )
    page.keyboard.type("winner")
    settled(page, "No faults")
    expect(page.locator(".preview")).to_contain_text("from top to bottom")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_url(re.compile(r"/copies/c[a-z2-7]{15}/edit\?saved=yes$"))
