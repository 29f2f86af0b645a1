"""Loaded indices under which every lane still has sectors of its own."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.address.apart import IN_ITS_ROW, lanes_apart
from cudalint.address.formula import formula
from cudalint.hardware.warp import global_cost
from cudalint.ir.term import Symbol, Term
from tests.address.terms import LANES, add, block, lanes_of, loaded, loop, thread, times, unknown

STRETCH = "every lane walks a stretch of its own"


def why(term: Term, element: int = 4) -> str:
    return lanes_apart(formula(term, element))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (times(4 * 128, loaded("row[...]")), "row[...] differs from lane to lane"),
        (times(times(4, unknown("N", 1024)), loaded("row[...]")), "row[...] differs from lane to lane"),
        (times(32, loaded("row[...]")), "row[...] differs from lane to lane"),
        (times(24, loaded("row[...]")), ""),
        (times(4, loaded("row[...]")), ""),
        (add(times(4, loaded("start[...]")), times(4, loop("j", 0, 1, 0))), STRETCH),
        (add(times(4, loaded("start[...]")), times(4, thread())), ""),
        (add(times(1024, thread()), times(4, loaded("bin[...]"))), IN_ITS_ROW),
        (add(times(1024, thread("y")), times(4, loaded("bin[...]"))), ""),
        (add(times(1024, block()), times(4, thread())), ""),
    ],
)
def test_patterns(term: Term, expected: str) -> None:
    assert why(term) == expected


@given(
    st.permutations(range(3 * LANES)),
    st.sampled_from([32, 64, 96, 1024]),
    st.integers(0, 7),
    st.sampled_from([1, 2, 4, 8]),
)
def test_rows_picked_by_different_indices_share_no_sector(
    rows: list[int], pitch: int, element: int, width: int
) -> None:
    index = Symbol("row[...]", "data", numpy.array(rows[:LANES]), uniform=False)
    term = add(times(pitch, index), element % (32 // width) * width)
    assert why(term, width)
    addresses = numpy.array(lanes_of(term)).reshape(-1, 32)
    cost, _ = global_cost(addresses, numpy.ones(addresses.shape, bool), width)
    assert cost.tolist() == [32, 32]
