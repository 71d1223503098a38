"""How a host wants the site: every setting with its option, its variable of the environment and its default.

An option wins over the environment, that over the default. ``docs/hosting.md`` lists them all; a test compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from regatta.errors import Invalid
from regatta.words.marks import N_

Network = IPv4Network | IPv6Network

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
MAX_FACTOR = 1000


class Place(NamedTuple):
    """Where to listen."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: how it is written, and how it is read."""

    name: str
    """The field of ``Hosting`` that holds it."""
    option: str
    variable: str
    kind: str
    """What stands for its value in a help page."""
    default: str
    help: str
    read: Callable[[str, str], Any]
    """Takes the name under which it was given, for what is wrong, and the text."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """The settings, read."""

    host: str
    port: int
    database: str
    """An address such as ``sqlite:///path``; empty for the one in the data folder."""
    public_url: str
    """``https://dice.example``, without a slash at its end; empty where each request tells."""
    trusted_proxies: tuple[Network, ...]
    log_level: str
    log_format: str
    metrics: Place | None
    limits: int
    """By what the budgets of ``limits`` are multiplied; 0 for no limits."""

    @classmethod
    def read(cls, options: Mapping[str, str | None], environment: Mapping[str, str]) -> Self:
        """Return the settings that were given as options (by field) or else by the environment.

        Raises:
            Invalid: ``setting.*`` (name, found, and what was expected).
        """
        found = {}
        for setting in SETTINGS:
            name, text = setting.option, options.get(setting.name)
            if text is None:
                name, text = setting.variable, environment.get(setting.variable, setting.default)
            found[setting.name] = setting.read(name, text.strip())
        return cls(**found)


def _text(_: str, text: str) -> str:
    return text


def _number(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high):
            raise Invalid("setting.number", name=name, found=text, low=low, high=high)
        return int(text)

    return read


def _one_of(known: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in known:
            raise Invalid("setting.choice", name=name, found=text, known=", ".join(known))
        return text

    return read


def _networks(name: str, text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip() not in ("", "none"))
    except ValueError:
        raise Invalid("setting.networks", name=name, found=text) from None


def _site(name: str, text: str) -> str:
    """Only where a site stands: no path, no question, nobody's name."""
    found = text.rstrip("/")
    try:
        parts = urlsplit(found)
        good = bool(parts.hostname) and parts.port != 0 and found == f"{parts.scheme}://{parts.netloc}"
        good = good and parts.scheme in ("http", "https") and re.fullmatch(r"[!-~]+", found) is not None
    except ValueError:
        good = False
    if found and (not good or "@" in found):
        raise Invalid("setting.site", name=name, found=text)
    return found


def _place(name: str, text: str) -> Place | None:
    if text == "off":
        return None
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdecimal() and int(port[:6]) <= 65535):
        raise Invalid("setting.place", name=name, found=text)
    return Place(host.removeprefix("[").removesuffix("]"), int(port))


SETTINGS = (
    Setting(
        "host",
        "--host",
        "REGATTA_HOST",
        N_("HOST"),
        "127.0.0.1",
        N_("address to listen at (%(default)s, this machine only); 0.0.0.0 for all"),
        _text,
    ),
    Setting(
        "port",
        "--port",
        "REGATTA_PORT",
        N_("PORT"),
        "8000",
        N_("port to listen at (%(default)s); 0 for one that is free"),
        _number(0, 65535),
    ),
    Setting(
        "database",
        "--database",
        "REGATTA_DATABASE",
        "URL",
        "",
        N_("where games are kept, such as sqlite:///path/to/file"),
        _text,
    ),
    Setting(
        "public_url",
        "--public-url",
        "REGATTA_PUBLIC_URL",
        "URL",
        "",
        N_("how the site is reached from outside, such as https://dice.example; links to share begin so"),
        _site,
    ),
    Setting(
        "trusted_proxies",
        "--trusted-proxies",
        "REGATTA_TRUSTED_PROXIES",
        N_("NETWORKS"),
        "127.0.0.1,::1",
        N_(
            "proxies that are believed who asks, and whether by https (%(default)s): "
            "addresses or networks with commas; none for no proxy"
        ),
        _networks,
    ),
    Setting(
        "log_level",
        "--log-level",
        "REGATTA_LOG_LEVEL",
        N_("LEVEL"),
        "warning",
        N_("what is logged (%(default)s): debug, info (each request), warning, error"),
        _one_of(LEVELS),
    ),
    Setting(
        "log_format",
        "--log-format",
        "REGATTA_LOG_FORMAT",
        N_("FORMAT"),
        "text",
        N_("how a line of the log looks (%(default)s): text, json"),
        _one_of(FORMATS),
    ),
    Setting(
        "metrics",
        "--metrics",
        "REGATTA_METRICS",
        N_("PLACE"),
        "off",
        N_("where metrics for Prometheus are served (%(default)s), such as 127.0.0.1:9464"),
        _place,
    ),
    Setting(
        "limits",
        "--limits",
        "REGATTA_LIMITS",
        N_("FACTOR"),
        "1",
        N_("by what the limits for guests and addresses are multiplied (%(default)s); 0 for none"),
        _number(0, MAX_FACTOR),
    ),
)

DEFAULT = Hosting.read({}, {})
"""The site as it is where nobody says anything."""
