"""``regatta legal -``: one position a line in, one answer a line out, for as long as there are lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from regatta.errors import Invalid, RegattaError
from regatta.terminal import position
from regatta.terminal.legal import facts
from regatta.terminal.shell import GOOD, NEGATIVE
from regatta.terminal.source import standard

if TYPE_CHECKING:
    from regatta.terminal.shell import Shell

MAX_LINE = 65_536
"""Most bytes of a line; a longer one is skipped without being held in memory."""

KEYS = ("game", "dice", "sheet", "roll", "extra", "options")


def answer_all(shell: Shell) -> int:
    """Answer every line of stdin; returns 1 where at least one had no answer.

    Raises:
        Invalid: ``input.closed``.
    """
    code = GOOD
    for line in lines(standard()):
        try:
            told = answer(line)
        except RegattaError as error:
            code = NEGATIVE
            message = shell.words.sentence(error)
            told = {"error": {"code": error.code, "message": message}}
        shell.json(told)
        shell.flush()
    return code


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines that are not blank; None for one that is too long."""
    while line := source.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(MAX_LINE)
            yield None
        elif not line.isspace():
            yield line


def answer(line: bytes | None) -> dict[str, Any]:
    """Return the answer to one line.

    Raises:
        Invalid: ``line.too_long`` (limit), ``line.unreadable``, ``line.key_missing`` (key), ``line.key_unknown``
            (key, known), ``line.value`` (key).
        RegattaError: what is wrong with the position.
    """
    if line is None:
        raise Invalid("line.too_long", limit=MAX_LINE)
    data = _read(line)
    for key in data:
        if key not in KEYS:
            raise Invalid("line.key_unknown", key=key[:60], known=", ".join(KEYS))
    for key in KEYS[:2]:
        if key not in data:
            raise Invalid("line.key_missing", key=key)
    roll = data.get("roll")
    extra = data.get("extra", 0)
    if roll is not None and type(roll) is not int:
        raise Invalid("line.value", key="roll")
    if type(extra) is not int:
        raise Invalid("line.value", key="extra")
    if not isinstance(data["game"], str):
        raise Invalid("line.value", key="game")
    game = position.tables(data["game"], _options(data.get("options", {})))
    sheet = position.sheet_from(game, data.get("sheet", ""), extra)
    return facts(position.position(game, sheet, position.dice_from(game, data["dice"]), roll))


def _options(data: object) -> dict[str, str]:
    if not isinstance(data, dict):
        raise Invalid("line.value", key="options")
    found = {}
    for name, value in data.items():
        if isinstance(value, bool):
            found[name] = "yes" if value else "no"
        elif isinstance(value, str | int):
            found[name] = str(value)
        else:
            raise Invalid("line.value", key="options")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A name that stands twice is an error: JSON itself would let the last one win."""
    data = dict(pairs)
    if len(data) < len(pairs):
        left = Counter(name for name, _ in pairs)
        raise Invalid("line.key_twice", key=left.most_common(1)[0][0][:60])
    return data


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _read(line: bytes) -> dict[str, Any]:
    try:
        data = _DECODER.decode(line.decode())
    except (ValueError, RecursionError):
        raise Invalid("line.unreadable") from None
    if not isinstance(data, dict):
        raise Invalid("line.unreadable")
    return data
