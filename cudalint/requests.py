"""All that was seen of an access to shared memory: each distinct request once, so that other layouts can be tried."""

from __future__ import annotations

from dataclasses import field
from hashlib import blake2b, shake_256

import numpy
from numpy.typing import NDArray

from cudalint.frozen import frozen
from cudalint.hardware.warp import (
    ASYNC_COPY,
    MATRICES,
    MATRIX_ROW_BYTES,
    Booleans,
    Integers,
    async_copy_cost,
    shared_cost,
)

INACTIVE = -(1 << 31)
"""Stands for a lane that does nothing; no array is that long."""


@frozen(eq=False)
class Requests:
    """Distinct warp-level requests of one width.

    `offsets`: (requests, 32) int32, bytes from the array's start, INACTIVE for a lane that does nothing; `counts`: how
    often each was seen. `width`: bytes a lane moves in one instruction; where the compiler merged several narrower
    accesses, the access at hand begins `shift` bytes behind each offset. `fixed`: the source demands that width (a
    vector type), the compiler may not split it. `counted_as`: the kind of `hardware.warp.shared_cost`, or ASYNC_COPY;
    `origins`: for those, in the shape of `offsets`, the bytes in global memory that are read. No rows for others.
    """

    offsets: NDArray[numpy.int32]
    counts: Integers
    width: int
    shift: int
    fixed: bool
    counted_as: str
    origins: NDArray[numpy.int64] = field(default_factory=lambda: numpy.zeros((0, 32), numpy.int64))

    @property
    def active(self) -> Booleans:
        """(requests, 32): which lanes take part."""
        active: Booleans = self.offsets != INACTIVE
        return active

    @property
    def addresses(self) -> Integers:
        """(requests, 32) int64, bytes; 0 for inactive lanes."""
        addresses: Integers = numpy.where(self.active, self.offsets, 0).astype(numpy.int64)
        return addresses


def wavefronts(
    addresses: Integers, active: Booleans, width: int, counted_as: str, origins: Integers
) -> tuple[Integers, Integers]:
    """(wavefronts, ideal) of requests at these addresses, of whatever kind; arguments as in `Requests`."""
    if counted_as == ASYNC_COPY:
        return async_copy_cost(addresses, origins, active, width)
    return shared_cost(addresses, active, width, counted_as)


def cost_the_least(requests: Requests) -> bool:
    """Whether lane behind lane in shared memory would cost as much: then it is not the places there that cost, but
    which lanes are active, or where asynchronous copies read."""
    width = MATRIX_ROW_BYTES if requests.counted_as in MATRICES else requests.width
    dense = numpy.broadcast_to(numpy.arange(32) * width, requests.offsets.shape)
    least, cost = (
        wavefronts(places, requests.active, requests.width, requests.counted_as, requests.origins)[0]
        for places in (dense, requests.addresses)
    )
    return bool((least >= cost).all())


def digest(requests: Requests) -> bytes:
    """The same for requests that are alike in every respect, and for no others."""
    mixed = blake2b(digest_size=_DIGEST_BYTES)
    told = (requests.width, requests.shift, requests.fixed, requests.counted_as)
    mixed.update(repr((told, len(requests.offsets), len(requests.origins))).encode())
    for values in (requests.offsets, requests.counts, requests.origins):
        mixed.update(values.tobytes())
    return mixed.digest()


_DIGEST_BYTES = 16


def fingerprints(offsets: NDArray[numpy.int32] | Integers) -> Integers:
    """One 64-bit number per request (row), the same for the same addresses in the same lanes."""
    mixed: Integers = (offsets.astype(numpy.int64) * _MULTIPLIERS + (offsets >> 7) * _SHIFTED).sum(1)
    return mixed


def _odd_numbers(seed: bytes) -> Integers:
    """One per lane, of 63 bits, as if drawn; numpy's generators take longer to load than all else here."""
    return (numpy.frombuffer(shake_256(seed).digest(32 * 8), "<u8") >> 1 | 1).astype(numpy.int64)


_MULTIPLIERS = _odd_numbers(b"offsets")
_SHIFTED = _odd_numbers(b"high parts of offsets")
