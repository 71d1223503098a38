"""What a guest is called who has not said it: a creature of the waterside, the same one each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regatta.words.marks import N_

if TYPE_CHECKING:
    from regatta.web.guests import Guest
    from regatta.web.settings import Settings
    from regatta.words import Words

CREATURES = (
    N_("Heron"),
    N_("Otter"),
    N_("Dolphin"),
    N_("Seagull"),
    N_("Swan"),
    N_("Beaver"),
    N_("Pelican"),
    N_("Seal"),
    N_("Kingfisher"),
    N_("Starfish"),
    N_("Penguin"),
    N_("Whale"),
)


def call_name(guest: Guest, settings: Settings, words: Words) -> str:
    """Return the name that a guest used last, else one in the language of ``words``."""
    return settings.name or words.gettext(CREATURES[int(guest.token[:8], 16) % len(CREATURES)])
