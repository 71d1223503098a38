"""The best chance of every total of Yahtzee up to 639, against a kernel written by hand in C++, on all cores.

Long: some minutes. Processor time of whole processes counts, and the most memory that each had.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from benchmarks.by_hand import build, cpu_of, source
from benchmarks.timing import markdown

MOST = 639
TOLD = (100, 200, 300, 400, 500, 600)
NEAR = 1e-5
"""Both compute in single precision."""

CODE = f"""
import resource
from regatta import solver
from regatta.tables import tables_of
best = solver.chances(tables_of("yahtzee"), most={MOST})
for total in range({MOST} + 1):
    print(f"P(>={{total}})={{best.at_least(total):.7f}}")
print("kB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def table() -> str:
    cpu_of((sys.executable, "-c", CODE.replace(f"most={MOST}", "most=1")))
    seconds, printed = cpu_of((sys.executable, "-c", CODE))
    ours = _chances(printed)
    memory = int(printed.split()[-1]) / 1e6
    rows = [["Regatta, float32", f"{seconds:.1f} s", f"{memory:.1f} GB", "1.00"]]
    text = source("all_targets_yahtzee.cpp")
    if text is not None:
        with tempfile.TemporaryDirectory() as folder:
            limit, printed = cpu_of((build(text, Path(folder), "targets"),))
        theirs = _chances(printed)
        assert all(abs(ours[total] - theirs[total]) < NEAR for total in TOLD)
        rows.append(["by hand in C++, float32", f"{limit:.1f} s", "", f"{limit / seconds:.2f}"])
    return markdown(("what", "CPU", "memory", "ratio"), rows)


def _chances(printed: str) -> dict[int, float]:
    return {int(total): float(chance) for total, chance in re.findall(r"P\(>=(\d+)\)=([0-9.]+)", printed)}
