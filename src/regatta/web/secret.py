"""The key that signs cookies and form tokens: from the environment, or a file made at the first start."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from regatta.errors import Invalid
from regatta.storage.place import KEY_FILE

ENVIRONMENT = "REGATTA_SECRET"
LEAST = 32
"""Characters that a key given by the environment must have."""
SIZE = 32
"""Bytes of a key that the program makes itself."""


def secret_key(folder: Path) -> bytes:
    """Return the key that is kept in a folder; the file is readable by its owner only.

    Raises:
        Invalid: ``secret.too_short`` (name, least) for a key of the environment that could be guessed.
    """
    given = os.environ.get(ENVIRONMENT)
    if given:
        if len(given) < LEAST:
            raise Invalid("secret.too_short", name=ENVIRONMENT, least=LEAST)
        return given.encode()
    path = folder / KEY_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _make(path)
    return path.read_bytes()


def _make(path: Path) -> None:
    """Write a new key whole or not at all; where two servers start at once the first one's key stays."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, secrets.token_hex(SIZE).encode())
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
