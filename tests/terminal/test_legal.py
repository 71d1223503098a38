"""``regatta legal``: one position on the command line, or one a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import tracemalloc
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cases import cases, dice, points
from program import Run, command
from regatta.tables import store
from regatta.terminal import stream

ODD = str(Path(__file__).parents[1] / "games" / "odd.yaml")
POSITION = {"game": "yacht", "dice": [4, 4, 4, 1, 4]}
FOURS = {
    "yacht": 0,
    "big_straight": 0,
    "little_straight": 0,
    "four_of_a_kind": 17,
    "full_house": 0,
    "choice": 17,
    "sixes": 0,
    "fives": 0,
    "fours": 16,
    "threes": 0,
    "twos": 0,
    "ones": 1,
}


def test_the_boxes_of_a_roll_in_the_order_of_the_sheet(run: Run) -> None:
    done = run("legal", "yacht", "--dice", "1,4,4,4,4", "--json")
    assert (done.code, done.err) == (0, "")
    answer = json.loads(done.out)
    assert answer == {"game": "yacht", "boxes": FOURS, "extra": 0}
    assert list(answer["boxes"]) == list(FOURS)


def test_the_order_of_the_dice_never_matters(run: Run) -> None:
    lines = [json.dumps({"game": "yacht", "dice": order}) for order in set(permutations([4, 4, 4, 1, 4]))]
    answers = {*run("legal", "--json", "-", stdin="\n".join(lines)).out.splitlines()}
    assert len(answers) == 1


def test_extra_points_for_the_roll(run: Run) -> None:
    done = run("legal", "yahtzee", "--sheet", "ones=3 yahtzee=50", "--dice", "5,5,5,5,5", "--json")
    assert json.loads(done.out) == {"game": "yahtzee", "boxes": {"fives": 25}, "extra": 100}


def test_options_change_the_rules(run: Run) -> None:
    arguments = ["legal", "yahtzee", "--sheet", "yahtzee=50", "--dice", "5,5,5,5,5", "--json"]
    free = json.loads(run(*arguments, "--option", "extra_yahtzee=free_joker").out)
    assert len(free["boxes"]) == 12
    plain = json.loads(run(*arguments, "--option", "extra_yahtzee=none").out)
    assert plain["extra"] == 0
    upper = json.loads(
        run(*arguments, "--option", "extra_yahtzee=none", "--option", "upper_first=yes").out or "{}"
    )
    assert upper == {}


def test_the_table_for_people_uses_the_names_of_the_game(run: Run) -> None:
    done = run("legal", "yahtzee", "--sheet", "yahtzee=50", "--dice", "5,5,5,5,5")
    assert done.out == "Joker: only these boxes may be written.\nFives          25\nBonus chips  +100\n"
    free = run("legal", "yahtzee-free-joker", "--sheet", "yahtzee=50", "--dice", "5,5,5,5,5")
    assert "only" not in free.out
    assert "Full house          0\n" in free.out


def test_names_that_were_kept_are_used_and_never_trusted_blindly(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["legal", "crag", "--dice", "1,2,3", "--roll", "1"]
    first = run(*arguments).out
    kept = max(store.folder().glob("*.names.json"), key=lambda path: path.stat().st_mtime_ns)
    with monkeypatch.context() as patch:
        patch.setattr("regatta.model.model.parse", None)
        assert run(*arguments).out == first
    for text in ("", "[]", "{}", '{"ones": "x"}', kept.read_text().replace("Ones", r"\u001b[2J")):
        kept.write_text(text)
        assert run(*arguments).out == first


def test_the_number_of_the_roll_counts_where_the_rules_say_so(run: Run) -> None:
    worth = [
        json.loads(run("legal", ODD, "--dice", "4,4,4", "--roll", roll, "--json").out)["boxes"]["served"]
        for roll in "123"
    ]
    last = json.loads(run("legal", ODD, "--dice", "4,4,4", "--json").out)["boxes"]["served"]
    assert worth == [40, 32, 12]
    assert last == worth[-1]


IMPOSSIBLE = [
    ({"dice": [7, 1, 1, 1, 1]}, "dice.face", "No die shows 7"),
    ({"dice": [1, 1, 1, 1]}, "dice.count", "There are 4 dice"),
    ({"sheet": "yacht=49"}, "sheet.impossible_points", "No roll gives 49 points"),
    ({"sheet": "ones=3 ones=3"}, "sheet.box_twice", "stands twice"),
    ({"sheet": "wat=3"}, "box.unknown", "There is no box wat"),
    ({"roll": 4}, "roll.number", "There is no roll 4 in a turn: it has 3."),
    ({"extra": 1}, "sheet.impossible_extras", "cannot hold 1 extras"),
    (
        {"sheet": " ".join(f"{box}={5 * (box == 'choice')}" for box in FOURS)},
        "move.game_over",
        "The game is over.",
    ),
]


@pytest.mark.parametrize(("change", "code", "said"), IMPOSSIBLE, ids=[code for _, code, _ in IMPOSSIBLE])
def test_LG_19_an_impossible_position_is_1_with_the_reason(
    run: Run, change: dict[str, Any], code: str, said: str
) -> None:
    position = {**POSITION, **change}
    arguments = ["--dice", ",".join(map(str, position["dice"]))]
    for name in ("sheet", "roll", "extra"):
        if name in position:
            arguments += [f"--{name}", str(position[name])]
    done = run("legal", "yacht", *arguments, "--json")
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    line = run("legal", "--json", "-", stdin=json.dumps(position))
    assert line.code == 1
    assert json.loads(line.out)["error"]["code"] == code
    assert said in json.loads(line.out)["error"]["message"]


@pytest.mark.parametrize("box", ["wat", "CHANCE", "choice", "", "chance "])
def test_LG_18_a_box_of_another_game_is_refused(run: Run, box: str) -> None:
    position = {"game": "yahtzee", "dice": [1, 2, 3, 4, 5], "sheet": {box: 5}}
    done = run("legal", "--json", "-", stdin=json.dumps(position))
    assert done.code == 1
    assert json.loads(done.out)["error"]["code"] == "box.unknown"


# ---------------------------------------------------------------------------------------------------- the stream


def positions() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every position of cases.yaml with the boxes that are legal in it."""
    found = []
    for case in cases()["positions"].values():
        position = {"game": case["game"], "sheet": case["sheet"], "dice": list(dice(case["dice"]))}
        found.append(
            (position, {"game": case["game"], "boxes": points(case["legal"]), "extra": case["bonus"]})
        )
    return found


