"""A game as its model file says it: read, checked, with its options decided."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from regatta.errors import Fault, Invalid, ModelFaults
from regatta.model import catalogue, options
from regatta.model.blame import at_home
from regatta.model.checks import boxes_of, check, rolls_of
from regatta.model.document import MAX_FAULTS, Node, Path, read
from regatta.model.faults import faults_of, place, shown
from regatta.model.sound import other_faults
from regatta.model.spec import MAX_COMBINATIONS, MAX_OPTION_NODES, Option, Sheet, Spec, Words

MAX_BASES = 3
_NOT_RULES = {"game", "options", "about", "words"}


@dataclass(frozen=True, eq=False)
class Model:
    """A checked game. Two are equal where they are the same object; ``digest`` says whether they have the same rules.

    ``spec`` is the game with the chosen options laid over it; ``choices`` are the options it offers, and
    ``options`` the value of each. ``called`` is the id under which a game is kept that is not of the catalogue.
    """

    spec: Spec
    choices: Mapping[str, Option]
    options: Mapping[str, str]
    file_digest: str
    root: Node = field(repr=False, compare=False)
    called: str = ""

    @property
    def id(self) -> str:
        return self.called or self.spec.game

    @property
    def rolls(self) -> int:
        """How many rolls a turn has at most."""
        return rolls_of(self.spec.flow) or 1

    @property
    def boxes(self) -> list[str]:
        """The boxes in the order of the sheet."""
        return self.boxes_of("any")

    def boxes_of(self, name: str) -> list[str]:
        """The boxes that a box, a section or ``any`` names."""
        return boxes_of(self.spec, name)

    def rules(self) -> dict[str, Any]:
        """Return the rules alone as JSON data, in one canonical form: no words, no open options."""
        data = self.spec.model_dump(mode="json", by_alias=True, exclude=_NOT_RULES, exclude_defaults=True)
        sheet = self.spec.sheet
        data["sheet"] = _sheet_rules(sheet)
        return data

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the rules, which names what was computed from them."""
        return digest_of(self.rules())

    @cached_property
    def source(self) -> Node:
        """The tree of the file with the chosen options laid over it: where each part of the game stands."""
        return options.patched(self.root, self.options) if self.options else self.root

    def under(self, wanted: Mapping[str, object]) -> Model:
        """Return the same game with some options chosen otherwise; raises as ``load`` does."""
        chosen = options.choose(self.choices, {**self.options, **wanted})
        game = _spec(options.patched(self.root, chosen), self.root.file, patched=True)
        return Model(game, self.choices, chosen, self.file_digest, self.root, self.called)

    @property
    def languages(self) -> list[str]:
        """The languages the author wrote, their own first."""
        return list(self.spec.words)

    def words(self, language: str) -> tuple[Words | None, str]:
        """Return the author's words in ``language``, else in their own, with the language they are in."""
        for found in (language, *self.spec.words):
            if found in self.spec.words:
                return self.spec.words[found], found
        return None, ""

    def title(self, language: str = "en") -> str:
        words, _ = self.words(language)
        return words.title if words else self.id.replace("-", " ").capitalize()

    def name(self, name: str, language: str = "en") -> str:
        """Return what people call a box, section, bonus, extra, chip, option or ``option.value``."""
        for words in (self.words(language)[0], *self.spec.words.values()):
            if words and name in words.names:
                return words.names[name]
        return name.rpartition(".")[2].replace("_", " ").capitalize()


def _sheet_rules(sheet: Sheet) -> dict[str, Any]:
    sections = {
        section: {
            name: box.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            for name, box in boxes.items()
        }
        for section, boxes in sheet.sections.items()
    }
    return sections[""] if sheet.flat else sections


