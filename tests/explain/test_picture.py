"""The picture of a request agrees with the model of the hardware, wavefront by wavefront."""

from __future__ import annotations

from collections import defaultdict

import numpy
from hypothesis import given
from hypothesis import strategies as st

from cudalint.access import GLOBAL, SHARED, Request
from cudalint.explain.picture import picture_of
from cudalint.hardware.warp import global_cost, shared_cost

WIDTHS = (1, 2, 4, 8, 16)
KINDS = ("load", "store", "atomic_add", "population_count", "ldmatrix_x1", "ldmatrix_x2", "ldmatrix_x4", "stmatrix_x4")


@st.composite
def requests(draw: st.DrawFn) -> tuple[list[int | None], int]:
    """Addresses of 32 lanes, aligned to a width: strides, pairs, permutations, holes."""
    width = draw(st.sampled_from(WIDTHS))
    shape = draw(st.sampled_from(["stride", "pairs", "any"]))
    if shape == "stride":
        step, start = draw(st.integers(-40, 40)), draw(st.integers(0, 50))
        elements = [start + 2000 + step * lane for lane in range(32)]
    elif shape == "pairs":
        distance = draw(st.sampled_from([1, 2]))
        chosen = draw(st.lists(st.integers(0, 300), min_size=32, max_size=32))
        elements = [chosen[lane & ~distance] for lane in range(32)]
    else:
        elements = draw(st.lists(st.integers(0, 300), min_size=32, max_size=32))
    active = draw(st.one_of(st.just([True] * 32), st.lists(st.booleans(), min_size=32, max_size=32)))
    return [width * e if on else None for e, on in zip(elements, active, strict=True)], width


def arrays(addresses: list[int | None]) -> tuple[numpy.ndarray, numpy.ndarray]:
    row = numpy.array([[a or 0 for a in addresses]], numpy.int64)
    return row, numpy.array([[a is not None for a in addresses]])


@given(requests())
def test_sectors_are_those_of_the_model(drawn: tuple[list[int | None], int]) -> None:
    addresses, width = drawn
    cost, ideal = (int(x[0]) for x in global_cost(*arrays(addresses), width))
    picture = picture_of(Request(tuple(addresses), cost, ideal), GLOBAL, width, "load")
    assert len(picture.sectors) == cost
    assert len(picture.lanes) == sum(a is not None for a in addresses)


@given(requests(), st.sampled_from(KINDS))
def test_wavefronts_are_those_of_the_model(drawn: tuple[list[int | None], int], kind: str) -> None:
    addresses, width = drawn
    if "matrix" in kind:
        width = 16
        addresses = [None if a is None else 16 * (a % 500) for a in addresses]
    cost, ideal = (int(x[0]) for x in shared_cost(*arrays(addresses), width, kind))
    picture = picture_of(Request(tuple(addresses), cost, ideal), SHARED, width, kind)
    assert sum(phase.wavefronts for phase in picture.phases) == cost
    served = defaultdict(set)
    for lane in picture.lanes:
        if lane.wavefront is not None:
            served[lane.wavefront].add(lane)
    assert sorted(served) == list(range(cost))
    if not kind.startswith("atomic"):
        for lanes in served.values():
            by_bank: dict[int, set[int]] = defaultdict(set)
            for lane in lanes:
                for word in lane.words:
                    by_bank[word % 32].add(word)
            assert all(len(words) == 1 for words in by_bank.values())


def test_bytes_used_of_a_sector() -> None:
    picture = picture_of(Request(tuple(8 * lane for lane in range(32)), 8, 4), GLOBAL, 4, "load")
    assert [picture.used_bytes(s) for s in picture.sectors] == [16] * 8
