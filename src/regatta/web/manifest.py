"""The web app manifest: what a phone or a desktop needs to install the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regatta.web.assets import Assets
    from regatta.words import Words

PAPER = "#fbf7ee"
CLOTH = "#1f5b4d"

ICONS = (
    ("assets/icon.svg", "any", "image/svg+xml", "any"),
    ("assets/icon-192.png", "192x192", "image/png", "any"),
    ("assets/icon-512.png", "512x512", "image/png", "any"),
    ("assets/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, kind and purpose of each icon."""


def manifest_of(assets: Assets, words: Words) -> dict[str, Any]:
    """Return the manifest in one language."""
    _ = words.gettext
    return {
        "id": "/",
        "name": _("Regatta: five-dice games"),
        "short_name": _("Regatta"),
        "description": _("Five dice, a cup, a sheet of paper"),
        "lang": words.tag,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": CLOTH,
        "categories": ["games"],
        "icons": [
            {"src": assets.url(file), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
