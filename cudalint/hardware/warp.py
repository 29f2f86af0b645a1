"""Sectors and wavefronts of many warps at once.

Every rule here was fitted to per-instruction counters of an H200 and reproduces all of fixtures/warps_h200.jsonl:
global sectors (`memory_l2_theoretical_sectors_global`), 128-byte lines (`memory_l1_tag_requests_global`), shared
wavefronts (`memory_l1_wavefronts_shared`) and the ideals of both.

Arrays have the shape (warps, 32): `addresses` int64 in bytes, `active` bool. Functions return int64 arrays of the shape
(warps,); a warp without an active lane costs 0. The rules are the same for every architecture that `architecture()`
knows.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from cudalint.hardware.architecture import BANK_BYTES, BANKS, LINE_BYTES, SECTOR_BYTES

Integers: TypeAlias = NDArray[numpy.int64]
Booleans: TypeAlias = NDArray[numpy.bool_]

WIDTHS = (1, 2, 4, 8, 16)
WAVEFRONT_BYTES = BANKS * BANK_BYTES
MATRIX_ROW_BYTES = 16
LANES_PER_MATRIX = 8

LOAD = "load"
STORE = "store"
ATOMIC_ADD = "atomic_add"
ATOMIC_EXCHANGE = "atomic_exch"
POPULATION_COUNT = "population_count"
"""atomicAdd of the constant 1: the compiler counts the lanes first, so that it costs what a load does."""

ASYNC_COPY = "cp_async"
"""cp.async.ca: both sides decide, see `async_copy_cost`."""

MATRICES = {f"{operation}_x{count}": count for operation in ("ldmatrix", "stmatrix") for count in (1, 2, 4)}
"""Kinds of shared access that move whole 8x8 matrices, by how many."""

_ATOMICS = frozenset({ATOMIC_ADD, ATOMIC_EXCHANGE, "atomic"})
_LOADS = frozenset({LOAD, POPULATION_COUNT})


class UnsupportedWidth(ValueError):
    """A lane moves 1, 2, 4, 8 or 16 bytes in one instruction; anything else is split by the compiler."""


def global_cost(addresses: Integers, active: Booleans, width: int) -> tuple[Integers, Integers]:
    """(sectors, ideal): distinct 32-byte segments touched, and what the same bytes would need side by side.

    `width` in bytes; raises `UnsupportedWidth`. A broadcast is ideal at 1.
    """
    sectors = _segments(addresses, active, width, SECTOR_BYTES)
    dense = -(-_row_sums(active) * width // SECTOR_BYTES)
    return sectors, numpy.minimum(sectors, dense)


def lines(addresses: Integers, active: Booleans, width: int) -> Integers:
    """Distinct 128-byte lines touched. `width` in bytes; raises `UnsupportedWidth`."""
    return _segments(addresses, active, width, LINE_BYTES)


def shared_cost(addresses: Integers, active: Booleans, width: int, kind: str) -> tuple[Integers, Integers]:
    """(wavefronts, ideal) of a shared access; `kind` is LOAD, STORE, ATOMIC_ADD, ATOMIC_EXCHANGE, POPULATION_COUNT or
    one of MATRICES.

    Lanes that touch the same word are served together, but those of atomics queue up. 8-byte accesses go by half-warps
    and 16-byte ones by quarter-warps, unless a load's lanes pair up: equal addresses in lane and lane ^ 1 throughout,
    or in lane and lane ^ 2 (of the warp for 8 bytes, of each half-warp on its own for 16). Atomics were measured with
    32 bits only; those of other widths are counted by the word in which a lane starts. Raises `UnsupportedWidth`, and
    `ValueError` for an unknown kind.
    """
    _require(width, WIDTHS)
    if kind in MATRICES:
        return matrix_cost(addresses, active, MATRICES[kind])
    if kind in _ATOMICS:
        return _queueing_lanes(addresses >> 2, active, BANKS), _used(active)
    if kind != STORE and kind not in _LOADS:
        raise ValueError(f"unknown kind of shared access {kind!r}")
    if width <= BANK_BYTES:
        return _degree(addresses, active, width), _used(active)
    cost, ideal = _phases(addresses, active, width)
    if kind in _LOADS:
        cost, ideal = _paired(addresses, active, width, cost, ideal)
    return _row_sums(cost), _packed(_row_sums(ideal), active, width)


def matrix_cost(rows: Integers, active: Booleans, matrices: int) -> tuple[Integers, Integers]:
    """(wavefronts, ideal) of ldmatrix and stmatrix .x1, .x2 and .x4, transposed or not.

    `rows`: the byte address of the 16-byte row that each lane names; the first `matrices` groups of 8 lanes name one
    matrix each, the other lanes are not looked at. Raises `ValueError` for another number of matrices.
    """
    if matrices not in (1, 2, 4):
        raise ValueError(f"{matrices} matrices; an instruction moves 1, 2 or 4")
    lanes = LANES_PER_MATRIX * matrices
    cost, ideal = _phases(rows[:, :lanes], active[:, :lanes], MATRIX_ROW_BYTES)
    return _row_sums(cost), _row_sums(ideal)


def async_copy_cost(
    shared_addresses: Integers, global_addresses: Integers, active: Booleans, width: int
) -> tuple[Integers, Integers]:
    """(wavefronts, ideal) of cp.async.ca with 4 or 8 bytes a lane; its sectors are those of a global load.

    Per phase (the warp, or each half-warp for 8 bytes) the larger of the lanes in one bank on the shared side and on
    the global side: lanes count, not words. Raises `UnsupportedWidth`, also for 16 bytes, which go by cp.async.cg and
    cost no wavefront at all.
    """
    _require(width, (4, 8))
    lanes = WAVEFRONT_BYTES // width
    used = active.reshape(-1, lanes)
    sides = (
        _queueing_lanes((addresses // width).reshape(-1, lanes), used, lanes)
        for addresses in (shared_addresses, global_addresses)
    )
    cost = _row_sums(numpy.maximum(*sides).reshape(len(active), -1))
    ideal = _row_sums(_used(used).reshape(len(active), -1))
    return cost, _packed(ideal, active, width)


def _require(width: int, widths: tuple[int, ...]) -> None:
    if width not in widths:
        raise UnsupportedWidth(f"{width} bytes a lane; one instruction moves {', '.join(map(str, widths))}")


def _row_sums(values: Integers | Booleans) -> Integers:
    sums: Integers = numpy.add.reduce(values, axis=1, dtype=numpy.int64)
    return sums


def _used(active: Booleans) -> Integers:
    """1 for each row with an active lane, 0 for the others."""
    used: Integers = numpy.logical_or.reduce(active, axis=1).astype(numpy.int64)
    return used


def _segments(addresses: Integers, active: Booleans, width: int, segment: int) -> Integers:
    """Distinct segments of `segment` bytes, a power of two, that a warp touches."""
    _require(width, WIDTHS)
    all_active = active.all()
    if not all_active:
        addresses = _filled(addresses, active)
    touched = addresses // segment
    if width > 1 and (addresses & (width - 1)).any():
        touched = numpy.concatenate([touched, (addresses + (width - 1)) // segment], axis=1)
    touched.sort(axis=1)
    distinct = _row_sums(touched[:, 1:] != touched[:, :-1]) + 1
    return distinct if all_active else distinct * _used(active)


def _filled(addresses: Integers, active: Booleans) -> Integers:
    """Inactive lanes get the address of an active one: that touches nothing new."""
    first = addresses[numpy.arange(len(addresses)), active.argmax(1)]
    return numpy.where(active, addresses, first[:, None])


def _degree(addresses: Integers, active: Booleans, width: int) -> Integers:
    """The largest number of distinct words that one bank must give, per row (of any number of lanes).

    Aligned wide lanes let banks be taken in groups as wide as a lane: two lanes share a bank if they share the group.
    """
    if width > BANK_BYTES and (addresses & (width - 1)).any():
        return _unaligned_degree(addresses, active, width)
    unit = max(width, BANK_BYTES)
    return _distinct_per_bank(addresses // unit, active, WAVEFRONT_BYTES // unit)


def _unaligned_degree(addresses: Integers, active: Booleans, width: int) -> Integers:
    """A wide access that is not aligned is an error on hardware; it is counted by the words that it would touch."""
    first = addresses >> 2
    words = [first + k for k in range(width // BANK_BYTES)]
    return _distinct_per_bank(numpy.concatenate(words, axis=1), numpy.concatenate([active] * len(words), axis=1), BANKS)


def _distinct_per_bank(units: Integers, active: Booleans, banks: int) -> Integers:
    """The largest number of distinct units with the same remainder by `banks`, per row. Overwrites `units`."""
    all_active = active.all()
    if not all_active:
        units = _filled(units, active)
    units.sort(axis=1)
    if (units[:, -1] - units[:, 0] < banks).all():
        return _used(active)
    distinct = numpy.ones(units.shape, numpy.bool_)
    numpy.not_equal(units[:, 1:], units[:, :-1], out=distinct[:, 1:])
    largest = _queueing_lanes(units, distinct, banks)
    return largest if all_active else largest * _used(active)


def _queueing_lanes(units: Integers, active: Booleans, banks: int) -> Integers:
    """The largest number of active lanes in one bank, per row."""
    rows = len(units)
    slots = (units & (banks - 1)) + numpy.arange(0, rows * banks, banks)[:, None]
    lanes = numpy.bincount(slots[active], minlength=rows * banks).reshape(rows, banks)
    largest: Integers = numpy.maximum.reduce(lanes, axis=1)
    return largest


def _phases(addresses: Integers, active: Booleans, width: int) -> tuple[Integers, Integers]:
    """Per phase of 128 bytes the degree, and 1 if any lane is active: both of the shape (warps, phases)."""
    lanes = WAVEFRONT_BYTES // width
    used = active.reshape(-1, lanes)
    degrees = _degree(addresses.reshape(-1, lanes), used, width)
    shape = (len(addresses), -1)
    return degrees.reshape(shape), _used(used).reshape(shape)


def _paired(
    addresses: Integers, active: Booleans, width: int, cost: Integers, ideal: Integers
) -> tuple[Integers, Integers]:
    """Replace the costs of two phases by that of one where the lanes of both pair up; arrays of the shape (warps,
    phases)."""
    lanes = 2 * WAVEFRONT_BYTES // width
    together = (addresses.reshape(-1, lanes), active.reshape(-1, lanes))
    paired = _agree(*together, 1) | _agree(*together, 2)
    separate_cost, separate_ideal = _row_sums(cost.reshape(-1, 2)), _row_sums(ideal.reshape(-1, 2))
    shape = (len(addresses), -1)
    if not paired.any():
        return separate_cost.reshape(shape), separate_ideal.reshape(shape)
    joint_cost, joint_ideal = _degree(*together, width), _used(together[1])
    return (
        numpy.where(paired, joint_cost, separate_cost).reshape(shape),
        numpy.where(paired, joint_ideal, separate_ideal).reshape(shape),
    )


def _agree(addresses: Integers, active: Booleans, distance: int) -> Booleans:
    """Rows in which every lane has the address of lane ^ distance, or one of the two is inactive."""
    split = (len(addresses), -1, 2, distance)
    pairs = addresses.reshape(split)
    differs = pairs[:, :, 0] != pairs[:, :, 1]
    if not differs.any():
        return numpy.ones(len(addresses), numpy.bool_)
    both = active.reshape(split).all(2)
    agrees: Booleans = ~(differs & both).any((1, 2))
    return agrees


def _packed(phases: Integers, active: Booleans, width: int) -> Integers:
    """The ideal never exceeds what the active lanes' bytes need at 128 bytes a wavefront (seen with lanes missing in
    all phases)."""
    return numpy.minimum(phases, -(-_row_sums(active) * width // WAVEFRONT_BYTES))