def digest_of(rules: Mapping[str, Any]) -> str:
    """Return the SHA-256 of rules, as hexadecimal digits; the order of boxes is part of the rules."""
    return hashlib.sha256(json.dumps(rules, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()


def load(game: str, wanted: Mapping[str, object] | None = None) -> Model:
    """Read a game of the catalogue by its id, or a file by its path, with some options chosen.

    Raises:
        Missing: there is no such game or file.
        ModelFaults: the file has faults.
        Invalid: an option or its value does not exist.
    """
    source, file = catalogue.source_of(game)
    model = parse(source, file, wanted)
    shelved = game not in catalogue.ids() and not catalogue.is_file(game)
    return replace(model, called=game) if shelved else model


def parse(source: bytes, file: str, wanted: Mapping[str, object] | None = None) -> Model:
    """Read a game from the text of its file; raises as ``load`` does."""

    def work(own: Node) -> Model:
        root, whole = _whole(own, file)
        return _decided(root, whole, source, options.choose(whole.options, wanted or {}))

    return at_home(read(source, file), work)


def parse_all(source: bytes, file: str) -> list[Model]:
    """Read a game under every combination of its options, the default first.

    Faults of the default are raised at once, those of the others together.
    """
    return at_home(read(source, file), lambda own: _every(own, source, file))


def _every(own: Node, source: bytes, file: str) -> list[Model]:
    root, whole = _whole(own, file)
    found, faults = [_decided(root, whole, source, options.choose(whole.options, {}))], list[Fault]()
    default = found[0].options
    for chosen in options.combinations(whole.options):
        if chosen == default:
            continue
        try:
            found.append(_decided(root, whole, source, chosen))
        except ModelFaults as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise ModelFaults(file, faults[:MAX_FAULTS])
    return found


def _whole(own: Node, file: str) -> tuple[Node, Spec]:
    """Read a game with its options still open."""
    root = _with_base(own, file, MAX_BASES)
    whole = _spec(root, file)
    _check_options(whole, root, file)
    return root, whole


def _decided(root: Node, whole: Spec, source: bytes, chosen: options.Chosen) -> Model:
    """Return the model with the options decided."""
    game = _spec(options.patched(root, chosen), root.file, patched=True) if chosen else whole
    return Model(game, whole.options, chosen, hashlib.sha256(source).hexdigest(), root)


def from_rules(game: str, rules: Mapping[str, Any]) -> Model:
    """Return the model of rules that a record carries.

    Raises:
        Invalid: ``rules.unreadable`` where they are not rules of this language.
    """
    nowhere = Node({}, 1, 1, "")
    name, _, version = game.partition(".")
    try:
        spec = Spec.model_validate({**rules, "game": name})
    except (ValidationError, RecursionError, TypeError):
        raise Invalid("rules.unreadable", game=game) from None
    if check(spec, nowhere) or spec.options or spec.words or spec.about or not (version or "1").isdecimal():
        raise Invalid("rules.unreadable", game=game)
    return Model(spec, {}, {}, "", nowhere, called=game if version else "")


def _with_base(root: Node, file: str, depth: int) -> Node:
    base = root.value.get("based on")
    decided = root.value.get("with")
    if base is None:
        if decided is not None:
            raise ModelFaults(
                file, [place(root, ("with",), "model.goes_with", at_name=True, word="with", other="based on")]
            )
        return root
    if depth == 0 or base.value not in catalogue.ids():
        known = ", ".join(catalogue.ids())
        raise ModelFaults(
            file, [place(root, ("based on",), "model.unknown_name", name=str(base.value), known=known)]
        )
    path = catalogue.path_of(base.value)
    below = _with_base(read(path.read_bytes(), path.name), path.name, depth - 1)
    whole = _spec(below, path.name)
    wanted = decided.plain() if decided is not None else {}
    if not isinstance(wanted, dict):
        raise ModelFaults(file, [place(root, ("with",), "model.not_a_mapping", found=shown(wanted))])
    try:
        chosen = options.choose(whole.options, wanted)
    except Invalid as error:
        raise ModelFaults(
            file, [place(root, ("with", error.params["option"]), error.code, at_name=True, **error.params)]
        ) from None
    settled = options.settled(below, {name: chosen[name] for name in wanted})
    changes = root.without("based on", "with")
    if faults := _removes_nothing(settled, changes, root, ()):
        raise ModelFaults(file, faults[:MAX_FAULTS])
    return replace(settled.merged(changes), file=file, line=root.line)


def _spec(root: Node, file: str, *, patched: bool = False) -> Spec:
    try:
        spec = Spec.model_validate(root.plain())
    except ValidationError as error:
        found = faults_of(error, root)
        found += other_faults(root, found, names=not patched)
        raise ModelFaults(file, found[:MAX_FAULTS]) from None
    if faults := check(spec, root, names=not patched):
        raise ModelFaults(file, faults[:MAX_FAULTS])
    return spec


def _removes_nothing(model: Node, patch: Node, root: Node, path: Path) -> list[Fault]:
    """Return a fault for each ``null`` of a patch (at ``path`` in ``root``) that removes nothing."""
    if patch.value is None:
        return []
    return [
        place(
            root,
            (*path, *missed),
            "model.unknown_name",
            at_name=True,
            name=missed[-1],
            known=", ".join(inside.value) if isinstance(inside.value, dict) else "",
        )
        for missed, inside in model.missed(patch)
    ]


def _check_options(whole: Spec, root: Node, file: str) -> None:
    """Check what the patches may touch and how many combinations there are; ``parse_all`` tries each."""
    faults, combinations = [], 1
    for name, option in whole.options.items():
        combinations *= len(option.choices)
        for value, patch in option.choices.items():
            path = ("options", name, "choices", value)
            if touched := set(patch or {}) & {"game", "options", "based on", "with"}:
                faults.append(place(root, (*path, min(touched)), "model.patch_touches", name=min(touched)))
            faults += _removes_nothing(root, root.find(path)[0], root, path)
    if combinations > MAX_COMBINATIONS:
        faults.append(
            place(
                root, ("options",), "model.too_many_combinations", found=combinations, limit=MAX_COMBINATIONS
            )
        )
    nodes = root.without("words").size * combinations
    if combinations > 1 and nodes > MAX_OPTION_NODES:
        faults.append(
            place(root, ("options",), "model.options_too_large", found=nodes, limit=MAX_OPTION_NODES)
        )
    if faults:
        raise ModelFaults(file, faults)
