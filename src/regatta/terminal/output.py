"""Where a person said that something shall be written: a file by its name, or ``-`` for standard output."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from regatta.errors import Invalid
from regatta.terminal.source import STANDARD


def write(name: str, content: bytes) -> None:
    """Write ``content`` where ``name`` says.

    Links are followed. A file holds all of it or what it held before, and keeps its mode; a device or a pipe is
    written into.

    Raises:
        Invalid: ``output.terminal`` where ``-`` is a terminal; ``file.unnamed``.
        OSError: what the system says, of ``name`` as it was typed.
    """
    if name == STANDARD:
        _print(content)
        return
    target = place(name)
    with _told_as(name):
        before = _state(target)
        if before is None or stat.S_ISREG(before.st_mode):
            _replace(target, content, before)
        else:
            with target.open("wb", buffering=0) as file:
                file.write(content)


def place(name: str) -> Path:
    """Return the file that ``name`` leads to, through all links, or would be made; raises as ``write``."""
    if not name:
        raise Invalid("file.unnamed")
    with _told_as(name):
        named, leads = Path(name), Path(os.path.realpath(name))
        before = _state(named)
        if before is None:
            if name.endswith(os.sep):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            return leads
        # What has no name of its own, such as the pipe behind /dev/stdout, can only be reached as it was named.
        after = _state(leads)
        return leads if after is not None and os.path.samestat(before, after) else named


def _state(path: Path) -> os.stat_result | None:
    """Return what the system knows of a file; None where there is none."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replace(target: Path, content: bytes, before: os.stat_result | None) -> None:
    """Write the whole file or none."""
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    growing = target.with_name(f".regatta-{secrets.token_hex(8)}")
    try:
        with growing.open("xb") as file:
            if before is not None:
                with suppress(
                    OSError, AttributeError
                ):  # only some may give a file away, and only on some systems
                    os.chown(growing, before.st_uid, before.st_gid)
                growing.chmod(stat.S_IMODE(before.st_mode))
            file.write(content)
        growing.replace(target)
    except BaseException:
        growing.unlink(missing_ok=True)
        raise


def _print(content: bytes) -> None:
    if sys.stdout.isatty():
        raise Invalid("output.terminal")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


@contextmanager
def _told_as(name: str) -> Iterator[None]:
    """Let the system speak of the name that was typed: nobody knows the others."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error
