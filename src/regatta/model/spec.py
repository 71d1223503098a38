"""The words of the model language and what may follow each of them.

Every class is one mapping of a model file; every field is one of its words (an underscore stands for a
blank). What one mapping can tell by itself is checked here, what needs the whole model in ``checks``.
``docs/model-language.md`` is the reference for people, and is tested against this file.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from regatta.errors import Invalid
from regatta.model import expression
from regatta.model.text import visible

MAX_CELLS = 128
MAX_COMBINATIONS = 64
MAX_OPTION_NODES = 12_000
"""At most so many words and values may the rules have, counted once for each combination of options."""

ID = r"^[a-z][a-z0-9_]{0,39}$"
Id = Annotated[str, Field(pattern=ID)]
"""Name of a box, a section, a rule or an option."""
GAME_ID = r"^[a-z][a-z0-9-]{0,39}$"
GameId = Annotated[str, Field(pattern=GAME_ID)]
LANGUAGE = r"^[a-z]{2,3}(-[A-Z]{2})?$"
Language = Annotated[str, Field(pattern=LANGUAGE)]
Face = Annotated[int, Field(ge=1, le=20)]
PointsValue = Annotated[int, Field(ge=-1000, le=1000)]


def _truth(value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


def _is_control(letter: str) -> bool:
    # Among the format characters only those are refused that turn the text around them.
    turns = "\u202a" <= letter <= "\u202e" or "\u2066" <= letter <= "\u2069"
    return turns or unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn")


def _tidy(text: str) -> str:
    if any(_is_control(letter) for letter in text if letter != "\n"):
        raise PydanticCustomError("text_control", "control character")
    if not visible(text):
        raise PydanticCustomError("string_too_short", "nothing to be seen", {"min_length": 1})
    return unicodedata.normalize("NFC", text).strip()


class _Also:
    """In the schema for editors: the other ways to write a value; ``one`` of a list may stand for the list."""

    def __init__(self, *ways: JsonSchemaValue, one: bool = False) -> None:
        self.ways = ways
        self.one = one

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        whole = handler(core)
        return {"anyOf": [*self.ways, *([whole["items"]] if self.one else []), whole]}


YesNo = Annotated[
    bool,
    BeforeValidator(_truth),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}),
]
Label = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_tidy)]
Text = Annotated[str, Field(min_length=1, max_length=4000), AfterValidator(_tidy)]


Notes = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=400), AfterValidator(_tidy)]],
    BeforeValidator(_as_list),
    Field(min_length=1, max_length=6),
    _Also(one=True),
]


class Part(BaseModel):
    """A mapping of the language: no unknown words, no silent conversions, never changed after reading."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        validate_by_name=False,
        validate_by_alias=True,
        alias_generator=lambda name: name.rstrip("_").replace("_", " "),
    )

    def one_of(self, *names: str) -> str:
        """Return which one of the words ``names`` was given; exactly one must be."""
        given = [name for name in names if getattr(self, name) is not None]
        words = ", ".join(name.rstrip("_").replace("_", " ") for name in names)
        if len(given) != 1:
            raise PydanticCustomError("one_of", "one of", {"words": words, "given": len(given)})
        return given[0]


class Players(Part):
    """How many may play, and with how many it is best."""

    from_: Annotated[int, Field(ge=1, le=12)] = 1
    to: Annotated[int, Field(ge=1, le=12)]
    best: tuple[int, int] | None = Field(default=None, strict=False)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        low, high = self.best or (self.from_, self.to)
        if not self.from_ <= low <= high <= self.to:
            raise PydanticCustomError("range_order", "range", {"low": self.from_, "high": self.to})
        return self


class DiceSpec(Part):
    """The dice: how many, with how many faces, and which faces share a colour."""

    count: Annotated[int, Field(ge=1, le=10)]
    faces: Annotated[int, Field(ge=2, le=20)]
    colours: dict[Id, list[Face]] = {}


class Component(Part):
    """A thing that lies in the box of the game."""

    count: Annotated[int, Field(ge=1, le=999)]
    more_allowed: YesNo = False


