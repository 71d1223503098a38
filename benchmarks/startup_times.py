"""How soon the program answers: whole processes, against ``python -c 'import numpy'`` in the same run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import urllib.request

from benchmarks import server
from benchmarks.timing import markdown, median_seconds

REPEATS = 9
NUMPY = (sys.executable, "-c", "import numpy")
REGATTA = (sys.executable, "-m", "regatta")
COMMANDS = {
    "python -c 'import numpy'": NUMPY,
    "regatta --help": (*REGATTA, "--help"),
    "regatta legal (tables on disk)": (*REGATTA, "legal", "yahtzee", "--dice", "5,5,5,5,5", "--json"),
}


def table() -> str:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        _run(command)
    for _ in range(REPEATS):
        for name, command in COMMANDS.items():
            times[name].append(median_seconds(lambda command=command: _run(command), 1))
    floor = statistics.median(times["python -c 'import numpy'"])
    rows = []
    for name, every in times.items():
        median = statistics.median(every)
        rows.append([name, f"{1000 * median:.0f} ms", f"{median / floor:.2f}"])
    first = statistics.median(_first_page() for _ in range(3))
    rows.append(
        ["regatta serve, until the first page is there", f"{1000 * first:.0f} ms", f"{first / floor:.2f}"]
    )
    return markdown(("program", "whole process", "ratio"), rows)


def _run(command: tuple[str, ...]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _first_page() -> float:
    begin = time.perf_counter()
    with server.running(*server.SITE) as (port, _):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
            answer.read()
        return time.perf_counter() - begin
