"""What the documents say can be done: links, commands, paths and the Python of the README."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from regatta.terminal.main import COMMANDS, summaries
from regatta.terminal.parser import Parser
from regatta.terminal.shell import Shell

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in DOCUMENTS}

LINK = re.compile(r"\]\(([^)\s]+)\)")
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
BLOCK = re.compile(r"^(?: {4}|\t)(.+)$", re.MULTILINE)
FENCE = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)+\.(?:py|ts|css|md|json|yaml|toml|txt)")


def code(text: str) -> Iterator[str]:
    """The pieces of code of a document: spans, and the lines of its blocks."""
    prose = FENCE.sub("", text)
    for fence in FENCE.finditer(text):
        yield from filter(str.strip, fence[1].splitlines())
    yield from (line[1].strip() for line in BLOCK.finditer(prose))
    yield from (span[1].replace("\\|", "|") for span in SPAN.finditer(prose))


def anchors(text: str) -> set[str]:
    """What the headings of a document are called in links."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def mentioned() -> list[tuple[str, str]]:
    """Every command line of the program that a document names, with the document."""
    found = []
    for name, text in TEXTS.items():
        for piece in code(text):
            line = piece.split(" | ")[0].removeprefix(".venv/bin/").replace("...", "").strip()
            words = line.split()
            if words[0] == "regatta" and len(words) > 1 and not words[1].startswith(("-", "COMMAND")):
                found.append((name, line))
            elif words[0] in COMMANDS and len(words) > 1 and re.fullmatch(r"-.*|[A-Z]+", words[1]):
                found.append((name, f"regatta {line}"))
    return sorted(set(found))


def parser_of(command: str) -> Parser:
    """The reader of a command; a document may leave out what it needs, for it speaks of something else."""
    shell = Shell("en")
    parser = Parser(shell, f"regatta {command}", summaries(shell)[command])
    import_module(f"regatta.terminal.{command}").arguments(parser, shell.gettext)
    for action in parser._actions:
        if action.option_strings:
            action.nargs = "?" if action.nargs is None else action.nargs
        else:
            action.nargs = "*" if action.nargs == "+" else "?"
            action.required = False
    return parser


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_leads_somewhere(name: str) -> None:
    dead = []
    for target in LINK.findall(TEXTS[name]):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        if not file.exists() or (anchor and anchor not in anchors(file.read_text("utf-8"))):
            dead.append(target)
    assert dead == []


@pytest.mark.parametrize(("name", "line"), mentioned())
def test_every_command_line_can_be_typed(name: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, command, *rest = shlex.split(line)
    assert command in COMMANDS, name
    # What stands for a number in a document.
    words = ["2" if word in ("DEPTH", "K", "N", "S") else word for word in rest]
    end: int | str | None = 0
    try:
        parser_of(command).parse_args(words)
    except SystemExit as exited:
        end = exited.code
    assert end == 0, f"{name}: {capsys.readouterr().err}"


def test_every_option_that_is_named_exists() -> None:
    known = {
        text for name in COMMANDS for action in parser_of(name)._actions for text in action.option_strings
    }
    named = {
        (name, piece.split()[0])
        for name, text in TEXTS.items()
        for piece in code(text)
        if piece.startswith("--")
    }
    assert [(name, option) for name, option in sorted(named) if option not in known] == []


def test_the_readme_names_every_command() -> None:
    assert {line.split()[1] for name, line in mentioned() if name == "README.md"} == set(COMMANDS)


def test_every_target_of_make_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        (name, target)
        for name, text in TEXTS.items()
        for piece in code(text)
        for target in re.findall(r"(?:^|\s)make (?:[A-Z]+=\S+ )*([a-z]+)", piece)
    }
    assert named
    assert [(name, target) for name, target in sorted(named) if target not in targets] == []


def test_every_file_that_is_named_exists() -> None:
    """From the root of the repository, or from the package."""
    named = {
        (name, file)
        for name, text in TEXTS.items()
        for span in SPAN.findall(FENCE.sub("", text))
        for file in FILE.findall(span)
        if span == file
    }
    assert named
    roots = (ROOT, ROOT / "src" / "regatta")
    missing = [
        (name, file) for name, file in sorted(named) if not any((root / file).exists() for root in roots)
    ]
    assert missing == []


def test_every_setting_of_the_environment_is_read_somewhere() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "regatta").rglob("*.py"))
    named = {
        (name, word)
        for name, text in TEXTS.items()
        for word in re.findall(r"\bREGATTA_[A-Z]+(?:_[A-Z]+)*\b", text)
    }
    assert [(name, word) for name, word in sorted(named) if f'"{word}"' not in source] == []


def test_the_python_of_the_readme_says_what_it_says() -> None:
    done = doctest.testfile(str(README), module_relative=False)
    assert done.attempted > 5
    assert done.failed == 0


def test_the_models_of_the_readme_can_be_copied() -> None:
    copied = re.findall(r"^ +cp (\S+) \S+$", README.read_text("utf-8"), re.MULTILINE)
    assert copied
    assert [path for path in copied if not (ROOT / path).is_file()] == []
