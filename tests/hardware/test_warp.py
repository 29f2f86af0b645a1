"""The vectorised counts against the plain reference, on made-up warps."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.hardware.warp import (
    UnsupportedWidth,
    async_copy_cost,
    global_cost,
    lines,
    matrix_cost,
    shared_cost,
)
from tests.hardware import reference
from tests.hardware.reference import Lane

WIDTH = st.sampled_from([1, 2, 4, 8, 16])
KIND = st.sampled_from(["load", "store", "atomic_add", "atomic_exch", "population_count"])


@st.composite
def element_warps(draw: st.DrawFn) -> list[Lane]:
    """Element numbers of 32 lanes: affine, paired, or anything; some lanes missing."""
    shape = draw(st.sampled_from(["affine", "paired", "any"]))
    if shape == "affine":
        start, step = draw(st.integers(-64, 64)), draw(st.integers(-64, 64))
        lanes: list[Lane] = [start + step * lane for lane in range(32)]
    elif shape == "paired":
        bit, values = draw(st.sampled_from([1, 2])), draw(st.lists(st.integers(0, 99), min_size=32, max_size=32))
        lanes = [values[lane & ~bit] for lane in range(32)]
    else:
        lanes = list(draw(st.lists(st.integers(0, draw(st.sampled_from([3, 40, 999]))), min_size=32, max_size=32)))
    if draw(st.booleans()):
        gone = draw(st.sets(st.integers(0, 31)))
        lanes = [None if number in gone else lane for number, lane in enumerate(lanes)]
    if draw(st.booleans()):
        first, last = sorted((draw(st.integers(0, 32)), draw(st.integers(0, 32))))
        lanes = [lane if first <= number < last else None for number, lane in enumerate(lanes)]
    return lanes


Warps = list[list[Lane]]
WARPS = st.lists(element_warps(), min_size=1, max_size=4)


def scaled(warps: Warps, width: int) -> Warps:
    return [[None if lane is None else lane * width for lane in warp] for warp in warps]


def arrays(warps: Warps) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Addresses and activity; inactive lanes hold an address that must not matter."""
    addresses = numpy.array([[-7 if lane is None else lane for lane in warp] for warp in warps], numpy.int64)
    active = numpy.array([[lane is not None for lane in warp] for warp in warps])
    return addresses, active


def as_pairs(costs: tuple[numpy.ndarray, numpy.ndarray]) -> list[tuple[int, int]]:
    return list(zip(costs[0].tolist(), costs[1].tolist(), strict=True))


@given(WARPS, WIDTH, st.integers(-5, 5))
def test_sectors(elements: Warps, width: int, offset: int) -> None:
    warps = [[None if lane is None else lane + offset for lane in warp] for warp in scaled(elements, width)]
    found = global_cost(*arrays(warps), width)
    assert as_pairs(found) == [reference.sectors(warp, width) for warp in warps]
    assert lines(*arrays(warps), width).tolist() == [reference.segments(warp, width, 128) for warp in warps]


@given(WARPS, WIDTH, KIND)
def test_wavefronts(elements: Warps, width: int, kind: str) -> None:
    width = 4 if kind.startswith("atomic") else width
    warps = scaled(elements, width)
    found = shared_cost(*arrays(warps), width, kind)
    assert as_pairs(found) == [reference.wavefronts(warp, width, kind) for warp in warps]


@given(WARPS, st.sampled_from([8, 16]))
def test_wavefronts_of_unaligned_wide_stores(elements: Warps, width: int) -> None:
    warps = scaled(elements, 4)
    found = shared_cost(*arrays(warps), width, "store")
    assert as_pairs(found) == [reference.wavefronts(warp, width, "store") for warp in warps]


