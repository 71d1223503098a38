"""Solving Yahtzee: against kernels written by hand in C++, against a peer from PyPI, and as whole processes.

Processor time counts. Without the kernels by hand (``by_hand``) and the peer their rows are left out.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from benchmarks.by_hand import build, cpu_of, source
from benchmarks.timing import cpu_seconds, markdown
from regatta import solver
from regatta.tables import tables_of

GAME, VALUE = "yahtzee", 254.58772873449593
ROUNDS = 3

# What makes the kernel by hand compute in double precision.
DOUBLE = (
    ("typedef float v ", "typedef double v "),
    ("typedef float vu ", "typedef double vu "),
    ("B*4", "B*8"),
    ("aligned(4)", "aligned(8)"),
    ("static float E", "static double E"),
    ("static float prob0", "static double prob0"),
    ("src+(float)", "src+(double)"),
    ("1.0f/6", "1.0/6"),
    ("-1e9f", "-1e9"),
)


def table() -> str:
    tables = tables_of(GAME)
    first = _fresh_process()
    works: dict[str, Callable[[], float]] = {}
    for precision in ("float64", "float32"):
        found = solver.solve(tables, precision=precision, threads=1).start
        # A value that is known, before anything is timed.
        assert abs(found - VALUE) < (1e-9 if precision == "float64" else 1e-3)
        works[f"Regatta, {precision}"] = lambda kind=precision: cpu_seconds(
            lambda: solver.solve(tables, precision=kind, threads=1)
        )
    with _by_hand() as built:
        for precision, program in built.items():
            works[f"by hand in C++, {precision}"] = lambda path=program: _cpu_of((path,)) / 3
        works["regatta solve, whole process"] = lambda: _cpu_of(_again())
        times = {name: min(work() for _ in range(ROUNDS)) for name, work in works.items()}
    if (peer := _peer()) is not None:
        times["yatzy-solver (Rust), float64, free joker"] = peer
    floor = times["Regatta, float64"]
    rows = [[name, f"{seconds:.2f} s", f"{seconds / floor:.2f}"] for name, seconds in times.items()]
    rows.append(
        ["first solve of a new environment, kernels compiled", f"{first:.1f} s", f"{first / floor:.1f}"]
    )
    one, two = _threads(tables)
    rows.append(
        [f"two threads instead of one, wall time {one:.2f} s and {two:.2f} s", "", f"{one / two:.2f} ×"]
    )
    return markdown(("what", "CPU", "ratio"), rows)


def _again() -> tuple[str, ...]:
    return (sys.executable, "-m", "regatta", "solve", GAME, "--again", "--json")


def _cpu_of(command: tuple[str | Path, ...], **environment: str) -> float:
    return cpu_of(command, **environment)[0]


def _fresh_process() -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _cpu_of(_again(), NUMBA_CACHE_DIR=folder)


@contextmanager
def _by_hand() -> Iterator[dict[str, Path]]:
    """Build the kernels by hand; yields the program of each precision."""
    text = source("yahtzee.cpp")
    with tempfile.TemporaryDirectory() as folder:
        built: dict[str, Path] = {}
        if text is not None:
            texts = {"float32": text, "float64": text}
            for old, new in DOUBLE:
                texts["float64"] = texts["float64"].replace(old, new)
            for precision, each in texts.items():
                program = build(each, Path(folder), precision)
                printed = cpu_of((program,))[1]
                assert abs(float(re.findall(r"EV=([0-9.]+)", printed)[-1]) - VALUE) < 1e-3
                built[precision] = program
        yield built


def _peer() -> float | None:
    """Return the processor time of the peer, or None where it is not installed."""
    if find_spec("yatzy_solver") is None:
        return None
    code = "import yatzy_solver as peer; peer.Solver.build(peer.Variant('american'))"
    return _cpu_of((sys.executable, "-c", code))


def _threads(tables: object) -> tuple[float, float]:
    def wall(threads: int) -> float:
        begin = time.perf_counter()
        solver.solve(tables, threads=threads)  # type: ignore[arg-type]
        return time.perf_counter() - begin

    return tuple(min(wall(threads) for _ in range(ROUNDS)) for threads in (1, 2))  # type: ignore[return-value]
