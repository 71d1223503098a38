"""Chances in 16 bits: what is lost by rounding them, and that nothing is lost by packing them."""

from __future__ import annotations

import numpy as np
import pytest

from regatta.solver.codes import BLOCK, SURE, Codes, decoded, encoded, packed, unpacked


def test_codes_of_chances() -> None:
    chance = np.concatenate([np.logspace(-11.9, -0.01, 5_000), 1 - np.logspace(-5.9, -0.01, 5_000)])
    found = decoded()[encoded(chance)]
    assert (np.abs(found - chance) <= 3.3e-4 * chance * (1 - chance) + 1e-7).all()
    assert decoded()[encoded(np.array([0.0, 1e-12, SURE, 1.0]))].tolist() == [0, 0, 1, 1]
    assert (np.diff(decoded()) > 0).all()


RANDOM = np.random.default_rng(6)
FALLING = np.sort(RANDOM.integers(0, 1 << 16, BLOCK, dtype=np.uint16))[::-1]


@pytest.mark.parametrize(
    "codes",
    [
        np.array([], dtype=np.uint16),
        np.array([65535], dtype=np.uint16),
        np.array([0, 65535, 0, 1, 65534, 32768, 32767], dtype=np.uint16),
        np.zeros(BLOCK, dtype=np.uint16),
        np.arange(1 << 16, dtype=np.uint16),
        RANDOM.integers(0, 1 << 16, BLOCK, dtype=np.uint16),
        FALLING,
    ],
    ids=["none", "one", "far apart", "alike", "all", "any", "falling"],
)
def test_packed_codes_come_out_as_they_went_in(codes: Codes) -> None:
    again = unpacked(packed(codes))
    assert again.dtype == codes.dtype
    assert np.array_equal(again, codes)


def test_codes_that_fall_take_less_than_half_of_their_bytes() -> None:
    assert len(packed(FALLING)) < FALLING.nbytes / 2
