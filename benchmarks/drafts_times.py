"""What an edited model takes at the door of the site, and its score sheet: whole requests to a server of its own.

Processor time is that of the server and of the process in which strangers' texts are read.
"""

from __future__ import annotations

import json
import re
import statistics
import urllib.request
from collections.abc import Callable
from pathlib import Path

from benchmarks import server
from benchmarks.timing import markdown, median_seconds
from regatta.model import catalogue

REPEATS = 9


def table() -> str:
    with server.running(*server.SITE) as (port, process):
        site = _Site(port, process)
        site.post("/drafts/check", "warm: up")
        head = ("game", "check, while one types", "of it processor time", "save", "score sheet")
        return markdown(head, map(site.row, catalogue.in_order()))


class _Site:
    def __init__(self, port: int, process: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._process = process
        self._cookie = ""
        self._token = json.loads(self.get("/copies", accept="application/json"))["token"]

    def row(self, game: str) -> list[str]:
        text = catalogue.path_of(game).read_text("utf-8")
        # Another text each time, as it is while one types.
        texts = [
            re.sub(r"points: (\d+)", rf"points: \g<1>{number}", text, count=1) for number in range(REPEATS)
        ]
        begin = self._cpu()
        check = self._median(lambda edited: self.post("/drafts/check", edited), texts)
        busy = (self._cpu() - begin) / len(texts)
        save = self._median(lambda edited: self.post("/copies", edited), texts)
        sheet = self._median(lambda _: self.get(f"/games/{game}/sheet.pdf"), texts)
        return [game, *(f"{1000 * seconds:.0f} ms" for seconds in (check, busy, save, sheet))]

    def _median(self, work: Callable[[str], bytes], texts: list[str]) -> float:
        return statistics.median(median_seconds(lambda text=text: work(text), 1) for text in texts)

    def _cpu(self) -> float:
        children = Path(f"/proc/{self._process}/task").glob("*/children")
        every = {self._process, *(int(child) for file in children for child in file.read_text().split())}
        return sum(map(server.cpu, every))

    def get(self, path: str, **headers: str) -> bytes:
        return self._send(urllib.request.Request(f"{self._address}{path}", headers=headers))

    def post(self, path: str, text: str) -> bytes:
        body = json.dumps({"token": self._token, "text": text}).encode()
        headers = {"content-type": "application/json", "accept": "application/json"}
        return self._send(urllib.request.Request(f"{self._address}{path}", body, headers))

    def _send(self, request: urllib.request.Request) -> bytes:
        if self._cookie:
            request.add_header("cookie", self._cookie)
        with urllib.request.urlopen(request, timeout=60) as answer:
            if told := answer.headers.get("set-cookie"):
                self._cookie = told.partition(";")[0]
            return bytes(answer.read())
