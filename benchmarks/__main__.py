"""Run the measurements by name (all without one) and print them as Markdown tables."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("compile", "solve", "targets", "playouts", "startup", "drafts", "moves", "load")


def main(wanted: list[str]) -> None:
    """Run each measurement; an unknown name is told, with those that exist."""
    for name in wanted or NAMES:
        if name not in NAMES:
            sys.exit(f"There is no measurement '{name}'; there are: {', '.join(NAMES)}.")
        print(f"\n## {name}\n", flush=True)
        print(import_module(f"benchmarks.{name}_times").table(), flush=True)


main(sys.argv[1:])
