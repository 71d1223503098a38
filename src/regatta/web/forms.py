"""Reads what a form or a JSON client sent, and trusts none of it; names forms, so that one is taken in once."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qsl

from litestar.datastructures import UploadFile
from litestar.exceptions import InternalServerException

from regatta.errors import Invalid, RegattaError

if TYPE_CHECKING:
    from regatta.web.asked import Asked

MAX_BODY = 64 * 1024
"""Bytes of the largest body."""

MAX_TEXT_BODY = 256 * 1024
"""Bytes of the largest body that brings a model: its text may take three times as much on its way."""

PATIENCE = 20
"""Seconds in which a body must be here."""

MAX_FIELDS = 200
MAX_NUMBER = 10**9
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
UPLOAD = "multipart/form-data"

_KEY = 24
"""Characters of a key: 96 bits."""

_AT_ONCE = 256
"""So many keys are drawn at once: asking the system for each would take as long as drawing half a fragment."""

_KEYS: list[str] = []

T = TypeVar("T")

Fields = Mapping[str, object]
"""What was sent, by name: text from a form; text, numbers or lists of them from JSON; a file as bytes."""


def fresh_key() -> str:
    """Return a key that no other form has, and that nobody can tell beforehand: else who plays against one could use it first."""
    while True:
        try:
            return _KEYS.pop()
        except IndexError:  # pages with strangers' games are drawn by other threads: one may have been faster
            drawn = secrets.token_hex(_AT_ONCE * _KEY // 2)
            _KEYS.extend(drawn[first : first + _KEY] for first in range(0, len(drawn), _KEY))


async def read_fields(request: Asked) -> Fields:
    """Return the fields of a request's body.

    Raises:
        Invalid: ``form.type``, ``form.unreadable``, ``form.text`` or ``form.too_many``.
        RegattaError: ``form.slow`` (seconds).
    """
    body = request.whole
    if body is None:
        body = await _in_time(request.body())
    kind = kind_of(request)
    if kind == JSON:
        fields = _from_json(body)
    elif kind == FORM:
        fields = _from_form(body)
    else:
        raise Invalid("form.type", found=kind, expected=f"{FORM}, {JSON}")
    if kind == FORM and b"%" not in body and b"\0" not in body:
        return fields  # plain ASCII
    for name, value in fields.items():
        for part in (name, *(value if isinstance(value, list) else (value,))):
            if isinstance(part, str):
                _check_text(part, name)
    return fields


async def read_upload(request: Asked) -> Fields:
    """Return the fields of a body that may hold files, one to a name; raises as ``read_fields``."""
    if kind_of(request) != UPLOAD:
        return await read_fields(request)
    try:
        fields = await _in_time(_uploaded(request))
    except (UnicodeError, LookupError):
        raise Invalid("form.text", field="") from None
    for name, value in fields.items():
        for part in (name, value):
            if isinstance(part, str):
                _check_text(part, name)
    return fields


async def _uploaded(request: Asked) -> dict[str, object]:
    form = await request.form()
    fields = {
        name: await value.read() if isinstance(value, UploadFile) else value
        for name, value in form.multi_items()
    }
    await form.close()
    return fields


async def _in_time(reading: Awaitable[T]) -> T:
    """Give a body so long; where who sends it goes away meanwhile, nobody hears the answer."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await reading
    except (TimeoutError, InternalServerException):
        raise RegattaError("form.slow", seconds=PATIENCE) from None


def kind_of(request: Asked) -> str:
    """Return the type of a body, as its sender says."""
    return request.sent.get("content-type", FORM).partition(";")[0].strip().lower()


def text(fields: Fields, name: str, default: str | None = None) -> str:
    """Return a field that holds text.

    Raises:
        Invalid: ``form.missing`` or ``form.not_text``.
    """
    value = fields.get(name, default)
    if value is None:
        raise Invalid("form.missing", field=name)
    if not isinstance(value, str):
        raise Invalid("form.not_text", field=name)
    return value


def number(fields: Fields, name: str) -> int:
    """Return a field that holds a whole number from 0 up.

    Raises:
        Invalid: ``form.missing`` or ``form.not_a_number``.
    """
    value = fields.get(name)
    if value is None:
        raise Invalid("form.missing", field=name)
    return _number(value, name)


def numbers(fields: Fields, name: str) -> tuple[int, ...] | None:
    """Return a field that lists whole numbers ("0,2" in a form, [0, 2] in JSON); None where it is not there.

    Raises:
        Invalid: ``form.not_a_number``.
    """
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, str):
        parts: list[object] = [part for part in value.split(",") if part.strip()]
    else:
        parts = value if isinstance(value, list) else [value]
    if len(parts) > MAX_FIELDS:
        raise Invalid("form.too_many", limit=MAX_FIELDS)
    return tuple(_number(part, name) for part in parts)


def _number(value: object, name: str) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 12:
        value = int(value)
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise Invalid("form.not_a_number", field=name, found=shown(value))
    return value


def shown(value: object) -> str:
    """Return a value as it was sent: text as it stands, all else as JSON has it."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, default=lambda file: file.decode(errors="replace"))
    except RecursionError:
        return "…"


def _from_form(body: bytes) -> dict[str, object]:
    try:
        text = body.decode("ascii")
        if "%" not in text and "+" not in text:
            # As most moves come: each name and value stands for itself.
            if text.count("&") >= MAX_FIELDS:
                raise Invalid("form.too_many", limit=MAX_FIELDS)
            return {
                name: value for name, _, value in (part.partition("=") for part in text.split("&") if part)
            }
        pairs = parse_qsl(
            text, keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=MAX_FIELDS
        )
    except UnicodeError:
        raise Invalid("form.text", field="") from None
    except ValueError:
        raise Invalid("form.too_many", limit=MAX_FIELDS) from None
    return dict(pairs)


def _from_json(body: bytes) -> dict[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Invalid("form.unreadable") from None
    if not isinstance(found, dict):
        raise Invalid("form.unreadable")
    if len(found) > MAX_FIELDS:
        raise Invalid("form.too_many", limit=MAX_FIELDS)
    return found


def _check_text(value: str, name: str) -> None:
    """Refuse what no keyboard types and no database should be given: NUL and halves of characters."""
    if "\0" in value or (
        not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value)
    ):
        raise Invalid("form.text", field=name)
