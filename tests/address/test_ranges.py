from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.address.evaluate import apply
from cudalint.address.ranges import (
    Range,
    added,
    multiplied,
    of_integer_type,
    of_operator,
    raised,
    scaled,
    within,
)

small = st.tuples(st.integers(-9, 9), st.integers(0, 9)).map(lambda p: (p[0], p[0] + p[1]))


def _values(range_: Range) -> range:
    return range(int(range_[0]), int(range_[1]) + 1)


@given(st.sampled_from(["/", "%", ">>", "<<", "&", "|", "^", "min", "max"]), small, small)
def test_a_range_holds_every_result(operator: str, left: Range, right: Range) -> None:
    low, high = of_operator(operator, [left, right])
    for a, b in product(_values(left), _values(right)):
        if operator in ("/", "%") and b == 0:
            continue
        if operator in ("<<", ">>") and b < 0:
            continue
        assert low <= apply(operator, [a, b]) <= high


@given(small, small, st.integers(-3, 3), st.integers(1, 4))
def test_polynomials_too(left: Range, right: Range, factor: int, exponent: int) -> None:
    for a, b in product(_values(left), _values(right)):
        assert within((a + b, a + b), added(left, right))
        assert within((a * b, a * b), multiplied(left, right))
        assert within((a * factor, a * factor), scaled(left, factor))
        assert within((a**exponent, a**exponent), raised(left, exponent))


def test_tight_where_it_matters() -> None:
    assert of_operator("%", [(0, 1000), (32, 32)]) == (0, 31)
    assert of_operator("%", [(-5, 1000), (32, 32)]) == (-5, 31)
    assert of_operator("/", [(0, 1023), (32, 32)]) == (0, 31)
    assert of_operator(">>", [(-1, 63), (5, 5)]) == (-1, 1)
    assert of_operator("&", [(-100, 100), (31, 31)]) == (0, 31)
    assert raised((-3, 2), 2) == (0, 9)


@pytest.mark.parametrize(
    ("bits", "signed", "expected"),
    [(8, True, (-128, 127)), (8, False, (0, 255)), (64, False, (-(1 << 63), (1 << 63) - 1))],
)
def test_integer_types(bits: int, signed: bool, expected: Range) -> None:
    assert of_integer_type(bits, signed=signed) == expected
