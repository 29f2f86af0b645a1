"""The closed forms must give what counting gives, wherever they apply."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.hardware.closed_forms import bank_conflict_degree, sectors_of_stride
from tests.hardware import reference


@given(st.integers(-5000, 5000))
def test_bank_conflict_degree(stride: int) -> None:
    assert bank_conflict_degree(stride) == reference.degree([4 * stride * lane for lane in range(32)], 4)


@given(st.integers(-300, 300), st.sampled_from([1, 2, 4, 8, 16]))
def test_sectors_of_stride(stride: int, width: int) -> None:
    lanes: list[int | None] = [width * stride * lane for lane in range(32)]
    assert sectors_of_stride(width * stride, width) == reference.sectors(lanes, width)[0]


def test_textbook_figures() -> None:
    assert [bank_conflict_degree(s) for s in (0, 1, 2, 3, 4, 8, 16, 32, 33, 34)] == [1, 1, 2, 1, 4, 8, 16, 32, 1, 2]
    assert [sectors_of_stride(4 * s, 4) for s in (0, 1, 2, 4, 8, 128)] == [1, 4, 8, 16, 32, 32]
    assert sectors_of_stride(-4, 4) == 5


@pytest.mark.parametrize(("stride", "width"), [(6, 4), (24, 12), (8, 16)])
def test_unaligned_strides_are_refused(stride: int, width: int) -> None:
    with pytest.raises(ValueError, match=f"a stride of {stride} bytes"):
        sectors_of_stride(stride, width)
