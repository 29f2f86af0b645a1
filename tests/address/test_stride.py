from __future__ import annotations

from random import Random

import numpy
import pytest
from hypothesis import assume, given, settings

from cudalint.access import Stride
from cudalint.address.c_expression import parse_expression
from cudalint.address.formula import formula
from cudalint.address.stride import strides
from cudalint.ir.term import Symbol, Term
from tests.address.terms import (
    ALL,
    LANES,
    WIDTH,
    TooLarge,
    add,
    block,
    known,
    lanes_of,
    loaded,
    loop,
    random_term,
    randoms,
    shape,
    symbols,
    thread,
    times,
    unknown,
)

DISTANCE = {0: 1, 1: WIDTH}
NO_C_EXPRESSION = ("min", "max", "(int)", "(unsigned", "(short)", "char)")
EXTENT = {0: WIDTH, 1: LANES // WIDTH}


def _neighbours(axis: int, group: int) -> list[int]:
    """Lanes that have a neighbour along the axis, in the same group of lanes."""
    index = [lane % WIDTH if axis == 0 else lane // WIDTH for lane in range(LANES)]
    last = group if group else EXTENT[axis]
    return [lane for lane in range(LANES) if index[lane] % last != last - 1 and index[lane] + 1 < EXTENT[axis]]


@given(randoms)
@settings(max_examples=300, deadline=None)
def test_a_stride_is_the_difference_of_all_neighbours(random: Random) -> None:
    term = random_term(random, symbols(random), ALL, random.randint(1, 4))
    try:
        offsets = lanes_of(term)
    except TooLarge:
        assume(False)
    found = formula(term, 1)
    assume("(...)" not in found.text)
    values = {n: leaf.value for n, leaf in found.leaves.items() if not isinstance(leaf.value, numpy.ndarray)}
    values |= {n: int(leaf.value[0]) for n, leaf in found.leaves.items() if leaf.kind == "block"}
    for axis, stride in enumerate(strides(found)[:2]):
        if stride.formula is None or any(word in stride.formula for word in NO_C_EXPRESSION):
            continue
        expected = parse_expression(stride.formula).value(values)
        group = {"": 0, "within a warp": 32, "within 16 lanes": 16, "within 8 lanes": 8}[stride.note]
        for lane in _neighbours(axis, group):
            assert offsets[lane + DISTANCE[axis]] - offsets[lane] == expected
        assert stride.bytes in (None, expected)


X = thread("x", width=64)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (times(X, 4), Stride("4", 4)),
        (times(add(times(X, unknown()), 1), 4), Stride("4*N", None)),
        (times(add(times(X, known("M", 48)), 1), 4), Stride("4*M", 192)),
        (times(X, add(times(unknown(), 4), 4)), Stride("4*(N + 1)", None)),
        (times(loaded(), 4), Stride(None, None)),
        (add(times(X, 4), loaded()), Stride(None, None)),
        (times(times(X, X), 4), Stride(None, None)),
        (times(times(X, thread("y")), 4), Stride(None, None)),
        (times(unknown(), 4), Stride("0", 0)),
        (times(X, Symbol("s", "loop", 8)), Stride("s", None)),
        (times(X, block()), Stride("blockIdx.x", None)),
        (loop("i", times(X, 8), unknown(), 3), Stride("8", 8)),
        (times(Term("%", X, 32), 4), Stride("4", 4, "within a warp")),
        (times(Term("/", X, 32), 4), Stride("0", 0, "within a warp")),
        (times(Term("&", X, 15), 4), Stride("4", 4, "within 16 lanes")),
        (times(Term("/", X, 8), 4), Stride("0", 0, "within 8 lanes")),
        (times(Term("%", X, 4), 4), Stride(None, None)),
        (times(Term("^", X, 5), 4), Stride(None, None)),
        (Term("wrap", Term("-", X, 1), 32, 0), Stride(None, None)),
        (times(Term("/", add(times(block(), shape("x", 64)), X), 32), 4), Stride("0", 0, "within a warp")),
    ],
)
def test_along_x(term: Term, expected: Stride) -> None:
    assert strides(formula(term, 4))[0] == expected


def test_along_y_and_z() -> None:
    z = Symbol("threadIdx.z", "thread", numpy.zeros(LANES, int), uniform=False)
    term = add(times(thread("y"), times(unknown(), 4)), times(thread("x"), 4), times(z, 512))
    assert strides(formula(term, 4)) == (Stride("4", 4), Stride("4*N", None), Stride("512", 512))


def test_a_group_must_fit_the_row() -> None:
    row_of_48 = thread("x", width=48, lanes=96)
    assert strides(formula(Term("%", row_of_48, 32), 1))[0] == Stride("1", 1, "within 16 lanes")
    row_of_36 = thread("x", width=36, lanes=288)
    assert strides(formula(Term("%", row_of_36, 32), 1))[0] == Stride(None, None)
