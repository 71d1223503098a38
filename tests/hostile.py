"""Models made to do harm, or merely odd ones, each with the code of its first fault: for every door that models come in by."""

from __future__ import annotations

from collections.abc import Iterator

from plays import TEST_GAMES

MODEL = TEST_GAMES["tiny"].read_text()
WITH_WORDS = MODEL.replace("{title: Tiny}", "{title: %s}")


def many_options() -> str:
    """Return a model of many boxes under 64 combinations of options."""
    boxes = "".join(f"  b{n}: {{if: {{alike: 2}}, points: sum}}\n" for n in range(120))
    order = "choices: {a: null, b: {order: top to bottom}}"
    options = "".join(f"  o{n}: {{default: a, {order}}}\n" for n in range(6))
    return MODEL.partition("sheet")[0] + f"sheet:\n{boxes}options:\n{options}"


def hostile() -> Iterator[tuple[str, str | bytes, str]]:
    """Yield a name, the file, and the code of its first fault."""
    bomb = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12))
    yield "alias bomb", f"a0: &a0 [x]\n{bomb}", "file.alias"
    yield "anchor alone", "game: &g tiny", "file.alias"
    yield "merge key", "base: {a: 1}\n<<: {b: 2}\n" + MODEL, "model.unknown_word"
    yield "10 MB", b"x: " + b"y" * 10_000_000, "file.too_large"
    yield "10 MB of blank lines", b"\n" * 10_000_000, "file.too_large"
    yield "a million keys", "".join(f"k{n}: 1\n" for n in range(1_000_000)), "file.too_large"
    yield "as many keys as fit", "".join(f"k{n}:\n" for n in range(9_000)), "file.too_many_nodes"
    yield "as many items as fit", "a: [" + "1," * 31_000 + "]", "file.too_many_nodes"
    yield "deep in lists", "a: " + "[" * 30_000, "file.too_deep"
    yield "deep in mappings", "{a: " * 15_000, "file.too_deep"
    yield "deep in blocks", "- " * 30_000, "file.too_deep"
    yield "deep in lines", "".join(" " * depth + "a:\n" for depth in range(300)), "file.too_deep"
    yield "deep in names", "? " * 30_000, "file.too_deep"
    yield "one long name", "x" * 60_000 + ": 1", "file.not_yaml"
    yield "a name of a thousand", MODEL + "x" * 1_000 + ": 1", "model.no_word"
    yield "escaped colours", 'game: "\\e[31mred"', "file.unprintable"
    yield "one long text", WITH_WORDS % ("x" * 60_000), "model.too_many"
    yield "one long quote", '"' + "\\x41" * 15_000, "file.not_yaml"
    yield "many quotes", "a: " + "'" * 60_001, "file.not_yaml"
    yield "many questions", "?" * 60_000, "file.not_a_mapping"
    yield "many braces", "}" * 60_000, "file.not_yaml"
    yield "many stars", "*" * 60_000, "file.alias"
    yield "many colons", ": " * 30_000, "file.too_deep"
    yield "many documents", "---\n" * 15_000, "file.second_document"
    yield "two documents", MODEL + "---\n" + MODEL, "file.second_document"
    yield (
        "129 cells",
        MODEL.partition("sheet")[0] + "sheet:\n" + "".join(f"  b{n}: {{points: 1}}\n" for n in range(129)),
        "model.too_many_cells",
    )
    yield "options that multiply", many_options(), "model.options_too_large"
    formula = " + ".join(["count(1) * roll"] * 10)
    yield (
        "a sheet of formulas",
        MODEL.partition("flow")[0]
        + "flow: five rolls\nsheet:\n"
        + "".join(
            f'  b{n}: {{points: {{expression: "{formula} + {n}", means: {{en: x}}}}}}\n' for n in range(120)
        ),
        "model.too_much_text",
    )
    yield "python object", "game: !!python/object/apply:os.system ['true']", "file.tag"
    yield "python name", "game: !!python/name:os.system", "file.tag"
    yield "a tag of one's own", "game: !x tiny", "file.tag"
    yield "a standard tag", "game: !!str tiny", "file.tag"
    yield "a binary", "game: !!binary aGFsbG8=", "file.tag"
    yield "a set", "!!set {a, b}", "file.tag"
    yield "a directive", "%YAML 9.9\n---\na: 1", "file.not_yaml"
    yield "a tag directive", "%TAG ! tag:yaml.org,2002:\n---\na: !int 1", "file.tag"
    yield "empty", b"", "file.empty"
    yield "only comments", "# nothing\n# at all\n", "file.empty"
    yield "only a document mark", "---\n", "file.not_a_mapping"
    yield "null", "~", "file.not_a_mapping"
    yield "a list", "- a\n- b\n", "file.not_a_mapping"
    yield "a word", "yacht", "file.not_a_mapping"
    yield "NUL", "game: ti\0ny", "file.unprintable"
    yield "NUL bytes", bytes(1000), "file.unprintable"
    yield "escape", "game: \x1b[31mtiny", "file.unprintable"
    yield "escaped NUL", WITH_WORDS % '"a\\0b"', "file.unprintable"
    yield "escaped surrogate", WITH_WORDS % '"a\\ud800b"', "file.unprintable"
    yield "escaped huge character", WITH_WORDS % '"\\UFFFFFFFF"', "file.not_yaml"
    yield "UTF-16", MODEL.encode("utf-16"), "file.not_utf8"
    yield "UTF-16 without mark", MODEL.encode("utf-16-be"), "file.unprintable"
    yield "Latin-1", "game: tiny # é".encode("latin-1"), "file.not_utf8"
    yield "half a character", "game: tiny # é".encode()[:-1], "file.not_utf8"
    yield "a surrogate in UTF-8", b"game: \xed\xa0\x80", "file.not_utf8"
    yield "tabs", "game: tiny\nplayers:\n\tto: 3\n", "file.tab"
    yield "a name that is a list", "? [a]\n: b\n", "file.bad_name"
    yield "a name that is null", "~: b\n", "file.bad_name"
    yield "a name twice", MODEL + "game: other\n", "file.named_twice"
    yield "true and true", MODEL + "true: 1\nTrue: 2\n", "file.named_twice"
    yield "prototype", MODEL.replace("  pair:", "  __proto__:"), "model.bad_id"
    yield "dunder", MODEL.replace("  pair:", "  __class__:"), "model.bad_id"
    yield "field of a class", MODEL + "model_config: {}\n", "model.no_word"
    yield "name of a field", MODEL.replace("{to: 3}", "{from_: 1, to: 3}"), "model.unknown_word"
    yield "greek", MODEL.replace("  pair:", "  pаir:"), "model.bad_id"
    yield "zero width", MODEL.replace("  pair:", "  pa\u200bir:"), "model.bad_id"
    yield "right to left", WITH_WORDS % '"a\u202eb"', "model.text_control"
    for name, blank in (
        ("blanks", "  "),
        ("zero width", "\u200b"),
        ("joiners", "\u200d\u200d"),
        ("filler", "\u3164"),
    ):
        yield f"title of {name}", WITH_WORDS % f"'{blank}'", "model.too_few"
    yield "huge number", MODEL.replace("{to: 3}", "{to: " + "9" * 20_000 + "}"), "model.not_a_number"
    yield "huge step", MODEL + "bonuses: {b: {of: any, from: {99999: 1}}}\n", "model.step_number"
    yield "float", MODEL.replace("{to: 3}", "{to: 3.0}"), "model.not_a_number"
    yield "NaN", MODEL.replace("{to: 3}", "{to: .NaN}"), "model.not_a_number"
    yield "infinity", MODEL.replace("points: 10", "points: .inf"), "model.not_points"
    yield "a date", MODEL.replace("{to: 3}", "{to: 2020-01-01}"), "model.not_a_number"
    yield "an octal", MODEL.replace("{to: 3}", "{to: 0o3}"), "model.not_a_number"
    yield "sexagesimal", MODEL.replace("{to: 3}", "{to: 1:30}"), "model.not_a_number"
    yield (
        "dice without end",
        MODEL.replace("{count: 2, faces: 3}", "{count: 10, faces: 20}"),
        "model.too_many_rolls",
    )
    yield (
        "too much work",
        MODEL.partition("flow")[0].replace("count: 2, faces: 3", "count: 4, faces: 10")
        + (
            "flow: [{repeat: g, until: every sheet is full, steps: [{each: player, steps: [{roll: all dice}, "
            "{repeat: r, up to: 8, steps: [{choose: dice to keep}, {roll: the others}]}, {write: an open box}]}]}]\n"
            "sheet:\n" + "".join(f"  b{n}: {{points: {{by roll: [1, 2]}}}}\n" for n in range(128))
        ),
        "model.too_much_work",
    )
    for sign in "!-":
        text = f'{{points: {{expression: "{sign * 300}sum", means: {{en: x}}}}}}'
        yield f"300 {sign}", MODEL.replace("{points: sum}", text), "expression.too_long"
    yield (
        "many brackets",
        MODEL.replace(
            "{points: sum}", f'{{points: {{expression: "{"(" * 90}1{")" * 90}", means: {{en: x}}}}}}'
        ),
        "expression.too_deep",
    )
    yield (
        "a macro",
        MODEL.replace("{points: sum}", '{points: {expression: "[1].map(x, x)", means: {en: x}}}'),
        "expression.character",
    )


CASES = {name: (file.encode() if isinstance(file, str) else file, code) for name, file, code in hostile()}
