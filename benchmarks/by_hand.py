"""Kernels written by hand in C++, with one game burned in: what the machine can do.

They are looked for in the folder that ``REGATTA_LIMITS`` names, and built with the compiler of the system.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from pathlib import Path

LIMITS = Path(os.environ.get("REGATTA_LIMITS", Path(__file__).parents[2] / "shared" / "limits"))
FLAGS = ("-O3", "-march=native", "-ffast-math", "-fopenmp", "-fpermissive", "-w", "-DB=32")


def source(name: str) -> str | None:
    """Return the text of a kernel; None where it is not there, or no compiler."""
    file = LIMITS / name
    return file.read_text() if file.is_file() and shutil.which("g++") else None


def build(text: str, folder: Path, name: str) -> Path:
    """Build a kernel in a folder and return its program."""
    file, program = folder / f"{name}.cpp", folder / name
    file.write_text(text)
    subprocess.run(("g++", *FLAGS, file, "-o", program), check=True, capture_output=True)
    return program


def cpu_of(command: tuple[str | Path, ...], **environment: str) -> tuple[float, str]:
    """Return the processor time of a process, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, done.stdout
