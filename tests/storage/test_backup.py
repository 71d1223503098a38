"""A copy that is taken while moves run is whole, private, and goes on where it was."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import pytest

from at_table import ANA, any_command, seats
from regatta.errors import Invalid, Missing, RegattaError
from regatta.match.commands import Envelope
from regatta.match.match import Match
from regatta.match.verify import verify
from regatta.storage.backup import backup
from regatta.storage.desk import Desk
from regatta.terminal.main import main


def move(desk: Desk, match: Match, rng: Random) -> Match:
    return desk.submit(
        Envelope(match.id, ANA, match.version, f"{match.version}", any_command(match, rng))
    ).match


def test_a_backup_under_load_is_restored_as_it_was(url: str, tmp_path: Path) -> None:
    """Each match of the copy is one that was, no older than what was acknowledged before, and can be played on."""
    (tmp_path / "secret.key").write_text("k" * 64)
    with Desk(url) as desk:
        matches = [desk.open("yacht", seats("Ana", "greedy"), ANA) for _ in range(4)]
        versions = {match.id: [match] for match in matches}
        moved, stop = threading.Event(), threading.Event()

        def play(number: int) -> None:
            rng, match = Random(number), matches[number]
            while match.finished is None and not stop.is_set():
                match = move(desk, match, rng)
                versions[match.id].append(match)
                moved.set()

        players = [threading.Thread(target=play, args=(number,)) for number in range(len(matches))]
        for player in players:
            player.start()
        try:
            copies = []
            for number in range(2):
                moved.clear()
                assert moved.wait(30)
                acknowledged = {name: known[-1].version for name, known in versions.items()}
                folder = tmp_path / f"copy {number}"
                assert backup(url, folder) == (len(matches), True)
                copies.append((folder, acknowledged))
        finally:
            stop.set()
            for player in players:
                player.join(30)
    for folder, acknowledged in copies:
        assert (folder / "secret.key").read_text() == "k" * 64
        with Desk(f"sqlite:///{folder / 'regatta.sqlite'}") as restored:
            for name, known in versions.items():
                found = restored.match(name)
                assert found.version >= acknowledged[name]
                assert found in known
            while found.finished is None:
                found = move(restored, found, Random(found.version))
            assert verify(restored.record(found.id)) == []


def test_a_backup_is_for_its_owner_only(url: str, tmp_path: Path) -> None:
    with Desk(url) as desk:
        desk.open("yacht", seats("Ana"), ANA)
    (tmp_path / "secret.key").write_text("k" * 64)
    folder = tmp_path / "backups" / "monday"
    backup(url, folder)
    assert folder.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in folder.iterdir()) == ["regatta.sqlite", "secret.key"]
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}
    assert [path.name for path in folder.parent.iterdir()] == ["monday"]


def test_a_backup_writes_over_nothing_and_leaves_no_half(url: str, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    with pytest.raises(Missing, match=r"backup\.nothing"):
        backup(url, tmp_path / "copy")
    Desk(url).close()
    with pytest.raises(Invalid, match=r"backup\.exists"):
        backup(url, there)
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 1000)
    with pytest.raises(RegattaError, match=r"storage\.unusable"):
        backup(f"sqlite:///{broken}", tmp_path / "copy")
    with pytest.raises(Invalid, match=r"storage\.url"):
        backup("postgresql://somewhere/else", tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.db", "of a test.db", "there"]


def test_the_command_says_what_it_copied(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Desk(url) as desk:
        desk.open("yacht", seats("Ana"), ANA)
    folder = tmp_path / "copy"
    assert main(["backup", str(folder), "--database", url, "--language", "en"]) == 0
    said = capsys.readouterr()
    assert said.out == f"1 match is in {folder / 'regatta.sqlite'}.\n"
    assert "REGATTA_SECRET" in said.err
    assert main(["backup", str(folder), "--database", url, "--language", "en"]) == 2
    assert "already" in capsys.readouterr().err
    inside = folder / "regatta.sqlite" / "copy"
    assert main(["backup", str(inside), "--database", url, "--language", "en"]) == 2
    assert capsys.readouterr().err == f"regatta: {inside}: Not a directory.\n"
