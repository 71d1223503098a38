"""The settings of a host: each read from an option, else the environment, else as documented."""

from __future__ import annotations

import re
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from regatta.errors import Invalid
from regatta.web.hosting import DEFAULT, SETTINGS, Hosting
from regatta.web.limits import BUDGETS, GUESTS, STREAMS
from regatta.words import Words

DOCUMENT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading of the document, without its head."""
    part = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_document_lists_every_setting_with_its_default() -> None:
    told = {row[0].strip("`"): row for row in rows("Settings")}
    known = {setting.option: setting for setting in SETTINGS}
    assert told.keys() - {"–"} == known.keys()
    for option, setting in known.items():
        assert told[option][1] == f"`{setting.variable}`"
        assert told[option][3] == (f"`{setting.default}`" if setting.default else told[option][3])
        assert bool(setting.default) == ("`" in told[option][3])
    variables = {row[1].strip("`") for row in rows("Settings")}
    source = "".join(
        path.read_text("utf-8") for path in (Path(__file__).parents[2] / "src" / "regatta").rglob("*.py")
    )
    assert variables == set(re.findall(r'"(REGATTA_[A-Z_]+)"', source))


def test_the_document_lists_every_limit() -> None:
    told = {row[0].strip("`"): [int(re.sub(r"\D", "", cell)) for cell in row[2:4]] for row in rows("Limits")}
    assert told == {kind: [budget.amount, budget.seconds] for kind, budget in BUDGETS.items()}
    assert f"{GUESTS} times" in DOCUMENT
    assert f"{STREAMS} streams" in DOCUMENT


def test_every_setting_is_a_field() -> None:
    assert [setting.name for setting in SETTINGS] == [field.name for field in fields(Hosting)]
    assert {setting.variable for setting in SETTINGS} == {
        "REGATTA_" + setting.option.removeprefix("--").replace("-", "_").upper() for setting in SETTINGS
    }


def test_an_option_wins_over_the_environment_and_that_over_the_default() -> None:
    environment = {"REGATTA_PORT": "9000", "REGATTA_LOG_LEVEL": "info", "HOST": "nobody's"}
    found = Hosting.read({"port": "9001", "log_level": None, "command": "serve"}, environment)
    assert (found.port, found.log_level, found.host) == (9001, "info", "127.0.0.1")
    assert Hosting.read({}, {}) == DEFAULT


def test_what_is_read() -> None:
    found = Hosting.read(
        {
            "public_url": "https://dice.example:8443/",
            "trusted_proxies": "10.0.0.0/8, ::1",
            "metrics": "[::1]:9464",
            "limits": "0",
        },
        {},
    )
    assert found.public_url == "https://dice.example:8443"
    assert found.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert found.metrics == ("::1", 9464)
    assert found.limits == 0
    assert Hosting.read({"trusted_proxies": "none"}, {}).trusted_proxies == ()
    assert Hosting.read({}, {"REGATTA_METRICS": "off"}).metrics is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "70000"),
        ("port", "-1"),
        ("port", "eight"),
        ("port", "٣"),
        ("port", ""),
        ("limits", "1.5"),
        ("limits", "1001"),
        ("log_level", "loud"),
        ("log_format", "xml"),
        ("trusted_proxies", "everybody"),
        ("trusted_proxies", "10.0.0.1/8"),
        ("trusted_proxies", "*"),
        ("public_url", "dice.example"),
        ("public_url", "ftp://dice.example"),
        ("public_url", "https://dice.example/path"),
        ("public_url", "https://me@dice.example"),
        ("public_url", "https://dice.example?a"),
        ("public_url", "https://dice.example\r\nx: y"),
        ("public_url", "https://[dice.example"),
        ("metrics", "9464"),
        ("metrics", "127.0.0.1:many"),
        ("metrics", "127.0.0.1:70000"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(name: str, text: str) -> None:
    (setting,) = [setting for setting in SETTINGS if setting.name == name]
    for called, options, environment in (
        (setting.option, {name: text}, {}),
        (setting.variable, {}, {setting.variable: text}),
    ):
        with pytest.raises(Invalid) as caught:
            Hosting.read(options, environment)
        assert caught.value.code.startswith("setting.")
        said = Words("en").sentence(caught.value)
        assert said.startswith(f"{called}: ")
        assert "?" not in said.replace(text, "")