@given(
    st.lists(st.lists(st.integers(0, 300), min_size=32, max_size=32), min_size=1, max_size=4),
    st.sampled_from([1, 2, 4]),
)
def test_matrices(rows: list[list[int]], matrices: int) -> None:
    warps: Warps = [[16 * row for row in warp] for warp in rows]
    expected = [
        (sum(reference.degree(warp[8 * k : 8 * k + 8], 16) for k in range(matrices)), matrices) for warp in warps
    ]
    assert as_pairs(matrix_cost(*arrays(warps), matrices)) == expected


@given(element_warps(), element_warps(), st.sampled_from([4, 8]))
def test_asynchronous_copies(to: list[Lane], origin: list[Lane], width: int) -> None:
    active = [a is not None and b is not None for a, b in zip(to, origin, strict=True)]
    sides = [
        [lane * width if used and lane is not None else None for lane, used in zip(side, active, strict=True)]
        for side in (to, origin)
    ]
    phases = [slice(0, 32)] if width == 4 else [slice(0, 16), slice(16, 32)]
    cost = sum(max(reference.most_in_a_bank(side[phase], width) for side in sides) for phase in phases)
    ideal = min(sum(any(active[phase]) for phase in phases), -(-sum(active) * width // 128))
    addresses, used = arrays(sides)
    assert as_pairs(async_copy_cost(addresses[:1], addresses[1:], used[:1], width)) == [(cost, ideal)]


def test_a_warp_without_active_lanes_costs_nothing() -> None:
    addresses, active = numpy.zeros((2, 32), numpy.int64), numpy.zeros((2, 32), numpy.bool_)
    active[1, 3] = True
    assert as_pairs(global_cost(addresses, active, 4)) == [(0, 0), (1, 1)]
    for kind in ("load", "store", "atomic_add"):
        assert as_pairs(shared_cost(addresses, active, 4, kind)) == [(0, 0), (1, 1)]
    assert as_pairs(shared_cost(addresses, active, 16, "load")) == [(0, 0), (1, 1)]


def test_what_common_advice_gets_wrong() -> None:
    lane = numpy.arange(32, dtype=numpy.int64)[None]
    full = numpy.ones((1, 32), numpy.bool_)
    assert as_pairs(shared_cost(8 * lane, full, 8, "load")) == [(2, 2)]
    assert as_pairs(shared_cost(16 * lane, full, 16, "load")) == [(4, 4)]
    assert as_pairs(shared_cost(8 * 33 * lane, full, 8, "load")) == [(2, 2)]
    assert as_pairs(shared_cost(4 * 33 * lane, full, 4, "load")) == [(1, 1)]
    assert as_pairs(shared_cost(0 * lane, full, 4, "atomic_add")) == [(32, 1)]
    assert as_pairs(shared_cost(0 * lane, full, 4, "population_count")) == [(1, 1)]
    assert as_pairs(shared_cost(128 * lane, full, 1, "load")) == [(32, 1)]


@pytest.mark.parametrize("width", [0, 3, 12, 24, 32])
def test_other_widths_are_refused(width: int) -> None:
    addresses, active = numpy.zeros((1, 32), numpy.int64), numpy.ones((1, 32), numpy.bool_)
    with pytest.raises(UnsupportedWidth, match=f"^{width} bytes a lane"):
        global_cost(addresses, active, width)
    with pytest.raises(UnsupportedWidth):
        lines(addresses, active, width)
    with pytest.raises(UnsupportedWidth):
        shared_cost(addresses, active, width, "load")


def test_copies_of_16_bytes_and_unknown_kinds_are_refused() -> None:
    addresses, active = numpy.zeros((1, 32), numpy.int64), numpy.ones((1, 32), numpy.bool_)
    with pytest.raises(UnsupportedWidth):
        async_copy_cost(addresses, addresses, active, 16)
    with pytest.raises(ValueError, match="'fetch'"):
        shared_cost(addresses, active, 4, "fetch")
    with pytest.raises(ValueError, match="3 matrices"):
        matrix_cost(addresses, active, 3)