def _component(value: Any) -> Any:
    return {"count": value} if type(value) is int else value


ComponentField = Annotated[
    Component,
    BeforeValidator(_component),
    _Also({"type": "integer", "minimum": 1, "maximum": 999}),
]


Means = Annotated[dict[Language, Label], Field(min_length=1)]
"""An author's sentence for an expression: without it nobody could explain the rule to a player."""


def _check_expression(text: str | None, means: Means | None, expected: expression.Type) -> None:
    """Check the words ``expression`` and ``means``, which come together or not at all."""
    if text is None:
        if means is not None:
            raise PydanticCustomError("goes_with", "goes with", {"word": "means", "other": "expression"})
        return
    try:
        expression.parse(text, expected)
    except Invalid as error:
        inner = {f"inner_{name}": value for name, value in error.params.items()}
        raise PydanticCustomError("expression", "expression", {"inner": error.code, **inner}) from None
    if means is None:
        raise PydanticCustomError("expression_means", "means")


class Pattern(Part):
    """A condition on the dice: exactly one main word, perhaps narrowed by ``same ...``.

    The dice that fulfil the main word are *the set*; where several do, the one with the highest sum.
    """

    alike: Annotated[int, Field(ge=1)] | None = None
    groups: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=4)] | None = None
    faces: Annotated[list[Face], Field(min_length=1, max_length=10)] | None = None
    run: Annotated[int, Field(ge=2)] | None = None
    sum: Annotated[int, Field(ge=1)] | None = None
    one_colour: Annotated[int, Field(ge=1)] | None = None
    different: Annotated[int, Field(ge=1)] | None = None
    any_of: Annotated[list[Pattern], Field(min_length=1, max_length=8)] | None = None
    expression: str | None = None
    means: Means | None = None
    same_face_ok: YesNo = False
    same_colour: YesNo = False

    @model_validator(mode="after")
    def _one_word(self) -> Self:
        word = self.word
        _check_expression(self.expression, self.means, "truth")
        for extra in ("same_face_ok", "same_colour"):
            if getattr(self, extra) and word != "groups":
                raise PydanticCustomError(
                    "goes_with", "goes with", {"word": extra.replace("_", " "), "other": "groups"}
                )
        return self

    @property
    def word(self) -> str:
        """The main word."""
        return self.one_of(
            "alike", "groups", "faces", "run", "sum", "one_colour", "different", "any_of", "expression"
        )


Patterns = Annotated[
    list[Pattern],
    BeforeValidator(_as_list),
    Field(min_length=1, max_length=6),
    _Also(one=True),
]


class Points(Part):
    """What a box gives: exactly one main word, and perhaps a constant on top."""

    fixed: PointsValue | None = None
    sum: Literal["all dice", "the set"] | None = None
    sum_of: Face | None = None
    by_roll: Annotated[list[PointsField], Field(min_length=1, max_length=9)] | None = None
    expression: str | None = None
    means: Means | None = None
    plus: PointsValue = 0

    @model_validator(mode="after")
    def _one_word(self) -> Self:
        _ = self.word
        _check_expression(self.expression, self.means, "number")
        if self.by_roll and any(step.by_roll for step in self.by_roll):
            raise PydanticCustomError("nested", "nested", {"word": "by roll"})
        return self

    @property
    def word(self) -> str:
        """The main word."""
        return self.one_of("fixed", "sum", "sum_of", "by_roll", "expression")


def _points(value: Any) -> Any:
    if type(value) is int:
        return {"fixed": value}
    if value == "sum":
        return {"sum": "all dice"}
    if value == "set":
        return {"sum": "the set"}
    return value


PointsField = Annotated[
    Points,
    BeforeValidator(_points),
    _Also({"type": "integer", "minimum": -1000, "maximum": 1000}, {"enum": ["sum", "set"]}),
]
Points.model_rebuild()


class Box(Part):
    """One box of the sheet: what the dice must show, and what it then gives; otherwise it gives 0."""

    if_: Patterns = []
    points: PointsField


