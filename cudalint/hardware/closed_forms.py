"""The textbook formulas, for the case they are about: all 32 lanes active, one constant stride, an aligned start."""

from __future__ import annotations

from math import gcd

from cudalint.hardware.architecture import BANKS, SECTOR_BYTES, WARP_SIZE


def bank_conflict_degree(stride_in_words: int) -> int:
    """Wavefronts of a 4-byte shared access whose lanes are `stride_in_words` words of 4 bytes apart.

    gcd(stride, 32); a stride of 0 is a broadcast and takes 1.
    """
    if stride_in_words == 0:
        return 1
    return gcd(stride_in_words, BANKS)


def sectors_of_stride(stride: int, width: int) -> int:
    """Sectors of a global access whose lanes move `width` bytes, `stride` bytes apart, from a sector's start.

    `stride` (positive, negative or 0) is a multiple of `width`, as alignment demands, and `width` a power of two up to
    16; `ValueError` otherwise. Lanes at most a sector apart leave out no sector between the first byte and the last;
    further apart, each has its own.
    """
    if width not in (1, 2, 4, 8, 16) or stride % width:
        raise ValueError(f"a stride of {stride} bytes does not keep {width}-byte accesses aligned")
    if abs(stride) >= SECTOR_BYTES:
        return WARP_SIZE
    last_lane = (WARP_SIZE - 1) * stride
    first_byte, last_byte = min(0, last_lane), max(0, last_lane) + width - 1
    return last_byte // SECTOR_BYTES - first_byte // SECTOR_BYTES + 1
