"""The generator of the dice under statistical tests: millions of rolls from fixed seeds, counted by numpy.

Seeds are fixed, so a test here fails by the code and not by the luck of the day. Each test is also shown to fail: the
same measure is taken of dice with a fault that others really had, and must find it.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from math import isqrt

import numpy as np
import pytest

from regatta.dice.evenness import LEAST_EXPECTED, ChiSquare, Runs, chi_square, runs
from regatta.match.fair import Fair

MATCHES = 400
ROLLS = 5_000
COUNT, FACES = 5, 6

LEAST = 1e-4
"""A p-value below this is a fault; of sixty measures of even dice one falls below it in 170 runs of new seeds."""


def thrown(name: str, matches: int, rolls: int, count: int = COUNT, faces: int = FACES) -> np.ndarray:
    """Return faces from 0, as an array of matches x rolls x dice; each match has a seed of its own."""
    whole = bytearray()
    for match in range(matches):
        seed = sha256(f"{name} {match}".encode()).digest()
        fair = Fair(seed, f"match-{match}", ("Ana", ""))
        for k in range(rolls):
            whole += bytes(fair.roll(k, count, faces))
    return np.frombuffer(bytes(whole), np.uint8).reshape(matches, rolls, count) - 1


@pytest.fixture(scope="module")
def dice() -> np.ndarray:
    """Ten million dice in two million rolls."""
    return thrown("proof", MATCHES, ROLLS)


def serial(dice: np.ndarray, faces: int = FACES) -> ChiSquare:
    """Which face follows which, in sequences along the last axis."""
    pairs = dice[..., :-1].astype(np.int64) * faces + dice[..., 1:]
    return chi_square(np.bincount(pairs.ravel(), minlength=faces * faces).reshape(faces, faces).tolist())


def counted(dice: np.ndarray, faces: int = FACES) -> ChiSquare:
    return chi_square([np.bincount(dice.ravel(), minlength=faces).tolist()])


def runs_of(dice: np.ndarray, faces: int = FACES) -> Runs:
    flat = dice.reshape(dice.shape[0], -1)
    repeats = int((flat[:, 1:] == flat[:, :-1]).sum())
    return runs(flat.shape[0], flat.shape[0] * (flat.shape[1] - 1), repeats, faces)


def fits(found: ChiSquare | Runs) -> bool:
    assert found.p is not None
    return found.p > LEAST


def modulo(size: int) -> np.ndarray:
    """Dice of a bare modulo: faces 1 to 4 have 43 of the 256 bytes, 5 and 6 have 42."""
    return np.random.default_rng(1).integers(0, 256, size, np.uint8) % FACES


def test_every_face_falls_as_often(dice: np.ndarray) -> None:
    assert dice.size == 10_000_000
    assert fits(counted(dice))
    assert not fits(counted(modulo(dice.size)))


def test_every_place_of_a_roll_is_even(dice: np.ndarray) -> None:
    for place in range(COUNT):
        assert fits(counted(dice[..., place])), place
    shifted = dice.copy()
    shifted[::40, :, 3] = 5  # one die of five, in one match of forty
    assert not fits(counted(shifted[..., 3]))


def test_every_match_is_even(dice: np.ndarray) -> None:
    """The p-values of single matches are spread evenly themselves: too good is a fault too."""
    ps = [counted(match).p or 0.0 for match in dice]
    tenths = np.histogram(ps, bins=10, range=(0, 1))[0]
    assert fits(chi_square([tenths.tolist()]))
    stratified = np.tile(np.arange(FACES, dtype=np.uint8), dice[0].size // FACES)
    assert (counted(stratified).p or 0.0) > 1 - 1e-12


def test_no_die_tells_of_the_next_one(dice: np.ndarray) -> None:
    flat = dice.reshape(MATCHES, -1)
    assert fits(serial(flat))
    for lag in (2, 5, 10, 32):  # in the roll before; where a block of HMAC ends
        pairs = np.stack([flat[:, :-lag], flat[:, lag:]], axis=-1)
        assert fits(serial(pairs)), lag
    sticky = flat.copy()
    again = np.random.default_rng(2).random(sticky[:, 1:].shape) < 0.002
    sticky[:, 1:][again] = flat[:, :-1][again]
    assert not fits(serial(sticky))
    assert fits(counted(sticky))  # which single faces do not show


def test_no_roll_tells_of_the_next_one(dice: np.ndarray) -> None:
    """All 252 x 252 pairs of a sorted roll and the next, against their exact weights."""
    ordered = np.sort(dice, axis=-1).astype(np.int64)
    kinds, index = np.unique(ordered @ (FACES ** np.arange(COUNT)), return_inverse=True)
    assert len(kinds) == 252
    index = index.reshape(MATCHES, ROLLS)
    weights = np.bincount(index.ravel()) / index.size
    pairs = np.bincount((index[:, :-1] * 252 + index[:, 1:]).ravel(), minlength=252 * 252)
    expected = np.outer(weights, weights).ravel() * MATCHES * (ROLLS - 1)
    many = expected >= LEAST_EXPECTED
    value = float(((pairs - expected)[many] ** 2 / expected[many]).sum())
    freedom = int(many.sum()) - 252
    # So many degrees of freedom are as good as normal: Fisher's square root.
    assert abs((2 * value) ** 0.5 - (2 * freedom - 1) ** 0.5) < 4


def test_all_combinations_have_their_weight(dice: np.ndarray) -> None:
    """The 7,776 ordered rolls fall as often as each other."""
    codes = dice.astype(np.int64) @ (FACES ** np.arange(COUNT))
    assert fits(chi_square([np.bincount(codes.ravel(), minlength=FACES**COUNT).tolist()]))


def test_faces_repeat_neither_too_often_nor_too_seldom(dice: np.ndarray) -> None:
    assert fits(runs_of(dice))
    lengths = np.diff(np.flatnonzero(np.diff(dice.reshape(MATCHES, -1)[0], prepend=255)))
    longest = int(lengths.max())
    assert 4 <= longest <= 12, "six to the longest run is about the number of dice"
    avoiding = dice.reshape(MATCHES, -1).copy()
    same = np.flatnonzero(avoiding[0][1:] == avoiding[0][:-1])
    avoiding[0, 1:][same[: len(same) // 2]] ^= 1
    few = avoiding[:1]
    assert not fits(runs_of(few))


def test_matches_side_by_side_have_nothing_in_common(dice: np.ndarray) -> None:
    """Roll k of one match tells nothing of roll k of another."""
    pairs = np.stack([dice[:-1].reshape(-1), dice[1:].reshape(-1)], axis=-1)
    assert fits(serial(pairs))


def test_salts_make_other_dice_from_one_seed() -> None:
    seed = sha256(b"one seed").digest()
    streams = [
        np.frombuffer(b"".join(bytes(fair.roll(k, COUNT, FACES)) for k in range(20_000)), np.uint8) - 1
        for fair in (Fair(seed, "match", (salt,)) for salt in ("a", "b"))
    ]
    assert fits(serial(np.stack(streams, axis=-1)))
    assert not fits(serial(np.stack([streams[0], streams[0]], axis=-1)))


@pytest.mark.parametrize("faces", [2, 3, 7, 10, 20])
def test_dice_with_other_faces_are_even(faces: int) -> None:
    dice = thrown(f"faces {faces}", 20, 5_000, COUNT, faces)
    flat = dice.reshape(20, -1)
    assert fits(counted(dice, faces))
    assert fits(serial(flat, faces))
    assert fits(runs_of(dice, faces))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 32, 33, 70])
def test_rolls_of_any_number_of_dice_are_even(count: int) -> None:
    """Rolls of few dice use few bytes of a block, those of many use several blocks."""
    dice = thrown(f"dice {count}", 10, 300_000 // isqrt(count) // 10, count)
    assert fits(counted(dice))
    assert fits(runs_of(dice))


def test_FA_13_the_size_of_a_bias() -> None:
    """floor(random() x 6) + 1 of a 53-bit float is as even as can be; rounding halves the two end faces."""
    numbers = 2**53
    borders = [-(-face * numbers // 6) for face in range(7)]
    floor = [high - low for low, high in pairwise(borders)]
    assert sum(floor) == numbers
    assert max(floor) - min(floor) == 1
    # A relative skew d shows once it is as large as the noise of so many dice, 1 / sqrt(n).
    skew = (max(floor) - min(floor)) * 6 / numbers
    assert skew**-2 > 1e30
    # round(random() x 5) + 1: half of a fifth at each end.
    rounded = np.floor(np.random.default_rng(3).random(100_000) * 5 + 0.5).astype(np.uint8)
    shares = np.bincount(rounded, minlength=6) / rounded.size
    assert shares == pytest.approx([0.1, 0.2, 0.2, 0.2, 0.2, 0.1], abs=0.01)
    assert not fits(counted(rounded))
    # What the dice here are made of has no bias at all: see test_FA_02.
    assert fits(counted(np.floor(np.random.default_rng(4).random(1_000_000) * 6).astype(np.uint8)))