class Sheet(Part):
    """Sections of boxes in the order of the paper; a sheet without sections has one without a name."""

    sections: dict[str, dict[Id, Box]]
    flat: bool = False


def is_section(inside: Any) -> bool:
    """Whether part of a sheet holds boxes, rather than being one: they may be called ``points`` and ``if``."""
    if not isinstance(inside, dict) or not all(isinstance(box, dict) for box in inside.values()):
        return False
    return bool(inside) and ("points" not in inside or any("points" in box for box in inside.values()))


def _sheet(value: Any) -> Any:
    if not isinstance(value, dict) or not value:
        raise PydanticCustomError("sheet_empty", "empty")
    sections = sum(map(is_section, value.values()))
    boxes = sum(
        isinstance(inside, dict) and "points" in inside and not is_section(inside)
        for inside in value.values()
    )
    flat = boxes >= sections
    return {"sections": {"": value} if flat else value, "flat": flat}


class _BoxesOrSections:
    """In the schema for editors: the boxes of a sheet, or sections of boxes."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        sections = handler.resolve_ref_schema(handler(core))["properties"]["sections"]
        return {"anyOf": [sections["additionalProperties"], {"type": "object", **sections}]}


SheetField = Annotated[Sheet, BeforeValidator(_sheet), _BoxesOrSections()]


class FaceBox(Part):
    """The box of a section that adds up the face which the dice of the rule show."""

    that_face_in: Id


Place = Id | FaceBox
"""A box, a section, ``any`` for the whole sheet, or the box of that face."""


class When(Part):
    """A condition on the player's own sheet."""

    filled: Place | None = None
    open: Place | None = None
    made: Place | None = None

    @model_validator(mode="after")
    def _one_word(self) -> Self:
        _ = self.word
        return self

    @property
    def word(self) -> str:
        """``filled``: all of it written; ``open``: some of it not; ``made``: all of it with more than 0."""
        return self.one_of("filled", "open", "made")


Whens = Annotated[
    list[When],
    BeforeValidator(_as_list),
    Field(min_length=1, max_length=6),
    _Also(one=True),
]


class Pays(Part):
    """Points on top of the box, each time the rule applies; ``as`` names the chip that counts them."""

    points: PointsValue
    when: Whens = []
    as_: Id
    in_: Id | None = None


class Line(Part):
    """Where such a roll may be written, and what it then gives."""

    in_: Place
    points: PointsValue | None = None
    values: dict[Id, PointsValue] = {}
    values_when: Whens = []

    @model_validator(mode="after")
    def _one_worth(self) -> Self:
        if self.points is not None and self.values:
            raise PydanticCustomError("one_of", "one of", {"words": "points, values", "given": 2})
        if self.values_when and not self.values:
            raise PydanticCustomError("goes_with", "goes with", {"word": "values when", "other": "values"})
        return self


class Extra(Part):
    """A rule on top of the boxes: a joker, or points for a roll of its own."""

    if_: Patterns
    when: Whens = []
    pays: Pays | None = None
    write: Annotated[list[Line], Field(max_length=8)] | None = None


class Bonus(Part):
    """Points for a subtotal: the highest step reached counts, ``from: {63: 35}``."""

    of: Id
    from_: Annotated[dict[str, PointsValue], Field(min_length=1, max_length=12)]

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """(subtotal needed, points), ascending."""
        return tuple(sorted((int(least), points) for least, points in self.from_.items()))

    @model_validator(mode="after")
    def _numbers(self) -> Self:
        for least in self.from_:
            if not (least.isdecimal() and len(least) <= 5 and 1 <= int(least) <= 10_000):
                raise PydanticCustomError("step_number", "step", {"at": ("from", least), "found": least})
        return self


