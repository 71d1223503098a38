"""Parts of the table as a picture: the same markup, in which nothing can be pressed or sent."""

from __future__ import annotations

import re

from markupsafe import Markup

_INPUT = re.compile(r"<input[^>]*>")
_OPEN = re.compile(r"<(form|button|a|section|h2|caption|th|progress)\b")
_CLOSE = re.compile(r"</(form|button|a|section|h2|caption|th|progress)>")
_ACTS = re.compile(
    r"""\s(?:id|name|type|action|method|href|role|disabled|hx-[\w-]+|aria-(?!hidden)[\w-]+|data-(?!parity)[\w-]+)"""
    r"""(?:="[^"]*")?(?=[\s>/])"""
)
_VALUE = re.compile(r"""(<(?:span|div)\b[^>]*?)\svalue="[^"]*\"""")

AS = {
    "form": "div",
    "section": "div",
    "button": "span",
    "a": "span",
    "h2": "p",
    "caption": "caption",
    "th": "th",
    "progress": "progress",
}
"""What stands for each element."""


def still(markup: str) -> Markup:
    """Return rendered parts of the table without forms, buttons, links, ids and what scripts look for."""
    plain = _INPUT.sub("", markup)
    plain = _OPEN.sub(lambda found: f"<{AS[found[1]]}", plain)
    plain = _CLOSE.sub(lambda found: f"</{AS[found[1]]}>", plain)
    plain = re.sub(r"<[a-z][^>]*>", lambda found: _VALUE.sub(r"\1", _ACTS.sub("", found[0])), plain)
    return Markup(plain)  # noqa: S704 - made of our own templates
