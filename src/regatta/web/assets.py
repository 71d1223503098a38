"""The built files of the front end: small, so they are held in memory, compressed once."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
PREFIX = "/static/"
FOREVER = "public, max-age=31536000, immutable"
"""Their names hold a hash of the content, so a browser never asks twice."""


# Not from the machine's own table, which may say anything; text gets its charset from the framework.
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file. ``packed`` is its gzip form, empty where that would not be smaller."""

    kind: str
    plain: bytes
    packed: bytes


class Assets:
    """All files of the front end, by address; ``manifest`` maps their plain names to hashed ones."""

    def __init__(self, folder: Path = FOLDER) -> None:
        manifest = folder / "manifest.json"
        if not manifest.is_file():
            message = f"The front end is not built: {manifest} is missing. `make setup` builds it."
            raise FileNotFoundError(message)
        self._names: dict[str, str] = json.loads(manifest.read_text("utf-8"))
        self._files = {name: _read(folder / name) for name in self._names.values()}

    def url(self, name: str) -> str:
        """Return the address of the file that was built from ``name``."""
        return PREFIX + self._names[name]

    def find(self, name: str) -> str:
        """Return the address of the file that was built from ``name``, empty where there is none."""
        return PREFIX + self._names[name] if name in self._names else ""

    def plain(self, name: str) -> bytes:
        """Return what was built from ``name``."""
        return self._files[self._names[name]].plain

    def get(self, name: str) -> Asset | None:
        return self._files.get(name)


def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    kind = KINDS.get(path.suffix, "application/octet-stream")
    packed = gzip.compress(plain, 9, mtime=0)
    return Asset(kind, plain, packed if len(packed) < len(plain) else b"")
