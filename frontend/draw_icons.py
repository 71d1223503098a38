"""Draws the PNG icons beside src/assets/icon.svg from it, with Chromium: `python frontend/draw_icons.py`.

They are drawn by hand after a change of the SVG, and kept in the repository: building needs no browser.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ASSETS = Path(__file__).parent / "src" / "assets"
SIZES = {"icon-180": 180, "icon-192": 192, "icon-512": 512, "icon-maskable-512": 512}
"""Width and height in pixels."""

FULL = ("icon-180", "icon-maskable-512")
"""Icons whose cloth fills the square: phones cut them to a shape of their own, which never reaches the die."""


def main() -> None:
    drawing = (ASSETS / "icon.svg").read_text("utf-8")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            inside = drawing.replace('rx="112"', 'rx="0"') if name in FULL else drawing
            page.set_content(f"<style>body {{margin: 0}} svg {{display: block}}</style>{inside}")
            page.screenshot(path=ASSETS / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