class Step(Part):
    """A step of the turn: a repetition with steps inside, or something that one does."""

    repeat: Id | None = None
    each: Literal["player"] | None = None
    roll: Literal["all dice", "the others"] | None = None
    choose: Literal["dice to keep"] | None = None
    write: Literal["an open box"] | None = None
    name: Id | None = None
    until: Literal["every sheet is full"] | None = None
    up_to: Annotated[int, Field(ge=1, le=8)] | None = None
    steps: Annotated[list[Step], Field(min_length=1, max_length=12)] | None = None

    @model_validator(mode="after")
    def _one_word(self) -> Self:
        word = self.word
        if (word in ("repeat", "each")) != (self.steps is not None):
            raise PydanticCustomError("goes_with", "goes with", {"word": "steps", "other": "repeat, each"})
        if word == "repeat":
            self.one_of("until", "up_to")
        elif self.until is not None or self.up_to is not None:
            raise PydanticCustomError("goes_with", "goes with", {"word": "until, up to", "other": "repeat"})
        return self

    @property
    def word(self) -> str:
        """The main word."""
        return self.one_of("repeat", "each", "roll", "choose", "write")


NAMED_FLOWS = {"one roll": 1, "two rolls": 2, "three rolls": 3, "four rolls": 4, "five rolls": 5}


def _flow(value: Any) -> Any:
    if isinstance(value, str):
        if value not in NAMED_FLOWS:
            raise PydanticCustomError("flow_name", "flow", {"known": ", ".join(NAMED_FLOWS), "found": value})
        return turns(NAMED_FLOWS[value])
    return value


def turns(rolls: int) -> list[dict[str, Any]]:
    """Return the tree of a game of turns with up to ``rolls`` rolls: what ``three rolls`` stands for."""
    reroll = {
        "repeat": "reroll",
        "up to": rolls - 1,
        "steps": [{"choose": "dice to keep"}, {"roll": "the others"}],
    }
    turn = [{"roll": "all dice"}, *([reroll] if rolls > 1 else []), {"write": "an open box"}]
    return [
        {
            "repeat": "game",
            "until": "every sheet is full",
            "steps": [{"each": "player", "name": "round", "steps": turn}],
        }
    ]


Flow = Annotated[
    list[Step],
    BeforeValidator(_flow),
    Field(min_length=1, max_length=12),
    _Also({"enum": list(NAMED_FLOWS)}),
]

Order = Literal["free", "top to bottom", "bottom to top"] | list[Id]


class Option(Part):
    """A choice before the game: each value is a patch of the model, laid over it when chosen."""

    default: Id
    choices: Annotated[dict[Id, dict[str, Any] | None], Field(min_length=2, max_length=8)]

    @model_validator(mode="after")
    def _default_exists(self) -> Self:
        if self.default not in self.choices:
            known = ", ".join(self.choices)
            raise PydanticCustomError(
                "unknown_name", "unknown", {"at": ("default",), "name": self.default, "known": known}
            )
        return self


class About(Part):
    """What kind of game it is, and for whom; no rule."""

    kind: Literal["combinations", "sums", "combinations and sums"] | None = None
    audience: Literal["everyone", "children", "adults"] | None = None


class Words(Part):
    """The author's words in one language; ``names`` calls boxes, sections, rules and options by name.

    ``differs`` says of some of them, or of ``any`` thing, how others play it.
    """

    title: Label
    line: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_tidy)] | None = None
    text: Text | None = None
    names: dict[str, Label] = {}
    differs: dict[str, Notes] = {}


class Spec(Part):
    """A whole game."""

    game: GameId
    players: Players
    dice: DiceSpec
    components: Annotated[dict[Id, ComponentField], Field(max_length=20)] = {}
    flow: Flow
    sheet: SheetField
    order: Order = "free"
    bonuses: Annotated[dict[Id, Bonus], Field(max_length=20)] = {}
    extra: Annotated[dict[Id, Extra], Field(max_length=8)] = {}
    start: Literal["highest total", "highest die", "lowest total", "lowest die"] = "highest total"
    winner: Literal["highest total"] = "highest total"
    options: Annotated[dict[Id, Option], Field(max_length=8)] = {}
    about: About | None = None
    words: dict[Language, Words] = {}
