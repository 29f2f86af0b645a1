"""The brute force by itself: kernels from text-books, built as trees, must come out with the known figures."""

from __future__ import annotations

from random import Random

import pytest

from tests.property.arrays import GLOBAL, SCALARS, STATIC, STRUCTS, VECTORS, Array
from tests.property.expression import (
    INT,
    LONG,
    SHORT,
    UCHAR,
    UNSIGNED,
    UNSIGNED_LONG,
    Binary,
    Cast,
    Choice,
    Compare,
    Constant,
    CType,
    Expression,
    Extreme,
    Name,
    Shift,
    UndefinedBehaviour,
)
from tests.property.generate import generate
from tests.property.program import Cost, Program
from tests.property.statement import Access, If, Loop, Return, Statement

FLOAT, DOUBLE = SCALARS[4], SCALARS[5]
X, Y = Name("threadIdx.x", UNSIGNED), Name("threadIdx.y", UNSIGNED)
K = Name("k", INT)


def plus(left: Expression, right: Expression | int) -> Expression:
    return Binary("+", left, Constant(right) if isinstance(right, int) else right)


def times(left: Expression, right: int) -> Expression:
    return Binary("*", left, Constant(right))


def only_cost(access: Access, block: tuple[int, int, int] = (64, 1, 1), around: list[Statement] | None = None) -> Cost:
    """The cost of the one access of a kernel; `around` are the statements that contain it."""
    access.array.count = 4096
    program = Program(block, 1, [], [], [access.array], around or [access])
    program.text()
    (cost,) = program.costs().values()
    return cost


def load(element_array: Array, index: Expression, column: Expression | None = None) -> Access:
    return Access(element_array, "load", index, column)


@pytest.mark.parametrize(("stride", "sectors"), [(1, 4), (2, 8), (3, 12), (4, 16), (8, 32), (128, 32), (0, 1)])
def test_strides_of_a_float(stride: int, sectors: int) -> None:
    cost = only_cost(load(Array("a", GLOBAL, FLOAT), times(X, stride)))
    assert (cost.mean, cost.ideal) == (sectors, min(sectors, 4))


def test_one_float_off() -> None:
    assert only_cost(load(Array("a", GLOBAL, FLOAT), plus(X, 1))).requests == [(5, 4), (5, 4)]


def test_members_of_a_struct_of_24_bytes() -> None:
    access = load(Array("a", GLOBAL, STRUCTS[3]), X)
    access.member = "c"
    assert only_cost(access).requests == [(24, 4), (24, 4)]


@pytest.mark.parametrize(("pitch", "wavefronts"), [(32, 32), (33, 1), (34, 2), (16, 16), (17, 1)])
def test_columns_of_a_tile(pitch: int, wavefronts: int) -> None:
    cost = only_cost(load(Array("s", STATIC, FLOAT, pitch), X, Constant(0)))
    assert (cost.mean, cost.ideal) == (wavefronts, 1)


def test_phases() -> None:
    assert only_cost(load(Array("s", STATIC, DOUBLE), X)).requests == [(2, 2), (2, 2)]
    assert only_cost(load(Array("s", STATIC, VECTORS[1]), X)).requests == [(4, 4), (4, 4)]
    assert only_cost(load(Array("s", STATIC, DOUBLE, 33), X, Constant(5))).requests == [(2, 2), (2, 2)]
    assert only_cost(load(Array("s", STATIC, DOUBLE), Binary("/", X, Constant(2)))).requests == [(1, 1), (1, 1)]


def test_swizzle() -> None:
    access = load(Array("s", STATIC, FLOAT, 32), X, Binary("^", X, Y))
    assert only_cost(access, (32, 32, 1)).requests == [(1, 1)] * 32


def test_warps_that_span_rows() -> None:
    assert only_cost(load(Array("s", STATIC, FLOAT, 16), X, Y), (16, 16, 1)).requests == [(8, 1)] * 8
    assert only_cost(load(Array("s", STATIC, FLOAT, 17), X, Y), (16, 16, 1)).requests == [(2, 1)] * 8