def test_every_position_of_the_cases_in_one_stream(run: Run) -> None:
    asked = positions()
    assert len(asked) > 10
    done = run("legal", "--json", "-", stdin="".join(json.dumps(position) + "\n" for position, _ in asked))
    assert done.code == 0
    assert [json.loads(line) for line in done.out.splitlines()] == [answer for _, answer in asked]


def test_a_sheet_may_be_text_or_an_object(run: Run) -> None:
    forms = [
        "ones=3 sixes=18",
        "ones=3,sixes=18",
        {"ones": 3, "sixes": 18},
        {"ones": 3, "twos": None, "sixes": 18},
    ]
    done = run("legal", "-", stdin="\n".join(json.dumps({**POSITION, "sheet": form}) for form in forms))
    assert done.code == 0
    assert len({*done.out.splitlines()}) == 1
    assert "twos" in json.loads(done.out.splitlines()[0])["boxes"]


def test_options_in_a_line(run: Run) -> None:
    lines = [
        {"game": "yahtzee", "dice": [5] * 5, "options": {"upper_first": value}}
        for value in ("yes", True, "no", False)
    ]
    done = run("legal", "-", stdin="\n".join(map(json.dumps, lines)))
    assert [len(json.loads(line)["boxes"]) for line in done.out.splitlines()] == [6, 6, 13, 13]


