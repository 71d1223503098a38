"""Pages that are the same for everybody: settings, help, what shows where nothing can be reached, errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from regatta.web.contexts.frame import Context


@dataclass(frozen=True, slots=True)
class SettingsPage(Context):
    """The page of all settings."""

    template: ClassVar[str] = "settings.html"


@dataclass(frozen=True, slots=True)
class Help(Context):
    """How to play, and which keys do what."""

    template: ClassVar[str] = "help.html"


@dataclass(frozen=True, slots=True)
class Offline(Context):
    """What a browser keeps, to show it where a page cannot be reached."""

    template: ClassVar[str] = "offline.html"


@dataclass(frozen=True, slots=True)
class Refusal(Context):
    """The page of an error."""

    template: ClassVar[str] = "error.html"

    heading: str
    """What kind of fault it is."""
    message: str
    """What was wrong and what to do, in one sentence."""
    back: str
    """Where to go on."""
