"""Chances in 16 bits, and many of them in as few bytes as a quick packing makes of them.

Codes are evenly spaced in the logarithm of the odds, with codes of their own for none and for certainty. So a chance
*p* is off by at most 0.00033 *p* (1 - *p*), a small one by no more than a small part of itself. Those below a million
millionth (``FAINT``) count as none, those that lack less than a millionth (``SURE``) as certain.

Nothing more is lost in packing. Chances of neighbouring targets are alike: of each code its difference from the one
before is kept, the high bytes of a block of them first, the low ones after, and zlib does the rest.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from regatta.solver.targets import FAINT

SURE = 1 - 1e-6

BLOCK = 1 << 14
"""So many codes are packed together: who wants one of them unpacks all, in less than a tenth of a millisecond."""

_NONE, _CERTAIN = 0, 65535
_LEAST, _MOST = -28.0, 14.0
"""The logarithms of the odds that the codes between stand for; a bit beyond those of ``FAINT`` and ``SURE``."""
_STEPS = (_CERTAIN - 2) / (_MOST - _LEAST)
_LEVEL = 1
"""Of zlib: higher ones take twice the time to save a twentieth."""

Codes = npt.NDArray[np.uint16]


def encoded(values: npt.NDArray[np.floating]) -> Codes:
    """Return the codes of chances."""
    chance = np.clip(values, 1e-13, SURE, dtype=np.float32)
    odds = np.log(chance) - np.log(1 - chance)
    codes: Codes = np.clip(np.rint((odds - _LEAST) * _STEPS) + 1, 1, _CERTAIN - 1).astype(np.uint16)
    codes[values <= FAINT["float32"]] = _NONE
    codes[values >= SURE] = _CERTAIN
    return codes


def decoded() -> npt.NDArray[np.float64]:
    """float64[codes]: the chance that each code stands for."""
    chance = 1 / (1 + np.exp(-(_LEAST + (np.arange(_CERTAIN + 1) - 1) / _STEPS)))
    chance[_NONE], chance[_CERTAIN] = 0.0, 1.0
    return np.asarray(chance, dtype=np.float64)


def packed(codes: Codes) -> bytes:
    """Return a block of codes in fewer bytes."""
    differences = np.diff(codes, prepend=np.uint16(0))
    return zlib.compress(np.concatenate([differences >> 8, differences & 255]).astype(np.uint8).data, _LEVEL)


def unpacked(block: Any) -> Codes:
    """Return the codes of a block, given its bytes."""
    high, low = np.frombuffer(zlib.decompress(block), dtype=np.uint8).reshape(2, -1).astype(np.uint16)
    return np.cumsum(high << 8 | low, dtype=np.uint16)
