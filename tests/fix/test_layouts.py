"""Layouts move elements, one to one, within the array as it is afterwards."""

from __future__ import annotations

import numpy
from hypothesis import given
from hypothesis import strategies as st

from cudalint.fix.layouts import (
    AsDeclared,
    IndexFold,
    IndexPadding,
    IndexSwizzle,
    Layout,
    Padding,
    Swizzle,
)
from cudalint.fix.sizes import size_of
from tests.fix.arrays import array

SIZES = st.sampled_from([1, 2, 4, 8, 16])
LAYOUTS: st.SearchStrategy[Layout] = st.one_of(
    st.just(AsDeclared()),
    st.builds(Padding, st.integers(1, 32), st.integers(1, 2)),
    st.builds(Swizzle, st.integers(1, 5), st.integers(0, 5), st.integers(0, 5)),
    st.builds(IndexSwizzle, st.integers(1, 5), st.integers(0, 5), st.integers(0, 10)),
    st.builds(IndexFold, st.integers(1, 5), st.integers(0, 7), st.integers(1, 5)),
    st.builds(IndexPadding, st.integers(0, 6)),
)
SHAPES = st.lists(st.integers(1, 12), min_size=1, max_size=3).map(tuple)
POWERS = st.lists(st.sampled_from([1, 2, 4, 8, 16, 32, 64]), min_size=1, max_size=2).map(tuple)


@given(LAYOUTS, st.one_of(SHAPES, POWERS), SIZES)
def test_no_two_bytes_meet_and_none_leaves_the_array(layout: Layout, shape: tuple[int, ...], size: int) -> None:
    declared = array(shape, size)
    if not layout.suits(declared):
        return
    before = numpy.arange(size_of(declared), dtype=numpy.int64)
    after = layout.moved(declared, before)
    assert len(numpy.unique(after)) == len(before)
    assert after.min() >= 0
    assert after.max() < size_of(declared) + layout.added(declared)


@given(LAYOUTS, st.one_of(SHAPES, POWERS), SIZES)
def test_the_bytes_of_an_element_stay_together(layout: Layout, shape: tuple[int, ...], size: int) -> None:
    declared = array(shape, size)
    if not layout.suits(declared):
        return
    starts = numpy.arange(0, size_of(declared), size, dtype=numpy.int64)
    assert (layout.moved(declared, starts + size - 1) == layout.moved(declared, starts) + size - 1).all()
    assert (layout.moved(declared, starts) % size == 0).all()


def test_a_swizzle_of_elements_is_the_swizzle_of_bytes_that_it_says_it_is() -> None:
    halves = array((64, 64), 2)
    layout = Swizzle(bits=3, base=3)
    assert layout.in_bytes(halves) == (3, 4, 3)
    offsets = numpy.arange(64 * 64 * 2, dtype=numpy.int64)
    assert (layout.moved(halves, offsets) == offsets ^ ((offsets >> 3) & (7 << 4))).all()


def test_padding_planes_leaves_rows_alone() -> None:
    cube = array((4, 3, 5))
    offsets = 4 * numpy.array([0, 14, 15, 30], numpy.int64)
    assert Padding(1, axis=2).moved(cube, offsets).tolist() == [0, 4 * 14, 4 * 20, 4 * 40]
    assert Padding(1, axis=2).added(cube) == 4 * 5 * 4
