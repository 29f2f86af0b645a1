"""64-bit unsigned integers that wrap around: found by random programs, kept small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.property.arrays import GLOBAL, SCALARS, Array
from tests.property.compare import differences
from tests.property.expression import (
    INT,
    UNSIGNED,
    UNSIGNED_LONG,
    Binary,
    Choice,
    Compare,
    Constant,
    Expression,
    Extreme,
    Name,
    Shift,
)
from tests.property.program import Program
from tests.property.statement import Access

X = Name("threadIdx.x", UNSIGNED)
WRAPPED = Binary("-", X, Constant(17, UNSIGNED_LONG))
"""Huge in lanes 0 to 16, small in the others."""

CASES: dict[str, Expression] = {
    "compared": Choice(Compare(">=", WRAPPED, Constant(5, UNSIGNED_LONG)), Binary("*", X, Constant(8)), X),
    "maximum": Binary(
        "&", Binary("*", Extreme("max", WRAPPED, Constant(3, UNSIGNED_LONG)), Constant(4)), Constant(1023)
    ),
    "minimum": Binary("*", Extreme("min", WRAPPED, Constant(5, UNSIGNED_LONG)), Constant(8)),
    "quotient": Binary("&", Binary("/", WRAPPED, Constant(7)), Constant(1023)),
    "remainder": Binary("%", WRAPPED, Constant(100)),
    "shifted": Binary("&", Shift(">>", WRAPPED, Constant(3)), Constant(1023)),
    "shifted far": Binary("&", Shift(">>", WRAPPED, Constant(60)), Constant(1023)),
}


@pytest.mark.parametrize("name", CASES)
def test_wide_unsigned_arithmetic(name: str, tmp_path: Path) -> None:
    array = Array("values", GLOBAL, SCALARS[4], count=1024)
    program = Program((32, 1, 1), 1, [(Name("n", INT), 1)], [], [array], [Access(array, "load", CASES[name])])
    assert differences(program, tmp_path) == []
