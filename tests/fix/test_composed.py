"""Composed layouts move every element to a place of its own, inside of what they say the array grows to."""

from __future__ import annotations

from dataclasses import replace

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudalint.fix.carved import Windowed
from cudalint.fix.composed import BankGap, BothPaddings, BySize, Repitched, Transposed, WiderElements
from cudalint.fix.layouts import IndexPadding, IndexSwizzle, Layout, Padding, Swizzle
from cudalint.fix.sizes import size_of
from tests.fix.arrays import array


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    number = st.integers(1, 6)
    return draw(
        st.sampled_from(
            [
                Repitched(Padding(draw(number)), Swizzle(draw(st.integers(1, 3)), 0, draw(st.integers(0, 2)))),
                BothPaddings(Padding(draw(number)), Padding(draw(number), 2)),
                Transposed(draw(st.integers(0, 4))),
                BankGap(draw(st.booleans())),
                BySize(((4, IndexPadding(draw(number))), (8, None))),
                IndexPadding(draw(number), draw(st.sampled_from([1, 2, 4]))),
            ]
        )
    )


@given(
    layouts(),
    st.lists(st.integers(2, 20), min_size=1, max_size=3),
    st.sampled_from([1, 2, 4, 8]),
)
@settings(deadline=None)
def test_no_two_bytes_meet_and_none_leaves_the_array(layout: Layout, shape: list[int], size: int) -> None:
    before = array(tuple(shape), size)
    if not layout.suits(before):
        return
    moved = layout.moved(before, numpy.arange(size_of(before)))
    assert len(set(moved.tolist())) == size_of(before)
    assert moved.min() >= 0 and moved.max() < size_of(before) + layout.added(before)


def test_rows_may_lose_what_nothing_touches() -> None:
    layout = Repitched(Padding(-1), Swizzle(3, 0, 2))
    before = array((32, 9))
    assert layout.suits(before) and layout.added(before) == -128
    touched = numpy.array([4 * (9 * r + c) for r in range(32) for c in range(8)])
    assert sorted(layout.moved(before, touched)) == list(range(0, 1024, 4))


def test_structs_grow_by_what_keeps_their_members_aligned() -> None:
    points = replace(array((10,), 32), record="Point")
    assert WiderElements(8).suits(points) and not WiderElements(5).suits(points)
    assert not WiderElements(8).suits(array((10,), 32))
    assert WiderElements(8).moved(points, numpy.array([0, 31, 32, 64])).tolist() == [0, 31, 40, 80]


@pytest.mark.parametrize("base", [0, 256])
def test_a_window_leaves_the_rest_where_it_is(base: int) -> None:
    whole, part = array((400,)), array((64,))
    moved = Windowed(base, part, IndexSwizzle(5, 0, 5)).moved(whole, numpy.arange(1600))
    outside = [*range(base), *range(base + 256, 1600)]
    assert (moved[outside] == outside).all()
    assert sorted(moved) == list(range(1600))
