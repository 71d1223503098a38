"""Score sheets to print, from the site."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from at_site import Visitor


def test_the_rules_page_leads_to_a_score_sheet_in_the_readers_language(visitor: Visitor) -> None:
    visitor.get("/games/yahtzee?lang=hu")
    link = next(tag for tag in visitor.page.all("a") if "sheet.pdf" in tag.attributes["href"])
    answer = visitor.get(link.attributes["href"] + "?paper=letter&players=2")
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(BytesIO(answer.content))
    assert float(reader.pages[0].mediabox[2]) == 612
    assert "Egyesek" in reader.pages[0].extract_text()


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("yahtzee/sheet.pdf?players=13", 400),
        ("yahtzee/sheet.pdf?players=x", 400),
        ("yahtzee/sheet.pdf?games=0", 400),
        ("yahtzee/sheet.pdf?paper=napkin", 400),
        ("yahtzee/sheet.pdf?option-nope=1", 400),
        ("nothing/sheet.pdf", 404),
        ("..%2f..%2fetc%2fpasswd/sheet.pdf", 404),
    ],
)
def test_a_sheet_that_cannot_be(visitor: Visitor, query: str, status: int) -> None:
    assert visitor.get(f"/games/{query}").status_code == status