def test_atomics_queue_up_unless_they_count() -> None:
    access = Access(Array("s", STATIC, SCALARS[3]), "atomic", Constant(0))
    assert only_cost(access).requests == [(32, 1), (32, 1)]
    access.addend = 1
    assert only_cost(access).requests == [(1, 1), (1, 1)]


def test_guards_and_partial_warps() -> None:
    access = load(Array("a", GLOBAL, FLOAT), X)
    even = Compare("==", Binary("%", X, Constant(2)), Constant(0))
    assert only_cost(access, (48, 1, 1)).requests == [(4, 4), (2, 2)]
    assert only_cost(access, (64, 1, 1), [If(even, [access], [])]).requests == [(4, 2), (4, 2)]
    early = [Return(Compare(">=", X, Constant(40))), access]
    assert only_cost(access, (64, 1, 1), early).requests == [(4, 4), (1, 1)]


def test_a_reduction_narrows_with_every_round() -> None:
    access = load(Array("a", GLOBAL, FLOAT), plus(X, K))
    guarded = If(Compare("<", X, K), [access], [])
    loop = Loop(K, Constant(32), Compare(">", K, Constant(0)), Shift(">>", K, Constant(1)), "k >>= 1", [guarded])
    assert only_cost(access, (64, 1, 1), [loop]).requests == [(4, 4), (2, 2), (1, 1), (1, 1), (1, 1), (1, 1)]


def test_repeated_requests_are_noticed() -> None:
    access = load(Array("a", GLOBAL, FLOAT), Binary("/", K, Constant(2)))
    loop = Loop(K, Constant(0), Compare("<", K, Constant(4)), plus(K, 1), "++k", [access])
    assert only_cost(access, around=[loop]).repeated
    access.index = times(K, 8)
    assert not only_cost(access, around=[loop]).repeated


@pytest.mark.parametrize(
    ("expression", "value", "type_"),
    [
        (Binary("/", Constant(-7), Constant(2)), -3, INT),
        (Binary("%", Constant(-7), Constant(2)), -1, INT),
        (Binary("-", Constant(3), Constant(5, UNSIGNED)), 4294967294, UNSIGNED),
        (Binary("-", Constant(3, LONG), Constant(5, UNSIGNED)), -2, LONG),
        (Binary("-", Constant(3), Constant(5, UNSIGNED_LONG)), (1 << 64) - 2, UNSIGNED_LONG),
        (Shift(">>", Constant(-7), Constant(1)), -4, INT),
        (Shift("<<", Constant(5, UNSIGNED), Constant(31)), 1 << 31, UNSIGNED),
        (Cast(UCHAR, Constant(-1)), 255, UCHAR),
        (Cast(SHORT, Constant(40000)), -25536, SHORT),
        (Binary("+", Cast(UCHAR, Constant(255)), Cast(UCHAR, Constant(255))), 510, INT),
        (Extreme("min", Constant(-1), Constant(7, UNSIGNED)), 7, UNSIGNED),
        (Choice(Compare("<", Constant(-1), Constant(0, UNSIGNED)), Constant(1), Constant(-2, LONG)), -2, LONG),
    ],
)
def test_integers_of_c(expression: Expression, value: int, type_: CType) -> None:
    assert expression.value({}) == value
    assert expression.type == type_


def test_undefined_behaviour_is_refused() -> None:
    for expression in (
        times(Constant(2**30), 2),
        Binary("/", Constant(1), Constant(0)),
        Shift("<<", Constant(1), Constant(32)),
        Shift("<<", Constant(1), Constant(31)),
    ):
        with pytest.raises(UndefinedBehaviour):
            expression.value({})


def test_equal_seeds_give_equal_programs() -> None:
    first, second, other = generate(Random(5)), generate(Random(5)), generate(Random(6))
    assert first is not None and second is not None and other is not None
    assert first.text() == second.text()
    assert first.text() != other.text()
