"""The dice of a match: exact mapping, pinned rolls, and a second implementation that agrees."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regatta.errors import Invalid
from regatta.match.fair import Fair, commit, face_of
from regatta.match.ports import SystemEntropy

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"
SEED = bytes(range(32))


def stranger(seed: bytes, match: str, salts: list[str], k: int, count: int, faces: int) -> list[int]:
    """Roll ``k`` after the document alone: HMAC by hand from SHA-256, faces by counting, no modulo."""

    def text(value: str) -> bytes:
        raw = value.encode("utf-8")
        return bytes.fromhex(f"{len(raw):08x}") + raw

    inner = bytes(byte ^ 0x36 for byte in seed.ljust(64, b"\0"))
    outer = bytes(byte ^ 0x5C for byte in seed.ljust(64, b"\0"))
    parts = ["regatta-dice-1", match]
    head = b"".join(map(text, parts)) + bytes.fromhex(f"{len(salts):08x}") + b"".join(map(text, salts))
    wheel = [face for _ in range(256 // faces) for face in range(1, faces + 1)]
    result: list[int] = []
    block = 0
    while True:
        message = head + bytes.fromhex(f"{k:016x}{block:08x}")
        for byte in sha256(outer + sha256(inner + message).digest()).digest():
            if len(result) == count:
                return result
            if byte < len(wheel):
                result.append(wheel[byte])
        block += 1


@given(
    seed=st.binary(min_size=32, max_size=32),
    match=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    salts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), max_size=10),
    k=st.integers(0, 10_000),
    count=st.integers(0, 70),
    faces=st.sampled_from([1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 100, 256]),
)
def test_a_second_implementation_agrees(
    seed: bytes, match: str, salts: list[str], k: int, count: int, faces: int
) -> None:
    assert list(Fair(seed, match, tuple(salts)).roll(k, count, faces)) == stranger(
        seed, match, salts, k, count, faces
    )


def test_FA_01_smallest_and_largest_raw_value() -> None:
    accepted = [byte for byte in range(256) if face_of(byte, 6) is not None]
    assert face_of(min(accepted), 6) == 1
    assert face_of(max(accepted), 6) == 6
    assert {face_of(byte, 6) for byte in accepted} == {1, 2, 3, 4, 5, 6}


def test_FA_02_every_face_has_the_same_number_of_bytes() -> None:
    counts = Counter(face_of(byte, 6) for byte in range(256))
    assert [counts[face] for face in range(1, 7)] == [42] * 6
    assert [byte for byte in range(256) if face_of(byte, 6) is None] == [252, 253, 254, 255]


@pytest.mark.parametrize("faces", range(1, 257))
def test_FA_02_holds_for_any_number_of_faces(faces: int) -> None:
    counts = Counter(face_of(byte, faces) for byte in range(256))
    rejected = counts.pop(None, 0)
    assert sorted(counts) == list(range(1, faces + 1))
    assert set(counts.values()) == {256 // faces}
    assert rejected == 256 % faces


def test_FA_05_each_match_has_its_own_seed_and_its_own_rolls() -> None:
    first, second = SystemEntropy().token(32), SystemEntropy().token(32)
    assert first != second
    rolls = [[Fair(seed, "m", ()).roll(k, 5, 6) for k in range(20)] for seed in (first, second)]
    assert rolls[0] != rolls[1]


def test_FA_05_the_match_and_each_salt_change_the_rolls() -> None:
    def rolls(match: str, *salts: str) -> list[tuple[int, ...]]:
        return [Fair(SEED, match, salts).roll(k, 5, 6) for k in range(10)]

    variants = [
        ("a", "x", "y"),
        ("b", "x", "y"),
        ("a", "xy", ""),
        ("a", "", "xy"),
        ("a", "xy"),
        ("ax", "", "y"),
    ]
    assert len({tuple(rolls(*variant)) for variant in variants}) == len(variants)


def test_the_document_holds_for_the_code() -> None:
    """The example in docs/fair-dice.md is what this code gives, and what the second implementation gives."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"`{SEED.hex()}`" in text
    assert f"`{commit(SEED)}`" in text
    fair = Fair(SEED, "example", ("Ana", ""))
    rows = re.findall(r"^\| (\d+) \| (\d+) \| ([\d ]+) \|$", text, re.MULTILINE)
    assert len(rows) == 7
    for k, count, faces in rows:
        expected = [int(face) for face in faces.split()]
        assert list(fair.roll(int(k), int(count), 6)) == expected
        assert stranger(SEED, "example", ["Ana", ""], int(k), int(count), 6) == expected


def test_a_commitment_is_sha256_of_the_seed() -> None:
    assert commit(SEED) == sha256(SEED).hexdigest()
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(Invalid) as caught:
            commit(wrong)
        assert caught.value.code == "dice.seed"


@pytest.mark.parametrize("faces", [0, -1, 257])
def test_dice_with_impossible_faces_are_refused(faces: int) -> None:
    with pytest.raises(Invalid) as caught:
        Fair(SEED, "m", ()).roll(0, 1, faces)
    assert caught.value.code == "dice.faces"


def test_FA_06_no_representation_shows_the_seed() -> None:
    fair = Fair(SEED, "m", ("a",))
    for shown in (repr(fair), str(fair), f"{fair}"):
        assert SEED.hex() not in shown
        assert repr(SEED) not in shown
