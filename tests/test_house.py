"""The rules of the house: what a room may import, load and name, and what the repository may hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "regatta"
GAMES = PACKAGE / "games"


# ------------------------------------------------------------------------------------------------------ layers


def test_imports_point_only_down() -> None:
    # In a process of its own: the linter sets up logging, and switches off the loggers that other tests listen to.
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_room_has_its_place_among_the_layers() -> None:
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0][
        "layers"
    ]
    placed = set(re.findall(r"\w+", " ".join(layers)))
    rooms = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    rooms |= {path.parent.name for path in PACKAGE.glob("*/*.py")}
    assert rooms - placed == set()


def test_import_regatta_loads_nothing_heavy() -> None:
    heavy = ["numba", "numpy", "litestar", "sqlalchemy", "pydantic", "jinja2"]
    code = f"import sys, regatta; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ------------------------------------------------------------------------------- the code knows no game by name

# Ids that are also words of the program itself, each with what it means there.
ALSO_WORDS = {
    "chance",  # a phase of the engine: dice fall that nobody chose
}


def boxes_of(sheet: object) -> Iterator[str]:
    """The names of everything under `sheet` that gives points, however deep its sections go."""
    if isinstance(sheet, dict):
        for name, entry in sheet.items():
            if isinstance(entry, dict) and "points" in entry:
                yield str(name)
            else:
                yield from boxes_of(entry)
    elif isinstance(sheet, list):
        for entry in sheet:
            yield from boxes_of(entry)


def ids_of_the_catalogue() -> set[str]:
    ids: set[str] = set()
    for path in sorted(GAMES.rglob("*.yaml")):
        model = YAML(typ="safe", pure=True).load(path)
        ids |= {path.stem, str(model.get("game", path.stem)), *boxes_of(model.get("sheet"))}
    return ids - ALSO_WORDS


def literals_of_python(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def literals_of_text(path: Path) -> Iterator[tuple[int, str]]:
    """Quoted words in a template, a script or a style sheet."""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        for match in re.finditer(r"""(["'`])([\w.-]+)\1""", line):
            yield number, match[2]


def test_the_ids_of_a_model_are_found() -> None:
    assert list(boxes_of({"upper": {"ones": {"points": 1}}, "last": {"if": 5, "points": 50}})) == [
        "ones",
        "last",
    ]


def test_no_id_of_a_game_or_box_stands_in_the_code() -> None:
    ids = ids_of_the_catalogue()
    if not ids:
        pytest.skip("the catalogue is empty")
    texts = [
        path for path in (PACKAGE / "web").rglob("*") if path.suffix in {".html", ".jinja", ".j2", ".svg"}
    ]
    texts += [
        path for path in (ROOT / "frontend" / "src").rglob("*") if path.suffix in {".ts", ".css", ".js"}
    ]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {literal!r}"
        for path, literals in [
            *((path, literals_of_python) for path in PACKAGE.rglob("*.py")),
            *((path, literals_of_text) for path in texts),
        ]
        if not path.is_relative_to(GAMES) and "static" not in path.parts
        for line, literal in literals(path)
        if literal in ids
    ]
    assert found == []


# ----------------------------------------------------------------------------------------------- the repository


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def test_locks_hold_hashes_and_no_address() -> None:
    locks = [*(ROOT / "locks").glob("*.txt"), ROOT / "frontend" / "package-lock.json"]
    for lock in locks:
        text = lock.read_text()
        assert (
            re.findall(r"\S*://\S*|--(?:\w+-)*(?:index-url|find-links|trusted-host)\S*|\"resolved\"", text)
            == []
        ), lock
        assert "sha256:" in text or "sha512-" in text, lock


def test_no_file_names_a_registry() -> None:
    # Written in halves, so that this file is not one of them.
    hosts = [
        ".".join(halves)
        for halves in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com")]
    ]
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in tracked_files()
        for host in hosts
        if host.encode() in path.read_bytes()
    ]
    assert found == []
