"""The short commands: games, check, perft, simulate, verify, serve."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from program import Run, command
from regatta.model import catalogue
from regatta.players import player
from regatta.tables import tables_of
from regatta.terminal import simulate

TINY = str(Path(__file__).parents[1] / "games" / "tiny.yaml")


# --------------------------------------------------------------------------------------------------------- games


def test_games(run: Run) -> None:
    done = run("games", "--json")
    listed = json.loads(done.out)
    assert done.code == 0
    assert tuple(game["id"] for game in listed) == catalogue.in_order()
    assert {"id": "yacht", "title": "Yacht", "boxes": 12, "dice": 5, "players": [1, 10]} in listed
    assert {"id": "crag", "title": "Crag", "boxes": 13, "dice": 3, "players": [1, 10]} in listed


def test_games_for_people(run: Run) -> None:
    lines = run("games").out.splitlines()
    assert len(lines) == len(catalogue.ids())
    assert lines[0].split() == ["yahtzee", "Yahtzee", "13", "boxes", "5", "dice", "1", "to", "10", "players"]


# --------------------------------------------------------------------------------------------------------- check


def test_check_of_good_files_says_nothing(run: Run) -> None:
    files = [str(catalogue.path_of(game)) for game in ("yacht", "yahtzee-free-joker")]
    assert run("check", *files, TINY) == (0, "", "")
    assert run("check", TINY, "--json") == (0, '{"faults": []}\n', "")


def test_check_tells_every_fault_with_its_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "game: own\ndice: {count: 2, facets: 3}\nflow: two rolls\nsheet: {pair: {points: 1, if: {alike: 2}}}\n"
    )
    done = run("check", str(file))
    assert done.code == 1
    assert done.err == ""
    assert re.search(rf"^{re.escape(str(file))}:2:18: .*facets.*faces", done.out, re.MULTILINE)
    facts = json.loads(run("check", str(file), "--json").out)["faults"]
    assert [
        f"{fact['file']}:{fact['line']}:{fact['column']}: {fact['message']}" for fact in facts
    ] == done.out.splitlines()
    assert ("model.unknown_word", ["dice", "facets"]) in [(fact["code"], fact["path"]) for fact in facts]


def test_check_tells_what_breaks_a_game_below_at_the_change(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("game: own\nbased on: yahtzee\nsheet:\n  lower:\n    yahtzee: null\n")
    lines = catalogue.path_of("yahtzee").read_text().splitlines()
    number = next(at for at, line in enumerate(lines, 1) if "when: {filled: yahtzee}" in line)
    done = run("check", str(file))
    assert done.code == 1
    start = (
        f"{file}:5:5: Because of this, line {number} of yahtzee.yaml no longer holds. There is no yahtzee."
    )
    assert done.out.startswith(start)
    facts = json.loads(run("check", str(file), "--json").out)["faults"]
    assert {(fact["file"], fact["line"], fact["code"]) for fact in facts} == {
        (str(file), 5, "model.breaks_below")
    }


def test_check_compiles_every_combination_of_options(run: Run, tmp_path: Path) -> None:
    text = Path(TINY).read_text()
    file = tmp_path / "own.yaml"
    file.write_text(
        text
        + "options:\n  big:\n    default: no\n    choices: {no: , yes: {sheet: {pair: {points: 1001}}}}\n"
    )
    done = run("check", str(file))
    assert done.code == 1
    assert re.match(rf"{re.escape(str(file))}:\d+:\d+: .*100[01]", done.out)


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 100, b"\xff\xfe", b"{" * 5000, b"a: " * 500_000, b"- &a [*a]"]
)
def test_check_of_anything_at_all_is_an_answer(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "own.yaml"
    file.write_bytes(content)
    done = run("check", str(file))
    assert done.code == 1
    assert done.out.startswith(f"{file}:1:")


# --------------------------------------------------------------------------------------------------------- perft


def test_perft(run: Run) -> None:
    counts = [json.loads(run("perft", "yacht", str(depth), "--json").out)["count"] for depth in range(7)]
    assert counts == [1, 252, 4_368, 254_100, 4_746_588, 272_212_248, 272_212_248 * 12]


def test_perft_is_divided_by_the_first_action(run: Run) -> None:
    done = json.loads(run("perft", "yacht", "2", "--dice", "1,1,1,1,1", "--roll", "1", "--json").out)
    assert done["count"] == 462
    assert done["divide"] == {"-": 252, "1": 126, "1,1": 56, "1,1,1": 21, "1,1,1,1": 6, "1,1,1,1,1": 1}
    written = run("perft", TINY, "1", "--dice", "3,3")
    assert written == (0, "pair: 1\nsum: 1\nlines of play: 2\n", "")


# ------------------------------------------------------------------------------------------------------ simulate


def test_simulate_is_the_same_for_the_same_seed(run: Run) -> None:
    def once(seed: str, bot: str = "random") -> dict[str, object]:
        done = run("simulate", "yacht", "--player", bot, "--games", "20", "--seed", seed, "--json")
        facts = json.loads(done.out)
        assert set(facts) == {"mean", "stderr", "games", "seconds"}
        assert (done.code, done.err, facts["games"]) == (0, "", 20)
        assert facts.pop("seconds") > 0
        return facts

    assert once("7") == once("7")
    assert once("7") != once("8")
    assert once("7", "greedy")["mean"] > 2 * once("7")["mean"]  # type: ignore[operator]


def test_simulate_adds_up_exactly(run: Run) -> None:
    totals = list(simulate.totals(tables_of("yacht"), player("random"), 20, 7))
    mean = sum(totals) / 20
    spread = sum((total - mean) ** 2 for total in totals) / 19
    facts = json.loads(
        run("simulate", "yacht", "--player", "random", "--games", "20", "--seed", "7", "--json").out
    )
    assert facts["mean"] == pytest.approx(mean, rel=1e-12)
    assert facts["stderr"] == pytest.approx((spread / 20) ** 0.5, rel=1e-12)
    assert totals[:5] == list(simulate.totals(tables_of("yacht"), player("random"), 5, 7))


def test_simulate_of_one_game_knows_no_error(run: Run) -> None:
    facts = json.loads(run("simulate", TINY, "--games", "1", "--json").out)
    assert facts["stderr"] is None
    assert run("simulate", TINY, "--games", "1").out == f"Total {facts['mean']:g} in one game.\n"
    assert re.fullmatch(
        r"Mean [\d.]+ ± [\d.]+ over 9 games in [\d.]+ s\.\n", run("simulate", TINY, "--games", "9").out
    )


def test_simulate_prints_what_it_has_when_it_is_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[int]:
        yield from (100, 110, 120)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "totals", stopped)
    done = run("simulate", "yacht", "--games", "1000000000", "--json")
    assert done.code == 130
    facts = json.loads(done.out)
    assert (facts["games"], facts["mean"]) == (3, 110.0)

    monkeypatch.setattr(simulate, "totals", stopped_at_once)
    assert run("simulate", "yacht") == (130, "No game was played to its end.\n", "")


def stopped_at_once(*_: object) -> Iterator[int]:
    raise KeyboardInterrupt
    yield 0


# -------------------------------------------------------------------------------------------------------- verify


def test_verify_of_what_is_no_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    for content in (
        b"",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"format": "regatta-record", "version": 1}',
        b"NaN",
    ):
        file.write_bytes(content)
        done = run("verify", str(file))
        assert (done.code, done.err) == (1, "")
        assert done.out.count("\n") == 1
        facts = json.loads(run("verify", str(file), "--json").out)
        assert facts["valid"] is False
        assert [fact["message"] for fact in facts["findings"]] == done.out.splitlines()


# --------------------------------------------------------------------------------------------------------- serve


def test_serve_says_that_a_port_is_taken(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port))
    assert done == (
        2,
        "",
        f"regatta serve: port {port} of 127.0.0.1 is taken; name another one with --port.\n",
    )


def test_serve_says_that_a_host_is_unknown(run: Run) -> None:
    done = run("serve", "--host", "no such host", "--port", "0")
    assert done.code == 2
    assert done.err.startswith("regatta serve: cannot listen at port 0 of no such host: ")


def test_serve_tells_its_address_and_ends_in_peace(tmp_path: Path) -> None:
    pytest.importorskip("litestar")
    import urllib.request

    arguments = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as program:
        assert program.stdout is not None
        found = re.fullmatch(
            r"Regatta is open at (http://127\.0\.0\.1:\d+) .*\n", program.stdout.readline().decode()
        )
        assert found is not None
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(found[1], timeout=30) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    assert (program.returncode, out, err) == (0, b"", b"")


def test_serve_takes_its_settings_from_the_environment(tmp_path: Path) -> None:
    """Numbers at a place of their own, and a line of JSON for each request."""
    pytest.importorskip("litestar")
    import urllib.request

    with socket.create_server(("127.0.0.1", 0)) as free:
        place = f"127.0.0.1:{free.getsockname()[1]}"
    environment = {
        **os.environ,
        "REGATTA_DATA": str(tmp_path),
        "REGATTA_PORT": "0",
        "REGATTA_METRICS": place,
        "REGATTA_LOG_LEVEL": "info",
        "REGATTA_LOG_FORMAT": "json",
    }
    with subprocess.Popen(
        command("serve"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as program:
        assert program.stdout is not None
        address = program.stdout.readline().decode().split()[4]
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(f"{address}/readyz", timeout=30) as probe:
            assert json.load(probe) == {"status": "ready"}
        with direct.open(f"http://{place}/metrics", timeout=30) as numbers:
            assert b'regatta_answers_total{method="GET",route="/readyz",status="200"} 1.0' in numbers.read()
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=30)
    lines = [json.loads(line) for line in err.splitlines()]
    assert [line["status"] for line in lines if line["logger"] == "regatta.request"] == [200]
    assert program.returncode == 0


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("REGATTA_PORT", "http", "REGATTA_PORT: http is not a whole number from 0 to 65535."),
        ("REGATTA_TRUSTED_PROXIES", "*", "REGATTA_TRUSTED_PROXIES: * are no addresses or networks."),
        ("REGATTA_LOG_FORMAT", "xml", "REGATTA_LOG_FORMAT: it cannot be xml. It can be: text, json."),
    ],
)
def test_serve_names_a_setting_that_is_wrong(
    run: Run, monkeypatch: pytest.MonkeyPatch, variable: str, text: str, said: str
) -> None:
    monkeypatch.setenv(variable, text)
    done = run("serve", "--database", "sqlite:////nowhere")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)


def test_serve_says_that_the_place_of_the_metrics_is_taken(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("litestar")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        url = f"sqlite:///{tmp_path / 'games.sqlite'}"
        done = run("serve", "--port", "0", "--metrics", place, "--database", url)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"The metrics cannot be served at {place}: ")