NESTED = b"[" * 60_000
HOSTILE = {
    b"null": "line.unreadable",
    b"[]": "line.unreadable",
    b"7": "line.unreadable",
    b'"yacht"': "line.unreadable",
    b"{": "line.unreadable",
    b"NaN": "line.unreadable",
    b"9" * 50_000: "line.unreadable",
    b"\xff\xfe\x00": "line.unreadable",
    NESTED: "line.unreadable",
    b'{"game":' * 8_000: "line.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,NaN]}': "line.unreadable",
    b"x" * 200_000: "line.too_long",
    b"{}": "line.key_missing",
    b'{"game":"yacht"}': "line.key_missing",
    b'{"game":"yacht","dice":[1,2,3,4,5],"rol":1}': "line.key_unknown",
    b'{"game":"yacht","game":"yahtzee","dice":[1,2,3,4,5]}': "line.key_twice",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":{"ones":1,"ones":2}}': "line.key_twice",
    b'{"game":7,"dice":[1,2,3,4,5]}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"roll":true}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"roll":2.0}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"extra":null}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"options":[]}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"options":{"a":[]}}': "line.value",
    b'{"game":"yacht","dice":[1,2,3,4,5],"options":{"a":"b"}}': "option.unknown",
    b'{"game":"nothing","dice":[1,2,3,4,5]}': "game.unknown",
    b'{"game":"\\ud800","dice":[1]}': "game.unknown",
    b'{"game":"\\ud800/x.yaml","dice":[1]}': "file.unreadable",
    b'{"game":"\\u0000/x.yaml","dice":[1]}': "file.unreadable",
    b'{"game":"' + b"a/" * 30_000 + b'","dice":[1]}': "file.unreadable",
    b'{"game":"/","dice":[1]}': "file.unreadable",
    b'{"game":"yacht","dice":null}': "dice.unreadable",
    b'{"game":"yacht","dice":{"1":1}}': "dice.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,true]}': "dice.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,[5]]}': "dice.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,1e400]}': "dice.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,' + b"9" * 4000 + b"]}": "dice.face",
    b'{"game":"yacht","dice":[' + b"1," * 30_000 + b"1]}": "dice.count",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":7}': "sheet.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":{"ones":true}}': "sheet.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":{"ones":1e2}}': "sheet.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":{"ones":' + b"1" * 4000 + b"}}": "sheet.unreadable",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":{"ones=3 twos":4}}': "box.unknown",
    b'{"game":"yacht","dice":[1,2,3,4,5],"sheet":"' + b"ones=3 " * 9_000 + b'"}': "sheet.box_twice",
}


def test_a_faulty_line_gets_an_error_and_the_rest_go_on(run: Run) -> None:
    good = json.dumps(POSITION).encode()
    text = good + b"\n\n  \n" + b"\n".join(HOSTILE) + b"\r\n" + good
    done = run("legal", "--json", "-", stdin=text)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert done.err == ""
    assert answers[0] == answers[-1] == {"game": "yacht", "boxes": FOURS, "extra": 0}
    assert [answer["error"]["code"] for answer in answers[1:-1]] == list(HOSTILE.values())
    assert all(set(answer["error"]) == {"code", "message"} for answer in answers[1:-1])
    assert all("Something is wrong" not in answer["error"]["message"] for answer in answers[1:-1])
    assert all(len(answer["error"]["message"]) < 500 for answer in answers[1:-1])


def test_no_lines_are_no_fault(run: Run) -> None:
    assert run("legal", "--json", "-", stdin="") == (0, "", "")
    assert run("legal", "--json", "-", stdin="\n \n") == (0, "", "")


def test_faults_of_a_model_of_ones_own_are_an_answer_too(
    run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("own") / "own.yaml"
    file.write_text("game: own\n")
    done = run("legal", "-", stdin=json.dumps({"game": str(file), "dice": [1]}))
    assert done.code == 1
    assert json.loads(done.out)["error"]["code"] == "model.faults"
    alone = run("legal", str(file), "--dice", "1", "--json")
    assert alone.code == 1
    assert alone.err.startswith(f"{file}:1:1: ")


def test_a_line_without_end_is_not_held_in_memory() -> None:
    class Endless(io.RawIOBase):
        left = 200

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.left -= 1
            size = min(len(buffer), 100_000) if self.left > 0 else 0
            buffer[:size] = b"x" * size
            return size

    tracemalloc.start()
    assert list(stream.lines(io.BufferedReader(Endless()))) == [None]
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_each_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(
        command("legal", "--json", "-"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ.copy()
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for _ in range(3):
            program.stdin.write(json.dumps(POSITION).encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["boxes"] == FOURS
        program.stdin.close()
        assert program.stdout.read() == b""
        assert program.wait() == 0


def test_a_reader_that_leaves_ends_the_stream() -> None:
    questions = (json.dumps(POSITION).encode() + b"\n") * 3000
    with subprocess.Popen(
        command("legal", "-"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        program.stdout.close()
        program.stdout = None
        _, said = program.communicate(questions)
    assert (program.returncode, said) == (141, b"")
