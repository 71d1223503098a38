"""The score pad in a browser: by taps, by typing and by keys; what was mistyped is mended; it is printed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from at_browser import NO_SIDEWAYS, PHONE, a_move, axe, hear, heard_out, state, write


def lying(page: Page) -> str:
    """The faces of the dice as the page shows them, a dot where none lies."""
    labels = page.locator("#entry .die").evaluate_all("dice => dice.map((die) => die.ariaLabel)")
    faces = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
    return "".join(faces.get(label.rpartition(": ")[2], ".") for label in labels)


SEEN = """(line) => {
  const box = line.getBoundingClientRect();
  return line.contains(document.elementFromPoint(box.left + 20, box.top + 2))
    && line.contains(document.elementFromPoint(box.left + 20, box.bottom - 2));
}"""
"""Whether nothing lies over a line of the sheet."""


def test_the_total_is_seen_on_a_small_phone(page: Page) -> None:
    """Of thirteen boxes at once, of more at the end of the sheet; what is tapped beside it is as large as a finger."""
    page.set_viewport_size(PHONE)
    for game, scrolled in (("yahtzee", False), ("kismet", True)):
        page.goto(f"/pad/{game}")
        page.locator("#hints").check()
        page.get_by_role("button", name="Open the pad").click()
        page.wait_for_url("**/matches/*")
        total = page.locator("#sheet tr.total").last
        if scrolled:
            page.locator("#sheet").hover()
            page.mouse.wheel(0, 10_000)
        expect(total).to_be_in_viewport(ratio=1)
        assert total.evaluate(SEEN), game
        for button in page.locator("#dock button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44, button.get_attribute("id")


def test_a_turn_is_tapped_another_typed(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    page.goto("/pad/yacht")
    page.locator("#name-1").fill("Ana")
    page.locator("#name-2").fill("Ben")
    assert axe(page) == []
    page.get_by_role("button", name="Open the pad").click()
    page.wait_for_url("**/matches/*")
    assert lying(page) == "....."

    # Tapped: a face lays a die, a die goes away under the finger.
    for face in (5, 5, 2, 6):
        page.locator(f"#tap-{face}").click()
    page.locator("#slot-3").click()
    assert lying(page) == "55.6."
    page.locator("#tap-1").click()
    page.locator("#tap-3").click()
    assert (lying(page), page.locator("#typed").input_value()) == ("55163", "55163")
    for scheme in ("light", "dark"):
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)  # type: ignore[arg-type]
        assert axe(page) == []
    assert page.evaluate(NO_SIDEWAYS)
    before = len(heard_out(page))
    page.locator("#after-1").check()
    with a_move(page):
        page.locator("#roll-button").click()
    told = [text for text in heard_out(page)[before + 1 :] if text.startswith("Roll ")]
    assert told == ["Roll 1 of 3: five, five, one, six, three."], "said once"

    # The dice that nobody took away have stayed: 5 5 and, thrown again, another 3.
    for place in (3, 4, 5):
        page.locator(f"#slot-{place}").click()
    for key in "35":  # digits are faces here, and hold nothing
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    page.keyboard.press("4")
    page.keyboard.press("3")
    assert lying(page) == "55343"
    with a_move(page):
        page.keyboard.press("Enter")
    rolls = state(page)["turn"]["rolls"]
    assert (rolls[1]["places"], rolls[1]["number"]) == ([2, 3, 4], 2)
    assert page.locator("#typed").input_value() == ""

    # Typed, wrongly at first: the sentence stands at the table, the dice too.
    page.locator("#typed").fill("55557")
    page.locator("#typed").press("Enter")
    expect(page.locator("#notice")).to_have_text("No die shows 7: the faces are 1 to 6.")
    page.locator("#typed").fill("55551")
    assert lying(page) == "55551"
    with a_move(page):
        page.locator("#typed").press("Enter")
    expect(page.locator("#entry .taps")).to_have_count(0)
    assert axe(page) == []
    assert state(page)["number"] == 3

    # Mended, and written by the keyboard.
    with a_move(page):
        page.locator("#back-button").click()
    assert (lying(page), state(page)["number"]) == ("55343", 2)
    page.locator("#typed").fill("55553")
    with a_move(page):
        page.locator("#roll-button").click()
    page.keyboard.press("ArrowDown")
    page.locator("#write-four_of_a_kind").focus()
    page.keyboard.press("Enter")
    with a_move(page):
        page.keyboard.press("Enter")
    assert [seat["total"] for seat in state(page)["seats"]] == [23, 0]
    hear(page, "wrote 23 into Four of a kind.")
    expect(page.locator("#dock-title")).to_have_text("Ben throws: enter the dice")
    expect(page.locator("#after-1")).to_be_checked()

    # A second person types what is written and no more; the sheets of both are printed, with a date.
    page.locator("#after-3").check()
    for _ in range(5):
        page.keyboard.press("6")
    with a_move(page):
        page.keyboard.press("Enter")
    write(page, "yacht")
    page.emulate_media(media="print")
    expect(page.locator(".printed time")).to_be_visible()
    expect(page.locator("#line-yacht-2 .ink")).to_be_visible()
    expect(page.locator("#line-four_of_a_kind-1 .ink")).to_be_visible()
    expect(page.locator("#block-1 thead .name")).to_have_text(["Ana", "Ben"])
    expect(page.locator("#entry")).to_be_hidden()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert axe(page) == []
    assert page.evaluate(NO_SIDEWAYS)
    page.evaluate("window.print = () => { window.printed = true; }")
    page.locator("#print-button").click()
    assert page.evaluate("window.printed")
