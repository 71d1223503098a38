"""Medians, and tables of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable


def median_seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the median wall time of one call."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def markdown(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table."""
    lines = [list(head), *([str(cell) for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
