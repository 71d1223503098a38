"""How a guest likes the table: read from what is stored or sent, kept, and told to the page.

The page carries every setting as an attribute of ``<html>`` (``data-theme="dark"``, ``data-sound="yes"``), where
style sheets and scripts read it.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from regatta.errors import Invalid, RegattaError
from regatta.web.forms import shown

if TYPE_CHECKING:
    from regatta.storage.desk import Desk
    from regatta.web.guests import Guest

logger = logging.getLogger(__name__)

SWITCH = ("yes", "no")

VALUES: dict[str, tuple[str, ...]] = {
    "confirm": SWITCH,
    "keys": SWITCH,
    "digits": SWITCH,
    "big": SWITCH,
    "sound": SWITCH,
    "theme": ("auto", "light", "dark"),
    "contrast": ("auto", "high"),
    "bots": ("steps", "at-once"),
    "calls": SWITCH,
    "notify": SWITCH,
    "help_seen": SWITCH,
}
"""What each setting can be."""

NAME = "name"
MAX_NAME = 1_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What a guest has set; each field but the name holds one of its ``VALUES``."""

    confirm: str = "yes"
    """Whether a second tap confirms a write."""
    keys: str = "yes"
    """Whether single keys act at the table."""
    digits: str = "no"
    """Whether dice show digits instead of pips."""
    big: str = "no"
    """Whether dice are drawn bigger."""
    sound: str = "no"
    theme: str = "auto"
    contrast: str = "auto"
    bots: str = "steps"
    """Whether the moves of bots are shown step by step or all at once."""
    calls: str = "yes"
    """Whether what others call is shown and said."""
    notify: str = "no"
    """Whether the browser tells, while a tab is open, that it is one's turn."""
    help_seen: str = "no"
    """Whether the help of the first visit was put away."""
    name: str = ""
    """Under which name the guest played online last; no setting of the form."""

    @classmethod
    def stored(cls, found: Mapping[str, object]) -> Settings:
        """Return what is stored; what is damaged or of another version is as if it had never been set."""
        return cls(**{name: value for name, value in found.items() if _allowed(name, value)})  # type: ignore[arg-type]

    def changed(self, sent: Mapping[str, object]) -> Settings:
        """Return these settings with those that were ``sent``; names that are no setting are left alone.

        Raises:
            Invalid: ``option.value`` (option, found, known).
        """
        changes: dict[str, Any] = {name: sent[name] for name in VALUES if name in sent}
        for name, value in changes.items():
            if not _allowed(name, value):
                raise Invalid("option.value", option=name, found=shown(value), known=", ".join(VALUES[name]))
        return replace(self, **changes)

    def json(self) -> dict[str, str]:
        """Return all of them by name, as they are stored."""
        return asdict(self)


DEFAULT = Settings()


def _allowed(name: str, value: object) -> bool:
    if name == NAME:
        return isinstance(value, str) and len(value) <= MAX_NAME
    return isinstance(value, str) and value in VALUES.get(name, ())


class Shelf:
    """Holds the settings of the guests who were here last, so that a page does not ask the database for them."""

    def __init__(self, desk: Desk, kept: int = 4096) -> None:
        self._desk = desk
        self._kept = kept
        self._known: OrderedDict[str, Settings] = OrderedDict()

    def recall(self, guest: Guest) -> Settings:
        """Return what is held in memory; else the defaults."""
        return self._known.get(guest.id, DEFAULT)

    async def load(self, guest: Guest) -> Settings:
        """Return a guest's settings; the defaults where they cannot be read: no page fails for their sake."""
        if guest.fresh:
            return DEFAULT
        if guest.id in self._known:
            self._known.move_to_end(guest.id)
            return self._known[guest.id]
        try:
            found = Settings.stored(await self._desk.asettings(guest.id))
        except (RegattaError, ValueError, TypeError):
            logger.exception("the settings of a guest could not be read")
            return DEFAULT
        return self._keep(guest.id, found, known=self._known.get(guest.id))

    async def save(self, guest: Guest, settings: Settings) -> None:
        """Keep a guest's settings; raises as ``Desk.save_settings``."""
        await self._desk.asave_settings(guest.id, settings.json())
        self._keep(guest.id, settings)

    def _keep(self, guest: str, found: Settings, known: Settings | None = None) -> Settings:
        """``known`` was saved while ``found`` was being read, and is the later one."""
        settings = self._known[guest] = known or found
        self._known.move_to_end(guest)
        while len(self._known) > self._kept:
            self._known.popitem(last=False)
        return settings
