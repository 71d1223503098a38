"""What stands around every page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from regatta.web.settings import Settings


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site, by the name that it gives itself; ``href`` is this page in it."""

    code: str
    name: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page needs around its own content."""

    language: str
    """The language of the program's own sentences."""
    token: str
    """Proves that a form came from a page that this guest was given."""
    style: str
    """Address of the style sheet."""
    script: str
    """Address of the script."""
    icon: str
    """Address of the site's icon."""
    touch_icon: str
    """Address of the icon that a phone puts on its first screen."""
    settings: Settings
    """How the guest likes it."""
    back: str
    """Address of this page, for a form that leads back to it."""
    languages: tuple[Language, ...]
    """The languages to choose from; none where there is only one."""

    def with_token(self, token: str) -> Frame:
        """Return the frame of a page with a form that names no other address of the site."""
        return replace(self, token=token)


@dataclass(frozen=True, slots=True)
class Context:
    """The part that all pages share."""

    template: ClassVar[str]

    frame: Frame
    """What stands around the content."""
