"""A client for load: one connection kept open, one request at a time, no more of HTTP than that needs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple, Self
from urllib.parse import urlencode


class Answer(NamedTuple):
    """The status, the headers (lower case) and the body of an answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    """A browser of sorts: it remembers its cookie."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._port = port
        self._reader = reader
        self._writer = writer
        self.cookie = ""

    @classmethod
    async def connect(cls, port: int) -> Self:
        """Open a connection to this machine."""
        return cls(port, *await asyncio.open_connection("127.0.0.1", port))

    def close(self) -> None:
        self._writer.close()

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return await self._ask("POST", path, urlencode(fields).encode(), {**kind, **headers})

    async def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", f"content-length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookie:
            lines.append(f"cookie: {self.cookie}")
        sent = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        try:
            head = await self._send(sent)
        except (asyncio.IncompleteReadError, ConnectionError):  # the server lets idle connections go
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
            head = await self._send(sent)
        found = {}
        for line in head[1:]:
            name, _, value = line.partition(": ")
            found[name.lower()] = value
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        content = await self._reader.readexactly(int(found.get("content-length", 0)))
        return Answer(int(head[0].split()[1]), found, content)

    async def _send(self, sent: bytes) -> list[str]:
        self._writer.write(sent)
        return (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
